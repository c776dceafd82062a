"""Whole games as text files: a change of the rules shows as a difference that can be read."""

from pathlib import Path

import pytest

from fulgence.rules.cityfile.city_reader import city_names, load_city
from playthroughs.telling import file_name, playthrough
from random_games import addon_sets

FOLDER = Path(__file__).parent
GAMES = [(city, addons) for city in city_names() for addons in addon_sets(load_city(city))]


@pytest.mark.parametrize(("city", "addons"), GAMES)
def test_a_game_goes_as_it_is_written_down(city: str, addons: tuple[str, ...]) -> None:
    file = FOLDER / file_name(city, addons)
    assert file.exists(), f"{city} with {addons or 'no add-ons'} has no playthrough: make golden"
    seats = 1 + GAMES.index((city, addons)) % 2
    assert playthrough(city, addons, seats, seed=1) == file.read_text(encoding="utf-8")


def test_no_playthrough_is_left_over() -> None:
    assert {file.name for file in FOLDER.glob("*.txt")} == {file_name(*game) for game in GAMES}
