"""Reads a city from its TOML file: two pictures and many values, all checked."""

from __future__ import annotations

import hashlib
import io
from collections.abc import Iterable
from functools import cache
from importlib.resources import files
from pathlib import Path

from fulgence.rules import kinds
from fulgence.rules.city import City, Objective, Worth
from fulgence.rules.city_tables import CityTables
from fulgence.rules.cityfile.cards import NO_CARDS, Cards, read_cards
from fulgence.rules.cityfile.city_facts import (
    NO_WORTH,
    read_addons,
    read_departures,
    read_gates,
    read_objectives,
    read_pencils,
    read_river,
    read_sites,
    read_solo,
    read_switch,
    read_verdicts,
    read_worth,
)
from fulgence.rules.cityfile.city_map import NO_MAP, ParsedMap, read_map
from fulgence.rules.cityfile.toml_reader import TomlTable, parse_toml
from fulgence.rules.errors import BadCity, CityMistake, NoCity


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


def empty_city_text() -> str:
    """A city file with an empty map, to begin with."""
    return (files("fulgence.rules.cityfile") / "empty_city.toml").read_text(encoding="utf-8")


@cache
def city_names() -> tuple[str, ...]:
    folder = files("fulgence.cities")
    return tuple(sorted(f.name[:-5] for f in folder.iterdir() if f.name.endswith(".toml")))


def parse_city(text: str, source: str, key: str, file_digest: str = "") -> City:
    """The city of a TOML text, or BadCity with the first mistake."""
    return read_city(parse_toml(source, text), key, file_digest)


def sketch_city(text: str, source: str, key: str) -> tuple[City, list[CityMistake]]:
    """The city of a TOML text with all its mistakes, or BadCity if it is not TOML.

    With any mistake the city is a sketch of what could be read: to be drawn, not to be played."""
    mistakes: list[CityMistake] = []
    city = read_city(parse_toml(source, text, mistakes), key, hashlib.sha256(text.encode()).hexdigest())
    return city, mistakes


def read_city(toml: TomlTable, key: str, file_digest: str) -> City:
    name = note = ""
    with toml.collecting():
        name = toml.text("name")
    with toml.collecting():
        note = toml.text("note", "")
    map_, cards = NO_MAP, NO_CARDS
    with toml.collecting():
        map_ = read_map(toml)
    with toml.collecting():
        cards = read_cards(toml.subtable("cards"))
    pencils = read_pencils(toml)
    departures: dict[str, tuple[int, ...]] = {}
    river_name, river = "", list[int]()
    sites, track = tuple[int, ...](), [0]
    gates = tuple[int, ...]()
    if map_.cells:
        with toml.collecting():
            departures = read_departures(toml.subtable("departures"), pencils, map_, max(1, len(cards.sides)))
        with toml.collecting():
            river_name, river = read_river(toml.subtable("river"), map_)
        with toml.collecting():
            sites, track = read_sites(toml.subtable("sites"), map_)
        with toml.collecting():
            gates = read_gates(toml.subtable("gates"), map_)
    else:  # without a map, what lies on it cannot be judged
        toml.read_keys |= {"crossings", "departures", "districts", "removed", "river", "sites", "gates"}
    objectives, dealt = tuple[Objective, ...](), 0
    with toml.collecting():
        objectives, dealt = read_objectives(toml.subtable("objectives"), map_)
    addons: dict[str, int] = {}
    with toml.collecting():
        addons = read_addons(toml, len(gates), len(objectives), dealt)
    chooses = False
    with toml.collecting():
        chooses = read_solo(toml.subtable("solo"))
    up_to: list[int] = []
    with toml.collecting():
        up_to = read_verdicts(toml.subtable("verdicts"))
    worth = NO_WORTH
    with toml.collecting():
        worth = read_worth(toml, map_.has_crossings, track)
    switch = (1, 0)
    with toml.collecting():
        switch = read_switch(toml.subtable("switch"))
    toml.done()
    if toml.mistakes:  # nobody plays it: tables of nothing, which hold whatever there is
        nowhere: dict[str, tuple[int, ...]] = {str(round_): (0,) for round_ in range(kinds.ROUNDS)}
        tables = make_tables(switch, NO_MAP, NO_CARDS, nowhere, [], (), NO_WORTH, ())
    else:
        tables = make_tables(switch, map_, cards, departures, river, sites, worth, objectives)
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


def make_tables(
    switch: tuple[int, int],
    map_: ParsedMap,
    cards: Cards,
    departures: dict[str, tuple[int, ...]],
    river: list[int],
    sites: tuple[int, ...],
    worth: Worth,
    objectives: tuple[Objective, ...],
) -> CityTables:
    groups = ["", *cards.closing]
    names = [card.name for card in cards.cards]
    departing = {cell for cells in departures.values() for cell in cells}
    any_symbol = {c for c, symbol in enumerate(map_.symbols) if symbol == kinds.ANY}
    return CityTables(
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
        switch_sections=switch[0],
        switch_ignored_turns=switch[1],
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


def mask(numbers: Iterable[int]) -> int:
    return sum(1 << number for number in set(numbers))
