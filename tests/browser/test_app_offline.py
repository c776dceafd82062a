"""The app on a device: it opens without its host, and a new version comes whole or not at all."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from browser.app_site import BASE, file_server, next_version, publish, small_bundle
from server.server_process import start

OLD, NEW = "Learn by playing", "Learn by doing"

SHELLS = "caches.keys().then((all) => all.filter((name) => name.startsWith('fulgence-shell-')))"


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    """A browser that keeps what it is told to keep."""
    context = browser.new_context(locale="en", service_workers="allow", reduced_motion="reduce")
    context.set_default_timeout(30_000)
    yield context
    context.close()


def visit(context: BrowserContext, address: str) -> Page:
    """A page whose app has been kept."""
    page = context.new_page()
    page.goto(address)
    expect(page.get_by_role("heading", level=1)).to_contain_text("Draw your metro.")
    until(page, "navigator.serviceWorker.controller?.state === 'activated'")
    return page


def until(page: Page, condition: str) -> None:
    """Playwright's own way to wait evaluates strings, which the page forbids."""
    wait = "new Promise((done) => setTimeout(done, 20))"
    met = f"for (let left = 1500; left; left--) {{ if (await ({condition})) return true; await {wait}; }}"
    assert page.evaluate(f"async () => {{ {met} }}"), condition


def show_rules(page: Page) -> None:
    """Loads scripts that no page has needed before."""
    page.get_by_role("link", name="Rules").click()


def test_the_app_opens_while_its_server_is_stopped(context: BrowserContext, tmp_path: Path) -> None:
    server = start(tmp_path)
    page = visit(context, f"{server.url}/")
    server.process.terminate()
    server.wait()
    page.reload()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Draw your metro.")
    expect(page.locator("svg.sheet").first).to_be_visible()  # maps are kept too
    page.goto(f"{server.url}/rules/paris")
    expect(page.get_by_role("heading", level=1)).to_have_text("Rules of Paris")
    expect(page.get_by_role("link", name=OLD)).to_be_visible()


def test_a_new_version_is_announced_and_never_mixed_with_the_old_one(
    context: BrowserContext, tmp_path: Path
) -> None:
    bundle = small_bundle(tmp_path / "bundle")
    publish(tmp_path / "host", bundle)
    with file_server(tmp_path / "host") as address:
        page, other = visit(context, address), visit(context, address)
        publish(tmp_path / "host", bundle, next_version(tmp_path / "app"))
        page.evaluate("navigator.serviceWorker.getRegistration().then((found) => found.update())")
        for each in (page, other):
            expect(each.get_by_text("A new version is ready.")).to_be_visible()
        show_rules(page)  # its script is gone from the host
        expect(page.get_by_role("link", name=OLD)).to_be_visible()
        with page.expect_navigation():
            page.get_by_role("button", name="Reload").click()
        expect(page.get_by_role("link", name=NEW)).to_be_visible()
        assert page.url == f"{address}?/rules"
        expect(page.get_by_text("A new version is ready.")).to_be_hidden()
        # Nobody asked the other page: it stays as it was, and works.
        show_rules(other)
        expect(other.get_by_role("link", name=OLD)).to_be_visible()
        other.reload()
        expect(other.get_by_role("link", name=NEW)).to_be_visible()


def test_a_page_that_is_new_already_needs_no_reload(context: BrowserContext, tmp_path: Path) -> None:
    bundle = small_bundle(tmp_path / "bundle")
    publish(tmp_path / "host", bundle)
    with file_server(tmp_path / "host") as address:
        page = visit(context, address)
        [before] = page.evaluate(SHELLS)
        publish(tmp_path / "host", bundle, next_version(tmp_path / "app"))
        page.reload()
        show_rules(page)
        expect(page.get_by_role("link", name=NEW)).to_be_visible()
        until(page, f"{SHELLS}.then((now) => now.at(-1) !== '{before}')")
        settled = "(found) => !found.waiting && !found.installing"
        until(page, f"navigator.serviceWorker.getRegistration().then({settled})")
        expect(page.get_by_text("A new version is ready.")).to_be_hidden()


def test_an_app_with_a_broken_file_is_not_kept(context: BrowserContext, tmp_path: Path) -> None:
    publish(tmp_path / "host", small_bundle(tmp_path / "bundle"))
    [script] = (tmp_path / "host" / BASE.strip("/") / "assets").glob("RulesPage-*.js")
    script.write_bytes(script.read_bytes() + b"\n")
    with file_server(tmp_path / "host") as address:
        page = context.new_page()
        page.goto(address)
        states = page.evaluate(
            """async (address) => {
                const found = await navigator.serviceWorker.register(address);
                const worker = found.installing;
                if (worker) await new Promise((done) => (worker.onstatechange = done));
                return [worker?.state, found.active];
            }""",
            f"{BASE}service-worker.js",
        )
        assert states == ["redundant", None]
        assert page.evaluate(SHELLS) == []
        expect(page.get_by_role("heading", level=1)).to_contain_text("Draw your metro.")


def test_plain_files_below_a_path_are_enough(context: BrowserContext, tmp_path: Path) -> None:
    publish(tmp_path / "host", small_bundle(tmp_path / "bundle"))
    hosts: set[str] = set()
    problems: list[str] = []
    context.on("request", lambda request: hosts.add(re.sub("^(https?://[^/]+).*", r"\1", request.url)))
    context.on("weberror", lambda error: problems.append(str(error.error)))
    with file_server(tmp_path / "host") as address:
        page = visit(context, address)
        expect(page.locator("svg.sheet")).to_have_count(3)
        page.get_by_role("button", name="With friends").click()
        expect(page.get_by_text("this site has none")).to_be_visible()
        expect(page.get_by_role("button", name="Open a table")).to_have_count(0)
        show_rules(page)
        expect(page.get_by_role("heading", level=1)).to_contain_text("Rules of")
        assert page.url == f"{address}?/rules"
        page.get_by_role("link", name="Paris").click()
        page.reload()
        expect(page.get_by_role("heading", level=1)).to_have_text("Rules of Paris")
        page.go_back()
        expect(page.get_by_role("heading", level=1)).not_to_have_text("Rules of Paris")
        page.goto(f"{address}learn/")  # as a server has it
        expect(page.get_by_role("heading", level=1)).to_be_visible()
        assert page.get_by_role("link", name="Rules", exact=True).get_attribute("href") == f"{BASE}?/rules"
        assert hosts == {address.removesuffix(BASE)}
        assert not problems
