"""The rules pages: complete for every city, and every number in them comes from its file."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest

from fulgence.language import languages, load_language, translate, using_language
from fulgence.lessons.chapters.playing import turns_of
from fulgence.lessons.lesson import lesson_names, load_lesson, load_town
from fulgence.lessons.rulebook import addon_line, rules_pages
from fulgence.prose import wording
from fulgence.rules import kinds
from fulgence.rules.city import City
from fulgence.rules.cityfile.city_reader import city_names, load_city, parse_city
from fulgence.rules.deal import deal
from fulgence.rules.generator import Generator
from language.extraction import SOURCE
from random_games import SAMPLER

EVERY_CITY = [*city_names(), SAMPLER]
FRAME = [
    "goal",
    "needs",
    "turn",
    "drawing",
    "cards",
    "round-end",
    "line",
    "game-end",
    "alone",
    "good-to-know",
]


def page(city: City) -> dict[str, str]:
    """Every section as one text."""
    return {section.key: "\n".join(section.paragraphs) for section in rules_pages(city)}


def changed(name: str, *changes: tuple[str, str]) -> City:
    """A city of the package with some of its facts changed."""
    text = (SOURCE / "cities" / f"{name}.toml").read_text(encoding="utf-8")
    for old, new in changes:
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    return parse_city(text, f"{name}.toml", name)


@pytest.mark.parametrize(
    ("name", "more"),
    [
        ("london", {"places", "objectives", "powers", "gates"}),
        ("paris", {"places", "objectives", "powers", "gates"}),
        ("berlin", {"two-lines", "objectives", "acceleration"}),
        ("toy", {"places", "objectives", "powers"}),
        (SAMPLER, {"two-lines", "places", "objectives", "powers", "gates", "acceleration"}),
    ],
)
def test_a_city_has_pages_for_what_it_has(name: str, more: set[str]) -> None:
    sections = rules_pages(load_city(name))
    keys = [section.key for section in sections]
    assert set(keys) == {*FRAME, *more}
    assert [key for key in keys if key in FRAME] == FRAME
    assert len(set(keys)) == len(keys) == len({section.title for section in sections})
    assert all(section.paragraphs for section in sections)


@pytest.mark.parametrize("tag", languages())
@pytest.mark.parametrize("name", EVERY_CITY)
def test_pages_can_be_read_in_every_language(name: str, tag: str) -> None:
    english = rules_pages(load_city(name))
    with using_language(load_language(tag)):
        sections = rules_pages(load_city(name))
    assert [section.key for section in sections] == [section.key for section in english]
    for section, same in zip(sections, english, strict=True):
        assert len(section.paragraphs) == len(same.paragraphs)
        for text, original in zip(section.paragraphs, same.paragraphs, strict=True):
            assert (text != original) == (tag != "en")
            assert not re.search(r"[{}]|  ", text)
            assert text[-1] in ".)"


@pytest.mark.parametrize(
    ("name", "section", "old", "new", "before", "after"),
    [
        (
            "london",
            "round-end",
            "closing = { U = 5 }",
            "closing = { U = 3 }",
            "the fifth Under",
            "the third Under",
        ),
        (
            "london",
            "round-end",
            "closing = { U = 5 }",
            "closing = { U = 3 }",
            "5 to 10 turns",
            "3 to 8 turns",
        ),
        ("london", "cards", "ignored_turns = 2", "ignored_turns = 3", "first 2 turns", "first 3 turns"),
        ("london", "cards", "ignored_turns = 2", "ignored_turns = 1", "first 2 turns", "first 1 turn of"),
        ("london", "cards", '"S:joker", "switch"', '"S:joker"', "Switch:", ""),
        ("london", "places", "river = 2  ", "river = 3  ", "line 2 extra", "line 3 extra"),
        ("london", "places", ', "j4-j7",\n]', ",\n]", "24 of the 155", "23 of the 155"),
        ("london", "places", '"Thames"', '"Fleet"', "the Thames", "the Fleet"),
        ("london", "places", "21, 25]", "21, 26]", "17, 21, 25.", "17, 21, 26."),
        ("london", "places", "21, 25]", "21]", "0 to 10 circles", "0 to 9 circles"),
        ("london", "places", '"j7", "e10"]', '"j7"]', "j7, e10.", "f4, j7."),
        ("london", "line", "river = 2  ", "river = 3  ", "2 x 2 = 4", "2 x 3 = 6"),
        ("london", "line", "river = 2  ", "river = 3  ", "15 + 4 = 19", "15 + 6 = 21"),
        ("london", "game-end", "[0, 0, 2, 5, 9]", "[0, 0, 3, 5, 9]", "3 x 2 + 5 = 11", "3 x 3 + 5 = 14"),
        ("london", "game-end", "[0, 0, 2, 5, 9]", "[0, 0, 2, 5, 8]", "9 with four", "8 with four"),
        ("london", "alone", "powers = 10", "powers = 15", "Powers 10", "Powers 15"),
        ("london", "alone", "[90, 105", "[80, 105", "Up to 90", "Up to 80"),
        ("london", "alone", "[90, 105", "[80, 105", "91 to 105", "81 to 105"),
        ("london", "alone", "135, 150]", "135, 160]", "151 points or", "161 points or"),
        ("london", "alone", '"chosen"', '"random"', "You may choose", "is random"),
        ("london", "objectives", "objective = 10", "objective = 12", "10 points", "12 points"),
        ("london", "objectives", "dealt = 2", "dealt = 3", "2 of the 5", "3 of the 5"),
        ("london", "objectives", "count = 8", "count = 7", "8 interchanges", "7 interchanges"),
        ("london", "gates", '["a1", "j1"', '["b1", "j1"', "a1, j1", "b1, j1"),
        ("london", "needs", 'purple = ["c6"]', 'purple = ["c8"]', "purple c6", "purple c8"),
        ("london", "needs", "w A A B", "A A A B", "9 main districts and 4", "9 main districts and 3"),
        ("paris", "places", "monument = 2 ", "monument = 4 ", "earns 2 extra", "earns 4 extra"),
        ("paris", "places", "[0, 2, 6]", "[0, 3, 7]", "scores 2 points", "scores 3 points"),
        ("paris", "places", "[0, 2, 6]", "[0, 3, 7]", "and 6 if", "and 7 if"),
        ("paris", "line", "monument = 2 ", "monument = 4 ", "15 + 4 = 19", "15 + 8 = 23"),
        ("paris", "alone", "gates = 10", "gates = 20", "Gates 10", "Gates 20"),
        ("berlin", "round-end", "C = 5 }", "C = 4 }", "fifth Crown", "fourth Crown"),
        ("berlin", "round-end", "C = 5 }", "C = 4 }", "5 to 9 turns", "4 to 8 turns"),
        ("berlin", "line", "link = 10", "link = 8", "15 + 10 = 25", "15 + 8 = 23"),
        ("berlin", "cards", "sections = 2", "sections = 1", "two sections", "The tip of such a branch"),
        ("berlin", "acceleration", "_districts = 3", "_districts = 4", "as 3 districts", "as 4 districts"),
        ("berlin", "acceleration", "_stations = 2", "_stations = 3", "multiplied by 2", "multiplied by 3"),
    ],
)
def test_a_number_changes_with_the_fact_that_it_comes_from(
    name: str, section: str, old: str, new: str, before: str, after: str
) -> None:
    assert before in page(load_city(name))[section]
    text = page(changed(name, (old, new)))[section]
    assert before not in text
    assert after in text


@pytest.mark.parametrize(
    ("name", "section", "numbers"),
    [
        ("london", "game-end", {"4", "2", "5", "9", "3", "11"}),
        ("berlin", "two-lines", set()),
        ("paris", "round-end", {"5", "10"}),
        ("toy", "places", {"4", "43", "2", "0", "1", "6"}),
    ],
)
def test_a_section_has_no_other_numbers(name: str, section: str, numbers: set[str]) -> None:
    text = page(load_city(name))[section]
    assert set(re.findall(r"(?<![a-z0-9])\d+", text)) == numbers


@pytest.mark.parametrize("name", EVERY_CITY)
def test_rounds_have_as_many_turns_as_the_page_says(name: str) -> None:
    city = load_city(name)
    fewest, most = turns_of(city)
    lengths = {len(turns) for seed in range(400) for turns in deal(city, rng=Generator(seed)).turns}
    assert fewest <= min(lengths)
    assert max(lengths) <= most
    assert lengths >= set(range(fewest + 1, most))


@pytest.mark.parametrize("name", lesson_names())
def test_a_town_of_a_lesson_has_pages_too(name: str) -> None:
    sections = page(load_lesson(name).city)
    assert set(FRAME) <= set(sections)


def test_every_objective_is_listed() -> None:
    for name in EVERY_CITY:
        city = load_city(name)
        for objective in city.objectives:
            assert wording.objective_name(city, objective) in page(city)["objectives"]


def test_the_verdicts_follow_each_other_without_a_gap() -> None:
    for name in EVERY_CITY:
        city = load_city(name)
        rows = next(s for s in rules_pages(city) if s.key == "alone").paragraphs[-len(wording.VERDICTS) :]
        for row, sentence in zip(rows, wording.VERDICTS, strict=True):
            assert row.endswith(translate(sentence))
        for last, (row, following) in zip(city.verdicts, pairwise(rows), strict=True):
            assert str(last) in row
            assert str(last + 1) in following


def test_the_rules_leave_out_what_a_city_does_not_have() -> None:
    london, berlin = ("\n".join(page(load_city(name)).values()).lower() for name in ("london", "berlin"))
    for word in ("monument", "platform", "overhead", "linked", "boxed", "tour "):
        assert word not in london
    for word in ("river", "tourist sites:", "joker", "platform", "gates", "overhead"):
        assert word not in berlin


def test_a_plain_town_needs_no_page_of_places() -> None:
    assert "places" not in page(load_town("twin-bridges"))


@pytest.mark.parametrize("tag", languages())
def test_every_add_on_has_a_line(tag: str) -> None:
    with using_language(load_language(tag)):
        lines = [addon_line(addon) for addon in kinds.ADDONS]
    assert len(set(lines)) == len(kinds.ADDONS)
    assert all(len(line) <= 110 and "\n" not in line for line in lines)
