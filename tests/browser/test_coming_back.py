"""Nothing is lost: not by loading the page again, not by a server that dies."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from browser.conftest import Company
from browser.player import Player
from server.server_process import Server, start

Invite = Callable[..., Player]
AWAY = ("ERR_CONNECTION_REFUSED", "ERR_CONNECTION_RESET")


class Mortal:
    """A server that is killed and started again, at the same address with the same database."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.server: Server = start(folder)

    def kill(self) -> None:
        self.server.kill()

    def revive(self) -> None:
        self.server = start(self.folder, f"--port={self.server.url.rsplit(':', 1)[1]}")


@pytest.fixture
def mortal(tmp_path: Path) -> Iterator[Mortal]:
    mortal = Mortal(tmp_path)
    yield mortal
    mortal.kill()


@pytest.fixture
def player(company: Company, mortal: Mortal) -> Player:
    """Somebody in the second turn or later, with something to draw."""
    player = company.invite(mortal.server, seed=31)
    player.open_alone("London")
    while player.turn < 2 or len(player.moves) < 2:
        player.play_turn()
    return player


def drawn(player: Player) -> list[str]:
    return [move for turns in player.game["sheets"][0]["rounds"] for moves in turns for move in moves]


def test_a_page_loaded_again_in_a_turn_has_lost_nothing(invite: Invite) -> None:
    player = invite(seed=32)
    player.open_alone("Berlin")
    player.play_turn()
    player.play(player.moves[0])
    before, ply = drawn(player), player.view["ply"]

    player.view = {}
    player.page.reload()
    player.page.locator(".paper svg").wait_for()
    player.shows_the_view()
    assert (drawn(player), player.view["ply"]) == (before, ply)

    player.undo()
    assert drawn(player) == before[:-1]
    player.play_turn()


def test_the_game_goes_on_when_a_server_was_killed_in_a_turn(player: Player, mortal: Mortal) -> None:
    player.play(player.moves[0])
    before, turn = drawn(player), player.turn
    with player.watch.expecting(*AWAY):
        mortal.kill()
        player.page.get_by_text("Reconnecting ...").wait_for()
        mortal.revive()
        player.page.get_by_text("Reconnecting ...").wait_for(state="hidden")
    player.shows_the_view()
    assert drawn(player) == before
    player.play_turn()
    assert player.turn == turn + 1


def test_a_page_in_a_hurry_comes_back_once(player: Player, mortal: Mortal) -> None:
    """However often it is told that the network is there again."""
    with player.watch.expecting(*AWAY):
        mortal.kill()
        player.page.get_by_text("Reconnecting ...").wait_for()
        mortal.revive()
        player.page.evaluate("() => { for (let n = 0; n < 3; n++) dispatchEvent(new Event('online')); }")
        player.page.get_by_text("Reconnecting ...").wait_for(state="hidden")
    player.play_turn()
    assert [socket.is_closed() for socket in player.sockets].count(False) == 1


def test_a_move_made_while_the_server_is_away_is_counted_once(player: Player, mortal: Mortal) -> None:
    before, ply, strokes = drawn(player), player.view["ply"], player.strokes
    move = player.moves[0]
    with player.watch.expecting(*AWAY):
        mortal.kill()
        player.page.get_by_text("Reconnecting ...").wait_for()
        player.touch(move)
        assert player.strokes == strokes + 1
        player.page.get_by_text("your move is sent when the connection is back").wait_for()
        mortal.revive()
        player.page.locator(".notice").wait_for(state="hidden")
    player.until(lambda player: player.view["ply"] > ply)
    assert player.view["ply"] == ply + 1
    assert drawn(player) == [*before, move]


def test_a_stroke_is_drawn_before_the_server_has_answered(player: Player, mortal: Mortal) -> None:
    strokes, ply = player.strokes, player.view["ply"]
    mortal.server.process.send_signal(signal.SIGSTOP)
    try:
        player.touch(player.moves[0])
        assert player.strokes == strokes + 1
        assert player.page.locator(".pending").count() == 1
    finally:
        mortal.server.process.send_signal(signal.SIGCONT)
    player.until(lambda player: player.view["ply"] > ply)
    assert player.strokes == strokes + 1
