"""The facts of a city file beside map and cards: departures, river, sites, objectives, points, add-ons."""

from __future__ import annotations

import re

from fulgence.rules import kinds
from fulgence.rules.city import Objective, Worth
from fulgence.rules.city_tables import MAX_OBJECTIVES, MAX_TRACK
from fulgence.rules.cityfile.city_map import ParsedMap, fail_both_directions, maximum
from fulgence.rules.cityfile.toml_reader import TomlTable
from fulgence.rules.message import Message
from fulgence.rules.text.notation import CELL

RANDOM, CHOSEN = "random", "chosen"
NO_WORTH = Worth((0,) * (kinds.ROUNDS + 1), (0, 0, 0), 0, 0, 0, 0, (0,), 1, 1)


def read_pencils(toml: TomlTable) -> tuple[str, ...]:
    """Those of a city with mistakes are as many as it names, but at most the four of a game."""
    pencils: tuple[str, ...] = ()
    with toml.collecting():
        pencils = tuple(toml.texts("pencils"))
        if len(pencils) != kinds.ROUNDS:
            toml.fail("pencils", Message("must be {count}, one for each round", count=kinds.ROUNDS))
    return pencils[: kinds.ROUNDS]


def read_departures(
    table: TomlTable, pencils: tuple[str, ...], map_: ParsedMap, sides: int
) -> dict[str, tuple[int, ...]]:
    departures: dict[str, tuple[int, ...]] = {}
    taken: dict[int, str] = {}
    for pencil in pencils:
        with table.collecting():
            departures[pencil] = read_cells(table, pencil, map_)[:sides]
            if len(table.texts(pencil)) != sides:
                fail_departures(table, pencil, sides)
        for cell in departures.get(pencil, ()):
            station = map_.station_cells[cell]
            if station in taken:
                with table.collecting():
                    name = map_.cells[cell]
                    reason = Message(
                        "{cell} is already the departure of {pencil}", cell=name, pencil=taken[station]
                    )
                    table.fail(pencil, reason, cells=[name])
            taken[station] = pencil
    if pencils:
        table.done()
    return departures


def fail_departures(table: TomlTable, pencil: str, sides: int) -> None:
    cells = table.texts(pencil)
    if sides > 1:
        reason = Message("needs {sides} departures, not {count}", sides=sides, count=len(cells))
    else:
        reason = Message("needs 1 departure, not {count}", count=len(cells))
    table.fail(pencil, reason, cells=[cell for cell in cells if CELL.fullmatch(cell)])


def read_cells(toml: TomlTable, key: str, map_: ParsedMap) -> tuple[int, ...]:
    """The numbers of the cells that a list names."""
    found: list[int] = []
    for text in toml.texts(key):
        with toml.collecting():
            found.append(map_.cell(toml, key, text))
    return tuple(found)


def read_river(toml: TomlTable, map_: ParsedMap) -> tuple[str, list[int]]:
    if not toml.table:
        return "", []
    name = ""
    with toml.collecting():
        name = re.sub(r"^the\s+", "", toml.text("name"), flags=re.IGNORECASE)  # sentences add the article
    river: list[int] = []
    with toml.collecting():
        for text in toml.texts("sections"):
            with toml.collecting():
                section = map_.section(toml, "sections", text)
                if section in river:
                    fail_both_directions(toml, "sections", text)
                river.append(section)
    toml.done()
    return name, river


def read_sites(toml: TomlTable, map_: ParsedMap) -> tuple[tuple[int, ...], list[int]]:
    if not toml.table:
        return (), [0]
    cells: tuple[int, ...] = ()
    with toml.collecting():
        cells = read_cells(toml, "cells", map_)
    sites = tuple((map_.station_cells[cell] & -map_.station_cells[cell]).bit_length() - 1 for cell in cells)
    track = [0]
    with toml.collecting():
        track = toml.numbers("track")
        if not 1 <= len(track) <= MAX_TRACK:
            toml.fail("track", Message("must have 1 to {most} numbers", most=MAX_TRACK))
    toml.done()
    return sites, track


def read_gates(toml: TomlTable, map_: ParsedMap) -> tuple[int, ...]:
    if not toml.table:
        return ()
    gates: tuple[int, ...] = ()
    with toml.collecting():
        gates = read_cells(toml, "cells", map_)
        if len(toml.texts("cells")) != len(kinds.GATES):
            reason = Message("must be {count}, one for each bonus", count=len(kinds.GATES))
            toml.fail("cells", reason, cells=[map_.cells[cell] for cell in gates])
    toml.done()
    return gates


def read_verdicts(toml: TomlTable) -> list[int]:
    up_to: list[int] = []
    with toml.collecting():
        up_to = toml.numbers("up_to", 5)
        if up_to != sorted(set(up_to)):
            toml.fail("up_to", Message("must be increasing"))
    toml.done()
    return up_to


def read_switch(toml: TomlTable) -> tuple[int, int]:
    """How many sections it allows, and the turns in which it has no effect."""
    sections, ignored = 1, 0
    with toml.collecting():
        sections = toml.number("sections", 1, least=1, most=2)
    with toml.collecting():
        ignored = toml.number("ignored_turns", 0)
    toml.done()
    return sections, ignored


def read_objectives(toml: TomlTable, map_: ParsedMap) -> tuple[tuple[Objective, ...], int]:
    dealt = 0
    with toml.collecting():
        dealt = toml.number("dealt", 0)
    found: list[Objective] = []
    with toml.collecting():
        cards = toml.subtable("cards")
        for name in cards.table:
            with toml.collecting():
                found.append(read_objective(cards.subtable(name), name, map_))
        if len(cards.table) > MAX_OBJECTIVES:
            toml.fail("cards", maximum(len(cards.table), MAX_OBJECTIVES))
    toml.done()
    return tuple(found), dealt


def read_objective(card: TomlTable, name: str, map_: ParsedMap) -> Objective:
    kind = kinds.OBJECTIVES[0]
    with card.collecting():
        kind = card.text("kind")
        if kind not in kinds.OBJECTIVES:
            reason = Message("{kind!r} is not one of {kinds}", kind=kind, kinds=" ".join(kinds.OBJECTIVES))
            card.fail("kind", reason)
    among = default_districts(kind, map_)
    if card.has("among"):
        with card.collecting():
            among = card.texts("among")
            unknown = [letter for letter in among if letter not in map_.districts]
            if unknown and map_.districts:
                card.fail("among", Message("there is no district {letter!r}", letter=unknown[0]))
    lines = count = 2
    with card.collecting():
        lines = card.number("lines", 2, least=2, most=kinds.ROUNDS)
    with card.collecting():
        count = card.number("count", least=1)
    card.done()
    return Objective(name, kind, count, lines, tuple(among))


def default_districts(kind: str, map_: ParsedMap) -> list[str]:
    """The districts that an objective counts by default."""
    if kind == kinds.OBJECTIVES[kinds.FULL_DISTRICTS]:
        return [letter for letter in map_.districts if letter.isupper()]
    if kind == kinds.OBJECTIVES[kinds.SECONDARY_INTERCHANGES]:
        return [letter for letter in map_.districts if letter.islower()]
    return list(map_.districts)


def read_addons(city: TomlTable, gates: int, objectives: int, dealt: int) -> dict[str, int]:
    toml = city.subtable("addons")
    addons: dict[str, int] = {}
    for name in kinds.ADDONS:
        if toml.has(name):
            with toml.collecting():
                addons[name] = toml.number(name)
    toml.done()
    if "gates" in addons and not gates:
        with toml.collecting():
            toml.fail("gates", Message("the city has no gates"))
    if "objectives" in addons and not 0 < dealt <= objectives:
        with toml.collecting():
            reason = Message(
                "{dealt} of {count} objective cards cannot be dealt", dealt=dealt, count=objectives
            )
            toml.fail("objectives", reason)
    if "acceleration" in addons and not city.has("acceleration"):
        with toml.collecting():
            toml.fail("acceleration", Message("the city does not say what acceleration is worth"))
    return addons


def read_solo(toml: TomlTable) -> bool:
    """Whether a player alone may choose the order of the pencils (R39)."""
    order = RANDOM
    with toml.collecting():
        order = toml.text("pencils", RANDOM)
        if order not in (RANDOM, CHOSEN):
            toml.fail("pencils", Message("must be {one!r} or {other!r}", one=RANDOM, other=CHOSEN))
    toml.done()
    return order == CHOSEN


def read_worth(toml: TomlTable, has_crossings: bool, track: list[int]) -> Worth:
    points, acceleration = toml.subtable("points"), toml.subtable("acceleration")
    interchange, crossing = NO_WORTH.interchange, NO_WORTH.crossing
    with toml.collecting():
        interchange = tuple(points.numbers("interchange", kinds.ROUNDS + 1))
    with toml.collecting():
        crossing = tuple(read_crossing_points(points, has_crossings))
    numbers = dict.fromkeys(("river", "monument", "link", "objective"), 0)
    for key in numbers:
        with toml.collecting():
            numbers[key] = points.number(key, 0)
    factors = {"secondary_districts": 1, "double_stations": 1}
    for key, most in (("secondary_districts", 999), ("double_stations", 3)):  # kinds.PART holds no more
        with toml.collecting():
            factors[key] = acceleration.number(key, 1, least=1, most=most)
    points.done()
    acceleration.done()
    return Worth(interchange=interchange, crossing=crossing, track=tuple(track), **numbers, **factors)


def read_crossing_points(points: TomlTable, has_crossings: bool) -> list[int]:
    if has_crossings:
        return points.numbers("crossing", 3)
    if points.has("crossing") and points.value("crossing") is not None:
        points.fail("crossing", Message("the picture shows no crossing (+)"))
    return [0, 0, 0]
