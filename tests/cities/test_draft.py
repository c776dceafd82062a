"""Drafts: what a city file says, complete or not, as TOML and as JSON, always in the same bytes."""

from __future__ import annotations

from dataclasses import fields
from importlib.resources import files

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cities.test_city_mistakes import HAMLET, IN_HAMLET, IN_LONDON, LONDON, complaint
from fulgence.rules.city import City
from fulgence.rules.cityfile.city_reader import city_names, city_text, parse_city
from fulgence.rules.cityfile.draft import (
    AccelerationDraft,
    CardsDraft,
    CityDraft,
    GatesDraft,
    ObjectiveDraft,
    ObjectivesDraft,
    PointsDraft,
    RiverDraft,
    SitesDraft,
    SoloDraft,
    SwitchDraft,
    VerdictsDraft,
    format_draft,
    parse_draft,
    parse_draft_object,
)
from fulgence.rules.errors import BadCity

TOWNS = files("fulgence.lessons") / "towns"
FILES = {name: city_text(name) for name in city_names()} | {
    file.name: file.read_text(encoding="utf-8") for file in TOWNS.iterdir() if file.name.endswith(".toml")
}
# What is wrong with the shape of a picture is put right by reading it.
MENDED = {
    "a row too short",
    "a row too long",
    "two signs without a space",
    "a wrong row number",
    "a row left out",
    "no row numbers",
    "no column letters",
    "column letters in another order",
}
MISTAKES = {
    name: text.replace(wrong.old, wrong.new)
    for text, mistakes in ((LONDON, IN_LONDON), (HAMLET, IN_HAMLET))
    for name, wrong in mistakes.items()
}


def facts(city: City) -> dict[str, object]:
    return {entry.name: getattr(city, entry.name) for entry in fields(City) if entry.name != "tables"}


def without_place(message: str) -> str:
    return message.partition(": ")[2]


@pytest.mark.parametrize("text", FILES.values(), ids=list(FILES))
def test_a_city_written_from_its_draft_is_the_same_city(text: str) -> None:
    written = format_draft(parse_draft(text))
    assert facts(parse_city(written, "city.toml", "city")) == facts(parse_city(text, "city.toml", "city"))
    assert format_draft(parse_draft(written)) == written


def test_a_draft_is_written_in_the_style_of_our_files() -> None:
    text = city_text("toy").removeprefix("# A small city of our own, for tests and for a first game.\n\n")
    assert format_draft(parse_draft(text)) == text.replace(
        " # the order of the pencils: chosen or random", ""
    )


@pytest.mark.parametrize("text", MISTAKES.values(), ids=list(MISTAKES))
def test_a_wrong_file_keeps_its_mistake_in_the_draft(text: str, request: pytest.FixtureRequest) -> None:
    written = format_draft(parse_draft(text))
    assert format_draft(parse_draft(written)) == written
    if request.node.callspec.id not in MENDED:
        assert without_place(complaint(written, "city.toml")) == without_place(complaint(text, "city.toml"))


@pytest.mark.parametrize("text", [*FILES.values(), *MISTAKES.values(), "", "[river]\n"])
def test_a_draft_comes_back_from_json(text: str) -> None:
    draft = parse_draft(text)
    assert parse_draft_object(msgspec.to_builtins(draft)) == draft


def test_an_acceleration_without_numbers_stays_one() -> None:
    text = HAMLET.replace("secondary_districts = 3\ndouble_stations = 2\n", "")
    written = format_draft(parse_draft(text))
    assert facts(parse_city(written, "city.toml", "city")) == facts(parse_city(text, "city.toml", "city"))


@pytest.mark.parametrize(
    "data",
    [
        None,
        [],
        "London",
        {"misfits": ["year"]},
        {"misfits": {"year": "18 63"}},
        {"misfits": {"year": 1863, "x": "1\n[river]\n"}},
        {"name": "\ud800"},
    ],
)
def test_json_that_is_no_draft_is_refused(data: object) -> None:
    with pytest.raises(BadCity):
        parse_draft_object(data)


@pytest.mark.parametrize(
    ("data", "misfits"),
    [
        ({"points": {"river": "2"}}, {"points.river": '"2"'}),
        ({"points": 4}, {"points": "4"}),
        ({"departures": {"dark blue": "a1"}}, {'departures."dark blue"': '"a1"'}),
        ({"ferries": [1.5, True]}, {"ferries": "[1.5, true]"}),
    ],
)
def test_a_value_of_the_wrong_kind_is_kept_as_it_is(data: object, misfits: dict[str, str]) -> None:
    draft = parse_draft_object(data)
    assert draft.misfits == misfits
    assert parse_draft(format_draft(draft)) == draft


words = st.text(st.characters(codec="utf-8"), max_size=6)
names = st.one_of(st.sampled_from(["d3", "B", "dark blue", "a.b", ""]), words)
numbers = st.integers(-5, 1200)
texts = st.lists(words, max_size=4).map(tuple)
rows = st.integers(0, 28).flatmap(
    lambda width: st.lists(st.text("STPC?M#+.AX\"\\'7", min_size=width, max_size=width), max_size=4).map(
        tuple
    )
)


def maybe(strategy: st.SearchStrategy[object]) -> st.SearchStrategy[object]:
    return st.one_of(st.none(), strategy)


def drafts() -> st.SearchStrategy[CityDraft]:
    number, text, some = maybe(numbers), maybe(words), maybe(texts)
    several = maybe(st.lists(numbers, max_size=5).map(tuple))
    objective = st.builds(ObjectiveDraft, text, number, number, some)
    return st.builds(
        CityDraft,
        name=text,
        note=text,
        pencils=some,
        stations=maybe(rows),
        districts=maybe(rows),
        removed=some,
        crossings=st.dictionaries(names, words, max_size=2),
        departures=st.dictionaries(names, texts, max_size=2),
        cards=st.builds(
            CardsDraft,
            some,
            maybe(st.dictionaries(names, words, max_size=2)),
            some,
            maybe(st.dictionaries(names, numbers, max_size=2)),
        ),
        switch=st.builds(SwitchDraft, number, number),
        points=st.builds(PointsDraft, several, number, number, several, number, number),
        river=st.builds(RiverDraft, text, some),
        sites=st.builds(SitesDraft, some, several),
        gates=st.builds(GatesDraft, some),
        acceleration=st.builds(AccelerationDraft, number, number),
        addons=st.dictionaries(names, numbers, max_size=2),
        solo=st.builds(SoloDraft, text),
        verdicts=st.builds(VerdictsDraft, several),
        objectives=st.builds(ObjectivesDraft, number, st.dictionaries(names, objective, max_size=2)),
    )


@settings(derandomize=True, database=None, deadline=None, max_examples=30)
@given(drafts())
def test_any_draft_is_read_as_it_was_written(draft: CityDraft) -> None:
    written = format_draft(draft)
    assert format_draft(parse_draft(written)) == written
    assert parse_draft_object(msgspec.to_builtins(draft)) == draft
