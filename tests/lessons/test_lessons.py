"""Lessons: towns, cards, moves from clients, and lessons played to the end."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from fulgence.lessons.due_notes import TOPICS, due_notes, note_keys, topics_of
from fulgence.lessons.lesson import BadLessonMoves, UnknownLesson, lesson_names, load_lesson
from fulgence.rules.cityfile.city_reader import city_names, load_city
from fulgence.rules.errors import BadNotation, FulgenceError, IllegalMove
from fulgence.rules.generator import Generator
from fulgence.rules.text.sheet_text import format_sheet
from lessons.learners import TakenLesson, take_by_bot, take_lesson
from random_games import random_choice

NAMES = lesson_names()
SEEDS = range(40)

# Told to everybody, however they play.
ALWAYS = {
    "goal",
    "first-card",
    "turn-done",
    "ends",
    "closing",
    "districts",
    "line",
    "new-pencil",
    "total",
    "what-next",
}
SPECIAL = {
    "first": {"switch", "early-switch", "joker", "river", "site", "interchange", "crossing"},
    "monuments": {"switch", "tour", "monument"},
    "links": {"sides", "other-side", "double-switch", "switch-rest", "wild", "link", "interchange"},
}

# Told to whoever plays for points.
IN_REACH = {"monuments": {"platform", "overhead", "interchange", "corner"}, "links": {"linked"}}


def test_there_are_three_lessons_in_their_order() -> None:
    assert NAMES == ("first", "monuments", "links")


@pytest.mark.parametrize("name", NAMES)
def test_a_lesson_is_short_and_its_town_is_small(name: str) -> None:
    lesson = load_lesson(name)
    assert lesson is load_lesson(name)
    assert (lesson.key, lesson.rounds) == (name, 2)
    assert 10 <= lesson.turns <= 14
    assert 20 <= len(lesson.city.stations) <= 30
    assert lesson.city.key not in city_names()
    assert (lesson.deal.addons, len(lesson.deal.pencils)) == ((), 1)
    assert lesson.deal.city is lesson.city
    assert lesson.title
    assert lesson.about


@pytest.mark.parametrize("city", city_names())
def test_every_rule_of_a_city_is_in_one_of_the_lessons(city: str) -> None:
    wanted = {topic.key for topic in TOPICS if topic.applies_to(load_city(city))}
    lessons = [{topic.key for topic in topics_of(load_lesson(name))} for name in NAMES]
    assert any(wanted <= topics for topics in lessons)


@pytest.mark.parametrize("name", NAMES)
def test_every_note_of_a_lesson_comes_up(name: str) -> None:
    told = {
        key for bot in ("random", "greedy") for seed in SEEDS for key in take_by_bot(name, bot, seed).keys
    }
    assert told == set(note_keys(load_lesson(name)))


@pytest.mark.parametrize("bot", ["random", "greedy"])
@pytest.mark.parametrize("name", NAMES)
def test_a_whole_lesson_shows_what_matters_and_nothing_twice(name: str, bot: str) -> None:
    lesson = load_lesson(name)
    wanted = ALWAYS | SPECIAL[name] | (IN_REACH.get(name, set()) if bot == "greedy" else set())
    important = {topic.key_in(lesson) for topic in TOPICS if topic.key in wanted}
    assert len(important) == len(wanted)
    for seed in SEEDS:
        course = take_by_bot(name, bot, seed)
        assert len(course.turns) == lesson.turns
        assert len(set(course.keys)) == len(course.keys)
        assert important <= set(course.keys)
        for note in course.notes:
            assert note.title
            assert note.text
            assert set(note.cells) <= set(lesson.city.cells)
            assert len(set(note.cells)) == len(note.cells)


@pytest.mark.parametrize("name", NAMES)
def test_a_learner_who_sometimes_passes_sees_no_note_twice(name: str) -> None:
    for seed in SEEDS:
        course = take_lesson(name, random_choice(Generator(seed)))
        assert len(set(course.keys)) == len(course.keys)
        assert set(course.keys) <= set(note_keys(course.lesson))


@pytest.mark.parametrize("name", NAMES)
def test_somebody_who_only_passes_comes_to_the_end_too(name: str) -> None:
    course = TakenLesson(load_lesson(name), [["pass"] for _ in range(load_lesson(name).turns)])
    assert course.lesson.is_over(course.game)
    keys = [note.key for note in course.read()]
    assert keys == [f"{key}-{name}" for key in ("line", "total", "what-next")]


@pytest.mark.parametrize("name", NAMES)
def test_asking_changes_nothing_and_fewer_moves_are_an_undo(name: str) -> None:
    course = take_by_bot(name, "random", 3)
    lesson = course.lesson
    for number in range(1, len(course.turns) + 1):
        turns = course.turns[:number]
        before = lesson.game([*turns[:-1], []])
        after = lesson.game(turns)
        assert due_notes(lesson, after, []) == due_notes(lesson, after, [])
        again = lesson.game([*turns[:-1], []])
        assert before.view(0).moves == again.view(0).moves
        assert format_sheet(lesson.city, before.sheets[0]) == format_sheet(lesson.city, again.sheets[0])


def test_no_move_yet_is_the_first_card() -> None:
    lesson = load_lesson("first")
    assert lesson.game().cards == lesson.game([]).cards == lesson.game([[]]).cards == ("S:circle",)
    assert lesson.game([["b3-b5"]]).cards == ("S:circle",)
    assert lesson.game([["b3-b5"], []]).cards == ("U:triangle",)
    assert not lesson.is_over(lesson.game())


def test_the_end_of_a_round_is_seen_before_the_next_one_begins() -> None:
    lesson = load_lesson("first")
    turns = [["pass"]] * 7
    assert lesson.game(turns).round == 0
    assert lesson.is_last_turn(lesson.game(turns))
    assert lesson.game([*turns, []]).round == 1


@pytest.mark.parametrize(
    ("turns", "error", "reason"),
    [
        ([["b3-a4"]], IllegalMove, "b3-a4: a4 is a pentagon; another symbol is needed"),
        ([["c1-d1"]], IllegalMove, "c1-d1: c1 is not on the line"),
        ([["b3-b5", "b5-a5"]], IllegalMove, "b5-a5: the turn has no decision left"),
        ([["b3-f5"]], BadNotation, "b3-f5: no dotted line joins b3 and f5"),
        ([["hello"]], BadNotation, "'hello' is not a section: write two cells, as d3-c4"),
        ([[""]], BadNotation, "'' is not a section: write two cells, as d3-c4"),
        ([["b3*"]], IllegalMove, "b3*: no station can be circled now"),
        ([[], ["pass"]], IllegalMove, "there is still something to decide in this turn"),
        ([["pass"]] * 14, IllegalMove, "the lesson is over"),
        ([["pass"]] * 13 + [[]], IllegalMove, "the lesson is over"),
        ("pass", BadLessonMoves, "the moves of a lesson must be a list of turns"),
        (b"pass", BadLessonMoves, "the moves of a lesson must be a list of turns"),
        (7, BadLessonMoves, "the moves of a lesson must be a list of turns"),
        (None, BadLessonMoves, "the moves of a lesson must be a list of turns"),
        ({"turns": []}, BadLessonMoves, "the moves of a lesson must be a list of turns"),
        (["pass"], BadLessonMoves, "turn 1: the moves must be a list of strings"),
        ([["pass"], [3]], BadLessonMoves, "turn 2: the moves must be a list of strings"),
        ([["pass"], None], BadLessonMoves, "turn 2: the moves must be a list of strings"),
        ([[["pass"]]], BadLessonMoves, "turn 1: the moves must be a list of strings"),
    ],
)
def test_what_is_wrong_with_moves_is_reported(turns: Any, error: type[FulgenceError], reason: str) -> None:
    with pytest.raises(error) as caught:
        load_lesson("first").game(turns)
    assert str(caught.value) == reason


@pytest.mark.parametrize("name", ["", "second", "london", "../first", "otterford"])
def test_a_name_that_is_no_lesson(name: str) -> None:
    with pytest.raises(UnknownLesson) as caught:
        load_lesson(name)
    assert str(caught.value) == f"unknown lesson {name!r}; choose from first, monuments, links"


def test_turns_may_be_any_sequences() -> None:
    turns: Sequence[Sequence[str]] = (("b3-b5",), ("b3-c4",))
    assert load_lesson("first").game(turns).turn == 1
