"""Whole games, by any hand, up to the last number; or without the middle, which no page sees."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import ExitStack

from browser.player import Player
from fulgence.rules.text.record import parse_record, replay
from server.server_process import Player as Socket
from server.server_process import Seat

MAX_TURNS = 100  # of a game


def play_out(player: Player, turns: int = MAX_TURNS) -> None:
    """To the end, or so many turns; the board never moves, and there is always something to do."""
    box = player.sheet_box()
    for _ in range(turns):
        if not player.is_playing:
            break
        if player.turn % 5 == 0 and "-" in player.moves[0]:
            take_back(player, player.moves[0])
        player.decide()
        assert player.sheet_box() == box
        assert player.overflow() == 0
        flip(player)


def play_up_to_the_last_turn(seats: Sequence[Seat]) -> None:
    """All people of a table, always the first legal move; a turn that was begun is ended first."""
    with ExitStack() as stack:
        sockets = [stack.enter_context(seat.connect("?words=1")) for seat in seats]
        while not is_last_turn(sockets[0]):
            turn = sockets[0].turn
            for socket in sockets:
                while socket.moves and socket.turn == turn:
                    socket.play(socket.moves[0])
                if socket.turn == turn and not socket.view["seats"][socket.view["you"]]["ready"]:
                    socket.say(type="ready", ply=socket.view["ply"])
                    socket.until("ack")
            for socket in sockets:
                while socket.turn == turn:
                    socket.until("view")


def is_last_turn(socket: Socket) -> bool:
    return bool(socket.view["game"]["round"] == 3 and socket.view["words"]["last_turn"])


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
