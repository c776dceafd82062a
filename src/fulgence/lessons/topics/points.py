"""Topics about points, and what comes after a round and after the lesson."""

from __future__ import annotations

from fulgence.language import N_, translate
from fulgence.lessons.lesson import lesson_names, load_lesson
from fulgence.lessons.moment import Moment
from fulgence.lessons.note import Told, Topic
from fulgence.rules import kinds, score
from fulgence.rules.scorepad import LineScore
from fulgence.term import ticket, words
from fulgence.term.explain import extra_causes
from fulgence.term.stations import cells_in

DISTRICTS = N_(
    "Districts reached: {districts}. Most stations in one of them: {most}. So far that makes {districts} x "
    "{most} = {points} points."
)
LINE = N_("Your line scores {formula} = {points}: its districts times its stations in the fullest of them.")
LINES_APART = N_("Your two lines are not linked, so each is counted for itself: {formula} = {points}.")
EXTRAS = N_("Extra points: {points} ({causes}).")
NO_LINE = N_("You have drawn nothing in this round, so the line scores 0.")
NEW_PENCIL = N_(
    "A new round, a new pencil: {pencil}. Your next line starts at {cells}. The earlier lines stay where "
    "they are, and what is drawn may not be crossed."
)
TOTAL = N_("Your lines: {lines}. Added at the end: {items}. Together that makes {total} points.")
WHOLE_GAME = N_(
    "A whole game has {rounds} rounds on a larger map. Alone you play for the verdict of the city; in "
    "company the highest total wins."
)
NEXT_LESSON = N_("The next lesson: {title}.")
ADDONS = N_("Once you know a city well, its add-ons make it new again.")


def districts(now: Moment) -> Told | None:
    if now.is_round_over:
        return None
    sides = [stations for side in range(2) if (stations := now.sheet.stations(side))]
    for part, stations in zip(now.line.parts, sides, strict=True):
        if part.districts > 1 and part.most > 1:
            groups: dict[int, list[int]] = {}
            for cell in cells_in(now.city, stations):
                groups.setdefault(now.city.district_of[cell], []).append(cell)
            points = part.districts * part.most
            text = translate(DISTRICTS, districts=part.districts, most=part.most, points=points)
            fullest = max(groups.values(), key=len)
            return Told(text, now.names(fullest))
    return None


def line(now: Moment) -> Told | None:
    if not now.is_round_over:
        return None
    scored = now.line
    if not scored.parts:
        return Told(translate(NO_LINE))
    template = LINES_APART if len(scored.parts) > 1 else LINE
    text = translate(template, formula=ticket.formula(scored, " x "), points=scored.points)
    if scored.extras:
        causes = words.joined(extra_causes(now.city, now.sheet, now.view.round))
        text += " " + translate(EXTRAS, points=scored.extras, causes=causes)
    return Told(text, now.names(cells_in(now.city, score.stations_of(now.sheet, now.view.round))))


def new_pencil(now: Moment) -> Told | None:
    if not now.view.round or now.is_drawn or not now.is_card:
        return None
    cells = now.names(now.city.departures[now.view.pencil])
    text = translate(NEW_PENCIL, pencil=translate(now.view.pencil), cells=words.joined(cells))
    return Told(text, cells)


def total(now: Moment) -> Told | None:
    if not now.is_lesson_over:
        return None
    pad = now.view.pad()
    lines = ", ".join(told(line) for line in pad.lines[: now.lesson.rounds])
    items = [f"{name} {points}" for name, points in ticket.items(now.city, pad, has_objectives=False)]
    return Told(translate(TOTAL, lines=lines, items=words.joined(items), total=pad.total))


def told(line: LineScore) -> str:
    """`3 x 4 + 2 = 14`."""
    return f"{ticket.formula(line, ' x ')} = {line.points}" if line.parts else "0"


def what_next(now: Moment) -> Told | None:
    if not now.is_lesson_over:
        return None
    names = lesson_names()
    place = names.index(now.lesson.key) + 1
    after = translate(ADDONS)
    if place < len(names):
        after = translate(NEXT_LESSON, title=translate(load_lesson(names[place]).title))
    return Told(translate(WHOLE_GAME, rounds=kinds.ROUNDS) + " " + after)


POINTS = (
    Topic("line", N_("The line is scored"), line, looks_back=True),
    Topic("total", N_("The total"), total, looks_back=True),
    Topic("what-next", N_("What to play next"), what_next, looks_back=True),
    Topic("new-pencil", N_("A new pencil"), new_pencil, looks_back=True),
    Topic("districts", N_("Districts"), districts),
)
