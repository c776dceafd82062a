"""Topics about points, the end of a round and the end of the lesson."""

from __future__ import annotations

from fulgence.language import N_, translate
from fulgence.lessons.lesson import lesson_names, load_lesson
from fulgence.lessons.lesson_state import LessonState
from fulgence.lessons.note import NoteText, Topic
from fulgence.prose import pad_rows, wording
from fulgence.prose.score_explained import extra_causes
from fulgence.prose.stations import cells_in
from fulgence.rules import kinds, score
from fulgence.rules.score_pad import LineScore

DISTRICTS = N_(
    "Districts reached: {districts}. Most stations in one of them: {most}. So far that makes {districts} x "
    "{most} = {points} points."
)
LINE = N_("Your line scores {formula} = {points}: its districts times its stations in the fullest of them.")
LINES_APART = N_("Your two lines are not linked, so each is scored separately: {formula} = {points}.")
EXTRAS = N_("Extra points: {points} ({causes}).")
NO_LINE = N_("You have drawn nothing this round, so the line scores 0.")
NEW_PENCIL = N_(
    "A new round, a new pencil: {pencil}. Your next line starts at {cells}. Your earlier lines stay "
    "where they are and may not be crossed."
)
TOTAL = N_("Your lines: {lines}. Added at the end: {items}. Your total is {total} points.")
WHOLE_GAME = N_(
    "A full game has {rounds} rounds on a larger map. If you play alone, you get a verdict; with "
    "others, the highest total wins."
)
NEXT_LESSON = N_("Next lesson: {title}.")
ADDONS = N_("Once you know a city well, its add-ons make it new again.")


def districts(state: LessonState) -> NoteText | None:
    if state.is_round_over:
        return None
    sides = [stations for side in range(2) if (stations := state.sheet.stations(side))]
    for part, stations in zip(state.line.parts, sides, strict=True):
        if part.districts > 1 and part.most > 1:
            groups: dict[int, list[int]] = {}
            for cell in cells_in(state.city, stations):
                groups.setdefault(state.city.district_of[cell], []).append(cell)
            points = part.districts * part.most
            text = translate(DISTRICTS, districts=part.districts, most=part.most, points=points)
            fullest = max(groups.values(), key=len)
            return NoteText(text, state.names(fullest))
    return None


def line(state: LessonState) -> NoteText | None:
    if not state.is_round_over:
        return None
    scored = state.line
    if not scored.parts:
        return NoteText(translate(NO_LINE))
    template = LINES_APART if len(scored.parts) > 1 else LINE
    text = translate(template, formula=pad_rows.formula(scored, " x "), points=scored.points)
    if scored.extras:
        causes = wording.join_with_and(extra_causes(state.city, state.sheet, state.view.round))
        text += " " + translate(EXTRAS, points=scored.extras, causes=causes)
    return NoteText(text, state.names(cells_in(state.city, score.stations_of(state.sheet, state.view.round))))


def new_pencil(state: LessonState) -> NoteText | None:
    if not state.view.round or state.is_drawn or not state.is_card:
        return None
    cells = state.names(state.city.departures[state.view.pencil])
    text = translate(NEW_PENCIL, pencil=translate(state.view.pencil), cells=wording.join_with_and(cells))
    return NoteText(text, cells)


def total(state: LessonState) -> NoteText | None:
    if not state.is_lesson_over:
        return None
    pad = state.view.pad()
    lines = ", ".join(line_sum(line) for line in pad.lines[: state.lesson.rounds])
    items = [f"{name} {points}" for name, points in pad_rows.items(state.city, pad, has_objectives=False)]
    return NoteText(translate(TOTAL, lines=lines, items=wording.join_with_and(items), total=pad.total))


def line_sum(line: LineScore) -> str:
    """`3 x 4 + 2 = 14`."""
    return f"{pad_rows.formula(line, ' x ')} = {line.points}" if line.parts else "0"


def what_next(state: LessonState) -> NoteText | None:
    if not state.is_lesson_over:
        return None
    names = lesson_names()
    place = names.index(state.lesson.key) + 1
    after = translate(ADDONS)
    if place < len(names):
        after = translate(NEXT_LESSON, title=translate(load_lesson(names[place]).title))
    return NoteText(translate(WHOLE_GAME, rounds=kinds.ROUNDS) + " " + after)


POINTS = (
    Topic("line", N_("The line is scored"), line, every_lesson=True),
    Topic("total", N_("The total"), total, every_lesson=True),
    Topic("what-next", N_("What to play next"), what_next, every_lesson=True),
    Topic("new-pencil", N_("A new pencil"), new_pencil, every_lesson=True),
    Topic("districts", N_("Districts"), districts),
)
