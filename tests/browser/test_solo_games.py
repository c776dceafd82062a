"""Whole games alone, from the start page to the last number: by mouse, by finger and by keys."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from browser.hands import ON_SHEET, Keys
from browser.player import Player
from fulgence.rules.text.record import parse_record, replay
from server.server_process import Server

Invite = Callable[..., Player]


def play_out(player: Player) -> None:
    """To the end; the board never moves, and there is always something to do."""
    box = player.sheet_box()
    while player.is_playing:
        if player.turn % 5 == 0 and len(player.moves) > 1:
            take_back(player, player.moves[0])
        player.decide()
        assert player.sheet_box() == box
        assert player.overflow() == 0
        flip(player)


def flip(player: Player) -> None:
    turn = player.turn
    player.done()
    player.until(lambda player: player.turn > turn or not player.is_playing)
    assert player.turn == turn + player.is_playing


def take_back(player: Player, move: str) -> None:
    before, moves = player.strokes, player.moves
    player.touch(move)
    assert player.strokes == before + 1
    player.until(lambda player: player.game["can_undo"])
    player.undo()
    assert player.strokes == before
    assert player.moves == moves


def check_the_end(player: Player) -> None:
    """The last page says what the record comes to when it is replayed."""
    record = parse_record(player.record())
    pad = replay(record).pads[0]
    assert record.is_finished
    told = player.pads()
    assert told["total"] == [pad.total]
    for line in pad.lines:
        assert told[line.pencil] == [line.points]
    assert str(pad.total) in player.page.locator("h1").inner_text()
    assert "Your turn" not in player.page.title()


@pytest.mark.parametrize(("city", "seed"), [("London", 11), ("Paris", 12), ("Berlin", 13)])
def test_a_whole_game_by_mouse(invite: Invite, city: str, seed: int) -> None:
    player = invite(seed=seed)
    player.open_alone(city)
    play_out(player)
    check_the_end(player)


def test_a_whole_game_by_finger_on_a_small_phone(invite: Invite) -> None:
    player = invite(hand="finger", width=320, height=568, seed=14)
    player.open_alone("London")
    play_out(player)
    check_the_end(player)


def test_a_whole_game_by_keys_alone(invite: Invite) -> None:
    player = invite(hand="keys", seed=15)
    keys = player.hand
    assert isinstance(keys, Keys)
    player.go_home()
    keys.enter("Paris")
    keys.enter("Play Paris")
    player.sit()

    write_a_move(player, keys, player.moves[0])
    flip(player)
    play_out(player)
    check_the_end(player)


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


@pytest.mark.parametrize(
    ("city", "addons"),
    [("london", ["objectives", "powers", "gates"]), ("berlin", ["objectives", "acceleration"])],
)
def test_a_whole_game_by_the_names_that_a_screen_reader_says(
    invite: Invite, server: Server, city: str, addons: list[str]
) -> None:
    player = invite(seed=16)
    page = player.page
    [ann] = server.open(1, [], city=city, addons=addons)
    page.goto(f"{server.url}/t/{ann.table}#seat={ann.token}")
    player.sit()
    page.get_by_text("Moves as a list").click()
    while player.is_playing:
        while player.moves:
            ply, move = player.view["ply"], player.choose()
            text = player.view["words"]["options"][player.game["moves"].index(move)] or "Pass"
            page.get_by_role("listitem").get_by_role("button", name=text, exact=True).click()
            player.until(lambda player, ply=ply: player.view["ply"] > ply)  # type: ignore[misc]
        turn = player.turn
        page.get_by_role("button", name="Done").click()
        player.until(lambda player, turn=turn: player.turn > turn or not player.is_playing)  # type: ignore[misc]
    check_the_end(player)
