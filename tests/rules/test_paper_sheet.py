"""Sheets copied from paper score as their games; what the rules forbid is named and left out."""

from typing import Any

import pytest

from fulgence.rules.cityfile.city_reader import load_city
from fulgence.rules.deal import deal
from fulgence.rules.generator import Generator
from fulgence.rules.text.paper_sheet import Problem, read_paper
from paper_sheets import played, sheet_of
from rules.test_paper_game import GAMES, NAMES


@pytest.mark.parametrize(("city", "addons", "seats"), GAMES)
def test_a_sheet_copied_from_a_game_scores_as_the_game(
    city: str, addons: tuple[str, ...], seats: int
) -> None:
    game = played(deal(load_city(city), addons, seats, Generator(11)), NAMES[:seats])
    for seat, pad in enumerate(game.pads()):
        paper = read_paper(sheet_of(game, seat))
        assert paper.problems == ()
        assert paper.pad == pad
        assert paper.verdict == (game.city.verdict(pad.total) if seats == 1 else None)


def problems(**document: Any) -> list[tuple[str, str, str]]:
    paper = read_paper({"city": "london", "lines": {}, **document})
    return [(each.pencil, each.where, each.reason) for each in paper.problems]


def test_what_the_rules_forbid_is_named_and_left_out() -> None:
    lines = {"pink": ["h4-i5", "i5-h6", "h4-h6", "a1-b1", "h4-z9"], "green": ["d3-c4"]}
    assert problems(lines=lines) == [
        ("pink", "", "h4-z9: there is no station at z9"),
        ("pink", "h4-h6", "makes a loop"),
        ("pink", "a1-b1", "is not joined to the departure"),
    ]
    legal = {"pink": ["h4-i5", "i5-h6"], "green": ["d3-c4"]}
    wrong, right = (read_paper({"city": "london", "lines": each}) for each in (lines, legal))
    assert wrong.pad == right.pad
    assert wrong.problems[1] == Problem("section", "pink", "h4-h6", "makes a loop")


def test_a_circle_needs_the_gate_that_gives_it() -> None:
    lines = {"blue": ["d3-b1", "b1-a1"]}
    gates = {"a1": "double-station", "j1": "double-district"}
    paris: dict[str, Any] = {"city": "paris", "lines": lines, "gates": gates}
    assert problems(**paris, circled=["blue:b1"]) == []
    assert problems(**paris, circled=["blue:b1", "blue:a1"]) == [
        ("", "a1", "the line has its circle already")
    ]
    assert problems(**paris, circled=["blue:d3"]) == [("", "d3", "d3 is a special station")]
    elsewhere = {"a1": "double-district", "j1": "double-station"}
    assert problems(**{**paris, "gates": elsewhere}, circled=["blue:b1"]) == [
        ("", "b1", "the line does not reach the city gate that gives a circle")
    ]


def test_a_gate_doubles_its_district_without_a_mark() -> None:
    sheet = {"city": "paris", "lines": {"blue": ["d3-b1", "b1-a1"]}}
    doubled = read_paper({**sheet, "gates": {"a1": "double-district"}})
    assert doubled.pad == read_paper({**sheet, "doubled": ["a1"]}).pad
    assert doubled.pad.total == 4 > read_paper(sheet).pad.total
