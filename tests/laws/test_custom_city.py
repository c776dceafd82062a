"""A city told by its file alone, with features that no printed city combines."""

from pathlib import Path

import pytest

from fulgence.rules.cityfile.city_reader import load_city
from fulgence.rules.score_pad import Part
from random_games import SAMPLER
from sheet_driver import SheetDriver


def test_it_has_a_river_and_crossings_and_two_sides_and_all_add_ons() -> None:
    city = load_city(SAMPLER)
    assert city.river and city.overhead and len(city.sides) == 2
    assert city.sites and city.monuments and any(mask.bit_count() > 1 for mask in city.station_cells)
    assert set(city.addons) == {"objectives", "powers", "gates", "acceleration"}


def corner(city: str) -> SheetDriver:
    """The Bear line has just reached the gate a1 from its departure a2."""
    driver = SheetDriver(city, "teal", gates={"a1": "double-station"})
    driver.flip("B:square")
    driver.draw("a2-a1")
    return driver


def test_a_gate_lets_the_corner_itself_be_circled() -> None:
    driver = corner(SAMPLER)
    assert driver.permit == "double-station"
    assert driver.legal == ["a1*"]  # a2 and f3 are departures
    driver.draw("a1*")
    assert driver.pad().lines[0].parts == (Part(districts=2, most=2),)


def test_a_circle_without_an_ordinary_station_lapses(tmp_path: Path) -> None:
    text = Path(SAMPLER).read_text(encoding="utf-8")
    file = tmp_path / "corner.toml"
    file.write_text(text.replace('cells = ["d1", "f5"]', 'cells = ["a1", "f5"]'), encoding="utf-8")
    assert corner(str(file)).permit == "turn-over"  # a1 is a site now (R11, R22)


@pytest.mark.parametrize("card", ["C:tour", "C:joker"])
def test_the_second_section_power_asks_for_the_cards_own_side(card: str) -> None:
    driver = SheetDriver(SAMPLER, "teal", powers={"teal": "second-section"})
    driver.flip(card)
    driver.draw(driver.legal[0])
    while driver.permit == "tour":
        driver.draw("pass")
    assert driver.permit == "second-section"
    assert driver.legal == ["e2-d3", "e2-e3", "f3-e3", "f3-e4"]  # f3 is the Crown departure
