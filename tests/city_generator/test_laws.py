"""The laws of the series are those of its cities, and a sheet that breaks one is told so."""

from __future__ import annotations

from dataclasses import asdict
from importlib.resources import files

import pytest

from fulgence.city_generator.laws import broken_series_laws, sheet_numbers
from fulgence.rules.cityfile.city_reader import load_city, parse_city

NUMBERS = {
    "london": [116, 3, 7, 0, 1, 2, 5, 15, 3, 3],
    "paris": [82, 4, 7, 0, 3, 2, 3, 18, 2, 4],
    "berlin": [125, 4, 7, 0, 2, 2, 10, 21, 2, 2],
}


@pytest.mark.parametrize("name", NUMBERS)
def test_the_cities_of_the_series_keep_the_laws(name: str) -> None:
    city = load_city(name)
    assert list(asdict(sheet_numbers(city)).values()) == NUMBERS[name]
    assert broken_series_laws(city) == []


@pytest.mark.parametrize(
    ("change", "law"),
    [
        ((" 9 . C . . . . P . T .", " 9 . C . . . . . . . ."), "fewest in a line: 1, not from 3 to 7"),
        ((" 2 . P . S . . P . S P", " 2 . P T S P P P . S P"), "most in a line: 8, not from 3 to 7"),
        ((" 5 . T S . P S . . P .", " 5 . P P . P P . . P ."), "most of a symbol: 4, not from 1 to 3"),
        (('"h4"]', '"g4"]'), "the pink departure g4 does not have two neighbours of each symbol"),
    ],
)
def test_a_sheet_that_differs_is_told_how(change: tuple[str, str], law: str) -> None:
    text = (files("fulgence.cities") / "london.toml").read_text(encoding="utf-8")
    assert change[0] in text
    text = text.replace(*change)
    text = text[: text.index("[river]")] + text[text.index("[sites]") :]
    text = text.replace('cells = ["g2", "a4", "f4", "j7", "e10"]', 'cells = ["f4"]')
    assert law in broken_series_laws(parse_city(text, "x", "x"))
