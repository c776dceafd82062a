"""Reads a city from its TOML file: two pictures and many values, all checked."""

from __future__ import annotations

import hashlib
import io
import re
from collections.abc import Iterable
from functools import cache
from importlib.resources import files
from pathlib import Path

from fulgence.rules import kinds
from fulgence.rules.city import City, Objective, Worth
from fulgence.rules.city_tables import MAX_OBJECTIVES, MAX_TRACK, CityTables
from fulgence.rules.cityfile.cards import Cards, read_cards
from fulgence.rules.cityfile.city_map import ParsedMap, read_map
from fulgence.rules.cityfile.toml_reader import TomlTable, parse_toml
from fulgence.rules.errors import BadCity, NoCity

RANDOM, CHOSEN = "random", "chosen"


@cache
def load_city(name: str) -> City:
    """A city of the package by name, or a city file by path."""
    if name in city_names():
        return parse_city(city_text(name), f"{name}.toml", name)
    return parse_city_file(city_bytes(name), name, Path(name).name)  # with its suffix


def city_text(name: str) -> str:
    """The text of the file that `load_city` reads."""
    return decoded(city_bytes(name), name)


def city_bytes(name: str) -> bytes:
    """The bytes of the file that `load_city` reads."""
    if name in city_names():
        return (files("fulgence.cities") / f"{name}.toml").read_bytes()
    if not name.endswith(".toml"):
        raise NoCity(f"unknown city {name!r}; choose from {', '.join(city_names())}")
    try:
        return Path(name).read_bytes()
    except OSError as error:
        raise NoCity(f"{name}: cannot be read: {error.strerror}") from None
    except ValueError:  # characters that no file name can have
        raise NoCity(f"{name!r}: cannot be read: it is not a file name") from None


def parse_city_file(content: bytes, source: str, key: str) -> City:
    """A custom city from the bytes of its file; their digest goes into its records."""
    return parse_city(decoded(content, source), source, key, hashlib.sha256(content).hexdigest())


def decoded(content: bytes, source: str) -> str:
    """The text without byte order mark, with any kind of line ends."""
    try:
        return io.TextIOWrapper(io.BytesIO(content), encoding="utf-8-sig").read()
    except UnicodeDecodeError:
        raise BadCity(f"{source}: is not UTF-8 text") from None


@cache
def city_names() -> tuple[str, ...]:
    folder = files("fulgence.cities")
    return tuple(sorted(f.name[:-5] for f in folder.iterdir() if f.name.endswith(".toml")))


def parse_city(text: str, source: str, key: str, file_digest: str = "") -> City:
    """The city of a TOML text, or BadCity with the first mistake."""
    toml = parse_toml(source, text)
    name, note = toml.text("name"), toml.text("note", "")
    map_ = read_map(toml)
    cards = read_cards(toml.subtable("cards"))
    pencils, departures = read_departures(toml, map_, max(1, len(cards.sides)))
    river_name, river = read_river(toml.subtable("river"), map_)
    sites, track = read_sites(toml.subtable("sites"), map_)
    gates = read_gates(toml.subtable("gates"), map_)
    objectives, dealt = read_objectives(toml.subtable("objectives"), map_)
    addons = read_addons(toml, len(gates), len(objectives), dealt)
    chooses = read_solo(toml.subtable("solo"))
    verdicts = toml.subtable("verdicts")
    up_to = verdicts.numbers("up_to", 5)
    if up_to != sorted(set(up_to)):
        verdicts.fail("up_to", "must be increasing")
    verdicts.done()
    worth = read_worth(toml, bool(map_.overhead), track)
    tables = make_tables(toml, map_, cards, departures, river, sites, worth, objectives)
    toml.done()
    return City(
        key=key,
        name=name,
        note=note,
        size=map_.size,
        cells=map_.cells,
        points=map_.points,
        symbols=map_.symbols,
        station_cells=map_.station_cells,
        districts=map_.districts,
        district_of=map_.district_of,
        district_rows=map_.district_rows,
        sections=map_.sections,
        crossing_pairs=map_.crossing_pairs,
        overhead=map_.overhead,
        pencils=pencils,
        departures=departures,
        sides=cards.sides,
        cards=cards.cards,
        prefixes=cards.prefixes,
        closing=cards.closing,
        river_name=river_name,
        river=frozenset(river),
        sites=sites,
        monuments=map_.monuments,
        gates=gates,
        addons=addons,
        verdicts=tuple(up_to),
        chooses_pencils=chooses,
        objectives=objectives,
        objectives_dealt=dealt,
        worth=worth,
        tables=tables,
        file_digest=file_digest,
    )


def read_departures(
    toml: TomlTable, map_: ParsedMap, sides: int
) -> tuple[tuple[str, ...], dict[str, tuple[int, ...]]]:
    pencils = tuple(toml.texts("pencils"))
    if len(pencils) != kinds.ROUNDS:
        toml.fail("pencils", f"must be {kinds.ROUNDS}, one for each round")
    table = toml.subtable("departures")
    departures: dict[str, tuple[int, ...]] = {}
    taken: dict[int, str] = {}
    for pencil in pencils:
        cells = tuple(map_.cell(table, pencil, text) for text in table.texts(pencil))
        if len(cells) != sides:
            table.fail(pencil, f"needs {sides} departure{'s' * (sides > 1)}, not {len(cells)}")
        for cell in cells:
            station = map_.station_cells[cell]
            if station in taken:
                table.fail(pencil, f"{map_.cells[cell]} is already the departure of {taken[station]}")
            taken[station] = pencil
        departures[pencil] = cells
    table.done()
    return pencils, departures


def read_river(toml: TomlTable, map_: ParsedMap) -> tuple[str, list[int]]:
    if not toml.table:
        return "", []
    name = re.sub(r"^the\s+", "", toml.text("name"), flags=re.IGNORECASE)  # sentences add the article
    river: list[int] = []
    for text in toml.texts("sections"):
        section = map_.section(toml, "sections", text)
        if section in river:
            toml.fail("sections", f"{text!r} is listed twice, once in each direction")
        river.append(section)
    toml.done()
    return name, river


def read_sites(toml: TomlTable, map_: ParsedMap) -> tuple[tuple[int, ...], list[int]]:
    if not toml.table:
        return (), [0]
    cells = [map_.cell(toml, "cells", text) for text in toml.texts("cells")]
    sites = tuple((map_.station_cells[cell] & -map_.station_cells[cell]).bit_length() - 1 for cell in cells)
    track = toml.numbers("track")
    if not 1 <= len(track) <= MAX_TRACK:
        toml.fail("track", f"must have 1 to {MAX_TRACK} numbers")
    toml.done()
    return sites, track


def read_gates(toml: TomlTable, map_: ParsedMap) -> tuple[int, ...]:
    if not toml.table:
        return ()
    gates = tuple(map_.cell(toml, "cells", text) for text in toml.texts("cells"))
    if len(gates) != len(kinds.GATES):
        toml.fail("cells", f"must be {len(kinds.GATES)}, one for each bonus")
    toml.done()
    return gates


def read_objectives(toml: TomlTable, map_: ParsedMap) -> tuple[tuple[Objective, ...], int]:
    dealt = toml.number("dealt", 0)
    cards = toml.subtable("cards")
    found = []
    for name in cards.table:
        card = cards.subtable(name)
        kind = card.text("kind")
        if kind not in kinds.OBJECTIVES:
            card.fail("kind", f"{kind!r} is not one of {' '.join(kinds.OBJECTIVES)}")
        among = default_districts(kind, map_)
        if card.has("among"):
            among = card.texts("among")
            unknown = [letter for letter in among if letter not in map_.districts]
            if unknown:
                card.fail("among", f"there is no district {unknown[0]!r}")
        lines = card.number("lines", 2, least=2, most=kinds.ROUNDS)
        found.append(Objective(name, kind, card.number("count", least=1), lines, tuple(among)))
        card.done()
    if len(found) > MAX_OBJECTIVES:
        toml.fail("cards", f"has {len(found)}; the maximum is {MAX_OBJECTIVES}")
    toml.done()
    return tuple(found), dealt


def default_districts(kind: str, map_: ParsedMap) -> list[str]:
    """The districts that an objective counts by default."""
    if kind == kinds.OBJECTIVES[kinds.FULL_DISTRICTS]:
        return [letter for letter in map_.districts if letter.isupper()]
    if kind == kinds.OBJECTIVES[kinds.SECONDARY_INTERCHANGES]:
        return [letter for letter in map_.districts if letter.islower()]
    return list(map_.districts)


def read_addons(city: TomlTable, gates: int, objectives: int, dealt: int) -> dict[str, int]:
    toml = city.subtable("addons")
    addons = {name: toml.number(name) for name in kinds.ADDONS if toml.has(name)}
    toml.done()
    if "gates" in addons and not gates:
        toml.fail("gates", "the city has no gates")
    if "objectives" in addons and not 0 < dealt <= objectives:
        toml.fail("objectives", f"{dealt} of {objectives} objective cards cannot be dealt")
    if "acceleration" in addons and not city.has("acceleration"):
        toml.fail("acceleration", "the city does not say what acceleration is worth")
    return addons


def read_solo(toml: TomlTable) -> bool:
    """Whether a player alone may choose the order of the pencils (R39)."""
    order = toml.text("pencils", RANDOM)
    if order not in (RANDOM, CHOSEN):
        toml.fail("pencils", f"must be {RANDOM!r} or {CHOSEN!r}")
    toml.done()
    return order == CHOSEN


def read_worth(toml: TomlTable, has_crossings: bool, track: list[int]) -> Worth:
    points, acceleration = toml.subtable("points"), toml.subtable("acceleration")
    worth = Worth(
        interchange=tuple(points.numbers("interchange", kinds.ROUNDS + 1)),
        crossing=tuple(read_crossing_points(points, has_crossings)),
        river=points.number("river", 0),
        monument=points.number("monument", 0),
        link=points.number("link", 0),
        objective=points.number("objective", 0),
        track=tuple(track),
        secondary_districts=acceleration.number("secondary_districts", 1, least=1),
        double_stations=acceleration.number(
            "double_stations", 1, least=1, most=3
        ),  # kinds.PART holds no more
    )
    points.done()
    acceleration.done()
    return worth


def make_tables(
    toml: TomlTable,
    map_: ParsedMap,
    cards: Cards,
    departures: dict[str, tuple[int, ...]],
    river: list[int],
    sites: tuple[int, ...],
    worth: Worth,
    objectives: tuple[Objective, ...],
) -> CityTables:
    switch = toml.subtable("switch")
    groups = ["", *cards.closing]
    names = [card.name for card in cards.cards]
    departing = {cell for cells in departures.values() for cell in cells}
    any_symbol = {c for c, symbol in enumerate(map_.symbols) if symbol == kinds.ANY}
    tables = CityTables(
        station_cells=map_.station_cells,
        symbols=map_.symbols,
        sections=map_.sections,
        conflicts=map_.conflicts,
        district_cells=[
            sum(
                1 << cell
                for cell, mask in enumerate(map_.station_cells)
                if map_.district_of[cell] == district and mask & -mask == 1 << cell
            )
            for district in range(len(map_.districts))
        ],
        district_of=map_.district_of,
        secondary=sum(1 << d for d, letter in enumerate(map_.districts) if letter.islower()),
        departures=[
            (cells[0], cells[1] if len(cells) > 1 else kinds.NOWHERE) for cells in departures.values()
        ],
        river=river,
        sites=mask(sites),
        monuments=mask(map_.monuments),
        special=mask(departing | set(sites) | any_symbol),
        crossings=list(map_.overhead.values()),
        card_symbol=[card.symbol for card in cards.cards],
        card_kind=[card.kind for card in cards.cards],
        card_side=[card.side for card in cards.cards],
        card_group=[groups.index(card.prefix) if card.prefix in groups else 0 for card in cards.cards],
        closing=[0, *cards.closing.values()],
        switch=names.index(kinds.SWITCH_CARD) if kinds.SWITCH_CARD in names else kinds.NOWHERE,
        switch_sections=switch.number("sections", 1, least=1, most=2),
        switch_ignored_turns=switch.number("ignored_turns", 0),
        track=worth.track,
        interchange_points=worth.interchange,
        crossing_points=worth.crossing,
        river_points=worth.river,
        monument_points=worth.monument,
        link_points=worth.link,
        objective_points=worth.objective,
        secondary_weight=worth.secondary_districts,
        most_factor=worth.double_stations,
        objectives=[
            (
                kinds.OBJECTIVES.index(objective.kind),
                objective.count,
                objective.lines,
                mask(map_.districts.index(letter) for letter in objective.among),
            )
            for objective in objectives
        ],
    )
    switch.done()
    return tables


def read_crossing_points(points: TomlTable, has_crossings: bool) -> list[int]:
    if has_crossings:
        return points.numbers("crossing", 3)
    if points.has("crossing"):
        points.fail("crossing", "the picture shows no crossing (+)")
    return [0, 0, 0]


def mask(numbers: Iterable[int]) -> int:
    return sum(1 << number for number in set(numbers))
