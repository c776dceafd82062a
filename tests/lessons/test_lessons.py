"""Lessons: their towns and cards, the moves that come from outside, and whole courses."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from fulgence.lessons.lesson import BadMoves, NoLesson, lesson_names, load_lesson
from fulgence.lessons.teacher import TOPICS, due, note_keys, topics_of
from fulgence.rules.chance import Generator
from fulgence.rules.cityfile import city_names, load_city
from fulgence.rules.drawn import format_sheet
from fulgence.rules.errors import BadNotation, FulgenceError, IllegalMove
from games import random_choice
from lessons.pupils import Course, take, taken

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
    wanted = {topic.key for topic in TOPICS if topic.has(load_city(city))}
    lessons = [{topic.key for topic in topics_of(load_lesson(name))} for name in NAMES]
    assert any(wanted <= topics for topics in lessons)


@pytest.mark.parametrize("name", NAMES)
def test_a_lesson_has_no_note_that_nobody_is_told(name: str) -> None:
    told = {key for bot in ("random", "greedy") for seed in SEEDS for key in take(name, bot, seed).keys}
    assert told == set(note_keys(load_lesson(name)))


@pytest.mark.parametrize("bot", ["random", "greedy"])
@pytest.mark.parametrize("name", NAMES)
def test_whoever_plays_a_lesson_to_its_end_is_told_what_matters_and_nothing_twice(
    name: str, bot: str
) -> None:
    lesson = load_lesson(name)
    wanted = ALWAYS | SPECIAL[name] | (IN_REACH.get(name, set()) if bot == "greedy" else set())
    important = {topic.key_in(lesson) for topic in TOPICS if topic.key in wanted}
    assert len(important) == len(wanted)
    for seed in SEEDS:
        course = take(name, bot, seed)
        assert len(course.turns) == lesson.turns
        assert len(set(course.keys)) == len(course.keys)
        assert important <= set(course.keys)
        for note in course.notes:
            assert note.title
            assert note.text
            assert set(note.cells) <= set(lesson.city.cells)
            assert len(set(note.cells)) == len(note.cells)


@pytest.mark.parametrize("name", NAMES)
def test_somebody_who_passes_now_and_then_is_told_nothing_twice(name: str) -> None:
    for seed in SEEDS:
        course = taken(name, random_choice(Generator(seed)))
        assert len(set(course.keys)) == len(course.keys)
        assert set(course.keys) <= set(note_keys(course.lesson))


@pytest.mark.parametrize("name", NAMES)
def test_somebody_who_only_passes_comes_to_the_end_too(name: str) -> None:
    course = Course(load_lesson(name), [["pass"] for _ in range(load_lesson(name).turns)])
    assert course.lesson.is_over(course.game)
    keys = [note.key for note in course.read()]
    assert keys == [f"{key}-{name}" for key in ("line", "total", "what-next")]


@pytest.mark.parametrize("name", NAMES)
def test_asking_changes_nothing_and_fewer_moves_are_an_undo(name: str) -> None:
    course = take(name, "random", 3)
    lesson = course.lesson
    for number in range(1, len(course.turns) + 1):
        turns = course.turns[:number]
        before = lesson.game([*turns[:-1], []])
        after = lesson.game(turns)
        assert due(lesson, after, []) == due(lesson, after, [])
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
        ([["b3-a4"]], IllegalMove, "b3-a4: a4 is a pentagon, which is not asked for"),
        ([["c1-d1"]], IllegalMove, "c1-d1: c1 is not on the line"),
        ([["b3-b5", "b5-a5"]], IllegalMove, "b5-a5: the turn has no decision left"),
        ([["b3-f5"]], BadNotation, "b3-f5: no dotted line joins b3 and f5"),
        ([["hello"]], BadNotation, "'hello' is not a section: write two cells, as d3-c4"),
        ([[""]], BadNotation, "'' is not a section: write two cells, as d3-c4"),
        ([["b3*"]], IllegalMove, "b3*: no station is to be circled now"),
        ([[], ["pass"]], IllegalMove, "there is still something to decide in this turn"),
        ([["pass"]] * 14, IllegalMove, "the lesson is over"),
        ([["pass"]] * 13 + [[]], IllegalMove, "the lesson is over"),
        ("pass", BadMoves, "the moves of a lesson are a list of turns"),
        (b"pass", BadMoves, "the moves of a lesson are a list of turns"),
        (7, BadMoves, "the moves of a lesson are a list of turns"),
        (None, BadMoves, "the moves of a lesson are a list of turns"),
        ({"turns": []}, BadMoves, "the moves of a lesson are a list of turns"),
        (["pass"], BadMoves, "turn 1: its moves are a list of texts"),
        ([["pass"], [3]], BadMoves, "turn 2: its moves are a list of texts"),
        ([["pass"], None], BadMoves, "turn 2: its moves are a list of texts"),
        ([[["pass"]]], BadMoves, "turn 1: its moves are a list of texts"),
    ],
)
def test_what_is_wrong_with_moves_is_told(turns: Any, error: type[FulgenceError], reason: str) -> None:
    with pytest.raises(error) as caught:
        load_lesson("first").game(turns)
    assert str(caught.value) == reason


@pytest.mark.parametrize("name", ["", "second", "london", "../first", "otterford"])
def test_a_name_that_is_no_lesson(name: str) -> None:
    with pytest.raises(NoLesson) as caught:
        load_lesson(name)
    assert str(caught.value) == f"there is no lesson {name!r}; there are first, monuments, links"


def test_turns_may_be_any_sequences() -> None:
    turns: Sequence[Sequence[str]] = (("b3-b5",), ("b3-c4",))
    assert load_lesson("first").game(turns).turn == 1
