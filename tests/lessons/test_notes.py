"""When each note comes up and what it says."""

from __future__ import annotations

import pytest

from fulgence.lessons.due_notes import due_notes, note_keys
from fulgence.lessons.lesson import load_lesson
from lessons.learners import TakenLesson, notes_after

# A move or the cards that are turned over, then the notes that are new there.
FIRST = """
S:circle            goal first-card
  b3-b5             turn-done
U:triangle          ends any-symbol river
  b3-c4             districts
S:square            corner
  b5-a5
switch U:pentagon   switch crossing
  b3-a4
S:joker             joker
  c4-e2
U:circle            closing loop
  a4-a2
U:square            passing
  e2-d1             line-first
switch U:pentagon   new-pencil-first early-switch site
  d4-f4
S:triangle          interchange
  f4-f3
U:joker
  d4-c4
S:square            taken
  c4-c3
U:circle
  f3-e2
U:triangle
  e2-d2             total-first what-next-first
"""
MONUMENTS = """
S:circle            goal first-card
  c2-b2             turn-done
M:triangle          ends platform
  c2-c3             districts
S:tour              tour monument overhead
  d3-e4             tour-on
  e4-f4
M:square            loop corner
  b2-a1
switch S:pentagon   switch passing
  pass
M:circle            closing
  f4-e5
M:tour
  e5-e6             line-monuments
M:circle            new-pencil-monuments interchange
  d5-d3
S:square            taken
  d5-d6
M:pentagon
  pass
M:tour              crossing
  d3-d1
switch S:triangle
  pass
M:square
  pass              total-monuments what-next-monuments
"""
LINKS = """
B:square            goal sides first-card
  b3-a2             turn-done
C:triangle          other-side
  d2-c1
B:triangle          ends
  b3-c4             districts
switch C:pentagon   double-switch
  d2-d3             switch-rest link
  c4-d3             linked
B:wild              wild closing
  c1-c3
C:square            passing
  pass
B:circle            crossing loop corner
  a2-a1             line-links
C:circle            new-pencil-links
  e4-d5
B:square            interchange boxed
  c4-e4
C:wild              taken
  c4-c3
B:triangle
  d5-d6
switch B:pentagon
  c3-d3
  d5-e6
C:triangle
  d3-e3
B:circle
  e6-f6             total-links what-next-links
"""
COURSES = {"first": FIRST, "monuments": MONUMENTS, "links": LINKS}


@pytest.mark.parametrize("name", COURSES)
def test_notes_come_when_their_rule_first_matters(name: str) -> None:
    course = TakenLesson(load_lesson(name), [])
    for row in COURSES[name].strip().splitlines():
        what, notes = row[:20].strip(), row[20:].split()
        if row.startswith(" "):
            course.turns[-1].append(what)
        else:
            course.turns.append([])
            assert " ".join(course.game.cards) == what
        assert [note.key for note in course.read()] == notes, row
    assert course.lesson.is_over(course.game)
    assert set(course.keys) == set(note_keys(course.lesson))


def turns_of(text: str) -> list[list[str]]:
    """`b3-b5 | b3-c4 |`: turns with their moves."""
    return [turn.split() for turn in text.split("|")]


@pytest.mark.parametrize(
    ("lesson", "moves", "key", "cells", "text"),
    [
        (
            "first",
            "",
            "first-card",
            "b3 a2 c3 b5",
            "The card shows this symbol: circle. Draw a section from b3 (blue departure) along a "
            "dotted line to a station with this symbol. The stations you can reach are highlighted.",
        ),
        (
            "first",
            "b3-b5 |",
            "ends",
            "b3 b5",
            "You can extend your line from any of its ends: b3 and b5. The departure is an end as "
            "long as only one section leaves it.",
        ),
        (
            "first",
            "b3-b5 |",
            "river",
            "b3 c4",
            "b3-c4 runs under the Otter. Each such section earns your line 2 extra points.",
        ),
        ("first", "b3-b5 |", "any-symbol", "c3", "c3 takes any symbol: you can go there with every card."),
        (
            "first",
            "b3-b5 | b3-c4",
            "districts",
            "c4 b5",
            "Districts reached: 2. Most stations in one of them: 2. So far that makes 2 x 2 = 4 points.",
        ),
        (
            "first",
            "b3-b5 | b3-c4 | b5-a5 |",
            "crossing",
            "a5 c3",
            "c3-a5 is blocked: it would cross b3-c4. Sections may not cross, whatever their colour.",
        ),
        (
            "first",
            "pass | pass | pass | pass | pass |",
            "closing",
            "",
            "Underground cards so far: 3 of 4. The next one ends the round, but it is still played.",
        ),
        (
            "first",
            "b3-b5 | b3-c4 | b5-a5 | b3-a4 | c4-e2 | a4-a2 | e2-d1",
            "line-first",
            "d1 a2 e2 b3 a4 c4 a5 b5",
            "Your line scores 4 x 3 + 10 = 22: its districts times its stations in the fullest of "
            "them. Extra points: 10 (sections under the Otter: 5).",
        ),
        (
            "first",
            "pass | pass | pass | pass | pass | pass | pass",
            "line-first",
            "",
            "You have drawn nothing this round, so the line scores 0.",
        ),
        (
            "monuments",
            "c2-b2 |",
            "platform",
            "c3 d3",
            "The platform (c3, d3) is one large station that takes any symbol. A line may enter "
            "and leave by any of its dotted lines, but only once. It is also a district of its own.",
        ),
        (
            "monuments",
            "c2-b2 | c2-c3 |",
            "monument",
            "e4",
            "e4 is a monument. It takes any symbol, and each line that stops there earns 2 extra points.",
        ),
        (
            "monuments",
            "c2-b2 | c2-c3 |",
            "overhead",
            "d1 d3",
            "d3-d1 runs over the overhead crossing at d2. Sections may cross only at such "
            "crossings. At the end, a crossing scores 2 points if it is used once and 6 if it is "
            "used in both directions.",
        ),
        (
            "monuments",
            "c2-b2 | c2-c3 | d3-e4",
            "tour-on",
            "e4",
            "You have reached a monument: draw one more section from e4 to any station, or pass.",
        ),
        (
            "links",
            "",
            "sides",
            "b3 d2",
            "Each round you draw up to two lines with one pencil: Bear cards extend one, Crown "
            "cards the other.",
        ),
        (
            "links",
            "b3-a2 |",
            "other-side",
            "d2",
            "This card is for the other side: Crown. It starts your second line, at d2. The first "
            "line waits for a card of its own side.",
        ),
        (
            "links",
            "b3-a2 | d2-c1 | b3-c4 | d2-d3",
            "link",
            "d3",
            "A section to d3 would link your two lines. They become one line, which earns 10 extra "
            "points, and their districts and stations count together.",
        ),
        (
            "links",
            "b3-a2 | d2-c1 | b3-c4 | pass | pass | pass | pass",
            "line-links",
            "c1 a2 d2 b3 c4",
            "Your two lines are not linked, so each is scored separately: 2 x 2 + 2 x 1 = 6.",
        ),
        (
            "links",
            "b3-a2 | d2-c1 | b3-c4 | d2-d3 c4-d3 | c1-c3 | pass | a2-a1 | e4-d5 |",
            "boxed",
            "c3",
            "c3: a National Train Station on an earlier line. As an interchange, it counts twice.",
        ),
    ],
)
def test_a_note_points_at_stations_and_has_the_numbers(
    lesson: str, moves: str, key: str, cells: str, text: str
) -> None:
    note = notes_after(lesson, turns_of(moves))[key]
    assert (note.text, " ".join(note.cells)) == (text, cells)


@pytest.mark.parametrize(
    ("lesson", "moves", "key"),
    [
        ("first", "", "river"),  # the first card is enough to read
        ("first", "b3-b5", "river"),  # nothing to decide
        ("first", "b3-b5", "ends"),
        ("first", "pass |", "ends"),  # one station is no line
        ("first", "pass", "turn-done"),
        ("first", "pass | pass | pass | pass |", "switch"),
        ("first", "pass | pass | pass | pass | pass | pass | pass |", "switch"),  # too early to count
        ("first", "pass | pass | pass |", "early-switch"),
        ("first", "b3-b5 | b3-c4 |", "interchange"),
        ("first", "pass | pass | pass | pass |", "closing"),
        ("monuments", "c2-b2 |", "overhead"),
        ("monuments", "c2-b2 | c2-c3 | d3-e4 e4-f4", "tour-on"),
        ("links", "pass |", "other-side"),  # no line is there yet
        ("links", "b3-a2 | d2-c1 |", "link"),
        ("links", "b3-a2 | d2-c1 | b3-c4 | d2-d3 c4-d3 |", "link"),  # linked already
        ("links", "b3-a2 | d2-c1 | b3-c4 | d2-d3 pass", "linked"),
    ],
)
def test_a_note_waits_for_its_moment(lesson: str, moves: str, key: str) -> None:
    assert key not in notes_after(lesson, turns_of(moves))


def test_at_most_two_notes_come_at_once_and_the_rest_after_them() -> None:
    lesson = load_lesson("links")
    game = lesson.game()
    first = [note.key for note in due_notes(lesson, game, [])]
    assert first == ["goal", "sides"]
    assert [note.key for note in due_notes(lesson, game, first)] == ["first-card"]
    assert due_notes(lesson, game, {*first, "first-card"}) == []


def test_with_the_notes_already_seen_the_next_lesson_shows_only_new_ones() -> None:
    seen = note_keys(load_lesson("first"))
    left = set(note_keys(load_lesson("links"))) - set(seen)
    assert left == {
        "sides",
        "other-side",
        "link",
        "linked",
        "double-switch",
        "switch-rest",
        "wild",
        "boxed",
        "line-links",
        "new-pencil-links",
        "total-links",
        "what-next-links",
    }


def test_the_total_counts_everything() -> None:
    moves = (
        "b3-b5 | b3-c4 | b5-a5 | b3-a4 | c4-e2 | a4-a2 | e2-d1 | d4-f4 | f4-f3 | d4-c4 | c4-c3 | f3-e2 | "
        "e2-d2"
    )
    notes = notes_after("first", turns_of(moves))
    assert notes["total-first"].text == (
        "Your lines: 4 x 3 + 10 = 22, 4 x 3 + 4 = 16. Added at the end: interchanges 4 and sites "
        "2. Your total is 44 points."
    )
    assert notes["what-next-first"].text.endswith("Next lesson: Monuments and crossings.")
