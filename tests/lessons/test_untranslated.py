"""Everything that lessons and rules pages say is a message, a name or notation."""

from __future__ import annotations

import pytest

from fulgence.language import languages, load_language, translate, using_language
from fulgence.lessons.lesson import BadLessonMoves, lesson_names, load_lesson
from fulgence.lessons.rulebook import addon_line, rules_pages
from fulgence.rules import kinds
from fulgence.rules.cityfile.city_reader import city_names, load_city
from fulgence.rules.errors import FulgenceError
from language.pseudo_language import PSEUDO
from language.test_untranslated import leftovers
from lessons.learners import take_by_bot
from random_games import SAMPLER


@pytest.mark.parametrize("name", lesson_names())
def test_notes_have_no_english_left_over(name: str) -> None:
    for bot in ("random", "greedy"):
        for seed in range(8):
            with using_language(PSEUDO):
                notes = take_by_bot(name, bot, seed).notes
            assert {word for note in notes for word in leftovers(f"{note.title} {note.text}")} == set()


@pytest.mark.parametrize("tag", [tag for tag in languages() if tag != "en"])
@pytest.mark.parametrize("name", lesson_names())
def test_a_lesson_can_be_taken_in_every_language(name: str, tag: str) -> None:
    english = take_by_bot(name, "greedy", 5)
    with using_language(load_language(tag)):
        told = take_by_bot(name, "greedy", 5)
        lesson = load_lesson(name)
        assert translate(lesson.about) != lesson.about
        assert translate(lesson.title) != lesson.title
    assert told.keys == english.keys
    for note, same in zip(told.notes, english.notes, strict=True):
        assert note.text != same.text
        assert note.cells == same.cells


@pytest.mark.parametrize("city", [*city_names(), SAMPLER])
def test_pages_have_no_english_left_over(city: str) -> None:
    with using_language(PSEUDO):
        sections = rules_pages(load_city(city))
    text = "\n".join([*(section.title for section in sections), *(p for s in sections for p in s.paragraphs)])
    assert leftovers(text) == set()


def test_lines_of_add_ons_have_no_english_left_over() -> None:
    with using_language(PSEUDO):
        assert leftovers(" ".join(addon_line(addon) for addon in kinds.ADDONS)) == set()


def test_what_is_wrong_is_reported_without_english() -> None:
    with pytest.raises(BadLessonMoves) as bad:
        load_lesson("first").game([3])  # type: ignore[list-item]  # what a client may send
    assert leftovers(PSEUDO.text(bad.value.message)) == set()
    with pytest.raises(FulgenceError) as unknown:
        load_lesson("nothing")
    assert leftovers(PSEUDO.text(unknown.value.message)) == {"nothing", *lesson_names()}
