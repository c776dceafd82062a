"""Drawing on the sheet: by tap, by drag, by a click on a dotted line; and what the page says before."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from playwright.sync_api import expect

from browser.hands import place, start_place
from browser.player import Player, end_of
from server.server_process import Server

Invite = Callable[..., Player]
ADDONS = {
    "london": ["objectives", "powers", "gates"],
    "paris": ["objectives", "powers", "gates"],
    "berlin": ["objectives", "acceleration"],
}
STATION = """cell => {
  const { x, y, width, height } = document.querySelector(`.paper #station-${cell}`).getBoundingClientRect();
  return [x + width / 2, y + height / 2];
}"""


def seated(invite: Invite, server: Server, city: str = "london", **wishes: Any) -> Player:
    """Ann alone, with every add-on of the city."""
    addons = wishes.pop("addons", ADDONS[city])
    player = invite(**wishes)
    [ann] = server.open(1, [], city=city, addons=addons)
    player.page.goto(f"{server.url}/t/{ann.table}#seat={ann.token}")
    player.sit()
    return player


def ends_of(player: Player, move: str) -> tuple[tuple[float, float], tuple[float, float]]:
    start, _, end = move.partition("-")
    return start_place(player.page, start), place(player.page, end)


def test_a_click_on_a_dotted_line_draws_it(invite: Invite, server: Server) -> None:
    player = seated(invite, server, addons=[], seed=32)
    ends = {move: ends_of(player, move) for move in player.moves[:-1]}
    move = max(ends, key=lambda move: math.dist(*ends[move]))  # in the middle of a short one is a station
    (x, y), (u, v) = ends[move]
    ply = player.view["ply"]
    player.page.mouse.click(x + 0.45 * (u - x), y + 0.45 * (v - y))
    player.until(lambda player: player.view["ply"] > ply)
    assert player.game["sheets"][0]["rounds"] == [[[move]]]


def test_hovering_shows_the_section_and_what_it_would_do(invite: Invite, server: Server) -> None:
    player = seated(invite, server, seed=33)
    for _ in range(3):
        for move in player.moves[:-1]:
            if [end_of(each) for each in player.moves].count(end_of(move)) > 1:
                continue
            player.page.mouse.move(*place(player.page, end_of(move)))
            preview = player.preview(move)
            bubble = player.page.locator(".bubble")
            expect(bubble).to_have_attribute("data-total", str(preview["total"]))
            shown = bubble.inner_text()
            assert ("uses your power" in shown) == preview.get("power", False)
            for change in preview.get("items", {}).values():
                assert f"+{change}" in shown
        player.page.mouse.move(2, 2)
        expect(player.page.locator(".bubble")).to_have_count(0)
        player.play_turn()


def test_the_ghost_follows_a_drag_and_an_unfinished_drag_draws_nothing(
    invite: Invite, server: Server
) -> None:
    player = seated(invite, server, addons=[], seed=34)
    page = player.page
    move = player.moves[0]
    x, y = start_place(page, move.split("-")[0])
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 25, y + 3, steps=2)
    expect(page.locator(".ghost")).to_have_count(1)
    page.mouse.move(x + 1, y + 1)
    page.mouse.up()
    expect(page.locator(".ghost")).to_have_count(0)
    assert player.said == [] and player.strokes == 0


def test_a_tap_that_cannot_work_says_why(invite: Invite, server: Server) -> None:
    player = seated(invite, server, addons=[], seed=35)
    page = player.page
    lit = {end_of(move) for move in player.moves}
    starts = {move.split("-")[0] for move in player.moves if "-" in move}
    cell = next(cell for cell in ("a8", "j1", "e10", "b10", "h10") if cell not in lit | starts)
    page.mouse.click(*page.evaluate(STATION, cell))
    reason = page.locator(".reason")
    reason.wait_for()
    assert cell in reason.inner_text() or "dotted line" in reason.inner_text()
    expect(reason).to_have_count(0)  # after two seconds
    assert [each["type"] for each in player.said] == ["why"]


def test_nothing_is_chosen_where_a_start_is_asked_for(invite: Invite, server: Server) -> None:
    player = seated(invite, server, addons=[], seed=36)
    for _ in range(60):
        ends = [end_of(move) for move in player.moves[:-1]]
        shared = [end for end in ends if ends.count(end) > 1]
        if shared:
            break
        player.play_turn()
        assert player.is_playing
    page = player.page
    page.mouse.click(*place(page, shared[0]))
    page.locator(".start-question").wait_for()
    expect(page.locator(".target.focused, .ghost, .start.chosen")).to_have_count(0)
    assert player.said == [] or player.said[-1].get("move") != shared[0]


def test_a_section_that_spends_the_power_asks_once(invite: Invite, server: Server) -> None:
    player = seated(invite, server, "london", addons=["powers"], seed=37)
    for _ in range(60):
        costly = [move for move in player.moves[:-1] if player.preview(move).get("power")]
        if costly:
            break
        player.play_turn()
    page, move = player.page, costly[0]
    said = len(player.said)
    player.hand.pick(end_of(move))
    if [end_of(each) for each in player.moves].count(end_of(move)) > 1:
        player.hand.pick(move.split("-")[0])
    page.locator(".bubble.confirming").wait_for()
    assert len(player.said) == said
    page.get_by_role("button", name="Use it").click()
    player.until(lambda player: player.view["words"]["power_card"]["spent"])


def test_the_focused_station_is_announced_with_its_preview(invite: Invite, server: Server) -> None:
    player = seated(invite, server, addons=[], hand="keys", seed=38)
    page = player.page
    page.locator(".interactive-sheet svg").focus()
    page.keyboard.press("PageDown")
    cell = page.evaluate("() => document.querySelector('.target.focused').dataset.cell")
    move = next(move for move in player.moves if end_of(move) == cell)
    spoken = page.locator(".interactive-sheet > .visually-hidden")
    expect(spoken).to_contain_text(f"+{player.preview(move)['total']}")
    expect(spoken).to_contain_text(cell)
    expect(page.locator(".bubble")).to_have_count(1)
