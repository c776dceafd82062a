"""Every city of the package, counted: its map against the second engine, its numbers against literals."""

from __future__ import annotations

from importlib.resources import files

import pytest

import oracle
from fulgence.rules.city import City
from fulgence.rules.cityfile.census import broken_laws, census, next_stations
from fulgence.rules.cityfile.city_reader import city_names, load_city, parse_city

CENSUS: dict[str, dict[str, object]] = {
    "london": {
        "stations": 53,
        "symbols": {"square": 13, "triangle": 13, "pentagon": 13, "circle": 13, "any symbol": 1},
        "sections": 155,
        "crossing_pairs": 116,
        "districts": 13,
        "district_sizes": {
            "w": 1,
            "A": 4,
            "B": 6,
            "C": 4,
            "x": 1,
            "D": 6,
            "E": 9,
            "F": 6,
            "G": 4,
            "H": 6,
            "I": 4,
            "y": 1,
            "z": 1,
        },
        "departures": 4,
        "sites": 5,
        "monuments": 0,
        "overhead_crossings": 0,
        "river_sections": 24,
        "cards": 11,
        "objectives": 5,
        "fewest_neighbours": 3,
        "mean_neighbours": 5.85,
        "longest_section": 5,
    },
    "paris": {
        "stations": 53,
        "symbols": {"square": 11, "triangle": 11, "pentagon": 11, "circle": 11, "any symbol": 9},
        "sections": 157,
        "crossing_pairs": 82,
        "districts": 13,
        "district_sizes": {
            "w": 1,
            "A": 5,
            "B": 5,
            "x": 1,
            "C": 7,
            "D": 7,
            "p": 1,
            "E": 7,
            "F": 7,
            "G": 5,
            "H": 5,
            "y": 1,
            "z": 1,
        },
        "departures": 4,
        "sites": 0,
        "monuments": 8,
        "overhead_crossings": 8,
        "river_sections": 0,
        "cards": 11,
        "objectives": 5,
        "fewest_neighbours": 3,
        "mean_neighbours": 5.74,
        "longest_section": 5,
    },
    "berlin": {
        "stations": 52,
        "symbols": {"square": 13, "triangle": 13, "pentagon": 13, "circle": 13},
        "sections": 153,
        "crossing_pairs": 125,
        "districts": 12,
        "district_sizes": {
            "w": 1,
            "A": 5,
            "B": 6,
            "E": 6,
            "F": 6,
            "x": 1,
            "C": 6,
            "D": 7,
            "G": 7,
            "H": 5,
            "y": 1,
            "z": 1,
        },
        "departures": 8,
        "sites": 0,
        "monuments": 0,
        "overhead_crossings": 0,
        "river_sections": 0,
        "cards": 11,
        "objectives": 5,
        "fewest_neighbours": 3,
        "mean_neighbours": 5.88,
        "longest_section": 4,
    },
    "toy": {
        "stations": 17,
        "symbols": {"square": 4, "triangle": 4, "pentagon": 4, "circle": 4, "any symbol": 1},
        "sections": 43,
        "crossing_pairs": 15,
        "districts": 5,
        "district_sizes": {"w": 1, "A": 5, "B": 4, "C": 4, "D": 3},
        "departures": 4,
        "sites": 2,
        "monuments": 0,
        "overhead_crossings": 0,
        "river_sections": 4,
        "cards": 7,
        "objectives": 3,
        "fewest_neighbours": 3,
        "mean_neighbours": 5.06,
        "longest_section": 2,
    },
}

# Stations one section away from each departure.
NEIGHBOURS = {
    "london": {
        "c6": "a6 a8 b5 c5 c8 d7 e4 e6",
        "f8": "d10 d8 e7 f10 f5 g7 g9 i8",
        "h4": "e7 g3 g4 h1 h6 i5 j2 j4",
        "d3": "a3 b1 c4 d2 d7 e4 f1 g3",
    },
    "paris": {
        "h4": "f2 g4 g5 h1 h6 i3 j4 j6",
        "c7": "a5 a9 b7 c4 c8 d6 e7 e9",
        "h8": "f10 f8 g7 h10 h6 i8 i9 j6",
        "d3": "b1 b3 c4 d1 d4 e2 e4 f3",
    },
    "berlin": {
        "b2": "a1 a2 a3 b1 b5 c1 d4 e2",
        "i4": "f1 f4 h5 i2 i6 j3 j4 j5",
        "c5": "a3 a7 b5 c4 c6 d4 e7 f5",
        "g8": "d8 e6 f9 g10 g7 h7 i10 j8",
        "b7": "a6 a7 a8 b5 b9 c6 d7 e10",
        "f5": "c5 d3 e6 f4 f9 h5 h7 i2",
        "d7": "b7 b9 c6 d4 d8 e6 e7 f9",
        "i9": "f9 g7 h10 i10 i6 j10 j8 j9",
    },
    "toy": {
        "c2": "a2 b1 b3 c3 d1 d2 e4",
        "d2": "c2 c3 d1 d4 e1 e3",
        "d4": "b4 c3 c5 d2 d5 e3 e4",
        "b4": "a4 a5 b3 c3 c5 d4",
    },
}

BROKEN_LAWS = {
    "london": [],
    "paris": [],
    "berlin": [],
    "toy": [
        "the purple departure c2 does not have two neighbours of each symbol",
        "the blue departure d2 does not have two neighbours of each symbol",
        "the pink departure d4 does not have two neighbours of each symbol",
        "the green departure b4 does not have two neighbours of each symbol",
        "c2-e4 runs through a third district",
        "b3-d5 runs through a third district",
        "the four corners do not carry four different symbols",
        "the mean number of neighbours is not from 5.7 to 5.9",
    ],
}

LONDON, TOY = (
    (files("fulgence.cities") / name).read_text(encoding="utf-8") for name in ("london.toml", "toy.toml")
)


def station_name(city: City, cell: int) -> str:
    """As the second engine calls it."""
    return "platform" if city.station_cells[cell].bit_count() > 1 else city.cells[cell]


def section_names(city: City) -> set[tuple[str, str]]:
    return {oracle.undirected(city.cells[a], city.cells[b]) for a, b in city.sections}


def test_every_city_of_the_package_has_its_census_here() -> None:
    assert sorted(CENSUS) == sorted(NEIGHBOURS) == sorted(BROKEN_LAWS) == sorted(city_names())


@pytest.mark.parametrize("name", CENSUS)
def test_a_city_has_the_numbers_of_its_printed_sheet(name: str) -> None:
    assert census(load_city(name)) == CENSUS[name]


@pytest.mark.parametrize("name", CENSUS)
def test_the_neighbours_of_the_departures_are_those_of_the_sheet(name: str) -> None:
    city = load_city(name)
    departures = [city.cells[cell] for cells in city.departures.values() for cell in cells]
    found = {
        cell: " ".join(sorted(city.cells[n] for n in city.neighbours[city.cell_numbers[cell]]))
        for cell in departures
    }
    assert found == NEIGHBOURS[name]


@pytest.mark.parametrize("name", CENSUS)
def test_a_city_breaks_no_other_laws_of_the_series_than_these(name: str) -> None:
    assert broken_laws(load_city(name)) == BROKEN_LAWS[name]


@pytest.mark.parametrize("name", CENSUS)
def test_stations_and_symbols_are_those_of_the_second_engine(name: str) -> None:
    city = load_city(name)
    found = {station_name(city, cell): "STPC?"[city.symbols[cell]] for cell in city.stations}
    assert found == {cell: "?" if sign in "M#" else sign for cell, sign in oracle.stations(name).items()}


@pytest.mark.parametrize("name", CENSUS)
def test_sections_are_those_of_the_second_engine(name: str) -> None:
    city = load_city(name)
    assert section_names(city) == oracle.sections(name)
    assert len(city.sections) == len(oracle.sections(name))


@pytest.mark.parametrize("name", CENSUS)
def test_crossings_are_those_of_the_second_engine(name: str) -> None:
    city = load_city(name)
    names = [oracle.undirected(city.cells[a], city.cells[b]) for a, b in city.sections]
    assert {frozenset((names[i], names[j])) for i, j in city.crossing_pairs} == oracle.crossings(name)


@pytest.mark.parametrize("name", CENSUS)
def test_neighbours_are_those_of_the_second_engine(name: str) -> None:
    city = load_city(name)
    found = {
        station_name(city, cell): {station_name(city, other) for other in next_stations(city, cell)}
        for cell in city.stations
    }
    assert found == oracle.neighbours(name)


@pytest.mark.parametrize("departure", ["c6", "f8", "h4", "d3"])
def test_a_london_departure_has_two_neighbours_of_each_symbol(departure: str) -> None:
    stations = oracle.stations("london")
    near = [stations[cell] for cell in NEIGHBOURS["london"][departure].split()]
    assert sorted(near) == ["C", "C", "P", "P", "S", "S", "T", "T"]


def test_london_under_the_thames_and_at_its_sites() -> None:
    city = load_city("london")
    under = {oracle.undirected(*(city.cells[cell] for cell in city.sections[s])) for s in city.river}
    assert len(under) == 24
    assert under == oracle.FACTS["london"].thames
    assert sorted(city.cells[cell] for cell in city.sites) == ["a4", "e10", "f4", "g2", "j7"]
    assert sorted(city.cells[cell] for cell in city.gates) == ["a1", "a10", "j1", "j10"]


def test_london_cards_and_what_ends_a_round() -> None:
    city = load_city("london")
    assert sorted(card.name for card in city.cards) == sorted(oracle.cards_of("london"))
    assert city.closing == {"U": 5}
    assert city.addons == {"objectives": 10, "powers": 10, "gates": 10}


@pytest.mark.parametrize(
    ("old", "new", "law"),
    [
        (
            " 2 . P . S . . P . S P",
            " 2 . P . T . . P . S P",
            "the green departure d3 does not have two neighbours of each symbol",
        ),
        (" 2 . P . S . . P . S P", " 2 . P . T . . P . S P", "the symbols are not equally frequent"),
        ("\n 2 A A A B B B B C C C\n", "\n 2 A A A B B B C C C C\n", "g2-e4 runs through a third district"),
        (
            " 1 P T S . T C . T . C",
            " 1 C T S . T C . T . C",
            "the four corners do not carry four different symbols",
        ),
        (
            'purple = ["c6"]',
            'purple = ["d2"]',
            "the purple departure d2 does not have two neighbours of each symbol",
        ),
        ('purple = ["c6"]', 'purple = ["b2"]', "the departures of side 1 do not carry different symbols"),
        (" 9 . C . . . . P . T .", " 9 . C . . . . . . T .", "a section is longer than 5 cells"),
        (
            " 9 . C . . . . P . T .",
            " 9 . C . S T C P . T .",
            "the mean number of neighbours is not from 5.7 to 5.9",
        ),
    ],
)
def test_a_city_that_breaks_a_law_of_the_series_is_told_so(old: str, new: str, law: str) -> None:
    assert LONDON.count(old) == 1
    text = LONDON.replace(old, new)
    # Sections that the change takes away would be mistakes.
    text = text[: text.index("[river]")] + text[text.index("[sites]") :]
    assert law in broken_laws(parse_city(text, "london.toml", "london"))


def test_a_station_with_one_neighbour_breaks_a_law_of_the_series() -> None:
    text = TOY.replace("5 T . S P .\n", "5 T . S P .\n6 S . . . .\n")
    text = text.replace("5 C C C D D\n", "5 C C C D D\n6 C C C D D\n")
    laws = broken_laws(parse_city(text, "toy.toml", "toy"))
    assert "a station has fewer than 3 neighbours" in laws


def test_five_stations_of_paris_have_two_lines_to_the_platform_of_which_one_may_be_drawn() -> None:
    city = load_city("paris")
    platform = next(mask for mask in city.station_cells if mask.bit_count() > 1)
    to_platform = [
        next(city.cells[cell] for cell in ends if not platform >> cell & 1)
        for ends in city.sections
        if any(platform >> cell & 1 for cell in ends)
    ]
    twice = sorted(name for name in set(to_platform) if to_platform.count(name) == 2)
    assert twice == ["d6", "e4", "e7", "f7", "g5"]
    pairs = {frozenset(city.station_cells[cell] for cell in ends) for ends in city.sections}
    assert len(pairs) == 152


def test_rays_over_a_crossing_in_a_third_direction_are_no_sections_of_paris() -> None:
    moves = load_city("paris").moves
    assert not {"b4-b7", "c8-e8", "f3-h1", "f8-f10"} & set(moves)


def test_every_main_district_of_paris_has_one_monument_and_one_crossing() -> None:
    city = load_city("paris")
    monuments = [city.districts[city.district_of[cell]] for cell in city.monuments]
    crossings = [city.district_rows[int(cell[1:]) - 1]["abcdefghij".index(cell[0])] for cell in city.overhead]
    assert sorted(monuments) == sorted(crossings) == list("ABCDEFGH")
    assert len(city.overhead) == 8
