"""The figures of the rules: positions that the rules allow, found in any city by its own facts."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest

from fulgence.language import languages, load_language, using_language
from fulgence.lessons.figures.all_figures import figures_of
from fulgence.lessons.figures.figure import Figure
from fulgence.lessons.lesson import lesson_names, load_lesson
from fulgence.lessons.rulebook import rules_pages
from fulgence.rules.cityfile.city_reader import city_names, load_city
from fulgence.rules.text.sheet_text import format_sheet, parse_sheet
from language.pseudo_language import PSEUDO
from language.test_untranslated import leftovers
from random_games import SAMPLER

EVERY_CITY = [*city_names(), SAMPLER]
FRAME = {"first-section", "ends", "crosses", "targets", "closing-cards", "product", "interchange"}
SPECIAL = {
    "london": {"switch", "river", "site", "second-section", "counts-twice", "gate"},
    "paris": {"tour", "switch", "platform", "monument", "crossing", "second-section", "counts-twice", "gate"},
    "berlin": {"linked", "national", "double-switch", "double-tracks"},
    "toy": {"switch", "river", "site", "second-section", "counts-twice"},
}


def figures(name: str) -> dict[str, Figure]:
    return {figure.key: figure for figure in figures_of(load_city(name))}


@pytest.mark.parametrize("name", SPECIAL)
def test_a_city_has_figures_of_what_it_has(name: str) -> None:
    assert {*figures(name)} == FRAME | SPECIAL[name]


def test_a_city_with_everything_has_all_figures() -> None:
    special = set().union(*SPECIAL.values()) - {"switch"}  # its switch is a double one
    assert {*figures(SAMPLER)} == FRAME | special


@pytest.mark.parametrize("name", lesson_names())
def test_the_town_of_a_lesson_has_figures_too(name: str) -> None:
    assert {figure.key for figure in figures_of(load_lesson(name).city)} >= FRAME


@pytest.mark.parametrize("name", city_names())
def test_every_figure_is_a_position_that_the_rules_allow(name: str) -> None:
    for figure in figures(name).values():
        if figure.position and figure.key != "double-tracks":  # which the text of a sheet cannot tell
            assert format_sheet(load_city(name), parse_sheet(figure.position)) == figure.position


def test_double_tracks_lie_beside_each_other() -> None:
    words = figures("berlin")["double-tracks"].position.split()
    second = words.index(next(word for word in words[2:] if "-" not in word))
    assert {*words[2:second]} & {*words[second:]}


@pytest.mark.parametrize("name", EVERY_CITY)
def test_every_figure_belongs_to_a_section_and_has_a_caption_and_an_alternative(name: str) -> None:
    sections = {chapter.key: chapter for chapter in rules_pages(load_city(name))}
    for figure in figures(name).values():
        assert figure in sections[figure.section].figures
        assert figure.caption.endswith(".") and figure.alt.endswith(".")
        assert not re.search(r"[{}]|  ", figure.caption + figure.alt)


@pytest.mark.parametrize("name", EVERY_CITY)
def test_a_figure_is_a_small_drawing_in_classes(name: str) -> None:
    for figure in figures(name).values():
        ElementTree.fromstring(f"<svg>{figure.svg}</svg>")
        assert " style=" not in figure.svg and " id=" not in figure.svg
        assert not re.search(r'(fill|stroke)="#', figure.svg)
        assert len(figure.svg) < 25_000
        _, _, wide, high = figure.box
        assert 0 < high <= wide


@pytest.mark.parametrize("name", EVERY_CITY)
def test_what_a_figure_is_about_lies_inside_it(name: str) -> None:
    for figure in figures(name).values():
        left, top, wide, high = figure.box
        for x, y in re.findall(r'class="ring" cx="([\d.]+)" cy="([\d.]+)"', figure.svg):
            assert left + 30 <= float(x) <= left + wide - 30
            assert top + 30 <= float(y) <= top + high - 30


@pytest.mark.parametrize("name", ["london", "paris", "berlin"])
def test_the_counted_line_is_worth_what_its_caption_says(name: str) -> None:
    figure = figures(name)["product"]
    found = re.search(r"(\d+) x (\d+) = (\d+)", figure.caption)
    assert found and int(found[1]) * int(found[2]) == int(found[3]) >= 9
    counts = [int(count) for count in re.findall(r'class="district-count[^>]*>(\d+)<', figure.svg)]
    assert (len(counts), max(counts)) == (int(found[1]), int(found[2]))


def test_a_number_in_a_caption_comes_from_the_city() -> None:
    assert "6 points" in figures("paris")["crossing"].caption
    assert "2 extra points" in figures("london")["river"].caption
    assert "Thames" in figures("london")["river"].caption
    assert "fifth Bear or the fifth Crown" in figures("berlin")["closing-cards"].caption


@pytest.mark.parametrize("tag", [tag for tag in languages() if tag != "en"])
@pytest.mark.parametrize("name", EVERY_CITY)
def test_captions_are_translated(name: str, tag: str) -> None:
    english = figures(name)
    with using_language(load_language(tag)):
        for key, figure in figures(name).items():
            assert figure.caption != english[key].caption
            assert figure.alt != english[key].alt
            assert figure.position == english[key].position


@pytest.mark.parametrize("name", EVERY_CITY)
def test_figures_have_no_english_left_over(name: str) -> None:
    with using_language(PSEUDO):
        texts = [f"{figure.caption} {figure.alt}" for figure in figures(name).values()]
    assert leftovers(" ".join(texts)) == set()
