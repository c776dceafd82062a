"""Why no move leads to a station: the reason that helps the player most."""

from __future__ import annotations

import pytest

from fulgence.rules.illegal import why_not_there
from sheet_driver import SheetDriver


def reason(driver: SheetDriver, cell: str) -> str:
    return why_not_there(driver.city, driver.sheet, driver.city.cell_numbers[cell])


@pytest.mark.parametrize(
    ("cell", "said"),
    [
        ("e1", "e1 is a triangle"),
        ("d3", "d3 is already on the line"),
        ("h10", "no dotted line leads there from your line"),
    ],
)
def test_a_station_out_of_reach_says_why(cell: str, said: str) -> None:
    driver = SheetDriver("london", "green")
    driver.flip("S:circle")
    assert reason(driver, cell) == said


def test_a_station_beside_the_middle_of_the_line_says_that_it_is_no_end() -> None:
    driver = SheetDriver("london", "green")
    driver.turn("S:square", "d3-d2")
    driver.turn("S:circle", "d3-a3")
    driver.flip("S:joker")
    assert reason(driver, "g3") == "d3-g3: d3 is not an end of the line"


def test_a_section_that_would_cross_is_named() -> None:
    driver = SheetDriver("london", "green", "purple")
    driver.turn("S:pentagon", "d3-d7")
    driver.next_round()
    driver.flip("S:circle")
    assert reason(driver, "e6") == "c6-e6: crosses d3-d7"


def test_a_finished_turn_has_no_decision_left() -> None:
    assert reason(SheetDriver("london", "green"), "e1") == "the turn has no decision left"


def test_stations_that_cannot_be_circled_say_why() -> None:
    driver = SheetDriver("london", "green", gates={"a1": "double-station"})
    driver.turn("S:circle", "d3-a3")
    driver.flip("S:pentagon")
    driver.draw("a3-a1")
    assert driver.permit == "double-station"
    assert reason(driver, "d3") == "d3 is a special station"
    assert reason(driver, "j1") == "j1 is not on the line"
