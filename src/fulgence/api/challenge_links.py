"""Challenges that no server keeps: made, opened and answered from the fragment of a link alone.

What others have drawn is told only to somebody who shows a finished game with the same cards.
"""

from __future__ import annotations

from dataclasses import replace

import msgspec

from fulgence.api.jobs import CompareLink, MakeLink, OpenLink
from fulgence.contests.challenge_link import (
    BadLink,
    ChallengeLink,
    SentGame,
    cards_in_link,
    city_of_link,
    damaged,
    format_link,
    parse_link,
)
from fulgence.rules.city import City
from fulgence.rules.message import Message
from fulgence.rules.text.record import Record, format_record, replay
from fulgence.table.refusals import Refused
from fulgence.table.seats import FILE_NAME, checked_name
from fulgence.table.state import custom_city, read_record


class MadeLink(msgspec.Struct, frozen=True):
    """`link`: for the fragment of an address. `id`: the same for the same cards."""

    id: str
    link: str


class OpenedLink(msgspec.Struct, frozen=True):
    """`names`: who has finished a game with these cards, the earliest first."""

    id: str
    city: str
    addons: list[str]
    names: list[str]


class SentResult(msgspec.Struct, frozen=True):
    """`record`: the whole game."""

    name: str
    total: int
    record: str


def made(job: MakeLink) -> MadeLink:
    """BadRecord or Refused if the record cannot be replayed."""
    record = record_of_seat(job.record, job.seat, job.city_file)
    replay(record)
    link = ChallengeLink(record.deal)
    if job.link:
        older = checked_link(job.link, job.city_file)
        if older.id != link.id:
            raise other_cards()
        link = older
    if record.is_finished:
        link = link.with_game(SentGame(checked_name(job.name), record.moves[0]))
    return MadeLink(link.id, format_link(link))


def opened(job: OpenLink) -> OpenedLink:
    link = checked_link(job.link, job.city_file)
    return OpenedLink(link.id, link.deal.city.key, list(link.deal.addons), [game.name for game in link.games])


def compared(job: CompareLink) -> list[SentResult]:
    """Refused without a finished game."""
    link = checked_link(job.link, job.city_file)
    own = record_of_seat(job.record, job.seat, job.city_file)
    if ChallengeLink(own.deal).id != link.id:
        raise other_cards()
    replay(own)
    if not own.is_finished:
        raise Refused("not-over", Message("finish your own game first"))
    return [
        SentResult(game.name, replay(link.record(game)).pads[0].total, format_record(link.record(game)))
        for game in link.games
    ]


def checked_link(text: str, city_file: str) -> ChallengeLink:
    """A link with all that is in it, or Refused."""
    try:
        link = parse_link(text, city_for(text, city_file))
        return replace(link, games=tuple(replace(game, name=checked_name(game.name)) for game in link.games))
    except BadLink as error:
        raise Refused("bad-link", error.message, 422) from None


def cards_of(text: str, city_file: str) -> ChallengeLink:
    """The cards alone, or Refused."""
    try:
        return cards_in_link(text, city_for(text, city_file))
    except BadLink as error:
        raise Refused("bad-link", error.message, 422) from None


def city_for(link: str, city_file: str) -> City | None:
    """The custom city that a link needs, or None; Refused if its file is missing or another one."""
    wanted = city_of_link(link)
    if not wanted.digest:
        return None
    if not FILE_NAME.fullmatch(wanted.name):
        raise damaged()
    city = custom_city(city_file, wanted.name) if city_file else None
    if city is None:
        raise Refused(
            "no-city-file",
            Message("these cards are for {city}: choose this city file", city=wanted.name),
            422,
        )
    if city.file_digest != wanted.digest:
        raise Refused(
            "no-city-file", Message("this is not the city file {city} of these cards", city=wanted.name), 422
        )
    return city


def record_of_seat(text: str, seat: int, city_file: str) -> Record:
    """The game of one seat, as if it had been played alone."""
    record = read_record(text, city_file)
    if seat >= len(record.names):
        raise Refused("no-seat", Message("this game has no such seat"), 422)
    alone = replace(record.deal, pencils=(record.deal.pencils[seat],))
    return Record(alone, (record.names[seat],), (record.moves[seat],))


def other_cards() -> Refused:
    return Refused("other-cards", Message("this game was played with other cards"), 422)
