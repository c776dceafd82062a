"""Games on a site of plain files below a path: without a server at all, and then without its host."""

from __future__ import annotations

import json
import random
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, expect

from browser.app_site import file_server, next_version, publish
from browser.chromium import ELSEWHERE
from browser.device import PYTHON_STARTS
from browser.hands import Mouse
from browser.local_player import LISTEN, LocalPlayer
from browser.watch import Watch
from offline_bundle import made_bundle

UPDATE = "() => navigator.serviceWorker.getRegistration().then((found) => found.update()).then(() => true)"
STARTED = "() => navigator.serviceWorker.controller?.state === 'activated'"


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    context = browser.new_context(locale="en", reduced_motion="reduce", service_workers="allow")
    context.set_default_timeout(PYTHON_STARTS)
    context.add_init_script(f"({LISTEN})()")
    yield context
    context.close()


def visitor(context: BrowserContext, address: str) -> LocalPlayer:
    page = context.new_page()
    page.set_viewport_size({"width": 1280, "height": 800})
    return LocalPlayer(page, Watch(context, address.rstrip("/")), address, Mouse(page), random.Random(5))


def newer(bundle: Path, folder: Path) -> Path:
    """The same bundle, made from something else."""
    shutil.copytree(bundle, folder)
    listing = json.loads((folder / "files.json").read_text(encoding="utf-8"))
    (folder / "files.json").write_text(json.dumps({**listing, "made_from": "f" * 64}), encoding="utf-8")
    return folder


def reload(player: LocalPlayer, act: Callable[[], object]) -> None:
    """In mid-game, which goes on where it was."""
    table, ply = player.table, player.view["ply"]
    player.view = {}
    with player.page.expect_navigation():
        act()
    player.sit()
    assert (player.table, player.view["ply"]) == (table, ply)


def test_a_game_outlives_its_version_and_its_host(context: BrowserContext, tmp_path: Path) -> None:
    bundle = made_bundle()
    publish(tmp_path / "host", bundle)
    with file_server(tmp_path / "host") as address:
        player = visitor(context, address)
        page = player.page
        player.open_here("London", bot="casual")
        assert page.url.startswith(f"{address}?/t/here-")
        player.play_turn()
        player.play(player.moves[0])
        page.wait_for_function(STARTED)
        publish(tmp_path / "host", newer(bundle, tmp_path / "bundle"), next_version(tmp_path / "app"))
        page.evaluate(UPDATE)
        expect(page.get_by_text("A new version is ready.")).to_be_visible()

        # The page goes on with what it is made of, also with another worker.
        asked: list[str] = []
        page.on("request", lambda request: asked.append(request.url))
        player.end_referee()
        player.undo()
        player.play(player.moves[0])
        assert player.lost() == 0
        assert not [each for each in asked if "ffffffffffff" in each or "files.json" in each]

        reload(player, page.get_by_role("button", name="Reload").click)
        kept = [name for name in page.evaluate("() => caches.keys()") if "offline" in name]
        assert kept == ["fulgence-offline-ffffffffffff"]
        player.play_turn()
        assert not player.watch.problems

    reload(player, page.reload)  # nobody serves the files any more
    player.play_turn()
    page.get_by_role("link", name="Rules").click()
    page.get_by_role("dialog", name="Rules of London").get_by_role("heading", name="The goal").wait_for()
    page.keyboard.press("Escape")
    page.get_by_role("link", name="Learn").click()
    page.get_by_role("link", name="Your first line").click()
    page.get_by_role("heading", name="What you draw").wait_for()
    page.get_by_role("button", name="Next").click()
    page.get_by_role("link", name="Fulgence").click()
    expect(page.locator(".own .game")).to_have_count(1)


def test_a_page_that_its_host_has_left_behind_asks_to_be_reloaded(
    context: BrowserContext, tmp_path: Path
) -> None:
    bundle = made_bundle()
    publish(tmp_path / "host", bundle)
    context.route("**/service-worker.js", lambda route: route.abort())
    with file_server(tmp_path / "host") as address:
        page = context.new_page()
        page.goto(f"{address}?/rules")  # nothing of the bundle is kept yet
        page.get_by_role("heading", level=1).wait_for()
        publish(tmp_path / "host", newer(bundle, tmp_path / "bundle"))
        page.get_by_role("link", name="Fulgence").click()
        page.get_by_text("There is a new version of this page.").wait_for()
        with page.expect_navigation():
            page.get_by_role("button", name="Reload").click()
        expect(page.get_by_role("heading", level=1)).to_contain_text("Draw your metro.")
        expect(page.get_by_text("There is a new version of this page.")).to_be_hidden()


@pytest.mark.long
def test_a_game_on_a_page_without_https(context: BrowserContext, tmp_path: Path) -> None:
    """As at a host of the local network: no Cache Storage, no locks, no service worker."""
    publish(tmp_path, made_bundle())
    with file_server(tmp_path) as address:
        player = visitor(context, address.replace("127.0.0.1", ELSEWHERE))
        player.open_here("London")
        assert not player.page.evaluate("() => isSecureContext || 'caches' in window || 'locks' in navigator")
        player.play_turn()
        player.page.get_by_role("link", name="Fulgence").click()
        expect(player.page.locator(".own .game")).to_have_count(1)
        assert not player.watch.problems
