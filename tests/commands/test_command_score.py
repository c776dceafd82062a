"""`fulgence score`: sheets drawn on paper, section by section."""

from __future__ import annotations

import json
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest

from commands.shell import CITIES, Answer, ask

SHEET: dict[str, Any] = {
    "city": "london",
    "lines": {
        "pink": ["h4-i5", "i5-h6"],  # three stations of one district, one section under the Thames
        "purple": ["c6-e6", "e6-h6"],  # three districts, both sections under the Thames
        "green": ["d3-c4", "c4-a4"],  # two districts, one site
    },
}
SCORE = {
    "city": "london",
    "lines": [
        {"pencil": "pink", "parts": [{"districts": 1, "most": 3}], "extras": 2, "points": 5},
        {"pencil": "purple", "parts": [{"districts": 3, "most": 1}], "extras": 4, "points": 7},
        {"pencil": "green", "parts": [{"districts": 2, "most": 2}], "extras": 0, "points": 4},
        {"pencil": "blue", "parts": [], "extras": 0, "points": 0},
    ],
    "items": {"sites": 1, "crossings": 0, "interchanges": 2, "objectives": 0, "handicap": 0},
    "total": 19,
}


def score(capsys: pytest.CaptureFixture[str], sheet: object, *options: str) -> Answer:
    return ask(capsys, "score", "-", "--json", *options, stdin=json.dumps(sheet).encode())


def london(**lines: list[str]) -> dict[str, Any]:
    return {"city": "london", "lines": lines}


def test_a_sheet_is_scored_item_by_item(capsys: pytest.CaptureFixture[str]) -> None:
    answer = score(capsys, SHEET)
    assert (answer.code, answer.err) == (0, "")
    assert answer.objects == [SCORE]


def test_a_sheet_is_scored_for_people(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "sheet.json"
    file.write_text(json.dumps(SHEET, indent=2), encoding="utf-8")
    answer = ask(capsys, "score", file)
    assert (answer.code, answer.err) == (0, "")
    assert answer.out.splitlines() == [
        "London",
        "  pink line       1 x 3 + 2           5",
        "  purple line     3 x 1 + 4           7",
        "  green line      2 x 2               4",
        "  blue line       not built           0",
        "  sites                               1",
        "  interchanges                        2",
        "  total                              19",
    ]


def test_an_empty_sheet_has_no_points(capsys: pytest.CaptureFixture[str]) -> None:
    (result,) = score(capsys, london()).objects
    assert result["total"] == 0
    assert [line["pencil"] for line in result["lines"]] == ["purple", "blue", "pink", "green"]
    assert [line["parts"] for line in result["lines"]] == [[], [], [], []]


def test_the_order_and_direction_of_sections_do_not_matter(capsys: pytest.CaptureFixture[str]) -> None:
    sections = ["d3-c4", "a4-c4", "d3-d2", "g2-d2"]
    results = [score(capsys, london(green=[*order])).objects[0] for order in permutations(sections)]
    assert results[0]["lines"][0] == {
        "pencil": "green",
        "parts": [{"districts": 2, "most": 3}],
        "extras": 0,
        "points": 6,
    }
    assert all(result == results[0] for result in results)
    backwards = ["-".join(reversed(section.split("-"))) for section in sections]
    assert score(capsys, london(green=backwards)).objects == [results[0]]


def test_the_order_of_lines_changes_only_the_order_of_the_pad(capsys: pytest.CaptureFixture[str]) -> None:
    for order in permutations(SHEET["lines"]):
        (result,) = score(capsys, london(**{name: SHEET["lines"][name] for name in order})).objects
        assert [line["pencil"] for line in result["lines"]] == [*order, "blue"]
        assert (result["items"], result["total"]) == (SCORE["items"], 19)


def test_a_section_written_twice_is_drawn_once(capsys: pytest.CaptureFixture[str]) -> None:
    twice = london(pink=["h4-i5", "i5-h6", "h6-i5"])
    assert score(capsys, twice).objects == score(capsys, london(pink=["h4-i5", "i5-h6"])).objects


def test_objectives_on_the_table_are_counted(capsys: pytest.CaptureFixture[str]) -> None:
    sheet = {"city": "toy", "lines": {"purple": ["c2-c3"], "green": ["b4-a5"]}}
    assert score(capsys, sheet).objects[0]["total"] == 6
    for wanted, points in (
        (["all-sites"], 5),
        (["four-interchanges"], 0),
        (["all-sites", "all-districts"], 5),
    ):
        (result,) = score(capsys, {**sheet, "objectives": wanted}).objects
        assert (result["items"]["objectives"], result["total"]) == (points, 6 + points)


def test_a_circled_station_counts_twice_for_its_line(capsys: pytest.CaptureFixture[str]) -> None:
    (result,) = score(capsys, {**SHEET, "circled": ["i5"]}).objects
    assert result["lines"][0] == {
        "pencil": "pink",
        "parts": [{"districts": 1, "most": 4}],
        "extras": 2,
        "points": 6,
    }
    assert result["total"] == 20


@pytest.mark.parametrize(("mark", "total"), [("pink:h6", 20), ("purple:h6", 22)])
def test_a_circled_station_of_two_lines_is_written_with_its_pencil(
    capsys: pytest.CaptureFixture[str], mark: str, total: int
) -> None:
    assert score(capsys, {**SHEET, "circled": [mark]}).objects[0]["total"] == total


def test_a_doubled_district_counts_twice_for_its_line(capsys: pytest.CaptureFixture[str]) -> None:
    (result,) = score(capsys, {**london(green=["d3-b1", "b1-a1"]), "doubled": ["a1"]}).objects
    assert result["lines"][0]["parts"] == [{"districts": 4, "most": 1}]


@pytest.mark.parametrize("cell", ["e5", "f5", "e6", "f6"])
def test_a_circle_on_any_cell_of_the_platform_is_on_the_platform(
    capsys: pytest.CaptureFixture[str], cell: str
) -> None:
    lines = {"orange": ["h4-h6", "h6-f6"]}
    for mark in (cell, f"orange:{cell}"):
        (result,) = score(capsys, {"city": "paris", "lines": lines, "circled": [mark]}).objects
        assert result["lines"][0]["parts"] == [{"districts": 3, "most": 2}]
    assert score(capsys, {"city": "paris", "lines": lines}).objects[0]["total"] == 3


def test_double_tracks_lie_beside_another_line_in_any_order_of_pencils(
    capsys: pytest.CaptureFixture[str],
) -> None:
    lines = {"pink": ["b2-d4", "d4-f4"], "green": ["c5-d4", "d4-f4"]}
    acceleration = {"green": "double-tracks"}
    for order in (["pink", "green"], ["green", "pink"]):
        sheet = {"city": "berlin", "lines": {p: lines[p] for p in order}, "acceleration": acceleration}
        (result,) = score(capsys, sheet).objects
        assert [line["pencil"] for line in result["lines"]][:2] == order
        assert result["total"] == 3 + 4 + 4
    answer = score(capsys, {"city": "berlin", "lines": lines})
    assert answer.err.startswith("fulgence: green: d4-f4: is already drawn")


def test_keys_that_a_sheet_does_not_need_are_ignored(capsys: pytest.CaptureFixture[str]) -> None:
    sheet = {**SHEET, "player": "Ann", "boxed": [], "circled": [], "doubled": [], "objectives": []}
    assert score(capsys, sheet).objects == [SCORE]


@pytest.mark.parametrize(
    ("sheet", "reason"),
    [
        (london(pink=["h4-i5", "i5-h6", "h4-h6"]), "pink: h4-h6: makes a loop"),
        (london(pink=["i5-h6", "h6-h4", "h4-i5"]), "pink: h4-i5: makes a loop"),
        (london(green=["d3-d7"], purple=["c6-e6"]), "purple: c6-e6: crosses d3-d7"),
        (london(purple=["c6-e6"], green=["d3-d7"]), "green: d3-d7: crosses c6-e6"),
        (london(purple=["c6-e6", "c6-d7", "e6-e7", "d7-e6"]), "purple: e6-d7: makes a loop"),
        (london(pink=["i5-h6"]), "pink: i5-h6: is not joined to the departure"),
        (london(pink=["h4-i5", "a1-b1"]), "pink: a1-b1: is not joined to the departure"),
        (london(pink=["h4-e7"], blue=["f8-e7", "e7-h4"]), "blue: h4-e7: is already drawn"),
        (london(pink=["h4-z9"]), "pink: h4-z9: there is no station at z9"),
        (london(pink=["h4-i4"]), "pink: h4-i4: there is no station at i4"),
        (london(pink=["h4-h7"]), "pink: h4-h7: no dotted line joins h4 and h7"),
        (london(pink=["h4"]), "pink: 'h4' is not a section: write two cells, as d3-c4"),
        (london(pink=[""]), "pink: '' is not a section: write two cells, as d3-c4"),
        (london(pink=["pass"]), "pink: 'pass' is not a section: write two cells, as d3-c4"),
        (london(orange=["h4-i5"]), "'orange' is not a pencil of London: purple, blue, pink, green"),
        ({**SHEET, "objectives": ["six-monuments"]}, "'six-monuments' is not an objective of London: "),
        ({**SHEET, "objectives": "all-sites"}, "objectives must be a list"),
        ({**SHEET, "circled": ["h6"]}, "circled h6: write one of pink:h6, purple:h6"),
        ({**SHEET, "circled": ["j10"]}, "circled j10: no line is there"),
        ({**SHEET, "circled": ["pink:j10"]}, "circled j10: the line does not run there"),
        ({**SHEET, "circled": ["orange:h6"]}, "circled orange:h6: there is no pencil 'orange'"),
        ({**SHEET, "circled": ["pink:z9"]}, "circled z9: the line does not run there"),
        ({**SHEET, "circled": "h6"}, "circled must be a list"),
        ({**SHEET, "circled": [6]}, "circled[0] must be a string"),
        ({**SHEET, "doubled": ["a1"]}, "doubled a1: no line is there"),
        ({**london(green=["d3-b1", "b1-a1"]), "doubled": ["b1"]}, "doubled b1: only the district of a gate "),
        ({"city": "berlin", "lines": {}, "boxed": ["z9"]}, "boxed z9: there is no station"),
        ({**SHEET, "boxed": ["h6"]}, "boxed: there is no such thing in London"),
        (
            {**SHEET, "acceleration": {"pink": "double-tracks"}},
            "acceleration: there is no such thing in London",
        ),
        (
            {"city": "berlin", "lines": {"blue": []}, "circled": ["a1"]},
            "circled: there is no such thing in Berlin",
        ),
        ({"city": "berlin", "lines": {}, "doubled": ["a1"]}, "doubled: there is no such thing in Berlin"),
        (
            {"city": "berlin", "lines": {}, "acceleration": dict.fromkeys(["pink", "blue"], "repeat-switch")},
            "acceleration: repeat-switch is the bonus of one round only",
        ),
        ({**SHEET, "boxed": {}}, "boxed must be a list"),
        ({"lines": {}}, "city is missing"),
        ({"city": "london"}, "lines is missing"),
        ({"city": 5, "lines": {}}, "city must be a string"),
        ({"city": "atlantis", "lines": {}}, f"unknown city 'atlantis'; choose from {CITIES}"),
        ({"city": "a\0.toml", "lines": {}}, "'a\\x00.toml': cannot be read: it is not a file name"),
        ({"city": "/nowhere.toml", "lines": {}}, "/nowhere.toml: cannot be read: No such file or directory"),
        ({"city": "london", "lines": []}, "lines must be an object"),
        ({"city": "london", "lines": {"pink": "h4-i5"}}, "lines.pink must be a list"),
        ({"city": "london", "lines": {"pink": [["h4-i5"]]}}, "lines.pink[0] must be a string"),
        ({"city": "london", "lines": {"a\nb": 5}}, "lines.a\\nb must be a list"),
        ([], "the sheet must be an object"),
        (None, "the sheet must be an object"),
    ],
)
def test_a_sheet_that_cannot_be_is_refused_with_the_reason(
    capsys: pytest.CaptureFixture[str], sheet: object, reason: str
) -> None:
    answer = score(capsys, sheet)
    assert (answer.code, answer.out) == (1, "")
    assert answer.err.startswith(f"fulgence: {reason}")
    assert answer.err.count("\n") == 1


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"", "this is not a sheet: the text is empty"),
        (b"{", "this is not a sheet: the text ends too early"),
        (b"\xff{}", "-: cannot be read: it is not UTF-8 text"),
    ],
)
def test_a_sheet_that_is_not_json_is_refused(
    capsys: pytest.CaptureFixture[str], content: bytes, reason: str
) -> None:
    answer = ask(capsys, "score", "-", stdin=content)
    assert (answer.code, answer.out, answer.err) == (1, "", f"fulgence: {reason}\n")


def test_a_sheet_may_begin_with_a_byte_order_mark(capsys: pytest.CaptureFixture[str]) -> None:
    content = b"\xef\xbb\xbf" + json.dumps(SHEET).encode()
    assert ask(capsys, "score", "-", "--json", stdin=content).objects == [SCORE]


def test_a_missing_sheet_is_reported(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    for file, reason in (
        (tmp_path / "none.json", "No such file or directory"),
        (tmp_path, "Is a directory"),
    ):
        answer = ask(capsys, "score", file)
        assert (answer.code, answer.out) == (2, "")
        assert answer.err == f"fulgence: {file}: cannot be read: {reason}\n"
