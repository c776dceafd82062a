"""Topics about drawing: where a section starts and ends, and what forbids it."""

from __future__ import annotations

from fulgence.language import N_, translate
from fulgence.lessons.lesson_state import LessonState
from fulgence.lessons.note import NoteText, Topic
from fulgence.prose import short_rules, wording
from fulgence.rules import score
from fulgence.rules.city import City

GOAL = N_(
    "Card by card, you draw a metro line. It scores the districts it reaches times its stations in the "
    "fullest of them."
)
FIRST_CARD = N_(
    "The card shows this symbol: {symbol}. Draw a section from {cell} ({departure}) along a dotted line "
    "to a station with this symbol. The stations you can reach are highlighted."
)
TURN_DONE = N_(
    "One card, one section: your turn is complete. You can undo it until the next card is flipped."
)
ENDS = N_(
    "You can extend your line from any of its ends: {cells}. The departure is an end as long as only "
    "one section leaves it."
)
CROSSING = N_("{section} is blocked: it would cross {other}. Sections may not cross, whatever their colour.")
EXCEPT_OVERHEAD = N_("The only exceptions are overhead crossings.")
LOOP = N_("{cell} matches the card, but it is already on your line. A line may not form a loop.")
TAKEN = N_("{section} is already drawn. No second section may join the same two stations.")
NOTHING_FITS = N_(
    "No station within reach matches this card, so you have to pass. It happens; a good line keeps its "
    "ends open."
)
NOTHING_GAINED = N_(
    "None of these sections scores anything now. You never have to draw, and sometimes it is wise to pass."
)
OTHER_SIDE = N_(
    "This card is for the other side: {side}. It starts your second line, at {cell}. The first line "
    "waits for a card of its own side."
)
LINK = N_(
    "A section to {cells} would link your two lines. They become one line, which earns {points} extra "
    "points, and their districts and stations count together."
)
LINKED = N_(
    "Your two lines are now one. Cards of either side extend it from any of its ends, and it may not "
    "form a loop."
)


def goal(state: LessonState) -> NoteText | None:
    return NoteText(translate(GOAL)) if state.is_start else None


def sides(state: LessonState) -> NoteText | None:
    if not state.is_start:
        return None
    first, second = (wording.kind_name(state.city, side) for side in state.city.sides)
    departures = state.names(state.city.departures[state.view.pencil])
    return NoteText(translate(short_rules.SIDES, first=first, second=second), departures)


def first_card(state: LessonState) -> NoteText | None:
    if not state.is_start or not state.is_plain:
        return None
    departure = translate(wording.DEPARTURE, pencil=translate(state.view.pencil))
    cell = state.names(state.starts())[0]
    symbol = translate(wording.SYMBOLS[state.card.symbol])
    ends = state.names(sorted({choice.end for choice in state.choices}))
    return NoteText(translate(FIRST_CARD, symbol=symbol, cell=cell, departure=departure), (cell, *ends))


def turn_done(state: LessonState) -> NoteText | None:
    if state.is_deciding or state.is_round_over or not state.has_drawn_now:
        return None
    return NoteText(translate(TURN_DONE))


def ends(state: LessonState) -> NoteText | None:
    starts = state.starts()
    if not state.is_card or state.sheet.branching or len(starts) < 2:
        return None
    cells = state.names(starts)
    return NoteText(translate(ENDS, cells=wording.join_with_and(cells)), cells)


def crossing(state: LessonState) -> NoteText | None:
    for number, start, end in state.refused:
        for pair in state.city.crossing_pairs:
            other = sum(pair) - number
            if number in pair and state.sheet.drawn[other] and not state.sheet.drawn[number]:
                names = [section_name(state.city, section) for section in (number, other)]
                text = translate(CROSSING, section=names[0], other=names[1])
                if state.city.overhead:
                    text += " " + translate(EXCEPT_OVERHEAD)
                return NoteText(text, state.names((start, end)))
    return None


def loop(state: LessonState) -> NoteText | None:
    if not state.is_plain:
        return None
    for number, start, end in state.refused:
        own = state.sheet.side[1] if state.sheet.side[1] >> start & 1 else state.sheet.side[0]
        if own >> end & 1 and not state.sheet.drawn[number]:
            return NoteText(translate(LOOP, cell=state.city.cells[end]), state.names((end,)))
    return None


def taken(state: LessonState) -> NoteText | None:
    for number, start, end in state.refused:
        if state.sheet.drawn[number] and not state.own >> end & 1:
            return NoteText(
                translate(TAKEN, section=section_name(state.city, number)), state.names((start, end))
            )
    return None


def passing(state: LessonState) -> NoteText | None:
    if not state.is_card:
        return None
    if not state.choices:
        return NoteText(translate(NOTHING_FITS))
    points = score.total(state.sheet)
    if state.is_drawn and all(
        score.total(state.sheet.after(move)) <= points for move in state.sheet.legal_moves()
    ):
        return NoteText(translate(NOTHING_GAINED))
    return None


def other_side(state: LessonState) -> NoteText | None:
    sheet = state.sheet
    if not state.is_card or sheet.branching or not state.is_drawn or not sheet.side[1]:
        return None
    if sheet.stations(state.card.side):
        return None
    cell = state.names(state.starts())[0]
    side = wording.kind_name(state.city, state.city.sides[state.card.side])
    return NoteText(translate(OTHER_SIDE, side=side, cell=cell), (cell,))


def link(state: LessonState) -> NoteText | None:
    cells = state.names(sorted({choice.end for choice in state.choices if choice.links}))
    if not cells:
        return None
    points = state.city.worth.link
    return NoteText(translate(LINK, cells=wording.join_with_and(cells), points=points), cells)


def linked(state: LessonState) -> NoteText | None:
    if not state.is_linked or state.is_round_over:
        return None
    return NoteText(translate(LINKED), state.names(state.starts()) if state.is_card else ())


def section_name(city: City, section: int) -> str:
    return city.move_names[1 + 2 * section]


def has_sides(city: City) -> bool:
    return bool(city.sides)


OPENING = (
    Topic("goal", N_("What you draw"), goal),
    Topic("sides", N_("Two departures"), sides, has_sides),
    Topic("first-card", N_("The first card"), first_card),
)
BUILDING = (
    Topic("turn-done", N_("One section"), turn_done),
    Topic("ends", N_("Two ends"), ends),
    Topic("other-side", N_("The second line"), other_side, has_sides),
    Topic("linked", N_("One line"), linked, has_sides),
    Topic("link", N_("Linking"), link, has_sides),
    Topic("passing", N_("Passing"), passing),
    Topic("crossing", N_("No crossings"), crossing),
    Topic("loop", N_("No loops"), loop),
    Topic("taken", N_("Already drawn"), taken),
)
