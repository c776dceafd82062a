"""Every city of the package, counted: its map against the second engine, its numbers against literals."""

from __future__ import annotations

from importlib.resources import files

import pytest

import oracle
from fulgence.rules.census import broken_laws, census
from fulgence.rules.city import City
from fulgence.rules.cityfile import city_names, load_city, parse_city

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
    "toy": {
        "c2": "a2 b1 b3 c3 d1 d2 e4",
        "d2": "c2 c3 d1 d4 e1 e3",
        "d4": "b4 c3 c5 d2 d5 e3 e4",
        "b4": "a4 a5 b3 c3 c5 d4",
    },
}

BROKEN_LAWS = {
    "london": [],
    "toy": [
        "the purple departure c2 has not two neighbours of each symbol",
        "the blue departure d2 has not two neighbours of each symbol",
        "the pink departure d4 has not two neighbours of each symbol",
        "the green departure b4 has not two neighbours of each symbol",
        "c2-e4 runs through a third district",
        "b3-d5 runs through a third district",
        "the four corners do not carry four different symbols",
        "the mean number of neighbours is not from 5.7 to 5.9",
    ],
}

LONDON, TOY = (
    (files("fulgence.cities") / name).read_text(encoding="utf-8") for name in ("london.toml", "toy.toml")
)


def section_names(city: City) -> set[tuple[str, str]]:
    return {oracle.undirected(city.cells[a], city.cells[b]) for a, b in city.sections}


def test_every_city_of_the_package_has_its_census_here() -> None:
    assert sorted(CENSUS) == sorted(NEIGHBOURS) == sorted(BROKEN_LAWS) == list(city_names())


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
    found = {city.cells[cell]: "STPC?"[city.symbols[cell]] for cell in city.stations}
    assert found == oracle.stations(name)


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
    found = {city.cells[cell]: {city.cells[n] for n in city.neighbours[cell]} for cell in city.stations}
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
    ("total", "verdict"),
    [
        (0, 1),
        (90, 1),
        (91, 2),
        (105, 2),
        (106, 3),
        (120, 3),
        (121, 4),
        (135, 4),
        (136, 5),
        (150, 5),
        (151, 6),
    ],
)
def test_the_london_verdicts_are_closed_bands(total: int, verdict: int) -> None:
    assert load_city("london").verdict(total) == verdict


@pytest.mark.parametrize(
    ("old", "new", "law"),
    [
        (
            " 2 . P . S . . P . S P",
            " 2 . P . T . . P . S P",
            "the green departure d3 has not two neighbours of each symbol",
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
            "the purple departure d2 has not two neighbours of each symbol",
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
