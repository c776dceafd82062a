"""The city editor: every mistake at its place, and a picture of what can be drawn."""

from __future__ import annotations

import hashlib
import re
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cities.test_city_mistakes import HAMLET, IN_HAMLET, IN_LONDON, LONDON, Mistake, complaint
from fulgence.api.city_editor import EditedCity, edited_city
from fulgence.language import load_language
from fulgence.rules.cityfile.city_reader import city_names, city_text, parse_city
from fulgence.rules.errors import BadCity

KNOWN = {
    name: (text, wrong)
    for text, mistakes in ((LONDON, IN_LONDON), (HAMLET, IN_HAMLET))
    for name, wrong in mistakes.items()
}


# The keys that the page has a field for; what is not among them and not on the map is listed by itself.
PLACES = (Path(__file__).parents[2] / "web" / "src" / "editor" / "places.ts").read_text(encoding="utf-8")
FIELDS = re.findall(r'"([\w.]+)"', PLACES[PLACES.index("FIELDS") : PLACES.index("];")])


def has_field(key: str) -> bool:
    return any(key == field or key.startswith(f"{field}.") for field in FIELDS)


def edited(file: str = "", draft: dict[str, Any] | None = None, language: str = "en") -> EditedCity:
    answer = edited_city(file, draft, language)
    msgspec.json.encode(answer)
    return answer


@pytest.mark.parametrize(("text", "wrong"), KNOWN.values(), ids=list(KNOWN))
def test_every_known_mistake_is_shown_at_its_place(text: str, wrong: Mistake) -> None:
    file = text.replace(wrong.old, wrong.new)
    first = complaint(file, "city.toml")
    answer = edited(file)
    found = [mistake for mistake in answer.mistakes if f"{mistake.key}: {mistake.message}" == wrong.complaint]
    assert found, [f"{mistake.key}: {mistake.message}" for mistake in answer.mistakes]
    assert first == f"city.toml{f':{found[0].line}' * (found[0].line > 0)}: {wrong.complaint}"
    assert answer.draft is not None
    assert answer.map is not None
    assert not answer.broken_laws
    assert found[0].cell or has_field(found[0].key) or found[0].key in answer.draft.misfits
    # The draft has the same place for it, or it was put right when the picture was read.
    again = edited(draft=msgspec.to_builtins(answer.draft))
    assert answer.file == again.file
    if len(answer.mistakes) == 1 and again.mistakes and " row " not in f" {found[0].message} ":
        assert [(each.key, each.message) for each in again.mistakes] == [(found[0].key, found[0].message)]


@pytest.mark.parametrize(
    ("name", "cells"),
    [
        ("an unknown sign", ["b2"]),
        ("a row too short", [f"{column}3" for column in "abcdefghij"]),
        ("a station without a district", ["d3"]),
        ("a district without a station", ["b6"]),
        ("a departure on an empty cell", ["c7"]),
        ("a departure outside the map", ["k11"]),
        ("one departure for two pencils", ["h4"]),
        ("two departures for one pencil", ["d3", "a1"]),
        ("a river section that is not there", ["a3", "c6"]),
        ("a river section in both directions", ["a4", "a6"]),
        ("a site on an empty cell", ["j8"]),
        ("three gates", ["a1", "j1", "a10"]),
        ("a crossing without directions", ["c2"]),
        ("a direction that no section has", ["c2"]),
        ("a platform in two districts", ["c3", "d3", "c4", "d4"]),
        ("three pencils", []),
    ],
)
def test_a_mistake_on_the_map_names_its_cells(name: str, cells: list[str]) -> None:
    text, wrong = KNOWN[name]
    found = [
        mistake
        for mistake in edited(text.replace(wrong.old, wrong.new)).mistakes
        if f"{mistake.key}: {mistake.message}" == wrong.complaint
    ]
    if name == "a site on an empty cell":  # the text has two
        assert wrong.complaint.endswith("e9")
        cells = ["e9"]
    assert found[0].cells == cells
    assert found[0].cell == (cells[0] if cells else None)


def test_all_mistakes_of_a_file_are_found_at_once() -> None:
    text = LONDON
    for name in (
        "an unknown sign",
        "a district that is not a letter",
        "a departure on an empty cell",
        "no departure in the list",
        "a card with an unknown symbol",
        "interchanges of three lines at most",
        "points as a text",
        "a river section that is not there",
        "a site twice",
        "three gates",
        "verdicts that do not rise",
        "an objective of an unknown kind",
        "an unknown key of the objectives",
        "an add-on that does not exist",
        "a name of spaces",
    ):
        wrong = IN_LONDON[name]
        text = text.replace(wrong.old, wrong.new)
    found = {f"{mistake.key}: {mistake.message}" for mistake in edited(text).mistakes}
    assert len(found) == 15
    assert "departures.purple: there is no station at c7" in found
    assert "objectives.hidden: unknown key" in found


@pytest.mark.parametrize("name", city_names())
def test_a_city_without_mistakes_is_counted_and_drawn(name: str) -> None:
    answer = edited(city_text(name))
    city = parse_city(answer.file, "city.toml", "city")
    assert answer.mistakes == []
    assert answer.census is not None
    assert answer.census["stations"] == len(city.stations) == len(answer.map.stations if answer.map else ())
    assert answer.sections == list(city.move_names[1 : city.first_circle : 2])
    assert answer.name == city.name
    assert answer.digest == hashlib.sha256(answer.file.encode()).hexdigest()


@pytest.mark.parametrize(
    ("draft", "stations"),
    [
        ({}, None),
        ({"stations": ["...", "..."], "districts": ["...", "..."]}, 0),
        ({"stations": ["S..", "..T"]}, 2),
        ({"stations": ["S.S", "+.+"], "districts": ["AA"]}, 2),
        (
            {
                "stations": ["STP"],
                "pencils": ["red"],
                "departures": {"red": ["a1", "b1", "c1"]},
                "cards": {"names": {"B": "Bear", "C": "Crown"}, "sides": ["B", "C"]},
            },
            3,
        ),
        (
            {
                "stations": ["ST"],
                "pencils": ["red"],
                "departures": {"red": ["b1"]},
                "cards": {"names": {"B": "Bear"}, "sides": ["B"]},
            },
            2,
        ),
        ({"stations": ["S" * 9] * 8, "districts": ["A" * 9] * 8}, None),
        ({"stations": ["ST"], "districts": [".A"], "pencils": ["red"] * 30}, 2),
        ({"stations": ["ST"], "districts": [".A"], "pencils": [f"p{n}" for n in range(30)]}, 2),
        ({"stations": ["S" * 40] * 2}, None),
        ({"stations": ["ST", "?P"], "removed": ["a1-b1", "a1-a2", "a1-b2", "b1-a2", "b1-b2", "a2-b2"]}, 4),
    ],
)
def test_an_incomplete_draft_gets_a_picture_of_what_can_be_drawn(draft: Any, stations: int | None) -> None:
    answer = edited(draft=draft)
    assert answer.mistakes
    assert answer.map is not None
    assert len(answer.map.stations) == (stations or 0)


@pytest.mark.parametrize(
    ("text", "line"), [("name = ", 0), ("a = 1\nname = x\n", 2), ("a = 1\na.b = 3" + "." * 50, 2)]
)
def test_a_text_that_is_not_toml_has_one_mistake(text: str, line: int) -> None:
    answer = edited(text)
    assert (answer.draft, answer.map, answer.file) == (None, None, text)
    assert [mistake.line for mistake in answer.mistakes] == [line]


def test_mistakes_speak_the_language_of_the_page() -> None:
    wrong = IN_LONDON["an unknown sign"]
    file = LONDON.replace(wrong.old, wrong.new)
    spoken = load_language("fr").text(
        "unknown character {mark!r}; expected one of S T P C ? M # + .", mark="X"
    )
    assert edited(file, language="fr").mistakes[0].message == f"b2\u00a0: {spoken}"


words = [match.span() for match in re.finditer(r'"[^"\n]*"|[\w.-]+|\S', HAMLET)]
strange = ["", "0", "-1", "1.5", '""', '"a1"', "[]", "{}", "nan", "'", "#", "+", "S", "a"]


@settings(derandomize=True, database=None, deadline=None, max_examples=60)
@given(st.lists(st.tuples(st.sampled_from(words), st.sampled_from(strange)), min_size=1, max_size=4))
def test_whatever_a_file_says_is_drawn_and_judged_as_the_reader_does(
    changes: list[tuple[tuple[int, int], str]],
) -> None:
    text = HAMLET
    for (start, end), new in sorted(changes, reverse=True):
        text = text[:start] + new + text[end:]
    answer = edited(text)
    try:
        parse_city(text, "city.toml", "city")
        assert answer.mistakes == []
    except BadCity as error:
        assert answer.mistakes
        if answer.draft is not None:
            assert str(error).endswith(answer.mistakes[0].message)
            assert edited(draft=msgspec.to_builtins(answer.draft)).file == answer.file


# Sections that are left out.


def test_a_removed_section_is_not_on_the_sheet() -> None:
    file = HAMLET.replace("[crossings]", 'removed = ["b4-b3", "a1-b1"]\n[crossings]')
    before, after = edited(HAMLET), edited(file)
    assert after.mistakes == []
    assert set(before.sections) - set(after.sections) == {"b3-b4", "a1-b1"}
    assert parse_city(after.file, "city.toml", "city").moves.keys().isdisjoint({"b3-b4", "b4-b3"})


@pytest.mark.parametrize(
    ("removed", "complaint_"),
    [
        ('["a1-b9"]', "removed: 'a1-b9': a section is two stations, as d3-c4; there is none at 'b9'"),
        ('["a1-e1"]', "removed: 'a1-e1': no dotted line joins a1 and e1"),
        ('["a1-b1", "a1-b1"]', "removed: 'a1-b1' is listed twice"),
        ('["a1-b1", "b1-a1"]', "removed: 'b1-a1' is listed twice, once in each direction"),
        ("4", "removed: must be a list of strings"),
        ('["a2-d2"]', "crossings.c2: no section passes in both directions"),
    ],
)
def test_a_section_that_cannot_be_removed_is_a_mistake(removed: str, complaint_: str) -> None:
    file = HAMLET.replace("[crossings]", f"removed = {removed}\n[crossings]")
    assert [f"{mistake.key}: {mistake.message}" for mistake in edited(file).mistakes] == [complaint_]
    assert complaint(file, "hamlet.toml").endswith(complaint_)
