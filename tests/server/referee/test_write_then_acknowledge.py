"""Write, acknowledge, then tell: with a store that is slow, fails, or belongs to somebody else by now."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from fulgence.rules.generator import Generator
from fulgence.server.store.store import Store
from fulgence.table import requests
from fulgence.table.entries import JoinedSeat, Moved, SaidReady, TookBack, format_entry
from fulgence.table.refusals import Refused, StoreFailed
from fulgence.table.seats import hashed
from server.local_tables import (
    LocalTable,
    LocalTables,
    Player,
    RecordingSocket,
    first_move,
    play_turn,
    token_of,
    with_tables,
)


async def loop_turns() -> None:
    """Time enough for everything that does not wait for the store."""
    for _ in range(50):
        await asyncio.sleep(0)


def marks(*listeners: RecordingSocket) -> list[int]:
    return [len(listener.heard) for listener in listeners]


def since(listener: RecordingSocket, mark: int) -> list[str]:
    return [message["type"] for message in listener.heard[mark:]]


# Waiting.


def test_nothing_is_acknowledged_or_told_before_it_is_written(tmp_path: Path) -> None:
    async def test(tables: LocalTables) -> None:
        local = await tables.write("t")
        ann, ben = await local.everybody()
        watcher = await local.spectate()
        await ann.play("pass")
        await local.quiet()
        heard = marks(ann, ben, watcher)
        tables.store.shut()
        ben.say(type="move", ply=0, move="pass")
        await tables.store.asked.wait()
        late = asyncio.create_task(local.connect(0))
        question = asyncio.create_task(local.quiet())
        ann.say(type="view")
        await loop_turns()
        assert marks(ann, ben, watcher) == heard
        assert not late.done() and not question.done()
        assert len(await local.entries()) == 4
        tables.store.gate.set()
        assert [seat.ready for seat in (await question).seats] == [False, False]
        assert (await late).turn == 2
        assert since(ben, heard[1])[:2] == ["ack", "view"]
        assert since(watcher, heard[2])[:1] == ["view"]
        assert ann.turn == ben.turn == watcher.turn == 2

    with_tables(tmp_path, test)


def test_who_comes_and_goes_together_with_a_flip_learns_of_it_when_it_is_written(tmp_path: Path) -> None:
    async def test(tables: LocalTables) -> None:
        local = await tables.write("t")
        ann, ben = await local.everybody()
        watcher = await local.spectate()
        tables.store.shut()
        ann.say(type="move", ply=0, move="pass")
        await tables.store.asked.wait()
        ben.say(type="move", ply=0, move="pass")  # taken when Ann's is written, with all that follows
        late = asyncio.create_task(local.connect(0))
        await loop_turns()
        watcher.leave()
        tables.store.let_one_through()
        await ann.until(ann.replies)
        await tables.store.asked.wait()
        heard = marks(ann, ben)
        await loop_turns()
        assert marks(ann, ben) == heard
        assert (ann.turn, ann.ready, ann.heard[-1]["watching"]) == (1, [True, False], 1)
        assert not late.done()
        tables.store.gate.set()
        assert (await late).turn == 2
        await local.quiet()
        assert (ann.turn, ann.ready, ann.heard[-1]["watching"]) == (2, [False, False], 0)

    with_tables(tmp_path, test)


def test_what_is_said_meanwhile_is_taken_in_order_and_written_once(tmp_path: Path) -> None:
    async def test(tables: LocalTables) -> None:
        local = await tables.write("t")
        ann, ben = await local.everybody()
        move = ann.moves[0]
        tables.store.shut()
        ann.say(type="move", ply=0, move=move, ready=False)
        await tables.store.asked.wait()
        ann.say(type="undo", ply=1)
        ben.say(type="move", ply=0, move="pass")
        ann.say(type="move", ply=0, move=move, ready=False)
        ann.say(type="move", ply=2, move="pass", ready=False)
        ann.say(type="ready", ply=4)
        ann.say(type="ready", ply=3)
        ben.say(type="move", ply=1, move="pass")
        await loop_turns()
        assert ann.replies() == ben.replies() == []
        tables.store.gate.set()
        await local.quiet()
        assert ann.replies() == [("ack", 0), ("ack", 1), ("ack", 0), ("ack", 2), ("ply", 4), ("ack", 3)]
        assert ben.replies() == [("ack", 0), ("ack", 1)]
        assert await local.history() == [
            Moved(0, move, False),
            TookBack(0),
            Moved(1, "pass"),
            Moved(0, "pass", False),
            SaidReady(0),
            Moved(1, "pass"),
        ]
        assert (ann.turn, ann.ply, ben.ply, ann.ready) == (2, 4, 2, [False, True])

    with_tables(tmp_path, test)


@pytest.mark.parametrize("is_waiting", [False, True])
def test_two_sockets_of_a_seat_say_the_same_at_once_and_it_is_written_once(
    is_waiting: bool, tmp_path: Path
) -> None:
    async def test(tables: LocalTables) -> None:
        local = await tables.write("t")
        one, two = await local.connect(0), await local.connect(0)
        tables.store.shut()
        one.say(type="move", ply=0, move="pass")
        if is_waiting:
            await tables.store.asked.wait()
        two.say(type="move", ply=0, move="pass")
        await loop_turns()
        assert one.replies() == two.replies() == []
        tables.store.gate.set()
        await local.quiet()
        assert one.replies() == two.replies() == [("ack", 0)]
        assert await local.history() == [Moved(0, "pass")]

    with_tables(tmp_path, test)


def test_of_two_sockets_that_say_different_things_the_first_is_heard(tmp_path: Path) -> None:
    async def test(tables: LocalTables) -> None:
        local = await tables.write("t")
        one, two = await local.connect(0), await local.connect(0)
        move = one.moves[0]
        two.say(type="move", ply=0, move=move)
        one.say(type="move", ply=0, move="pass")
        await local.quiet()
        assert (one.replies(), two.replies()) == ([("too-late", 0)], [("ack", 0)])
        assert one.view == two.view
        assert await local.history() == [Moved(0, move)]

    with_tables(tmp_path, test)


@pytest.mark.parametrize("seed", range(4))
def test_a_game_over_a_dawdling_store_is_written_as_it_was_acknowledged(seed: int, tmp_path: Path) -> None:
    """Two sockets a seat, everything said twice, all seats at once."""

    async def test(tables: LocalTables) -> None:
        rng = Generator(seed)
        tables.store.dawdle = lambda: rng.draw(30)
        local = await tables.write("t", 3, city="toy", addons=("powers",))
        pairs = [(await local.connect(seat), await local.connect(seat)) for seat in range(3)]
        said: list[list[str]] = [[], [], []]

        async def play(seat: int) -> None:
            one, two = pairs[seat]
            while one.phase == "playing":
                if one.moves:
                    move = one.moves[rng.draw(len(one.moves))]
                    said[seat].append(move)
                    two.say(type="move", ply=one.ply, move=move)
                    two.say(type="move", ply=one.ply, move=move)
                    await one.play(move)
                else:
                    await one.until_flip(one.turn)

        await asyncio.gather(*(play(seat) for seat in range(3)))
        await local.quiet()
        written: list[list[str]] = [[], [], []]
        for entry in await local.history():
            assert isinstance(entry, Moved)
            written[entry.seat].append(entry.move)
        assert written == said
        for seat, (one, two) in enumerate(pairs):
            plies = list(range(len(said[seat])))
            assert one.replies() == [("ack", ply) for ply in plies]
            assert two.replies() == [("ack", ply) for ply in plies for _ in range(2)]
            assert one.view == two.view

    with_tables(tmp_path, test)


# Failing.


async def at_the_flip(tables: LocalTables) -> tuple[LocalTable, Player, Player, Player]:
    """Ann is ready; Ben's next move flips the cards."""
    local = await tables.write("t")
    ann, ben = await local.everybody()
    watcher = await local.spectate()
    await ann.play("pass")
    await local.quiet()
    return local, ann, ben, watcher


def lasting(view: dict[str, Any]) -> dict[str, Any]:
    return {key: part for key, part in view.items() if key not in ("seats", "watching")}


def test_when_a_move_cannot_be_written_it_has_not_happened_and_everybody_is_told(tmp_path: Path) -> None:
    async def test(tables: LocalTables) -> None:
        local, *everybody = await at_the_flip(tables)
        ann, ben, watcher = everybody
        old = [lasting(player.view) for player in everybody]
        heard = marks(*everybody)
        tables.store.failing = ["before"]
        assert await ben.tell(type="move", ply=0, move="pass") == "storage"
        await local.quiet()
        assert since(ben, heard[1]) == ["error", "view"]
        assert since(ann, heard[0]) == since(watcher, heard[2]) == ["view"]
        assert [lasting(player.view) for player in everybody] == old
        assert ann.ready == ben.ready == watcher.ready == [True, False]
        assert len(await local.entries()) == 4
        await ben.play("pass")  # and the table goes on
        for player in everybody:
            await player.until_flip(1)
        assert await local.history() == [Moved(0, "pass"), Moved(1, "pass")]

    with_tables(tmp_path, test)


def test_when_the_answer_of_the_store_is_lost_the_move_is_there_and_can_be_said_again(tmp_path: Path) -> None:
    async def test(tables: LocalTables) -> None:
        local, ann, ben, watcher = await at_the_flip(tables)
        tables.store.failing = ["after"]
        assert await ben.tell(type="move", ply=0, move="pass") == "in-doubt"
        await local.quiet()
        assert ann.turn == ben.turn == watcher.turn == 2
        assert ben.ply == 1
        assert await ben.tell(type="move", ply=0, move="pass") == "ack"
        assert await local.history() == [Moved(0, "pass"), Moved(1, "pass")]

    with_tables(tmp_path, test)


def test_everybody_whose_entry_was_in_the_failed_write_is_told_so(tmp_path: Path) -> None:
    async def test(tables: LocalTables) -> None:
        local = await tables.write("t")
        ann, ben = await local.everybody()
        watcher = await local.spectate()
        tables.store.failing = ["before"]
        ann.say(type="move", ply=0, move="pass", ready=False)
        ann.say(type="ready", ply=1)
        ann.say(type="ready", ply=1)
        ben.say(type="move", ply=0, move="nonsense")
        ben.say(type="move", ply=0, move="pass")
        watcher.say(type="undo", ply=0)
        with pytest.raises(StoreFailed, match="the disk is full"):
            await local.ask(requests.Leave(local.key(1)))
        await local.quiet()
        assert ann.replies() == [("storage", 0), ("storage", 1), ("storage", 1)]
        assert ben.replies() == [("bad-move", 0), ("storage", 0)]
        assert watcher.replies() == [("not-your-seat", 0)]
        assert await local.history() == []
        assert [seat.left for seat in (await local.quiet()).seats] == [False, False]

    with_tables(tmp_path, test)


def test_a_join_that_was_not_written_leaves_the_seat_free(tmp_path: Path) -> None:
    async def test(tables: LocalTables) -> None:
        local = await tables.open(2, free=1)
        tables.store.failing = ["before"]
        with pytest.raises(StoreFailed):
            await local.join(token_of("Ben"), "Ben")
        assert (await local.quiet()).seats[1].kind == "free"
        with pytest.raises(Refused, match="a token of the table that you do not have"):
            await tables.connect(local.id, token_of("Ben"))
        assert await local.join(token_of("Ben"), "Ben") == 1
        assert (await local.quiet()).phase == "playing"

    with_tables(tmp_path, test)


def test_a_table_that_was_not_written_does_not_exist(tmp_path: Path) -> None:
    async def test(tables: LocalTables) -> None:
        tables.store.failing = ["before"]
        with pytest.raises(StoreFailed):
            await tables.open()
        assert tables.registry.referees == {}

    with_tables(tmp_path, test)


def test_a_bot_goes_on_after_a_failed_write(tmp_path: Path) -> None:
    async def test(tables: LocalTables) -> None:
        local = await tables.write("t", 0, ["random"], city="toy", host=None)
        tables.store.failing = ["", "before"]
        await tables.registry.referee("t")
        await tables.store.until_phase("t", "over")
        assert (await local.written()).phase == "over"

    with_tables(tmp_path, test)


def test_the_clock_goes_on_after_a_failed_write(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("fulgence.table.turn_clock.GRACE_SECONDS", 0)

    async def test(tables: LocalTables) -> None:
        local = await tables.write("t", 1, city="toy", clock=0)
        tables.store.failing = ["", "after"]
        await tables.registry.referee("t")
        await tables.store.until_phase("t", "over")
        assert (await local.written()).phase == "over"

    with_tables(tmp_path, test)


def test_when_the_store_cannot_even_be_read_everybody_comes_again_later(tmp_path: Path) -> None:
    async def test(tables: LocalTables) -> None:
        local, ann, ben, _ = await at_the_flip(tables)
        tables.store.failing = ["before"]
        tables.store.unreadable = True
        ben.say(type="move", ply=0, move="pass")
        await ann.until(lambda: ann.closed)
        assert (ann.closed, ben.closed) == (1012, 1012)
        assert [code for code, _ in ben.replies()] != ["ack"]
        tables.store.unreadable = False
        ben = await local.connect(1)
        await ben.play("pass")
        assert ben.turn == 2

    with_tables(tmp_path, test)


# Somebody else's table.


async def write_elsewhere(local: LocalTable, *entries: Moved | JoinedSeat) -> None:
    """What another process writes, which took the table for its own."""
    number = len(await local.entries())
    pages = [(1, format_entry(entry)) for entry in entries]
    await Store.append(local.tables.store, local.id, number, pages)


def test_whoever_writes_second_closes_its_sockets_and_those_who_return_see_what_was_written(
    tmp_path: Path,
) -> None:
    async def test(tables: LocalTables) -> None:
        local, ann, ben, watcher = await at_the_flip(tables)
        heard = marks(ann, ben, watcher)
        other = ben.moves[0]
        await write_elsewhere(local, Moved(1, other))
        ben.say(type="move", ply=0, move="pass")
        await ben.until(lambda: ben.closed)
        assert (ann.closed, ben.closed, watcher.closed) == (1012, 1012, 1012)
        assert ben.replies() == [("moved", 0)]
        assert since(ann, heard[0]) == since(watcher, heard[2]) == []
        ben = await local.connect(1)
        assert (ben.ply, ben.turn, ben.game["sheets"][1]["rounds"]) == (1, 2, [[[other], []]])
        assert await ben.tell(type="move", ply=0, move="pass") == "too-late"
        assert await local.history() == [Moved(0, "pass"), Moved(1, other)]

    with_tables(tmp_path, test)


def test_a_request_to_a_table_that_was_lost_is_told_to_try_again(tmp_path: Path) -> None:
    async def test(tables: LocalTables) -> None:
        local = await tables.open(3, free=1)
        await write_elsewhere(local, JoinedSeat(2, "Eve", hashed(token_of("Eve"))))
        with pytest.raises(Refused, match="the table has moved to another server") as caught:
            await local.join(token_of("Zoe"), "Zoe")
        assert (caught.value.code, caught.value.status) == ("moved", 503)
        with pytest.raises(Refused, match="no seat is free"):
            await local.join(token_of("Zoe"), "Zoe")
        assert (await local.quiet()).seats[2].name == "Eve"

    with_tables(tmp_path, test)


# Coming at the same time.


def test_a_table_is_read_once_however_many_come(tmp_path: Path) -> None:
    async def test(tables: LocalTables) -> None:
        local = await tables.write("t", 4)
        players = await asyncio.gather(*(local.connect(seat % 4) for seat in range(12)))
        assert len({id(player.link) for player in players}) == 1
        await play_turn(players[:4], first_move)
        assert [player.turn for player in players] == [2] * 12

    with_tables(tmp_path, test)


def test_a_table_is_not_put_away_while_it_writes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("fulgence.server.referee.registry.SWEEP_SECONDS", 0.001)

    async def test(tables: LocalTables) -> None:
        local = await tables.write("t")
        tables.store.shut()
        leaving = asyncio.create_task(local.ask(requests.Leave(local.key(1))))
        await tables.store.asked.wait()
        monkeypatch.setattr("fulgence.server.referee.registry.IDLE_SECONDS", 0.0)
        await asyncio.sleep(0.02)  # the sweeper comes by
        tables.store.gate.set()
        async with asyncio.timeout(20):
            info = await leaving
        assert info.seats[1].left

    with_tables(tmp_path, test)
