"""Requests other than moves: who may make them, and what they lead to. The referee carries it out."""

from __future__ import annotations

import json
import math
from dataclasses import dataclass
from importlib.resources import files

import msgspec

from fulgence.rules.message import Message
from fulgence.rules.text.record import format_record, record_of
from fulgence.table import requests
from fulgence.table.close_codes import NO_RIGHT, TOKEN_REPLACED
from fulgence.table.entries import (
    Closed,
    Entry,
    Handed,
    JoinedSeat,
    Left,
    Moved,
    Reissued,
    Returned,
    Revealed,
    SaidReady,
    TookBack,
)
from fulgence.table.late_seats import may_hand_over
from fulgence.table.messages import SeatInfo
from fulgence.table.progress import progress_of
from fulgence.table.refusals import Refused, RefusedOperator, no_right
from fulgence.table.requests import (
    GUEST,
    PLAYER,
    SPECTATOR,
    AnyAnswer,
    AnyRequest,
    Document,
    Identity,
    TableInfo,
)
from fulgence.table.seats import checked_bot, checked_name, checked_promise, checked_salt
from fulgence.table.state import WAITING, Table
from fulgence.table.turn_clock import shown_seconds


@dataclass(frozen=True)
class Ejection:
    """Close the sockets that have this key."""

    key: str
    code: int
    reason: str


@dataclass(frozen=True)
class Decision:
    """What a request leads to: an entry, if any, and the answer. None: the table as it is then."""

    answer: AnyAnswer | None = None
    entry: Entry | None = None
    ejection: Ejection | None = None


def decide(table: Table, request: AnyRequest, at: int) -> Decision:
    """The decision, or a FulgenceError. The table may still refuse the entry. `at`: as of an entry."""
    match request:
        case requests.Look():
            if not table.is_ended:
                identity_of(table, request.key)
            return Decision()
        case requests.Enter():
            return Decision(identity_of(table, request.key))
        case requests.GetRecord():
            return Decision(Document(record(table)))
        case requests.GetCity():
            if not table.is_ended:
                identity_of(table, request.key)
            return Decision(Document(city_text(table)))
        case requests.Join():
            return join(table, request)
        case requests.RevealRequest():
            return reveal(table, request)
        case requests.Leave():
            return leave(table, request)
        case requests.Hand():
            check_hand_over(table, request.key, request.seat, at)
            check_own_play(table)
            return Decision(entry=Handed(request.seat, checked_bot(request.bot)))
        case requests.Return():
            if own_seat(table, request.key) != request.seat:
                raise no_right()
            return Decision(entry=Returned(request.seat))
        case requests.Reissue():
            return reissue(table, request)
        case requests.Close():
            check_host(table, request.key)
            check_own_play(table)
            return Decision(entry=Closed())
        case requests.CloseByOperator():
            return close_by_operator(table)
        case requests.RematchRequest() | requests.DeleteByOperator():
            raise AssertionError("the referee does this itself")


def join(table: Table, request: requests.Join) -> Decision:
    taken = table.seat_of(request.new_key)
    if taken is not None:  # a retry: the first answer was lost
        return Decision(Identity(PLAYER, taken, table.id))
    salt, promise = checked_salt(request.salt), checked_promise(request.promise)
    if salt and promise:
        raise Refused("bad-salt", Message("a salt is either promised or added at once"), 422)
    seat = table.reserved_seat(request.key)
    if seat is None:
        check_invited(table, request.key)
        name = checked_name(request.name)
        seat = table.free_seat()
    else:
        name = table.opened.seats[seat].name
    if seat is None or table.phase != WAITING:
        raise Refused("no-seat", Message("no seat is free at this table"))
    return Decision(Identity(PLAYER, seat, table.id), JoinedSeat(seat, name, request.new_key, salt, promise))


def reveal(table: Table, request: requests.RevealRequest) -> Decision:
    number = own_seat(table, request.key)
    if request.attempt != table.attempt:
        raise Refused("too-late", Message("the seats have changed meanwhile; look at the table again"))
    if table.seats[number].promise and table.seats[number].salt == request.salt:
        return Decision()  # a retry
    return Decision(entry=Revealed(number, request.salt))


def leave(table: Table, request: requests.Leave) -> Decision:
    seat = own_seat(table, request.key)
    if request.bot:
        check_own_play(table)
        return Decision(entry=Handed(seat, checked_bot(request.bot)))
    if table.game is not None:
        return Decision(entry=Left(seat))
    # The seat becomes free, so its old sockets must not see what its next owner does.
    return Decision(entry=Left(seat), ejection=Ejection(request.key, NO_RIGHT, "you have left"))


def reissue(table: Table, request: requests.Reissue) -> Decision:
    if table.seat_of(request.new_key) == request.seat:  # a retry; the owner's old token is void by now
        return Decision(Identity(PLAYER, request.seat, table.id))
    check_right(table, request.key, request.seat)
    old = table.seats[request.seat].key
    if not old:
        raise Refused("no-seat", Message("nobody has taken this seat"))
    return Decision(
        Identity(PLAYER, request.seat, table.id),
        Reissued(request.seat, request.new_key, by_host=own_seat(table, request.key) != request.seat),
        Ejection(old, TOKEN_REPLACED, "your token was replaced"),
    )


def close_by_operator(table: Table) -> Decision:
    if table.opened.contest and not table.is_ended:
        raise RefusedOperator(
            "contest", "closing would show the cards, which others still play: delete the table instead"
        )
    return Decision(entry=Closed())


def check_entry_limit(table: Table, entry: Entry, most: int) -> None:
    """Bound the log: after `most` entries a seat refuses what could be repeated for ever. Moves, a first
    ready and a bot instead of a person are always possible, so every game can be played to its end."""
    match entry:
        case Moved():
            return
        case TookBack() | JoinedSeat() | Left() | Returned() | Reissued():
            is_repeatable = True
        case SaidReady():
            is_repeatable = table.seats[entry.seat].is_ready
        case Handed():
            is_repeatable = bool(table.seats[entry.seat].bot)
        case _:
            return
    if is_repeatable and table.seats[entry.seat].written >= most:
        raise Refused(
            "too-many", Message("too much has happened at this seat: it can only be played to the end")
        )


def check_rematch(table: Table, key: str) -> None:
    own_seat(table, key)
    if not table.is_ended:
        raise Refused("not-over", Message("the game is not over"))


# Rights.


def identity_of(table: Table, key: str) -> Identity:
    """Who the holder of the token with this hash is, or Refused."""
    seat = table.seat_of(key)
    if seat is not None:
        return Identity(PLAYER, seat, table.id)
    if key and (key == table.opened.invite or table.reserved_seat(key) is not None):
        return Identity(GUEST, None, table.id)
    if (key and key == table.opened.watch) or table.opened.listed:
        return Identity(SPECTATOR, None, table.id)
    raise no_right()


def visitor_identity(table: Table, key: str) -> Identity:
    """The same for a socket: guests join first; where all seats are taken they may watch."""
    identity = identity_of(table, key)
    if identity.role != GUEST:
        return identity
    if not table.is_full:
        raise Refused("no-right", Message("join the table first"), 403)
    return Identity(SPECTATOR, None, table.id)


def own_seat(table: Table, key: str) -> int:
    seat = table.seat_of(key)
    if seat is None:
        raise no_right()
    return seat


def check_right(table: Table, key: str, seat: int) -> None:
    """The host, or the owner of the seat."""
    if not 0 <= seat < len(table.seats):
        raise Refused("no-seat", Message("this table has no such seat"), 404)
    if own_seat(table, key) not in (seat, table.host):
        raise no_right()


def check_hand_over(table: Table, key: str, seat: int, at: int) -> None:
    """The host, the owner of the seat, or whoever waits for it when it is late."""
    own = own_seat(table, key)
    if not may_hand_over(table, own, seat, at):
        check_right(table, key, seat)


def check_host(table: Table, key: str) -> None:
    if own_seat(table, key) != table.host:
        raise Refused("not-host", Message("only the host of the table may do this"), 403)


def check_own_play(table: Table) -> None:
    """In a contest everybody plays to the end: a bot's result would count as theirs, and a game that was
    closed would show cards that were not flipped yet."""
    if table.opened.contest:
        raise Refused("contest", Message("others play the same cards: play this game to its end, or leave"))


def check_invited(table: Table, key: str) -> None:
    if key != table.opened.invite and not table.opened.listed:
        raise no_right()


# Answers about a table.


def info(table: Table, seats: list[SeatInfo], key: str, seconds_left: float = math.inf) -> TableInfo:
    """As the holder of the token with this hash may see it. `seconds_left`: of this turn."""
    opened, you = table.opened, table.seat_of(key)
    return TableInfo(
        table=table.id,
        phase=table.phase,
        city=table.city.key,
        addons=opened.addons,
        clock=opened.clock,
        language=opened.language,
        listed=opened.listed,
        commitment=table.commitment,
        promised=table.promised,
        rematch=table.rematch,
        seats=seats,
        you=you,
        progress=progress_of(table, you),
        contest=opened.contest,
        seconds_left=shown_seconds(table, seconds_left),
    )


def record(table: Table) -> str:
    fair, game = table.fair, table.game
    if not table.is_ended or game is None:
        raise Refused("not-over", Message("the game is not over"))
    document = json.loads(format_record(record_of(game)))
    if fair is not None:
        document["fair"] = msgspec.to_builtins(fair)
    if table.opened.contest:
        document["contest"] = table.opened.contest
    if table.is_helped:
        document["helped"] = True
    return json.dumps(document, ensure_ascii=False)


def city_text(table: Table) -> str:
    if table.opened.city_file:
        return table.opened.city_file
    return (files("fulgence.cities") / f"{table.opened.city}.toml").read_text(encoding="utf-8")
