"""A game as text: one JSON document, readable without this program, replayed exactly by it."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from fulgence.rules import kinds
from fulgence.rules.city import City
from fulgence.rules.cityfile import city_names, load_city
from fulgence.rules.deal import Deal
from fulgence.rules.errors import BadCity, BadDeal, BadNotation, BadRecord
from fulgence.rules.game import Game
from fulgence.rules.notation import format_move, parse_move
from fulgence.rules.reasons import why_not
from fulgence.rules.scorepad import ScorePad, score_pad, winners
from fulgence.rules.sheet import Sheet

VERSION = 1
NAMELESS = "own.toml"  # what old records of online games call any custom city
Moves = tuple[tuple[str, ...], ...]  # of one seat, by turn


@dataclass(frozen=True)
class Record:
    deal: Deal
    names: tuple[str, ...]
    moves: tuple[Moves, ...]

    @property
    def is_finished(self) -> bool:
        turns = sum(map(len, self.deal.turns))
        return all(len(moves) == turns for moves in self.moves)


def record_of(game: Game) -> Record:
    """The game so far; turns that a seat has not finished are left out."""
    moves = tuple(tuple(tuple(turn) for turn in game.move_texts(seat)) for seat in range(len(game.names)))
    return Record(game.deal, game.names, moves)


def game_of(record: Record) -> Game:
    """The game up to the last turn that all seats have played, every move of which is legal."""
    game = Game(record.deal, record.names)
    for turn in range(min(map(len, record.moves))):
        for seat, moves in enumerate(record.moves):
            for move in moves[turn]:
                game.play(seat, move)
            while not game.is_done(seat):
                game.play(seat, "pass")
        game.flip()
    return game


def format_record(record: Record) -> str:
    """One line of JSON."""
    deal = record.deal
    digest = {"city_digest": deal.city.file_digest} if deal.city.file_digest else {}
    document = {
        "fulgence": VERSION,
        "city": deal.city.key,
        **digest,
        "addons": list(deal.addons),
        "deal": {
            "rounds": [list(pile) for pile in deal.rounds],
            "objectives": list(deal.objectives),
            "powers": dict(deal.powers),
            "gates": dict(deal.gates),
            "acceleration": list(deal.acceleration),
        },
        "seats": [
            {"name": name, "pencils": list(pencils), "moves": [list(turn) for turn in moves]}
            for name, pencils, moves in zip(record.names, deal.pencils, record.moves, strict=True)
        ],
    }
    return json.dumps(document, ensure_ascii=False)


def parse_record(text: str, own: City | None = None) -> Record:
    """The record that a JSON text holds; BadRecord if it is none of this version.

    `own`: a custom city, for records with the digest of its file. Records without a digest are of it
    if they give its name or none.
    """
    try:
        document = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise BadRecord(f"not JSON: {error}") from None
    table = typed(document, dict, "the record")
    version = part(table, "fulgence", int)
    if version != VERSION:
        raise BadRecord(f"version {version}; this program reads version {VERSION}")
    city = read_city(table, own)
    dealt = part(table, "deal", dict)
    seats = [typed(seat, dict, f"seat {n}") for n, seat in enumerate(part(table, "seats", list))]
    try:
        deal = Deal(
            city=city,
            addons=tuple(texts(part(table, "addons", list), "addons")),
            rounds=tuple(
                tuple(texts(pile, f"deal.rounds[{n}]")) for n, pile in enumerate(part(dealt, "rounds", list))
            ),
            pencils=tuple(
                tuple(texts(part(seat, "pencils", list, f"seat {n}: "), f"seat {n}: pencils"))
                for n, seat in enumerate(seats)
            ),
            objectives=tuple(texts(addon_part(dealt, "objectives", []), "deal.objectives")),
            powers=text_table(addon_part(dealt, "powers", {}), "deal.powers"),
            gates=text_table(addon_part(dealt, "gates", {}), "deal.gates"),
            acceleration=tuple(texts(addon_part(dealt, "acceleration", []), "deal.acceleration")),
        )
    except (BadCity, BadDeal) as error:
        raise BadRecord(str(error)) from None
    return Record(
        deal=deal,
        names=tuple(part(seat, "name", str, f"seat {n}: ") for n, seat in enumerate(seats)),
        moves=tuple(
            tuple(
                tuple(texts(turn, f"seat {n}: moves[{t}]"))
                for t, turn in enumerate(part(seat, "moves", list, f"seat {n}: "))
            )
            for n, seat in enumerate(seats)
        ),
    )


def read_city(table: Mapping[str, Any], own: City | None) -> City:
    key = part(table, "city", str)
    digest = part(table, "city_digest", str) if "city_digest" in table else ""
    if "city_digest" in table and not re.fullmatch("[0-9a-f]{64}", digest):
        raise BadRecord("city_digest must be 64 hexadecimal digits in small letters")
    if digest and own is not None and digest == own.file_digest:
        return own
    if key in city_names():
        if digest:
            raise BadRecord(f"city {key!r} is of the package, and its records have no city_digest")
        return load_city(key)
    if own is None:
        hint = "; records of a custom city are read with its file" if key.endswith(".toml") else ""
        raise BadRecord(f"city {key!r} is none of {', '.join(city_names())}{hint}")
    if digest:
        there = own.file_digest or "none"
        raise BadRecord(f"city {key!r} was played on a file with digest {digest}, and {own.key} has {there}")
    if key not in (own.key, NAMELESS):
        raise BadRecord(f"city {key!r} is not {own.key}, and no city_digest tells more")
    return own


def typed(value: Any, kind: type, what: str) -> Any:
    if type(value) is not kind:
        names = {dict: "an object", list: "a list", str: "a text", int: "a whole number"}
        raise BadRecord(f"{what} must be {names[kind]}")
    return value


def part(table: Mapping[str, Any], key: str, kind: type, where: str = "") -> Any:
    if key not in table:
        raise BadRecord(f"{where}{key} is missing")
    return typed(table[key], kind, where + key)


def addon_part(dealt: Mapping[str, Any], name: str, empty: Any) -> Any:
    """What is dealt for an add-on; without it the part may be missing or empty in either way."""
    value = dealt.get(name, empty)
    return empty if value in ([], {}) else value


def texts(value: Any, what: str) -> list[str]:
    return [typed(item, str, f"{what}[{n}]") for n, item in enumerate(typed(value, list, what))]


def text_table(value: Any, what: str) -> dict[str, str]:
    table = typed(value, dict, what)
    return {key: typed(item, str, f"{what}.{key}") for key, item in table.items()}


@dataclass(frozen=True)
class Replay:
    """What a record comes to."""

    record: Record
    sheets: tuple[Sheet, ...]
    pads: tuple[ScorePad, ...]
    legal: tuple[list[list[list[str]]], ...]  # by seat, turn and decision

    @property
    def winners(self) -> list[int]:
        return winners(self.pads) if self.record.is_finished else []

    def verdict(self, seat: int) -> int | None:
        """The solo verdict of a finished game."""
        if len(self.pads) > 1 or not self.record.is_finished:
            return None
        return self.record.deal.city.verdict(self.pads[seat].total)


def replay(record: Record, watch: Callable[[int, Sheet], None] | None = None) -> Replay:
    """Play every move again; BadRecord names seat, round, turn and move of the first wrong one.

    `watch` is called with seat and sheet after every turn.
    """
    sheets, legal = [], []
    for seat in range(len(record.names)):
        sheet, lists = replay_seat(record, seat, watch)
        sheets.append(sheet)
        legal.append(lists)
    deal = record.deal
    pads = [score_pad(sheet, deal.pencils[n], deal.handicap) for n, sheet in enumerate(sheets)]
    return Replay(record, tuple(sheets), tuple(pads), tuple(legal))


def replay_seat(
    record: Record, seat: int, watch: Callable[[int, Sheet], None] | None
) -> tuple[Sheet, list[list[list[str]]]]:
    deal = record.deal
    sheet = Sheet(deal.terms(seat))
    legal: list[list[list[str]]] = []
    left = list(record.moves[seat])
    for number, turns in enumerate(deal.turns):
        for turn, cards in enumerate(turns):
            if not left:
                return sheet, legal
            where = f"seat {seat} ({record.names[seat]}), round {number + 1}, turn {turn + 1}"
            sheet.begin_turn(deal.city.card_numbers[cards[-1]], len(cards) - 1)
            legal.append(replay_turn(deal, sheet, left.pop(0), where))
            if watch:
                watch(seat, sheet)
        sheet.end_round()
    if left:
        raise BadRecord(f"seat {seat} ({record.names[seat]}): {len(left)} turns after the end")
    return sheet, legal


def replay_turn(deal: Deal, sheet: Sheet, moves: tuple[str, ...], where: str) -> list[list[str]]:
    """The legal moves of every decision of the turn; decisions without a move are passed."""
    city = deal.city
    legal: list[list[str]] = []
    while sheet.permit != kinds.TURN_OVER:
        number = len(legal)
        possible = sheet.legal_moves()
        legal.append(sorted(format_move(city, move) for move in possible))
        move = kinds.PASS
        if number < len(moves):
            place = f"{where}, move {number + 1} {moves[number]!r}"
            try:
                move = parse_move(city, moves[number])
            except BadNotation as error:
                raise BadRecord(f"{place}: {error}") from None
            if move and move not in possible:
                raise BadRecord(f"{place}: {why_not(city, sheet, move)}")
        sheet.play(move)
    if len(legal) < len(moves):
        extra = f"move {len(legal) + 1} {moves[len(legal)]!r}"
        raise BadRecord(f"{where}, {extra}: the turn has no decision left")
    return legal
