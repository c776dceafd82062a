"""Whole games alone, from the start page to the last number: by finger and by keys."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from browser.hands import ON_SHEET, Keys
from browser.player import Player
from browser.whole_game import check_the_end, flip, play_out

Invite = Callable[..., Player]


@pytest.mark.long
def test_a_whole_game_by_finger_on_a_small_phone(invite: Invite) -> None:
    player = invite(hand="finger", width=320, height=568, seed=14)
    player.open_alone("London")
    play_out(player)
    check_the_end(player)


def test_a_game_is_opened_and_begun_by_keys_alone(invite: Invite) -> None:
    player = invite(hand="keys", seed=15)
    keys = player.hand
    assert isinstance(keys, Keys)
    player.go_home()
    keys.enter("Paris")
    keys.enter("Play Paris")
    player.sit()

    write_a_move(player, keys, player.moves[0])
    flip(player)
    player.play_turn()


def write_a_move(player: Player, keys: Keys, move: str) -> None:
    """Open the list of moves, write what is wrong, then what is right; back to the board."""
    ply = player.view["ply"]
    keys.reach("() => document.activeElement?.matches('details summary')")
    player.page.keyboard.press("Enter")
    keys.reach("() => document.activeElement?.id === 'typed'")
    player.page.keyboard.type("a1-z9\n")
    assert player.page.get_by_role("alert").inner_text() == "a1-z9 is not among the moves of this turn."
    player.page.keyboard.press("Control+a")
    player.page.keyboard.type(f"{move}\n")
    player.until(lambda player: player.view["ply"] > ply)
    assert player.game["sheets"][0]["rounds"][0][0] == [move]
    keys.reach(ON_SHEET, key="Shift+Tab")
