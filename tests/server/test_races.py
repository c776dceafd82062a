"""Write, acknowledge, then tell: with a store that is slow, fails, or belongs to somebody else by now."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from fulgence.rules.chance import Generator
from fulgence.server import requests
from fulgence.server.entries import Joined, Moved, SaidReady, TookBack, format_entry
from fulgence.server.refusals import Refused, StoreFailed
from fulgence.server.seats import hashed
from fulgence.server.store import Store
from server.sitting import Company, House, Listener, Player, at_home, first_move, play_turn, token_of


async def loop_turns() -> None:
    """Time enough for everything that does not wait for the store."""
    for _ in range(50):
        await asyncio.sleep(0)


def marks(*listeners: Listener) -> list[int]:
    return [len(listener.heard) for listener in listeners]


def since(listener: Listener, mark: int) -> list[str]:
    return [message["type"] for message in listener.heard[mark:]]


# Waiting.


def test_nothing_is_acknowledged_or_told_before_it_is_written(tmp_path: Path) -> None:
    async def test(house: House) -> None:
        company = await house.write("t")
        ann, ben = await company.everybody()
        watcher = await company.spectate()
        await ann.play("pass")
        await company.quiet()
        heard = marks(ann, ben, watcher)
        house.store.shut()
        ben.say(type="move", ply=0, move="pass")
        await house.store.asked.wait()
        late = asyncio.create_task(company.connect(0))
        question = asyncio.create_task(company.quiet())
        ann.say(type="view")
        await loop_turns()
        assert marks(ann, ben, watcher) == heard
        assert not late.done() and not question.done()
        assert len(await company.entries()) == 4
        house.store.gate.set()
        assert [seat.ready for seat in (await question).seats] == [False, False]
        assert (await late).turn == 2
        assert since(ben, heard[1])[:2] == ["ack", "view"]
        assert since(watcher, heard[2])[:1] == ["view"]
        assert ann.turn == ben.turn == watcher.turn == 2

    at_home(tmp_path, test)


def test_who_comes_and_goes_together_with_a_flip_learns_of_it_when_it_is_written(tmp_path: Path) -> None:
    async def test(house: House) -> None:
        company = await house.write("t")
        ann, ben = await company.everybody()
        watcher = await company.spectate()
        house.store.shut()
        ann.say(type="move", ply=0, move="pass")
        await house.store.asked.wait()
        ben.say(type="move", ply=0, move="pass")  # taken when Ann's is written, with all that follows
        late = asyncio.create_task(company.connect(0))
        await loop_turns()
        watcher.leave()
        house.store.let_one_through()
        await ann.until(ann.replies)
        await house.store.asked.wait()
        heard = marks(ann, ben)
        await loop_turns()
        assert marks(ann, ben) == heard
        assert (ann.turn, ann.ready, ann.heard[-1]["watching"]) == (1, [True, False], 1)
        assert not late.done()
        house.store.gate.set()
        assert (await late).turn == 2
        await company.quiet()
        assert (ann.turn, ann.ready, ann.heard[-1]["watching"]) == (2, [False, False], 0)

    at_home(tmp_path, test)


def test_what_is_said_meanwhile_is_taken_in_order_and_written_once(tmp_path: Path) -> None:
    async def test(house: House) -> None:
        company = await house.write("t")
        ann, ben = await company.everybody()
        move = ann.moves[0]
        house.store.shut()
        ann.say(type="move", ply=0, move=move, ready=False)
        await house.store.asked.wait()
        ann.say(type="undo", ply=1)
        ben.say(type="move", ply=0, move="pass")
        ann.say(type="move", ply=0, move=move, ready=False)
        ann.say(type="move", ply=2, move="pass", ready=False)
        ann.say(type="ready", ply=4)
        ann.say(type="ready", ply=3)
        ben.say(type="move", ply=1, move="pass")
        await loop_turns()
        assert ann.replies() == ben.replies() == []
        house.store.gate.set()
        await company.quiet()
        assert ann.replies() == [("ack", 0), ("ack", 1), ("ack", 0), ("ack", 2), ("ply", 4), ("ack", 3)]
        assert ben.replies() == [("ack", 0), ("ack", 1)]
        assert await company.history() == [
            Moved(0, move, False),
            TookBack(0),
            Moved(1, "pass"),
            Moved(0, "pass", False),
            SaidReady(0),
            Moved(1, "pass"),
        ]
        assert (ann.turn, ann.ply, ben.ply, ann.ready) == (2, 4, 2, [False, True])

    at_home(tmp_path, test)


@pytest.mark.parametrize("is_waiting", [False, True])
def test_two_sockets_of_a_seat_say_the_same_at_once_and_it_is_written_once(
    is_waiting: bool, tmp_path: Path
) -> None:
    async def test(house: House) -> None:
        company = await house.write("t")
        one, two = await company.connect(0), await company.connect(0)
        house.store.shut()
        one.say(type="move", ply=0, move="pass")
        if is_waiting:
            await house.store.asked.wait()
        two.say(type="move", ply=0, move="pass")
        await loop_turns()
        assert one.replies() == two.replies() == []
        house.store.gate.set()
        await company.quiet()
        assert one.replies() == two.replies() == [("ack", 0)]
        assert await company.history() == [Moved(0, "pass")]

    at_home(tmp_path, test)


def test_of_two_sockets_that_say_different_things_the_first_is_heard(tmp_path: Path) -> None:
    async def test(house: House) -> None:
        company = await house.write("t")
        one, two = await company.connect(0), await company.connect(0)
        move = one.moves[0]
        two.say(type="move", ply=0, move=move)
        one.say(type="move", ply=0, move="pass")
        await company.quiet()
        assert (one.replies(), two.replies()) == ([("too-late", 0)], [("ack", 0)])
        assert one.view == two.view
        assert await company.history() == [Moved(0, move)]

    at_home(tmp_path, test)


@pytest.mark.parametrize("seed", range(4))
def test_a_game_over_a_dawdling_store_is_written_as_it_was_acknowledged(seed: int, tmp_path: Path) -> None:
    """Two sockets a seat, everything said twice, all seats at once."""

    async def test(house: House) -> None:
        luck = Generator(seed)
        house.store.dawdle = lambda: luck.draw(30)
        company = await house.write("t", 3, city="toy", addons=("powers",))
        pairs = [(await company.connect(seat), await company.connect(seat)) for seat in range(3)]
        said: list[list[str]] = [[], [], []]

        async def play(seat: int) -> None:
            one, two = pairs[seat]
            while one.phase == "playing":
                if one.moves:
                    move = one.moves[luck.draw(len(one.moves))]
                    said[seat].append(move)
                    two.say(type="move", ply=one.ply, move=move)
                    two.say(type="move", ply=one.ply, move=move)
                    await one.play(move)
                else:
                    await one.until_flip(one.turn)

        await asyncio.gather(*(play(seat) for seat in range(3)))
        await company.quiet()
        written: list[list[str]] = [[], [], []]
        for entry in await company.history():
            assert isinstance(entry, Moved)
            written[entry.seat].append(entry.move)
        assert written == said
        for seat, (one, two) in enumerate(pairs):
            plies = list(range(len(said[seat])))
            assert one.replies() == [("ack", ply) for ply in plies]
            assert two.replies() == [("ack", ply) for ply in plies for _ in range(2)]
            assert one.view == two.view

    at_home(tmp_path, test)


# Failing.


async def at_the_flip(house: House) -> tuple[Company, Player, Player, Player]:
    """Ann is ready; Ben's next move flips the cards."""
    company = await house.write("t")
    ann, ben = await company.everybody()
    watcher = await company.spectate()
    await ann.play("pass")
    await company.quiet()
    return company, ann, ben, watcher


def lasting(view: dict[str, Any]) -> dict[str, Any]:
    return {key: part for key, part in view.items() if key not in ("seats", "watching")}


def test_when_a_move_cannot_be_written_it_has_not_happened_and_everybody_is_told(tmp_path: Path) -> None:
    async def test(house: House) -> None:
        company, *everybody = await at_the_flip(house)
        ann, ben, watcher = everybody
        old = [lasting(player.view) for player in everybody]
        heard = marks(*everybody)
        house.store.failing = ["before"]
        assert await ben.tell(type="move", ply=0, move="pass") == "storage"
        await company.quiet()
        assert since(ben, heard[1]) == ["error", "view"]
        assert since(ann, heard[0]) == since(watcher, heard[2]) == ["view"]
        assert [lasting(player.view) for player in everybody] == old
        assert ann.ready == ben.ready == watcher.ready == [True, False]
        assert len(await company.entries()) == 4
        await ben.play("pass")  # and the table goes on
        for player in everybody:
            await player.until_flip(1)
        assert await company.history() == [Moved(0, "pass"), Moved(1, "pass")]

    at_home(tmp_path, test)


def test_when_the_answer_of_the_store_is_lost_the_move_is_there_and_can_be_said_again(tmp_path: Path) -> None:
    async def test(house: House) -> None:
        company, ann, ben, watcher = await at_the_flip(house)
        house.store.failing = ["after"]
        assert await ben.tell(type="move", ply=0, move="pass") == "in-doubt"
        await company.quiet()
        assert ann.turn == ben.turn == watcher.turn == 2
        assert ben.ply == 1
        assert await ben.tell(type="move", ply=0, move="pass") == "ack"
        assert await company.history() == [Moved(0, "pass"), Moved(1, "pass")]

    at_home(tmp_path, test)


def test_everybody_whose_entry_was_in_the_failed_write_is_told_so(tmp_path: Path) -> None:
    async def test(house: House) -> None:
        company = await house.write("t")
        ann, ben = await company.everybody()
        watcher = await company.spectate()
        house.store.failing = ["before"]
        ann.say(type="move", ply=0, move="pass", ready=False)
        ann.say(type="ready", ply=1)
        ann.say(type="ready", ply=1)
        ben.say(type="move", ply=0, move="nonsense")
        ben.say(type="move", ply=0, move="pass")
        watcher.say(type="undo", ply=0)
        with pytest.raises(StoreFailed, match="the disk is full"):
            await company.ask(requests.Leave(company.key(1)))
        await company.quiet()
        assert ann.replies() == [("storage", 0), ("storage", 1), ("storage", 1)]
        assert ben.replies() == [("bad-move", 0), ("storage", 0)]
        assert watcher.replies() == [("not-your-seat", 0)]
        assert await company.history() == []
        assert [seat.left for seat in (await company.quiet()).seats] == [False, False]

    at_home(tmp_path, test)


def test_a_join_that_was_not_written_leaves_the_seat_free(tmp_path: Path) -> None:
    async def test(house: House) -> None:
        company = await house.open(2, free=1)
        house.store.failing = ["before"]
        with pytest.raises(StoreFailed):
            await company.join(token_of("Ben"), "Ben")
        assert (await company.quiet()).seats[1].kind == "free"
        with pytest.raises(Refused, match="a token of the table that you do not have"):
            await house.connect(company.id, token_of("Ben"))
        assert await company.join(token_of("Ben"), "Ben") == 1
        assert (await company.quiet()).phase == "playing"

    at_home(tmp_path, test)


def test_a_table_that_was_not_written_does_not_exist(tmp_path: Path) -> None:
    async def test(house: House) -> None:
        house.store.failing = ["before"]
        with pytest.raises(StoreFailed):
            await house.open()
        assert house.tables.referees == {}

    at_home(tmp_path, test)


def test_a_bot_goes_on_after_a_failed_write(tmp_path: Path) -> None:
    async def test(house: House) -> None:
        company = await house.write("t", 0, ["random"], city="toy", host=None)
        house.store.failing = ["", "before"]
        await house.tables.referee("t")
        await house.store.until_phase("t", "over")
        assert (await company.written()).phase == "over"

    at_home(tmp_path, test)


def test_the_clock_goes_on_after_a_failed_write(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("fulgence.server.clock.PATIENCE", 0)

    async def test(house: House) -> None:
        company = await house.write("t", 1, city="toy", clock=0)
        house.store.failing = ["", "after"]
        await house.tables.referee("t")
        await house.store.until_phase("t", "over")
        assert (await company.written()).phase == "over"

    at_home(tmp_path, test)


def test_when_the_store_cannot_even_be_read_everybody_comes_again_later(tmp_path: Path) -> None:
    async def test(house: House) -> None:
        company, ann, ben, _ = await at_the_flip(house)
        house.store.failing = ["before"]
        house.store.unreadable = True
        ben.say(type="move", ply=0, move="pass")
        await ann.until(lambda: ann.closed)
        assert (ann.closed, ben.closed) == (1012, 1012)
        assert [code for code, _ in ben.replies()] != ["ack"]
        house.store.unreadable = False
        ben = await company.connect(1)
        await ben.play("pass")
        assert ben.turn == 2

    at_home(tmp_path, test)


# Somebody else's table.


async def write_elsewhere(company: Company, *entries: Moved | Joined) -> None:
    """What another process writes, which took the table for its own."""
    number = len(await company.entries())
    pages = [(1, format_entry(entry)) for entry in entries]
    await Store.append(company.house.store, company.id, number, pages)


def test_whoever_writes_second_closes_its_sockets_and_those_who_return_see_what_was_written(
    tmp_path: Path,
) -> None:
    async def test(house: House) -> None:
        company, ann, ben, watcher = await at_the_flip(house)
        heard = marks(ann, ben, watcher)
        other = ben.moves[0]
        await write_elsewhere(company, Moved(1, other))
        ben.say(type="move", ply=0, move="pass")
        await ben.until(lambda: ben.closed)
        assert (ann.closed, ben.closed, watcher.closed) == (1012, 1012, 1012)
        assert ben.replies() == [("moved", 0)]
        assert since(ann, heard[0]) == since(watcher, heard[2]) == []
        ben = await company.connect(1)
        assert (ben.ply, ben.turn, ben.game["sheets"][1]["rounds"]) == (1, 2, [[[other], []]])
        assert await ben.tell(type="move", ply=0, move="pass") == "too-late"
        assert await company.history() == [Moved(0, "pass"), Moved(1, other)]

    at_home(tmp_path, test)


def test_a_request_to_a_table_that_was_lost_is_told_to_come_again(tmp_path: Path) -> None:
    async def test(house: House) -> None:
        company = await house.open(3, free=1)
        await write_elsewhere(company, Joined(2, "Eve", hashed(token_of("Eve"))))
        with pytest.raises(Refused, match="the table has moved to another server") as caught:
            await company.join(token_of("Zoe"), "Zoe")
        assert (caught.value.code, caught.value.status) == ("moved", 503)
        with pytest.raises(Refused, match="no seat is free"):
            await company.join(token_of("Zoe"), "Zoe")
        assert (await company.quiet()).seats[2].name == "Eve"

    at_home(tmp_path, test)


# Coming at the same time.


def test_a_table_is_read_once_however_many_come(tmp_path: Path) -> None:
    async def test(house: House) -> None:
        company = await house.write("t", 4)
        players = await asyncio.gather(*(company.connect(seat % 4) for seat in range(12)))
        assert len({id(player.link) for player in players}) == 1
        await play_turn(players[:4], first_move)
        assert [player.turn for player in players] == [2] * 12

    at_home(tmp_path, test)


def test_a_table_is_not_put_away_while_it_writes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("fulgence.server.tables.SWEEP", 0.001)

    async def test(house: House) -> None:
        company = await house.write("t")
        house.store.shut()
        leaving = asyncio.create_task(company.ask(requests.Leave(company.key(1))))
        await house.store.asked.wait()
        monkeypatch.setattr("fulgence.server.tables.IDLE", 0.0)
        await asyncio.sleep(0.02)  # the sweeper comes by
        house.store.gate.set()
        async with asyncio.timeout(20):
            info = await leaving
        assert info.seats[1].left

    at_home(tmp_path, test)
