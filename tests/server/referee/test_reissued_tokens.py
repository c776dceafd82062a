"""Whoever gives a seat a new token learns nothing of its unfinished turn, and takes nothing of it back."""

from __future__ import annotations

from pathlib import Path

import pytest

from fulgence.rules.errors import IllegalMove
from fulgence.rules.kinds import PASS
from fulgence.table import requests
from fulgence.table.entries import Handed, Moved, Reissued, SaidReady, TimedOut, TookBack
from fulgence.table.seats import hashed
from fulgence.table.state import Table
from fulgence.table.views import Views
from server.local_tables import LocalTable, LocalTables, Player, first_move, play_turn, token_of, with_tables
from table.table_log import TableLog, everything, full

NEW = token_of("new")


def unfinished(log: TableLog, seat: int = 1) -> str:
    """A section that the seat has drawn and may still take back."""
    move = log.game.view(seat).moves[0]
    log.write(Moved(seat, move, ready=False))
    return move


def drawn(table: Table, seat: int, reader: int) -> object:
    """The turn of a seat that is being played, as the reader's view has it."""
    views = Views(table, lambda _: True)
    assert table.game is not None
    return bytes(views.game(table.game, reader).sheets[seat])  # type: ignore[call-overload]  # Raw


# A host's new token.


def test_the_new_token_of_a_host_shows_the_seat_as_of_the_last_flip() -> None:
    log = full("london")
    before = drawn(log.table, 1, reader=1)
    move = unfinished(log)
    assert drawn(log.table, 1, reader=1) != before
    log.write(Reissued(1, "new", by_host=True))
    assert drawn(log.table, 1, reader=1) == before
    view = Views(log.table, lambda _: True).game(log.game, 1)
    assert (view.moves, view.can_undo, view.permit) == ((), False, "turn-over")
    log.write(Moved(0, "pass"))  # the flip
    assert move in str(drawn(log.table, 1, reader=1))
    assert Views(log.table, lambda _: True).game(log.game, 1).moves
    assert everything(log.read()) == everything(log.table)


def test_what_was_drawn_before_a_hosts_new_token_stays_and_the_rest_is_passed() -> None:
    log = full("london", ("powers",))
    for _ in range(40):  # until there is something left to decide after a section
        if log.table.seats[1].is_ready or not log.game.moves[1][-1]:
            log.write(Moved(1, log.game.view(1).moves[0], ready=False))
        if log.game.moves[1][-1] and not log.game.is_done(1):
            break
        log.write(SaidReady(1))
        log.write(TimedOut(0))
    made = list(log.game.moves[1][-1])
    log.write(Reissued(1, "new", by_host=True))
    assert log.table.seats[1].is_ready
    assert log.game.moves[1][-1] == [*made, PASS]
    with pytest.raises(IllegalMove, match=r"^this turn was finished when the seat got a new token$"):
        log.write(TookBack(1))


def test_a_hosts_new_token_in_the_last_unfinished_turn_flips_the_card() -> None:
    log = full("london")
    log.write(Moved(0, "pass"))
    unfinished(log)
    log.write(Reissued(1, "new", by_host=True))
    assert log.game.turn == 1
    unfinished(log)
    log.write(TookBack(1))  # the next turn is the new owner's
    assert everything(log.read()) == everything(log.table)


def test_a_game_may_end_with_a_hosts_new_token() -> None:
    log = full("toy")
    while True:
        log.write(TimedOut(0))
        move = log.game.view(1).moves[0]
        log.write(Moved(1, move, ready=False))
        if log.game.round == 3 and log.game.turn == len(log.game.deal.turns[3]) - 1:
            break
        log.write(TimedOut(1))
    log.write(Reissued(1, "new", by_host=True))
    assert log.table.phase == "over"


def test_a_seat_that_has_drawn_nothing_plays_on_with_its_new_token() -> None:
    log = full("london")
    log.write(Reissued(1, "new", by_host=True))
    assert not log.table.seats[1].is_ready
    unfinished(log)
    log.write(TookBack(1))


def test_an_owner_who_renews_the_token_keeps_the_turn() -> None:
    log = full("london")
    unfinished(log)
    log.write(Reissued(1, "new"))
    assert not log.table.seats[1].is_ready
    log.write(TookBack(1))


def test_what_a_bot_has_drawn_is_no_business_of_a_host_either() -> None:
    log = full("london")
    log.write(Handed(1, "greedy"))
    before = drawn(log.table, 1, reader=1)
    ply = log.table.seats[1].ply
    unfinished(log)
    log.write(Reissued(1, "new", by_host=True))
    assert drawn(log.table, 1, reader=1) == before
    assert log.table.seats[1].ply == ply + 2  # so a thought about the old ply comes too late


# At a real table.


async def with_words(local: LocalTable, token: str) -> Player:
    player = Player(token)
    player.wants_words = True
    player.link = await local.tables.registry.attach(local.id, player)
    await player.until(lambda: player.views)
    return player


async def explained(player: Player, seat: int) -> object:
    heard = len(player.heard)
    player.say(type="explain", seat=seat)
    await player.until(lambda: [each for each in player.heard[heard:] if each["type"] == "explained"])
    return player.heard[-1]["parts"]


def test_a_host_reads_nothing_and_takes_nothing_back_in_a_rivals_turn(tmp_path: Path) -> None:
    async def test(tables: LocalTables) -> None:
        local = await tables.write("t", 3)
        ann, ben, cleo = [await with_words(local, token) for token in local.tokens]
        await play_turn([ann, ben, cleo], first_move)
        before = await explained(ann, 1)
        ben.say(type="move", ply=ben.ply, move=ben.moves[0], ready=False)
        await ben.until(lambda: ben.game["can_undo"])
        at_flip, now = ann.game["sheets"][1], ben.game["sheets"][1]
        assert at_flip != now
        assert await explained(ben, 1) != before
        await local.ask(requests.Reissue(local.key(0), 1, hashed(NEW)))
        assert ben.closed == 4410
        host = await with_words(local, NEW)
        assert host.view["you"] == 1
        assert host.game["sheets"][1] == at_flip
        assert (host.game["moves"], host.game["can_undo"], host.view["words"]["options"]) == ([], False, [])
        assert await explained(host, 1) == before
        assert await host.tell(type="undo", ply=host.ply) == "illegal-move"
        assert await host.tell(type="move", ply=host.ply, move="pass") == "illegal-move"
        assert host.ready[1]
        turn = ann.turn
        for player in (ann, cleo):
            while player.moves and player.turn == turn:
                await player.play(player.moves[0])
        await host.until_flip(turn)
        assert host.game["sheets"][1]["rounds"][0][:2] == now["rounds"][0][:2]
        assert host.moves

    with_tables(tmp_path, test)


def test_who_was_turned_out_meanwhile_is_not_told_what_was_to_be_explained(tmp_path: Path) -> None:
    async def test(tables: LocalTables) -> None:
        local = await tables.write("t", 2)
        ben = await local.connect(1)
        sent: list[bytes] = []
        ben.send = sent.append  # type: ignore[method-assign,assignment]  # also what is sent when it is closed
        ben.say(type="explain", seat=1)
        await local.ask(requests.Reissue(local.key(0), 1, hashed(NEW)))
        again = await tables.connect(local.id, NEW)
        assert await explained(again, 1)  # so the first one was worked out as well, or refused
        assert ben.closed == 4410
        assert not any(b'"explained"' in data for data in sent)

    with_tables(tmp_path, test)


def test_a_table_that_is_closed_still_explains_its_sheets(tmp_path: Path) -> None:
    async def test(tables: LocalTables) -> None:
        local = await tables.write("t", 2)
        ben = await local.connect(1)
        ben.say(type="explain", seat=1)
        await local.ask(requests.Close(local.key(0)))
        await ben.until(lambda: "explained" in [each["type"] for each in ben.heard])
        assert ben.phase == "closed"
        assert await explained(ben, 0)

    with_tables(tmp_path, test)


def test_an_explanation_of_what_could_not_be_written_is_refused(tmp_path: Path) -> None:
    async def test(tables: LocalTables) -> None:
        local = await tables.write("t", 2)
        ben = await local.connect(1)
        tables.store.failing = ["before"]
        ben.say(type="move", ply=0, move=ben.moves[0])
        ben.say(type="explain", seat=1)  # in the same breath
        await ben.until(lambda: len(ben.replies()) == 2)
        assert ben.replies() == [("storage", 0), ("storage", None)]

    with_tables(tmp_path, test)


def test_the_owner_of_a_seat_keeps_the_turn_when_renewing_the_token(tmp_path: Path) -> None:
    async def test(tables: LocalTables) -> None:
        local = await tables.write("t", 2)
        ben = await local.connect(1)
        ben.say(type="move", ply=ben.ply, move=ben.moves[0], ready=False)
        await ben.until(lambda: ben.game["can_undo"])
        await local.ask(requests.Reissue(local.key(1), 1, hashed(NEW)))
        again = await tables.connect(local.id, NEW)
        assert again.game["can_undo"]
        assert await again.tell(type="undo", ply=again.ply) == "ack"

    with_tables(tmp_path, test)
