"""Keys of the table do what they say, and only where they mean it."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from browser.hands import FOCUSED, ON_SHEET, Keys
from browser.player import Player
from server.server_process import Server

Invite = Callable[..., Player]
BELOW = """() => {
  const { x, y, width, height } = document.querySelector(".start-question").getBoundingClientRect();
  return document.elementFromPoint(x + width / 2, y + height / 2).closest(".paper svg") !== null;
}"""


@pytest.fixture
def player(invite: Invite, server: Server) -> Player:
    """Ann, with nothing drawn, at a table with a bot."""
    player = invite(hand="keys", seed=71)
    [ann] = server.open(1, ["random"])
    player.page.goto(f"{server.url}/t/{ann.table}#seat={ann.token}")
    player.sit()
    return player


def keys_of(player: Player) -> Keys:
    assert isinstance(player.hand, Keys)
    return player.hand


def test_pass_take_back_and_done_have_keys(player: Player) -> None:
    keys_of(player).reach(ON_SHEET)
    player.play("pass")
    player.undo()
    player.decide()
    player.done()
    player.until(lambda player: player.turn == 2)


@pytest.mark.parametrize("window", ["Settings", "Sheet of"])
def test_keys_do_not_play_behind_a_window(player: Player, window: str) -> None:
    page, ply = player.page, player.view["ply"]
    page.get_by_role("button", name=window).first.click()
    page.get_by_role("dialog").wait_for()
    for key in "pun":
        page.keyboard.press(key)
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    assert [each for each in player.said if each["type"] != "explain"] == []
    page.keyboard.press("p")
    player.until(lambda player: player.view["ply"] == ply + 1)


def test_enter_opens_the_list_of_moves_and_does_not_end_the_turn(player: Player) -> None:
    page = player.page
    player.decide()
    keys_of(player).reach("() => document.activeElement?.matches('details summary')")
    page.keyboard.press("Enter")
    assert page.locator("details").get_attribute("open") is not None
    assert "ready" not in [each["type"] for each in player.said]


def test_one_key_walks_through_all_lit_stations_and_another_back(player: Player) -> None:
    page = player.page
    keys_of(player).reach(ON_SHEET)
    seen = []
    for _ in range(len(set(ends(player)))):
        page.keyboard.press("PageDown")
        seen.append(page.evaluate(FOCUSED))
    assert sorted(seen) == sorted(set(ends(player)))
    page.keyboard.press("PageDown")
    assert page.evaluate(FOCUSED) == seen[0]
    page.keyboard.press("PageUp")
    assert page.evaluate(FOCUSED) == seen[-1]


def test_a_start_that_is_asked_for_can_be_declined(player: Player) -> None:
    """Where two stations lead to a third, Escape takes the question back."""
    page, keys = player.page, keys_of(player)
    while not (twice := [end for end in ends(player) if ends(player).count(end) > 1]):
        player.play_turn()
    keys.pick(twice[0])
    expect(page.locator(".start-question")).to_have_text(f"From which station to {twice[0]}?")
    assert page.evaluate(BELOW), "a station below the question cannot be tapped"
    page.keyboard.press("Escape")
    expect(page.locator(".start-question")).to_have_count(0)
    player.shows_the_view()


def ends(player: Player) -> list[str]:
    return [move.split("-")[1] for move in player.moves if "-" in move]
