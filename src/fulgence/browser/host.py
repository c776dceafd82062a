"""The tables of one browser: opened, loaded from what was written, asked and joined, as at a server.

Every answer comes with the effects on tables, which the caller carries out before it gives the answer out.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Any

import msgspec

from fulgence.browser.companions import Companions
from fulgence.browser.local_table import Effects, LocalTable, Visitor
from fulgence.language import load_language
from fulgence.rules.message import Message
from fulgence.table import requests
from fulgence.table.entries import Entry, format_entry, now, parse_entry
from fulgence.table.opening import NewTableRequest, Opening, opening, rematch_opening
from fulgence.table.refusals import Refused, no_right
from fulgence.table.requests import AnyAnswer, AnyRequest, Identity, TableInfo
from fulgence.table.seats import hashed, new_token

PREFIX = "here-"  # of the ids of tables in a browser: the page knows by it who answers for a table


class SeatWish(msgspec.Struct, frozen=True):
    kind: str = "person"
    bot: str | None = None


class OpenTable(msgspec.Struct, frozen=True):
    """As the body of POST /api/tables."""

    city: str | None = None
    city_file: str | None = None
    city_name: str | None = None
    addons: list[str] = []
    seats: tuple[SeatWish, ...] = (SeatWish(),)
    name: str | None = None
    clock: int | None = None
    language: str = "en"
    pencils: list[str] = []
    listed: bool = False
    promise: str = ""
    request: str | None = None


class DeviceGame(msgspec.Struct, frozen=True):
    """A game with the cards of a contest that the browser keeps. `total`: once it is over. `at`: its last
    change, in milliseconds since 1970."""

    table: str
    contest: str
    total: int | None
    at: int


@dataclass(slots=True)
class Answer:
    """`value`: JSON follows from it. `token`: of the seat that was taken, which the page remembers."""

    value: Any
    effects: list[tuple[str, Effects]] = field(default_factory=list)  # by table
    token: str = ""


class Host:
    def __init__(self) -> None:
        self.tables: dict[str, LocalTable] = {}
        self.contest_games: list[DeviceGame] = []  # the caller knows them: most are not loaded
        self.companions = Companions()

    # Tables.

    def load(self, id: str, written: Iterable[tuple[int, str]]) -> LocalTable:
        """A table from what was written of it, or the one that is loaded already."""
        if id not in self.tables:
            self.tables[id] = LocalTable(id, [(at, parse_entry(text)) for at, text in written])
        return self.tables[id]

    def table(self, id: str) -> LocalTable:
        if id not in self.tables:
            raise Refused("no-table", Message("there is no such table"), 404)
        return self.tables[id]

    def open(self, body: OpenTable) -> Answer:
        wanted = NewTableRequest(
            city=body.city or "",
            city_file=body.city_file or "",
            addons=body.addons,
            bots=[bot_in(seat) for seat in body.seats],
            name=body.name,
            clock=body.clock,
            language=body.language,
            pencils=body.pencils,
            listed=False,
            city_name=body.city_name or "",
            promise="",  # nobody else deals here: nothing needs a promise
            request=body.request or "",
        )
        return self.open_table(wanted)

    def open_table(self, wanted: NewTableRequest) -> Answer:
        made = here(opening(wanted))
        effects = self.add(made)
        answer = made.answer(self.tables[made.id].table.opened)
        return Answer(vars(answer), effects, answer.token or "")

    def add(self, made: Opening) -> list[tuple[str, Effects]]:
        """Its first entries; none if a retry finds it there."""
        if made.id in self.tables:
            return []
        at = now()
        entries: list[tuple[int, Entry]] = [(at, made.opened)]
        if made.joined:
            entries.append((at, made.joined))
        self.tables[made.id] = LocalTable(made.id, entries)
        return [(made.id, Effects(0, [(at, format_entry(entry)) for at, entry in entries]))]

    def ask(self, id: str, request: AnyRequest) -> tuple[AnyAnswer, list[tuple[str, Effects]]]:
        answer, effects = self.table(id).request(request)
        return answer, [(id, effects)]

    def info(self, id: str, request: AnyRequest) -> Answer:
        answer, effects = self.ask(id, request)
        assert isinstance(answer, TableInfo)
        return Answer(answer, effects)

    def join(self, id: str, key: str, name: str, request: str = "") -> Answer:
        token = new_token(request, f"join|{id}")
        answer, effects = self.ask(id, requests.Join(key, name, hashed(token)))
        assert isinstance(answer, Identity)
        return Answer({"seat": answer.seat, "token": token}, effects, token)

    def enter(self, id: str, token: str) -> Answer:
        answer, effects = self.ask(id, requests.Enter(hashed(token)))
        assert isinstance(answer, Identity)
        return Answer({"role": answer.role, "seat": answer.seat}, effects, token)

    def rematch(self, id: str, token: str) -> Answer:
        """The same table once more, with the same token."""
        old, key = self.table(id), hashed(token)
        made = here(rematch_opening(old.table))
        effects = [(id, old.rematched(key, made.id)), *self.add(made)]
        answer, after = self.ask(made.id, requests.Enter(key))
        assert isinstance(answer, Identity)
        if answer.role == requests.GUEST:
            answer, more = self.ask(made.id, requests.Join(key, "", key))
            assert isinstance(answer, Identity)
            after += more
        if answer.seat is None:
            raise no_right()
        return Answer({"table": made.id, "seat": answer.seat}, effects + after, token)

    # Sockets.

    def connect(self, id: str, visitor: int, token: str, language: str) -> Effects:
        return self.table(id).connect(Visitor(visitor, hashed(token), load_language(language)))

    def watch(self, id: str, visitor: int, language: str) -> Effects:
        return self.table(id).watch(Visitor(visitor, "", load_language(language), follows=True))


def here(made: Opening) -> Opening:
    return replace(made, id=PREFIX + made.id)


def bot_in(seat: SeatWish) -> str:
    if seat.kind not in ("person", "bot") or (seat.kind == "bot") != (seat.bot is not None):
        raise Refused("bad-seat", Message("a seat is a person's, or a bot's and says which"), 422)
    return seat.bot or ""
