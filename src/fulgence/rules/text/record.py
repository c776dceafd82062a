"""A record: a game as one JSON document, which can be replayed exactly."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from fulgence.rules import kinds
from fulgence.rules.city import City
from fulgence.rules.cityfile.city_reader import city_names, load_city
from fulgence.rules.deal import Deal
from fulgence.rules.errors import BadCity, BadDeal, BadNotation, BadRecord
from fulgence.rules.game import Game
from fulgence.rules.illegal import why_not
from fulgence.rules.score_pad import ScorePad, score_pad, winners
from fulgence.rules.sheet import Sheet
from fulgence.rules.text.json_reasons import no_record, parse_document
from fulgence.rules.text.notation import format_move, parse_move
from fulgence.rules.turn import begin_turn

VERSION = 1
NAMELESS = "own.toml"  # the name of any custom city in old records of online games
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
    """The game so far, without unfinished turns."""
    moves = tuple(tuple(tuple(turn) for turn in game.move_texts(seat)) for seat in range(len(game.names)))
    return Record(game.deal, game.names, moves)


def game_of(record: Record, turns: int | None = None) -> Game:
    """The game after so many turns, or up to the last that all seats have played; its moves must be legal.

    A seat that has played fewer turns passes."""
    game = Game(record.deal, record.names)
    for turn in range(min(map(len, record.moves)) if turns is None else turns):
        play_turn(game, [moves[turn] if turn < len(moves) else () for moves in record.moves])
    return game


def play_turn(game: Game, moves: Iterable[Sequence[str]]) -> None:
    """Play a turn of all seats and flip; decisions without a move are passed."""
    for seat, played in enumerate(moves):
        for move in played:
            game.play(seat, move)
        while not game.is_done(seat):
            game.play(seat, "pass")
    game.flip()


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


def parse_record(text: str, custom_city: City | None = None) -> Record:
    """The record in a JSON text; BadRecord if it is malformed or of another version.

    `custom_city`: needed to read its records. They carry the digest of the city file, or else its name.
    """
    table = typed(parse_document(text, no_record), dict, "the record")
    version = required(table, "fulgence", int)
    if version != VERSION:
        raise BadRecord(f"version {version}; this program reads version {VERSION}")
    city = read_city(table, custom_city)
    dealt = required(table, "deal", dict)
    seats = [typed(seat, dict, f"seat {n}") for n, seat in enumerate(required(table, "seats", list))]
    try:
        deal = Deal(
            city=city,
            addons=tuple(texts(required(table, "addons", list), "addons")),
            rounds=tuple(
                tuple(texts(pile, f"deal.rounds[{n}]"))
                for n, pile in enumerate(required(dealt, "rounds", list))
            ),
            pencils=tuple(
                tuple(texts(required(seat, "pencils", list, f"seat {n}: "), f"seat {n}: pencils"))
                for n, seat in enumerate(seats)
            ),
            objectives=tuple(texts(addon_value(dealt, "objectives", []), "deal.objectives")),
            powers=text_table(addon_value(dealt, "powers", {}), "deal.powers"),
            gates=text_table(addon_value(dealt, "gates", {}), "deal.gates"),
            acceleration=tuple(texts(addon_value(dealt, "acceleration", []), "deal.acceleration")),
        )
    except (BadCity, BadDeal) as error:
        raise BadRecord(str(error)) from None
    return Record(
        deal=deal,
        names=tuple(required(seat, "name", str, f"seat {n}: ") for n, seat in enumerate(seats)),
        moves=tuple(
            tuple(
                tuple(texts(turn, f"seat {n}: moves[{t}]"))
                for t, turn in enumerate(required(seat, "moves", list, f"seat {n}: "))
            )
            for n, seat in enumerate(seats)
        ),
    )


def read_city(table: Mapping[str, Any], custom_city: City | None) -> City:
    key = required(table, "city", str)
    digest = required(table, "city_digest", str) if "city_digest" in table else ""
    if "city_digest" in table and not re.fullmatch("[0-9a-f]{64}", digest):
        raise BadRecord("city_digest must be 64 lowercase hexadecimal digits")
    if digest and custom_city is not None and digest == custom_city.file_digest:
        return custom_city
    if key in city_names():
        if digest:
            raise BadRecord(f"city {key!r} comes with the package, and its records have no city_digest")
        return load_city(key)
    if custom_city is None:
        hint = "; records of a custom city are read with its file" if key.endswith(".toml") else ""
        raise BadRecord(f"city {key!r} is none of {', '.join(city_names())}{hint}")
    if digest:
        there = custom_city.file_digest or "none"
        raise BadRecord(
            f"city {key!r} was played on a file with digest {digest}, and {custom_city.key} has {there}"
        )
    if key not in (custom_city.key, NAMELESS):
        raise BadRecord(f"city {key!r} is not {custom_city.key}, and there is no city_digest to compare")
    return custom_city


def typed(value: Any, kind: type, what: str) -> Any:
    if type(value) is not kind:
        names = {dict: "an object", list: "a list", str: "a string", int: "a whole number"}
        raise BadRecord(f"{what} must be {names[kind]}")
    return value


def required(table: Mapping[str, Any], key: str, kind: type, where: str = "") -> Any:
    if key not in table:
        raise BadRecord(f"{where}{key} is missing")
    return typed(table[key], kind, where + key)


def addon_value(dealt: Mapping[str, Any], name: str, empty: Any) -> Any:
    """What is dealt for an add-on; without it the key may be missing or empty, as a list or an object."""
    value = dealt.get(name, empty)
    return empty if value in ([], {}) else value


def texts(value: Any, what: str) -> list[str]:
    return [typed(item, str, f"{what}[{n}]") for n, item in enumerate(typed(value, list, what))]


def text_table(value: Any, what: str) -> dict[str, str]:
    table = typed(value, dict, what)
    return {key: typed(item, str, f"{what}.{key}") for key, item in table.items()}


@dataclass(frozen=True)
class Replay:
    """The outcome of a record."""

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
    """Play every move again; BadRecord names seat, round, turn and move of the first mistake.

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
            begin_turn(deal.city, sheet, cards)
            legal.append(replay_turn(deal, sheet, left.pop(0), where))
            if watch:
                watch(seat, sheet)
        sheet.end_round()
    if left:
        raise BadRecord(f"seat {seat} ({record.names[seat]}): {len(left)} turns after the end")
    return sheet, legal


def replay_turn(deal: Deal, sheet: Sheet, moves: tuple[str, ...], where: str) -> list[list[str]]:
    """The legal moves of every decision of the turn; missing moves are passes."""
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
