"""The first game on a device: three notes on the table, and never again."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from browser.axe import violations
from browser.player import Player
from server.server_process import Seat, Server, play_out

Invite = Callable[..., Player]
BLOCKED = """Object.defineProperty(window, "localStorage", {
  get() { throw new DOMException("blocked", "SecurityError"); },
});"""

COVERS_THE_CARD = """() => {
  const note = document.querySelector(".first-mark").getBoundingClientRect();
  const card = document.querySelector(".card-slots .card").getBoundingClientRect();
  return note.left < card.right && card.left < note.right && note.top < card.bottom && card.top < note.bottom;
}"""

# How many stations that can be tapped the note covers, and how few it would at another height.
COVERED_STATIONS = """() => {
  const box = (css) => document.querySelector(css).getBoundingClientRect();
  const circles = [...document.querySelectorAll(".paper .target circle")];
  const stations = circles.map((each) => each.getBoundingClientRect());
  const { left, right, top, height } = box(".first-mark");
  const isCovered = (top) => (each) =>
    left < each.right && each.left < right && top < each.bottom && each.top < top + height;
  const covered = (top) => stations.filter(isCovered(top)).length;
  const tops = [];
  for (let other = 12; other < box(".card-slots").top - height; other += 4) tops.push(other);
  return [covered(top), Math.min(covered(top), ...tops.map(covered)), stations.length > 0];
}"""


def note(page: Page) -> Locator:
    return page.get_by_role("region", name="First steps")


def go_to(player: Player, seat: Seat) -> None:
    player.page.goto(f"{player.url}/t/{seat.table}#seat={seat.token}")
    player.page.locator(".actions").wait_for()


@pytest.mark.parametrize(
    "width", [320, *(pytest.param(width, marks=pytest.mark.long) for width in (360, 1280))]
)
def test_a_newcomer_is_shown_goal_card_and_map_once(server: Server, invite: Invite, width: int) -> None:
    [ann] = server.open()
    player = invite(width=width, newcomer=True)
    go_to(player, ann)
    for title in ("Your goal", "The card", "The map"):
        expect(note(player.page)).to_contain_text(title)
        expect(note(player.page)).to_be_in_viewport(ratio=1)
        if title != "The map":
            assert not player.page.evaluate(COVERS_THE_CARD)
        covered, fewest, can_be_tapped = player.page.evaluate(COVERED_STATIONS)
        assert (covered, can_be_tapped) == (fewest, True)
        assert violations(player.page) == []
        note(player.page).locator(".button.primary").click()
    expect(note(player.page)).to_have_count(0)
    assert player.overflow() <= 0
    player.page.reload()
    player.page.locator(".term").first.wait_for()  # the notes would come with the rules
    expect(note(player.page)).to_have_count(0)


@pytest.mark.parametrize("way", ["Escape", "Skip", "move"])
def test_the_notes_end_when_the_player_wants_it(server: Server, invite: Invite, way: str) -> None:
    [ann] = server.open()
    player = invite(newcomer=True)
    go_to(player, ann)
    note(player.page).wait_for()
    if way == "Escape":
        player.page.keyboard.press("Escape")
    elif way == "Skip":
        note(player.page).get_by_role("button", name="Skip").click()
    else:
        player.shows_the_view()
        player.play("pass")
    expect(note(player.page)).to_have_count(0)
    [ben] = server.open()
    go_to(player, ben)
    player.page.locator(".term").first.wait_for()
    expect(note(player.page)).to_have_count(0)


def test_the_notes_can_be_reached_and_left_by_keyboard(server: Server, invite: Invite) -> None:
    [ann] = server.open()
    player = invite(newcomer=True)
    go_to(player, ann)
    page = player.page
    note(page).wait_for()
    for _ in range(12):
        page.keyboard.press("Tab")
        if page.evaluate("() => document.activeElement.matches('.first-mark .primary')"):
            break
    for _ in range(3):
        page.keyboard.press("Enter")
    expect(note(page)).to_have_count(0)


def test_who_has_finished_a_game_is_not_shown_around(server: Server, invite: Invite) -> None:
    [ann] = server.open()
    with ann.connect() as socket:
        play_out([socket])
    player = invite(newcomer=True)
    player.page.goto(f"{player.url}/t/{ann.table}#seat={ann.token}")
    player.page.locator("tfoot").wait_for(state="attached")
    [ben] = server.open()
    go_to(player, ben)
    player.page.locator(".term").first.wait_for()
    expect(note(player.page)).to_have_count(0)


def test_a_browser_that_keeps_nothing_shows_them_once_for_each_page(server: Server, invite: Invite) -> None:
    [ann] = server.open()
    player = invite(newcomer=True)
    player.page.add_init_script(BLOCKED)
    go_to(player, ann)
    note(player.page).wait_for()
    player.page.keyboard.press("Escape")
    expect(note(player.page)).to_have_count(0)
    player.play("pass")
    expect(note(player.page)).to_have_count(0)


def test_the_pad_of_a_first_game_says_what_to_aim_for(server: Server, invite: Invite) -> None:
    [ann] = server.open(city="berlin", addons=["objectives"])
    player = invite(newcomer=True)
    go_to(player, ann)
    expect(player.page.locator(".details .aim")).to_have_text(
        "Link your two lines. Reach many districts, and many stations in one of them: the two are multiplied."
    )
    experienced = invite()
    go_to(experienced, ann)
    expect(experienced.page.locator(".ticket").first).to_be_visible()
    expect(experienced.page.locator(".aim")).to_have_count(0)
