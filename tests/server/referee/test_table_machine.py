"""Anything may happen at a table, in any order; the rules alone must explain what comes of it."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable
from pathlib import Path
from typing import Any, TypeVar

from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from fulgence.rules.cityfile.city_reader import load_city
from fulgence.table import requests
from fulgence.table.entries import Moved, Opened, SaidReady, SeatEntry, TookBack
from fulgence.table.refusals import StoreFailed
from fulgence.table.seats import hashed
from fulgence.table.views import NOBODY
from server.local_tables import LocalTables, Player, sitting, token_of
from table.expected_views import told
from table.reference_table import ReferenceTable, hashed_often
from table.table_log import NAMES, everything

T = TypeVar("T")
TABLES: list[tuple[str, tuple[str, ...], int, tuple[str, ...]]] = [  # city, add-ons, people, bots
    ("toy", (), 1, ()),
    ("toy", ("powers", "objectives"), 1, ("greedy",)),
    ("london", ("powers", "gates"), 2, ()),
    ("berlin", ("acceleration",), 3, ()),
    ("paris", ("gates",), 2, ("random",)),
]
SIZE = settings(
    max_examples=40,
    stateful_step_count=30,
    deadline=None,
    derandomize=True,
    phases=[Phase.generate],  # with Phase.shrink a failure becomes shorter, in some minutes
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
LINKS = 8  # of a chain of salts
seats = st.integers(0, 2)
picks = st.integers(0, 200)


def text_of(entry: SeatEntry, ply: int) -> dict[str, Any]:
    match entry:
        case Moved():
            return {"type": "move", "ply": ply, "move": entry.move, "ready": entry.ready}
        case TookBack():
            return {"type": "undo", "ply": ply}
    return {"type": "ready", "ply": ply}


class AnyTable(RuleBasedStateMachine):
    runner: asyncio.Runner
    tables: LocalTables

    def run(self, doing: Awaitable[T]) -> T:
        async def bounded() -> T:
            async with asyncio.timeout(20):
                return await doing

        return self.runner.run(bounded())

    @initialize(table=st.sampled_from(TABLES), free=st.integers(0, 1), promising=st.booleans())
    def open(
        self, table: tuple[str, tuple[str, ...], int, tuple[str, ...]], free: int, promising: bool
    ) -> None:
        city, addons, people, bots = table
        self.sockets: list[Player] = []
        self.newest: dict[int, int] = {}  # the number of the newest view by seat
        self.free = free if people > 1 else 0
        self.tokens = 0  # new ones so far
        self.secrets = [f"{seat:064x}" for seat in range(4)]
        promises = [self.salt(seat, 0) if promising else "" for seat in range(4)]
        self.local = self.run(
            self.tables.write("t", people, bots, city=city, addons=addons, free=self.free, promises=promises)
        )
        self.city = load_city(city)
        self.watcher = self.run(self.local.spectate())
        opened = self.run(self.local.entries())[0][1]
        assert isinstance(opened, Opened)
        self.reference = ReferenceTable(self.local.id, opened)
        self.settle()

    # What the rules below need.

    def seat(self, seat: int) -> int:
        return seat % len(self.local.tokens)

    def socket(self, seat: int) -> Player:
        """One of the seat's sockets, a new one if it has none."""
        found = [player for player in self.sockets if player.seat == seat]
        return found[-1] if found else self.connect_to(seat)

    def connect_to(self, seat: int) -> Player:
        player = self.run(self.local.connect(seat))
        self.sockets.append(player)
        return player

    def salt(self, seat: int, attempt: int) -> str:
        """What the seat reveals at this attempt; at none, what it promises."""
        return hashed_often(self.secrets[seat], LINKS - attempt)

    def new_token(self, seat: int) -> str:
        """From now on this is the seat's, and its sockets are closed."""
        self.tokens += 1
        self.local.tokens[seat] = token_of(f"new {self.tokens}")
        gone = [player for player in self.sockets if player.seat == seat]
        assert all(player.closed in (4401, 4410) for player in gone)
        self.sockets = [player for player in self.sockets if player.seat != seat]
        return self.local.tokens[seat]

    @property
    def everybody(self) -> list[Player]:
        return [*self.sockets, self.watcher]

    def settle(self) -> None:
        """Wait until all is told and the bots have done their turn, and let the follower catch up."""
        self.run(self.settled())

    async def settled(self) -> None:
        watcher = self.watcher
        await self.local.quiet()
        await watcher.until(
            lambda: watcher.phase != "playing" or all(seat["ready"] for seat in watcher.seats if seat["bot"])
        )
        await self.local.quiet()
        entries = [entry for _, entry in await self.local.entries()]
        self.reference.follow(entries[self.reference.followed :])
        assert len(entries) == self.reference.followed

    def say(self, seat: int, ply: int, entry: SeatEntry, mishap: str = "") -> None:
        player = self.socket(seat)
        expected = self.reference.reply(seat, ply, entry)
        is_new = expected == "ack" and ply == len(self.reference.seats[seat].entries)
        written = self.reference.followed
        if mishap and is_new:
            expected = "storage" if mishap == "before" else "in-doubt"
            self.tables.store.failing = [mishap]
        assert self.run(player.tell(**text_of(entry, ply))) == expected
        self.settle()
        if is_new and mishap != "before":
            assert self.reference.seats[seat].entries[ply] == entry
        else:
            assert self.reference.followed == written

    @property
    def flip(self) -> tuple[int, int]:
        game = self.reference.game
        return (game.round, game.turn) if game else (0, 0)

    def legal(self, seat: int, pick: int, ready: bool) -> SeatEntry:
        game = self.reference.game
        moves = game.view(seat).moves if game is not None else ()
        return Moved(seat, moves[pick % len(moves)], ready) if moves else SaidReady(seat)

    # Coming and going.

    @precondition(lambda self: self.free)
    @rule(salt=st.sampled_from(["", "00", "c0ffee", "promise"]))
    def join(self, salt: str) -> None:
        seat = len(self.local.tokens)
        name = NAMES[seat]
        added = ("", self.salt(seat, 0)) if salt == "promise" else (salt, "")
        assert self.run(self.local.join(token_of(name), name, *added)) == seat
        self.free -= 1
        self.settle()

    @rule(seat=seats, link=st.sampled_from([0, 0, 0, 0, 1, -1]), stale=st.sampled_from([0, 0, 0, 1]))
    def reveal(self, seat: int, link: int, stale: int) -> None:
        """The right salt, or that of another attempt; with the right number of the attempt, or another."""
        seat, attempt = self.seat(seat), self.reference.attempt
        salt = self.salt(seat, min(LINKS, max(0, attempt + link)))
        expected = self.reference.reply_to_salt(seat, salt, attempt + stale)
        player = self.socket(seat)
        views, heard = len(player.views), len(player.heard)
        player.say(type="reveal", salt=salt, attempt=attempt + stale)
        self.run(player.until(lambda: len(player.views) > views or player.replies(heard)))
        self.settle()
        assert [code for code, _ in player.replies(heard)] == ([] if expected == "view" else [expected])
        assert expected != "view" or self.reference.seats[seat].salt == salt

    @precondition(lambda self: self.reference.phase == "waiting" and self.reference.attempt < LINKS)
    @rule(seat=seats, promising=st.booleans())
    def let_somebody_else_sit(self, seat: int, promising: bool) -> None:
        """Before the start, when another one may have revealed; the newcomer has salts of her own."""
        seat = self.seat(seat)
        others = set(self.reference.waiting_for) - {seat}
        if others and seat in self.reference.waiting_for:
            self.reveal(min(others), 0, 0)
        self.run(self.local.ask(requests.Leave(self.local.key(seat))))
        token = self.new_token(seat)
        self.secrets[seat] = hashed(token)
        promise = self.salt(seat, 0) if promising else ""
        joining = requests.Join(hashed(self.local.invite), NAMES[seat], hashed(token), "", promise)
        assert self.run(self.local.ask(joining)).seat == seat
        self.settle()
        assert self.reference.seats[seat].promise == promise

    @precondition(lambda self: self.reference.phase == "playing" and len(self.local.tokens) > 1)
    @rule(pick=picks)
    def reissue_in_mid_turn(self, pick: int) -> None:
        seat = 1 + pick % (len(self.local.tokens) - 1)
        self.move(seat, pick, False)
        self.reissue(seat, True)
        self.take_back(seat)

    @precondition(lambda self: self.reference.phase != "over")
    @rule(seat=seats, by_host=st.booleans())
    def reissue(self, seat: int, by_host: bool) -> None:
        seat = self.seat(seat)
        key = self.local.key(0 if by_host else seat)
        fresh = token_of(f"new {self.tokens + 1}")
        self.run(self.local.ask(requests.Reissue(key, seat, hashed(fresh))))
        assert self.new_token(seat) == fresh
        self.settle()

    @precondition(lambda self: len(self.sockets) < 6)
    @rule(seat=seats)
    def connect(self, seat: int) -> None:
        self.connect_to(self.seat(seat))

    @precondition(lambda self: len(self.sockets) < 6)
    @rule()
    def spectate(self) -> None:
        self.sockets.append(self.run(self.local.spectate()))

    @precondition(lambda self: self.sockets)
    @rule(which=seats)
    def drop(self, which: int) -> None:
        self.sockets.pop(which % len(self.sockets)).leave()

    @rule()
    def unload(self) -> None:
        """The table is forgotten and read again by whoever comes first."""
        self.run(self.local.unload())
        assert {player.closed for player in self.everybody} == {1012}
        seats = [player.seat for player in self.sockets]
        self.sockets = []
        self.watcher = self.run(self.local.spectate())
        for seat in seats:
            if seat != NOBODY:
                self.connect_to(seat)
        self.settle()

    # Playing.

    @rule(seat=seats, pick=picks, ready=st.booleans())
    def move(self, seat: int, pick: int, ready: bool) -> None:
        seat = self.seat(seat)
        self.say(seat, len(self.reference.seats[seat].entries), self.legal(seat, pick, ready))

    @rule(seat=seats)
    def take_back(self, seat: int) -> None:
        seat = self.seat(seat)
        self.say(seat, len(self.reference.seats[seat].entries), TookBack(seat))

    @rule(seat=seats)
    def be_ready(self, seat: int) -> None:
        seat = self.seat(seat)
        self.say(seat, len(self.reference.seats[seat].entries), SaidReady(seat))

    @rule(seat=seats, pick=picks, back=st.integers(-1, 4))
    def say_at_another_ply(self, seat: int, pick: int, back: int) -> None:
        seat = self.seat(seat)
        ply = max(0, len(self.reference.seats[seat].entries) - back)
        self.say(seat, ply, self.legal(seat, pick, True))

    @rule(seat=seats, back=st.integers(1, 4))
    def say_again(self, seat: int, back: int) -> None:
        seat = self.seat(seat)
        entries = self.reference.seats[seat].entries
        ply = len(entries) - back
        if ply >= 0 and isinstance(entries[ply], Moved | TookBack | SaidReady):
            self.say(seat, ply, entries[ply])

    @rule(seat=seats, pick=picks, text=st.sampled_from(["", "nonsense", "a1-z9", "a1*", "a1-a1", "PASS"]))
    def move_wrongly(self, seat: int, pick: int, text: str) -> None:
        seat = self.seat(seat)
        moves = list(self.city.moves)
        for move in (text, moves[pick % len(moves)]):
            if self.reference.phase != "playing" or self.reference.verdict(Moved(seat, move)) != "ack":
                self.say(seat, len(self.reference.seats[seat].entries), Moved(seat, move))

    @rule(text=st.sampled_from(["{}", "", '{"type":"move"}', '{"type":"view"}', "\x00"]))
    def say_nonsense(self, text: str) -> None:
        self.watcher.say_text(text)
        self.settle()

    @rule(turns=st.integers(1, 8), pick=picks)
    def hurry(self, turns: int, pick: int) -> None:
        """Everybody who is here plays on for some turns."""
        for _ in range(turns):
            for seat in self.present:
                place, flip = self.reference.seats[seat], self.flip
                while self.reference.phase == "playing" and self.flip == flip and not place.is_ready:
                    self.say(seat, len(place.entries), self.legal(seat, pick, True))

    # Being away.

    @property
    def present(self) -> list[int]:
        """People who have not left and play themselves."""
        places = enumerate(self.reference.seats)
        return [n for n, place in places if place.name and not place.bot and not place.is_left]

    @precondition(lambda self: self.reference.phase == "playing" and len(self.present) > 1)
    @rule(pick=picks, bot=st.sampled_from(["", "", "random"]))
    def leave(self, pick: int, bot: str) -> None:
        seat = self.present[pick % len(self.present)]
        self.run(self.local.ask(requests.Leave(self.local.key(seat), bot)))
        self.settle()
        assert (self.reference.seats[seat].is_left, self.reference.seats[seat].bot) == (not bot, bot)

    @precondition(lambda self: self.reference.phase == "playing" and len(self.present) > 1)
    @rule(pick=picks)
    def hand(self, pick: int) -> None:
        seat = self.present[pick % len(self.present)]
        self.run(self.local.ask(requests.Hand(self.local.key(0), seat, "greedy")))
        self.settle()
        assert self.reference.seats[seat].bot == "greedy"

    @precondition(lambda self: self.reference.phase == "playing")
    @rule(seat=seats)
    def come_back(self, seat: int) -> None:
        seat = self.seat(seat)
        self.run(self.local.ask(requests.Return(self.local.key(seat), seat)))
        self.settle()
        assert seat in self.present

    # Failing.

    @rule(seat=seats, pick=picks, mishap=st.sampled_from(["before", "after"]))
    def move_while_the_store_fails(self, seat: int, pick: int, mishap: str) -> None:
        seat = self.seat(seat)
        ply = len(self.reference.seats[seat].entries)
        self.say(seat, ply, self.legal(seat, pick, True), mishap)
        assert not self.tables.store.failing

    @precondition(lambda self: self.reference.phase == "playing" and len(self.present) > 1)
    @rule(pick=picks)
    def leave_while_the_store_fails(self, pick: int) -> None:
        seat = self.present[pick % len(self.present)]
        self.tables.store.failing = ["before"]
        try:
            self.run(self.local.ask(requests.Leave(self.local.key(seat))))
        except StoreFailed:
            self.settle()
        assert seat in self.present

    # What is always so.

    @invariant()
    def everybody_sees_what_the_rules_say(self) -> None:
        self.run(self.local.quiet())
        reference = self.reference
        seats = [self.told_seat(seat) for seat in range(len(reference.seats))]
        for player in self.everybody:
            assert player.phase == reference.phase
            is_sealed = player.seat != NOBODY and reference.seats[player.seat].is_sealed
            eyes = NOBODY if is_sealed else player.seat
            assert player.view["game"] == (told(reference.game, eyes) if reference.game else None)
            assert player.view["promised"] == (self.promised() if reference.phase == "waiting" else None)
            assert player.seats == seats
            if player.seat != NOBODY:
                assert player.ply == len(reference.seats[player.seat].entries)

    def promised(self) -> dict[str, Any]:
        places = self.reference.seats
        return {
            "promises": [place.promise for place in places],
            "salts": ["" if place.promise else place.salt for place in places],
            "attempt": self.reference.attempt,
            "waiting_for": self.reference.waiting_for,
        }

    def told_seat(self, seat: int) -> dict[str, Any]:
        place = self.reference.seats[seat]
        return {
            "kind": "bot" if place.bot else "person" if place.name else "free",
            "name": place.name or None,
            "bot": place.bot or None,
            "here": bool(place.bot) or any(player.seat == seat for player in self.sockets),
            "ready": place.is_ready,
            "left": place.is_left,
            "host": seat == 0,
        }

    @invariant()
    def numbers_grow_only(self) -> None:
        for player in self.everybody:
            told = [view["number"] for view in player.views]
            assert told == sorted(told)
            assert told[-1] >= self.newest.get(player.seat, 0)
            self.newest[player.seat] = told[-1]

    @invariant()
    def the_entries_make_the_table(self) -> None:
        written = self.run(self.local.written())
        assert everything(written) == everything(self.local.table)

    @invariant()
    def whatever_was_acknowledged_is_written(self) -> None:
        for player in self.sockets:
            acknowledged = [ply for code, ply in player.replies() if code == "ack" and ply is not None]
            if acknowledged:
                assert max(acknowledged) < len(self.reference.seats[player.seat].entries)

    def teardown(self) -> None:
        self.run(self.local.unload())
        self.run(self.tables.store.erase("t"))


def test_any_table_is_what_the_rules_make_of_its_entries(tmp_path: Path) -> None:
    with asyncio.Runner() as runner:
        place = sitting(tmp_path)
        tables = runner.run(place.__aenter__())

        class Here(AnyTable):
            pass

        Here.runner, Here.tables = runner, tables
        try:
            run_state_machine_as_test(Here, settings=SIZE)
        finally:
            runner.run(place.__aexit__(None, None, None))
