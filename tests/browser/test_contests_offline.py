"""The same cards without a server: a daily game that counts once, and a challenge that is all in its link."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from browser.app_site import file_server, publish
from browser.device import PYTHON_STARTS
from browser.hands import Mouse
from browser.local_player import LISTEN, LocalPlayer
from browser.watch import Watch
from offline_bundle import made_bundle

MAX_LINK = 2000  # characters that messengers leave alone
CONTESTS = """() => new Promise((resolve) => {
  const opening = indexedDB.open("fulgence");
  opening.onsuccess = () => {
    const all = opening.result.transaction("tables").objectStore("tables").getAll();
    all.onsuccess = () => resolve(all.result.map(({ info }) => info.contest.split("-")[0]).sort());
  };
})"""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder = tmp_path_factory.mktemp("site")
    publish(folder, made_bundle())
    with file_server(folder) as address:
        yield address


@pytest.fixture
def person(browser: Browser, site: str) -> Iterator[Callable[[], LocalPlayer]]:
    contexts: list[BrowserContext] = []

    def new_person() -> LocalPlayer:
        context = browser.new_context(locale="en", reduced_motion="reduce", service_workers="allow")
        context.set_default_timeout(PYTHON_STARTS)
        context.add_init_script(f"({LISTEN})()")
        contexts.append(context)
        page = context.new_page()
        page.set_viewport_size({"width": 1280, "height": 800})
        return LocalPlayer(page, Watch(context, site.rstrip("/")), site, Mouse(page), random.Random(3))

    yield new_person
    for context in contexts:
        context.close()


def today(page: Page, city: str) -> str:
    tile = page.locator(".today li").filter(has_text=city)
    tile.get_by_text("Not played").or_(tile.get_by_text("points")).or_(tile.get_by_text("Go on")).wait_for()
    return tile.inner_text()


def visit(page: Page, address: str) -> None:
    """As a link inside the page does: Python goes on running."""
    page.evaluate(
        "address => { history.pushState(null, '', address); dispatchEvent(new PopStateEvent('popstate')); }",
        address,
    )


def test_a_daily_game_without_a_network_counts_once(person: Callable[[], LocalPlayer]) -> None:
    player = person()
    page = player.page
    player.go_home()
    assert "Not played" in today(page, "London")
    with player.watch.expecting("ERR_INTERNET_DISCONNECTED", "weights"):
        page.context.set_offline(True)
        page.locator(".today li").filter(has_text="London").get_by_role("button").click()
        player.sit()
        expect(page.get_by_text("Daily, ")).to_be_visible()
        player.play_turn()
        page.get_by_role("link", name="Fulgence").click()
        assert "Go on" in today(page, "London")
        page.locator(".today li").filter(has_text="London").get_by_role("button").click()
        player.sit()  # at the same table
        total = player.play_out_quickly()
        page.get_by_role("link", name="See the results of the day").click()
        expect(page.locator(".total")).to_have_text(f"{total} points")
        expect(page.get_by_text("nobody checks these games")).to_be_visible()
        expect(page.get_by_role("row", name="greedy")).to_be_visible()  # the bots have begun
        page.get_by_role("button", name="Practise again").click()
        player.sit()
        player.play_out_quickly()
        expect(page.get_by_text("This was practice")).to_be_visible()
        page.get_by_role("link", name="Fulgence").click()
        assert f"{total} points" in today(page, "London")
        assert page.evaluate(CONTESTS) == ["daily", "practice"]
        assert not player.watch.problems


def test_a_challenge_in_a_link_shows_the_other_sheet_when_one_has_finished(
    person: Callable[[], LocalPlayer],
) -> None:
    ann, ben = person(), person()
    page = ann.page
    ann.open_here("London")
    theirs = ann.play_out_quickly()
    page.get_by_role("button", name="Same cards for a friend").click()
    link = page.get_by_label("Link to the same cards").input_value()
    assert "?/c#1" in link and len(link) < MAX_LINK

    ben.page.goto(link[:-9])
    ben.page.get_by_text("this link is damaged: a part of it is missing").wait_for()
    visit(ben.page, link)
    ben.page.get_by_role("heading", name="challenges you in London").wait_for()
    ben.page.get_by_label("Your name").fill("Ben")
    shown = ben.page.locator("main").inner_text()
    assert str(theirs) not in shown and ben.page.locator(".thumbnail").count() == 0
    ben.page.get_by_role("button", name="Play", exact=True).click()
    ben.sit()
    assert ben.game["cards"] == ann.game["turns"][0][0]
    ben.play("pass")
    ben.done()
    own = ben.play_out_quickly()
    ben.page.get_by_role("link", name="Compare with the others").click()
    expect(ben.page.locator("figure .total")).to_have_text([str(own), str(theirs)])
    back = ben.page.get_by_label("Link to the same cards").input_value()
    assert len(back) < MAX_LINK
    ben.page.close()  # bots play there

    visit(page, back)
    expect(page.get_by_role("row", name="Ben")).to_contain_text(str(own))
    expect(page.locator("figure .total")).to_have_text([str(theirs), str(own)])
    assert not ann.watch.problems and not ben.watch.problems
