"""Turns at a table: plies, taking back, being ready, and the clock."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from fulgence.table.entries import Moved, SaidReady, TimedOut, TookBack
from server.local_tables import LocalTables, with_tables

# Plies.


def test_an_entry_said_again_is_acknowledged_again_and_written_once(tmp_path: Path) -> None:
    async def test(tables: LocalTables) -> None:
        local = await tables.write("t")
        ann, _ = await local.everybody()
        move = ann.moves[0]
        for _ in range(3):
            assert await ann.tell(type="move", ply=0, move=move, ready=False) == "ack"
        assert await ann.tell(type="undo", ply=1) == "ack"
        assert await ann.tell(type="move", ply=0, move=move, ready=False) == "ack"
        assert await ann.tell(type="undo", ply=1) == "ack"
        assert await local.history() == [Moved(0, move, False), TookBack(0)]
        assert ann.ply == 2

    with_tables(tmp_path, test)


def test_a_ply_that_is_taken_by_something_else_is_too_late_and_one_ahead_is_refused(tmp_path: Path) -> None:
    async def test(tables: LocalTables) -> None:
        local = await tables.write("t")
        ann, ben = await local.everybody()
        move = ann.moves[0]
        await ann.play(move)
        before = [ann.view, ben.view]
        for other in (
            {"type": "move", "move": "pass"},
            {"type": "move", "move": move, "ready": False},
            {"type": "undo"},
            {"type": "ready"},
        ):
            assert await ann.tell(ply=0, **other) == "too-late"
        for ply in (2, 3, 1_000_000):
            assert await ann.tell(type="undo", ply=ply) == "ply"
        assert ann.heard[-1]["message"] == "this seat has made 1 entries, not 1000000"
        assert await ben.tell(type="undo", ply=1) == "ply"
        assert [ann.view, ben.view] == before
        assert await local.history() == [Moved(0, move)]

    with_tables(tmp_path, test)


REFUSED = {
    "": "bad-message",
    "{}": "bad-message",
    "[]": "bad-message",
    '{"type":"move"}': "bad-message",
    '{"type":"move","ply":-1,"move":"pass"}': "bad-message",
    '{"type":"move","ply":0.5,"move":"pass"}': "bad-message",
    '{"type":"move","ply":0,"move":5}': "bad-message",
    '{"type":"move","ply":0,"move":"d3-c4d3-c4d3-c4d3"}': "bad-message",
    '{"type":"close","ply":0}': "bad-message",
    '{"type":"move","ply":0,"move":"\\ud800"}': "bad-message",
    '{"type":"move","ply":0,"move":"nonsense"}': "bad-move",
    '{"type":"move","ply":0,"move":"{0}"}': "bad-move",
    '{"type":"move","ply":0,"move":"a1-a3"}': "illegal-move",
    '{"type":"ready","ply":0}': "illegal-move",
    '{"type":"undo","ply":0}': "illegal-move",
}


def test_what_is_refused_has_a_code_and_changes_nothing(tmp_path: Path) -> None:
    async def test(tables: LocalTables) -> None:
        local = await tables.write("t")
        ann, ben = await local.everybody()
        ann.say(type="view")
        await local.quiet()
        heard = len(ben.heard)
        for text, code in REFUSED.items():
            before = len(ann.heard)
            ann.say_text(text)
            ann.say(type="view")
            await local.quiet()
            assert [reply for reply, _ in ann.replies(before)] == [code], text
            assert ann.views[-1] == ann.views[-2]
            assert len(ann.heard) == before + 2
        assert len(ben.heard) == heard
        assert local.table.written == len(await local.entries()) == 3

    with_tables(tmp_path, test)


def test_every_answer_tells_what_it_is_an_answer_to(tmp_path: Path) -> None:
    async def test(tables: LocalTables) -> None:
        local = await tables.write("t")
        ann = await local.connect(0)
        wrong, right = {"type": "move", "ply": 0, "move": "a1-a2", "ready": True}, ann.moves[0]
        for message in (wrong, wrong, {"type": "move", "ply": 0, "move": right}, {"type": "undo", "ply": 1}):
            ann.say(**message)
        ann.say_text("nonsense")
        await local.quiet()
        answers = [message for message in ann.heard if message["type"] in ("ack", "error")]
        assert [(answer["type"], answer["ply"], answer["said"]) for answer in answers] == [
            ("error", 0, wrong),
            ("error", 0, wrong),
            ("ack", 0, {"type": "move", "ply": 0, "move": right, "ready": True}),
            ("ack", 1, {"type": "undo", "ply": 1}),
            ("error", None, None),
        ]

    with_tables(tmp_path, test)


def test_spectators_do_not_play(tmp_path: Path) -> None:
    async def test(tables: LocalTables) -> None:
        local = await tables.write("t")
        watcher = await local.spectate()
        assert await watcher.tell(type="move", ply=0, move="pass") == "not-your-seat"
        assert watcher.heard[-1]["message"] == "spectators do not play"

    with_tables(tmp_path, test)


# Taking back, and being ready.


def test_a_move_is_taken_back_until_the_flip_and_not_after(tmp_path: Path) -> None:
    async def test(tables: LocalTables) -> None:
        local = await tables.write("t")
        ann, ben = await local.everybody()
        await ann.play("pass")
        assert ann.game["can_undo"]
        assert await ann.tell(type="undo", ply=1) == "ack"
        await ann.play("pass")
        await ben.play("pass")
        await ann.until_flip(1)
        assert not ann.game["can_undo"]
        assert await ann.tell(type="undo", ply=3) == "illegal-move"
        assert await ben.tell(type="undo", ply=1) == "illegal-move"

    with_tables(tmp_path, test)


def test_the_others_learn_who_is_ready_and_who_is_not_any_more(tmp_path: Path) -> None:
    async def test(tables: LocalTables) -> None:
        local = await tables.write("t", 3)
        ann, ben, _ = await local.everybody()
        heard = len(ben.heard)
        await ann.play("pass", ready=False)
        await local.quiet()
        assert len(ben.heard) == heard
        assert ann.ready == ben.ready == [False, False, False]
        for message, ready in (("ready", True), ("undo", False)):
            assert await ann.tell(type=message, ply=ann.ply) == "ack"
            await local.quiet()
            assert ann.ready == ben.ready == [ready, False, False]
        assert [message["type"] for message in ben.heard[heard:]] == ["presence", "presence"]
        assert [message["ply"] for message in ann.views] == [0, 1, 2, 3]

    with_tables(tmp_path, test)


def test_a_turn_kept_open_holds_the_flip_until_its_seat_says_ready(tmp_path: Path) -> None:
    async def test(tables: LocalTables) -> None:
        local = await tables.write("t")
        ann, ben = await local.everybody()
        await ann.play("pass", ready=False)
        await ben.play("pass")
        assert await ann.tell(type="undo", ply=1) == "ack"
        await ann.play("pass", ready=False)
        await local.quiet()
        assert ann.turn == 1
        assert await ann.tell(type="ready", ply=3) == "ack"
        await ann.until_flip(1)
        assert (await local.history())[2:] == [TookBack(0), Moved(0, "pass", False), SaidReady(0)]

    with_tables(tmp_path, test)


# The clock.


def test_the_clock_lets_the_game_go_on_without_who_is_away(tmp_path: Path) -> None:
    async def test(tables: LocalTables) -> None:
        local = await tables.write("t", clock=1)
        ann, ben = await local.everybody()
        assert 0 <= ann.view["seconds_left"] <= 1 and ann.view["clock"] == 1
        late = {"type": "move", "ply": 0, "move": ben.moves[0]}
        await ann.play("pass")
        await ben.until_flip(1)
        assert await ben.tell(**late) == "too-late"
        assert (ann.ply, ben.ply) == (1, 1)
        assert await local.history() == [Moved(0, "pass"), TimedOut(1)]
        assert ann.view["seconds_left"] > 0.5
        times = [at for at, _ in await local.entries()]
        assert 1000 <= times[-1] - times[0] < 3000

    with_tables(tmp_path, test)


def test_after_a_restart_the_clock_leaves_some_patience(tmp_path: Path) -> None:
    async def test(tables: LocalTables) -> None:
        local = await tables.write("t", clock=5, began=3_600_000)
        ann, _ = await local.everybody()
        referee = tables.registry.referees["t"]
        assert 9 < referee.clock.seconds_left <= 10
        assert 9 < ann.view["seconds_left"] <= 10
        await ann.play("pass")
        assert 9 < referee.clock.seconds_left <= 10
        assert ann.turn == 1

    with_tables(tmp_path, test)


def test_the_clock_of_a_turn_that_is_over_does_not_touch_the_next_one(tmp_path: Path) -> None:
    async def test(tables: LocalTables) -> None:
        local = await tables.write("t", 1, clock=3, began=2000)
        ann = await local.connect(0)
        tables.store.shut()
        ann.say(type="move", ply=0, move="pass")  # in time, but it takes long to be written
        await tables.store.asked.wait()
        async with asyncio.timeout(20):
            while not tables.registry.referees["t"].inbox:  # the clock rings
                await asyncio.sleep(0.01)
        tables.store.gate.set()
        await local.quiet()
        assert await local.history() == [Moved(0, "pass")]
        assert ann.turn == 2

    with_tables(tmp_path, test)


def test_a_game_with_a_clock_comes_to_its_end_although_nobody_comes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("fulgence.table.turn_clock.GRACE_SECONDS", 0)

    async def test(tables: LocalTables) -> None:
        local = await tables.write("t", city="toy", clock=0)
        assert await tables.registry.referee("t")
        await tables.store.until_phase("t", "over")
        entries = await local.history()
        assert set(entries) == {TimedOut(0), TimedOut(1)}
        assert entries.count(TimedOut(0)) == entries.count(TimedOut(1)) > 16

    with_tables(tmp_path, test)
