"""Opening a table: what it is opened with, its first entries, and the tokens."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import msgspec

from fulgence.fair import commitment, fair_deal, new_seed
from fulgence.language import load_language
from fulgence.rules.cityfile.city_reader import city_names
from fulgence.rules.message import Message
from fulgence.table.entries import JoinedSeat, Opened, SeatPlan
from fulgence.table.refusals import Refused
from fulgence.table.seats import (
    checked_bot,
    checked_file_name,
    checked_name,
    checked_promise,
    file_name_of,
    hashed,
    new_table_id,
    new_token,
    seat_token,
)
from fulgence.table.state import Table, city_of, custom_city, read_record


@dataclass(frozen=True)
class NewTableRequest:
    """What a table is opened with. `bots`: one for each seat, empty for a person.

    `city_name`: the name of the city file, if any was given. `request`: a secret idempotency key, with which
    a retry finds the table that was opened before."""

    city: str
    city_file: str
    addons: Sequence[str]
    bots: Sequence[str]
    name: str | None
    clock: int | None
    language: str
    pencils: Sequence[str]
    listed: bool
    city_name: str = ""
    promise: str = ""
    request: str = ""
    cards: str = ""  # of a contest: a record without moves
    contest: str = ""
    player_key: str = ""  # of the player who opens it: their other devices derive the same token from it
    address: str = ""  # of the client: kept in memory only


def contest_request(
    cards: str,
    contest: str,
    *,
    name: str,
    language: str,
    city_file: str = "",
    request: str = "",
    player_key: str = "",
    address: str = "",
) -> NewTableRequest:
    """One player alone with the cards of a contest; who opens it sits there."""
    deal = read_record(cards, city_file).deal
    return NewTableRequest(
        city=deal.city.key,
        city_file=city_file,
        addons=deal.addons,
        bots=[""],
        name=name,
        clock=None,
        language=language,
        pencils=(),
        listed=False,
        city_name=deal.city.key if city_file else "",
        request=request,
        cards=cards,
        contest=contest,
        player_key=player_key,
        address=address,
    )


@dataclass(frozen=True)
class NewTable:
    """The only place where the tokens are given out."""

    table: str
    seat: int | None
    token: str | None
    invite: str
    watch: str
    commitment: str


@dataclass(frozen=True)
class Opening:
    """The first entries of a table: its opening, and whoever opened it at their seat."""

    id: str
    opened: Opened
    joined: JoinedSeat | None = None
    token: str = ""
    invite: str = ""
    watch: str = ""

    def answer(self, opened: Opened) -> NewTable:
        """`opened`: as it is in the log, which after a retry is the one of the first try."""
        return NewTable(
            table=self.id,
            seat=opened.host,
            token=self.token if opened.host is not None else None,
            invite=self.invite,
            watch=self.watch,
            commitment="" if opened.cards else commitment(opened.seed),
        )


def opening(wanted: NewTableRequest) -> Opening:
    """A new table, or Refused."""
    id = new_table_id(wanted.request, "table")
    invite, watch = (new_token(wanted.request, kind) for kind in ("invite", "watch"))
    token = seat_token(wanted.player_key, id) if wanted.player_key else new_token(wanted.request, "seat")
    seats = [n for n, bot in enumerate(wanted.bots) if not bot]
    seat = seats[0] if seats and wanted.name is not None else None
    opened = Opened(
        city=city_key(wanted),
        city_file=wanted.city_file,
        addons=tuple(wanted.addons),
        seats=tuple(SeatPlan(bot=checked_bot(bot) if bot else "") for bot in wanted.bots),
        seed=new_seed(),
        invite=hashed(invite),
        watch=hashed(watch),
        clock=wanted.clock,
        language=load_language(wanted.language).tag,
        pencils=tuple(wanted.pencils),
        listed=wanted.listed,
        host=seat,
        cards=wanted.cards,
        contest=wanted.contest,
    )
    if wanted.promise and seat is None:
        raise Refused("bad-salt", Message("a promise belongs to a seat; take one with your name"), 422)
    joined = None
    if seat is not None and wanted.name is not None:
        promise = checked_promise(wanted.promise)
        joined = JoinedSeat(seat, checked_name(wanted.name), hashed(token), promise=promise)
    check_playable(opened)
    return Opening(id, opened, joined, token, invite, watch)


def rematch_opening(old: Table) -> Opening:
    """The same table once more; every person's seat is reserved for its owner."""
    plans = [
        SeatPlan(name=seat.name, key=seat.key) if seat.key else SeatPlan(bot=seat.bot) for seat in old.seats
    ]
    opened = msgspec.structs.replace(
        old.opened, seats=tuple(plans), seed=new_seed(), host=old.host, cards="", contest=""
    )
    check_playable(opened)
    return Opening(new_table_id(old.opened.seed, "rematch"), opened)


def city_key(wanted: NewTableRequest) -> str:
    """The city's key at the table and in its record; for a custom city, the name of its file."""
    if not wanted.city_file:
        return wanted.city
    if wanted.city_name:
        return checked_file_name(wanted.city_name)
    return file_name_of(custom_city(wanted.city_file).name)


def check_playable(opened: Opened) -> None:
    """Whether a game can be dealt at all."""
    if not opened.city_file and opened.city not in city_names():
        raise Refused(
            "no-city",
            Message(
                "unknown city {city!r}; choose from {names}",
                city=opened.city,
                names=", ".join(city_names()),
            ),
            422,
        )
    if opened.cards:
        check_cards(opened)
        return
    salts = [""] * len(opened.seats)
    fair_deal(city_of(opened), opened.addons, len(opened.seats), opened.seed, "", salts, opened.pencils)


def check_cards(opened: Opened) -> None:
    """Whether the cards of a contest are for this table."""
    deal = read_record(opened.cards, opened.city_file).deal
    if (deal.city.key, deal.addons, len(deal.pencils)) != (opened.city, opened.addons, len(opened.seats)):
        raise Refused("bad-cards", Message("these cards are for another table"), 422)
