"""A challenge as the fragment of a link: frozen cards, and the games of those who have played them.

Nothing of it is stored anywhere, so the link carries everything. It is compressed JSON, which nobody reads by
accident. The digest of zlib tells a damaged link, the replay of its games one that was changed.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import json
import re
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from fulgence.rules.city import City
from fulgence.rules.deal import Deal
from fulgence.rules.errors import BadRecord, FulgenceError
from fulgence.rules.message import Message
from fulgence.rules.text.json_reasons import no_record, parse_document
from fulgence.rules.text.record import Moves, Record, parse_record, replay, required, texts, typed

VERSION = "1"  # the first character
ALPHABET = re.compile(r"[0-9A-Za-z_-]+")
MAX_LINK = 4_000  # characters that are read
MAX_UNPACKED = 40_000  # bytes
MAX_SHEETS = 4  # of the latest players: messengers cut off long links
MAX_NAME = 24  # characters
PUBLIC = ("objectives", "powers", "gates", "acceleration")  # what is dealt for add-ons
EMPTY_TURN = "."
ID_LENGTH = 12  # characters, as the id of a table


class BadLink(FulgenceError):
    """A text that is not the fragment of a challenge."""


@dataclass(frozen=True)
class SentGame:
    """The game of somebody who has played the cards."""

    name: str
    moves: Moves


@dataclass(frozen=True)
class ChallengeLink:
    """`deal`: for one player. `games`: finished ones, the earliest first."""

    deal: Deal
    games: tuple[SentGame, ...] = ()

    @property
    def id(self) -> str:
        """The same for the same cards, whoever has played them."""
        text = json.dumps(cards_document(self.deal), separators=(",", ":"))
        return base64.urlsafe_b64encode(hashlib.sha256(text.encode()).digest()).decode()[:ID_LENGTH]

    def record(self, game: SentGame) -> Record:
        return Record(self.deal, (game.name,), (game.moves,))

    def with_game(self, game: SentGame) -> ChallengeLink:
        """Only once, and without the oldest if there are too many."""
        others = [each for each in self.games if each != game]
        return ChallengeLink(self.deal, tuple([*others, game][-MAX_SHEETS:]))


@dataclass(frozen=True)
class CityOfLink:
    """What has to be known to read a link: `digest` is empty if the city comes with the package."""

    name: str
    digest: str


def format_link(link: ChallengeLink) -> str:
    document = {
        **cards_document(link.deal),
        "games": [[game.name, format_moves(game.moves)] for game in link.games],
    }
    text = json.dumps(document, ensure_ascii=False, separators=(",", ":"))
    return VERSION + base64.urlsafe_b64encode(zlib.compress(text.encode(), 9)).decode().rstrip("=")


def cards_document(deal: Deal) -> dict[str, Any]:
    """The order of its keys is part of the id."""
    city = {"city": deal.city.key}
    if deal.city.file_digest:
        city["city_digest"] = deal.city.file_digest
    return {
        **city,
        "addons": list(deal.addons),
        "rounds": [" ".join(pile) for pile in deal.rounds],
        "pencils": " ".join(deal.pencils[0]),
        **{name: value for name in PUBLIC if (value := plain(getattr(deal, name)))},
    }


def plain(dealt: Mapping[str, str] | Sequence[str]) -> dict[str, str] | list[str]:
    return dict(dealt) if isinstance(dealt, Mapping) else list(dealt)


def format_moves(moves: Moves) -> str:
    return " ".join(",".join(turn) or EMPTY_TURN for turn in moves)


def parse_moves(text: str) -> Moves:
    return tuple(() if turn == EMPTY_TURN else tuple(turn.split(",")) for turn in text.split())


def city_of_link(text: str) -> CityOfLink:
    """Of a link whose city may not be known here; or BadLink."""
    try:
        document = unpacked(text)
        digest = required(document, "city_digest", str) if "city_digest" in document else ""
        return CityOfLink(required(document, "city", str), digest)
    except BadRecord as error:
        raise changed(error) from None


def cards_in_link(text: str, custom_city: City | None = None) -> ChallengeLink:
    """Its cards without the games, which takes no replay; or BadLink."""
    try:
        return ChallengeLink(read_deal(unpacked(text), custom_city))
    except BadRecord as error:
        raise changed(error) from None


def parse_link(text: str, custom_city: City | None = None) -> ChallengeLink:
    """The cards and the games in a link; BadLink if it is damaged or was changed."""
    document = unpacked(text)
    try:
        deal = read_deal(document, custom_city)
        games = tuple(map(read_game, typed(document.get("games", []), list, "games")))
        if len(games) > MAX_SHEETS:
            raise BadRecord(f"it has more than {MAX_SHEETS} games")
        link = ChallengeLink(deal, games)
        for game in games:
            record = link.record(game)
            replay(record)
            if not record.is_finished:
                raise BadRecord("a game is not finished")
    except BadRecord as error:
        raise changed(error) from None
    return link


def unpacked(text: str) -> Mapping[str, Any]:
    if not text.startswith(VERSION) or not ALPHABET.fullmatch(text) or len(text) > MAX_LINK:
        raise damaged()
    packed = text[len(VERSION) :]
    try:
        unpacker = zlib.decompressobj()
        content = unpacker.decompress(
            base64.urlsafe_b64decode(packed + "=" * (-len(packed) % 4)), MAX_UNPACKED
        )
        if not unpacker.eof:
            raise damaged()
        document: Mapping[str, Any] = typed(parse_document(content.decode(), no_record), dict, "the link")
    except (binascii.Error, zlib.error, UnicodeDecodeError, BadRecord):
        raise damaged() from None
    return document


def read_deal(document: Mapping[str, Any], custom_city: City | None) -> Deal:
    """As that of a record without moves, which is checked where all records are."""
    rounds = texts(required(document, "rounds", list), "rounds")
    dealt = {name: document[name] for name in PUBLIC if name in document}
    record = {
        "fulgence": 1,
        **{key: document[key] for key in ("city", "city_digest", "addons") if key in document},
        "deal": {"rounds": [pile.split() for pile in rounds], **dealt},
        "seats": [{"name": "", "pencils": required(document, "pencils", str).split(), "moves": []}],
    }
    return parse_record(json.dumps(record), custom_city).deal


def read_game(value: Any) -> SentGame:
    match value:
        case [str(name), str(moves)] if len(name) <= MAX_NAME:
            return SentGame(name, parse_moves(moves))
        case _:
            raise BadRecord("a game must be a name and its moves")


def damaged() -> BadLink:
    return BadLink(Message("this link is damaged: a part of it is missing or was changed on its way"))


def changed(error: BadRecord) -> BadLink:
    return BadLink(
        Message("the cards or games in this link are not possible: {reason}", reason=error.message)
    )
