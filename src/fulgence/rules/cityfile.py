"""Reading a city from its TOML file: two pictures and lists of facts, checked before anything else."""

from __future__ import annotations

import hashlib
import io
import re
from collections.abc import Iterable
from functools import cache
from importlib.resources import files
from pathlib import Path

from fulgence.rules import kinds
from fulgence.rules.cards import SWITCH, Cards, read_cards
from fulgence.rules.city import City, Objective, Worth
from fulgence.rules.citymap import CityMap, read_map
from fulgence.rules.errors import BadCity, NoCity
from fulgence.rules.facts import Facts, parse_facts
from fulgence.rules.tables import OBJECTIVES, TRACK, Tables

RANDOM, CHOSEN = "random", "chosen"


@cache
def load_city(name: str) -> City:
    """A city of the package by its name, or a city file by its path."""
    if name in city_names():
        return parse_city(city_text(name), f"{name}.toml", name)
    return parse_city_file(city_bytes(name), name, Path(name).name)  # with its ending, unlike the package's


def city_text(name: str) -> str:
    """What stands in the file that `load_city` reads."""
    return decoded(city_bytes(name), name)


def city_bytes(name: str) -> bytes:
    """The file that `load_city` reads, as it is."""
    if name in city_names():
        return (files("fulgence.cities") / f"{name}.toml").read_bytes()
    if not name.endswith(".toml"):
        raise NoCity(f"there is no city {name!r}; there are {', '.join(city_names())}")
    try:
        return Path(name).read_bytes()
    except OSError as error:
        raise NoCity(f"{name}: cannot be read: {error.strerror}") from None
    except ValueError:  # signs that no file name can have
        raise NoCity(f"{name!r}: cannot be read: it is no file name") from None


def parse_city_file(content: bytes, source: str, key: str) -> City:
    """A custom city from the bytes of its file, whose digest it keeps for its records."""
    return parse_city(decoded(content, source), source, key, hashlib.sha256(content).hexdigest())


def decoded(content: bytes, source: str) -> str:
    """The text without a byte order mark, with line ends of any system."""
    try:
        return io.TextIOWrapper(io.BytesIO(content), encoding="utf-8-sig").read()
    except UnicodeDecodeError:
        raise BadCity(f"{source}: is not UTF-8 text") from None


@cache
def city_names() -> tuple[str, ...]:
    folder = files("fulgence.cities")
    return tuple(sorted(f.name[:-5] for f in folder.iterdir() if f.name.endswith(".toml")))


def parse_city(text: str, source: str, key: str, file_digest: str = "") -> City:
    """The city that a TOML text describes, or BadCity with the first mistake."""
    facts = parse_facts(source, text)
    name, note = facts.text("name"), facts.text("note", "")
    map_ = read_map(facts)
    cards = read_cards(facts.facts("cards"))
    pencils, departures = read_departures(facts, map_, max(1, len(cards.sides)))
    river_name, river = read_river(facts.facts("river"), map_)
    sites, track = read_sites(facts.facts("sites"), map_)
    gates = read_gates(facts.facts("gates"), map_)
    objectives, dealt = read_objectives(facts.facts("objectives"), map_)
    addons = read_addons(facts, len(gates), len(objectives), dealt)
    chooses = read_solo(facts.facts("solo"))
    verdicts = facts.facts("verdicts")
    up_to = verdicts.numbers("up_to", 5)
    if up_to != sorted(set(up_to)):
        verdicts.fail("up_to", "must rise")
    verdicts.done()
    worth = read_worth(facts, bool(map_.overhead), track)
    tables = make_tables(facts, map_, cards, departures, river, sites, worth, objectives)
    facts.done()
    return City(
        key=key,
        name=name,
        note=note,
        size=map_.size,
        cells=map_.cells,
        points=map_.points,
        symbols=map_.symbols,
        whole=map_.whole,
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
    facts: Facts, map_: CityMap, sides: int
) -> tuple[tuple[str, ...], dict[str, tuple[int, ...]]]:
    pencils = tuple(facts.texts("pencils"))
    if len(pencils) != kinds.ROUNDS:
        facts.fail("pencils", f"must be {kinds.ROUNDS}, one for each round")
    table = facts.facts("departures")
    departures: dict[str, tuple[int, ...]] = {}
    taken: dict[int, str] = {}
    for pencil in pencils:
        cells = tuple(map_.cell(table, pencil, text) for text in table.texts(pencil))
        if len(cells) != sides:
            table.fail(pencil, f"needs {sides} departure{'s' * (sides > 1)}, not {len(cells)}")
        for cell in cells:
            station = map_.whole[cell]
            if station in taken:
                table.fail(pencil, f"{map_.cells[cell]} is the departure of {taken[station]} already")
            taken[station] = pencil
        departures[pencil] = cells
    table.done()
    return pencils, departures


def read_river(facts: Facts, map_: CityMap) -> tuple[str, list[int]]:
    if not facts.table:
        return "", []
    name = re.sub(r"^the\s+", "", facts.text("name"), flags=re.IGNORECASE)  # sentences bring the article
    river: list[int] = []
    for text in facts.texts("sections"):
        section = map_.section(facts, "sections", text)
        if section in river:
            facts.fail("sections", f"{text!r} stands there twice, once in each direction")
        river.append(section)
    facts.done()
    return name, river


def read_sites(facts: Facts, map_: CityMap) -> tuple[tuple[int, ...], list[int]]:
    if not facts.table:
        return (), [0]
    cells = [map_.cell(facts, "cells", text) for text in facts.texts("cells")]
    sites = tuple((map_.whole[cell] & -map_.whole[cell]).bit_length() - 1 for cell in cells)
    track = facts.numbers("track")
    if not 1 <= len(track) <= TRACK:
        facts.fail("track", f"must have 1 to {TRACK} numbers")
    facts.done()
    return sites, track


def read_gates(facts: Facts, map_: CityMap) -> tuple[int, ...]:
    if not facts.table:
        return ()
    gates = tuple(map_.cell(facts, "cells", text) for text in facts.texts("cells"))
    if len(gates) != len(kinds.GATES):
        facts.fail("cells", f"must be {len(kinds.GATES)}, one for each bonus")
    facts.done()
    return gates


def read_objectives(facts: Facts, map_: CityMap) -> tuple[tuple[Objective, ...], int]:
    dealt = facts.number("dealt", 0)
    cards = facts.facts("cards")
    found = []
    for name in cards.table:
        card = cards.facts(name)
        kind = card.text("kind")
        if kind not in kinds.OBJECTIVES:
            card.fail("kind", f"{kind!r} is none of {' '.join(kinds.OBJECTIVES)}")
        among = default_districts(kind, map_)
        if card.has("among"):
            among = card.texts("among")
            unknown = [letter for letter in among if letter not in map_.districts]
            if unknown:
                card.fail("among", f"there is no district {unknown[0]!r}")
        lines = card.number("lines", 2, least=2, most=kinds.ROUNDS)
        found.append(Objective(name, kind, card.number("count", least=1), lines, tuple(among)))
        card.done()
    if len(found) > OBJECTIVES:
        facts.fail("cards", f"has {len(found)}, at most {OBJECTIVES} fit")
    facts.done()
    return tuple(found), dealt


def default_districts(kind: str, map_: CityMap) -> list[str]:
    """The districts that an objective looks at unless it says otherwise."""
    if kind == kinds.OBJECTIVES[kinds.FULL_DISTRICTS]:
        return [letter for letter in map_.districts if letter.isupper()]
    if kind == kinds.OBJECTIVES[kinds.SECONDARY_INTERCHANGES]:
        return [letter for letter in map_.districts if letter.islower()]
    return list(map_.districts)


def read_addons(city: Facts, gates: int, objectives: int, dealt: int) -> dict[str, int]:
    facts = city.facts("addons")
    addons = {name: facts.number(name) for name in kinds.ADDONS if facts.has(name)}
    facts.done()
    if "gates" in addons and not gates:
        facts.fail("gates", "the city has no gates")
    if "objectives" in addons and not 0 < dealt <= objectives:
        facts.fail("objectives", f"{dealt} of {objectives} objective cards cannot be dealt")
    if "acceleration" in addons and not city.has("acceleration"):
        facts.fail("acceleration", "the city does not tell what acceleration is worth")
    return addons


def read_solo(facts: Facts) -> bool:
    """Whether a player alone may choose the order of the pencils (R39)."""
    order = facts.text("pencils", RANDOM)
    if order not in (RANDOM, CHOSEN):
        facts.fail("pencils", f"must be {RANDOM!r} or {CHOSEN!r}")
    facts.done()
    return order == CHOSEN


def read_worth(facts: Facts, has_crossings: bool, track: list[int]) -> Worth:
    points, acceleration = facts.facts("points"), facts.facts("acceleration")
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
    facts: Facts,
    map_: CityMap,
    cards: Cards,
    departures: dict[str, tuple[int, ...]],
    river: list[int],
    sites: tuple[int, ...],
    worth: Worth,
    objectives: tuple[Objective, ...],
) -> Tables:
    switch = facts.facts("switch")
    groups = ["", *cards.closing]
    names = [card.name for card in cards.cards]
    departing = {cell for cells in departures.values() for cell in cells}
    any_symbol = {c for c, symbol in enumerate(map_.symbols) if symbol == kinds.ANY}
    tables = Tables(
        whole=map_.whole,
        symbols=map_.symbols,
        sections=map_.sections,
        conflicts=map_.conflicts,
        district_cells=[
            sum(
                1 << cell
                for cell, mask in enumerate(map_.whole)
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
        switch=names.index(SWITCH) if SWITCH in names else kinds.NOWHERE,
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


def read_crossing_points(points: Facts, has_crossings: bool) -> list[int]:
    if has_crossings:
        return points.numbers("crossing", 3)
    if points.has("crossing"):
        points.fail("crossing", "the picture shows no crossing (+)")
    return [0, 0, 0]


def mask(numbers: Iterable[int]) -> int:
    return sum(1 << number for number in set(numbers))
