"""Topics about the line: where a section starts and ends, and what forbids it."""

from __future__ import annotations

from fulgence.language import N_, translate
from fulgence.lessons.moment import Moment
from fulgence.lessons.note import Told, Topic
from fulgence.rules import score
from fulgence.rules.city import City
from fulgence.term import guide, words

GOAL = N_(
    "Card by card you draw a metro line. It scores the districts that it reaches times its stations in the "
    "fullest of them."
)
FIRST_CARD = N_(
    "The card shows this symbol: {symbol}. Draw a section from {cell} ({departure}) along a dotted line to "
    "a station with this symbol. The stations that you can reach are lit."
)
TURN_DONE = N_("One card, one section: your turn is complete. You can take it back until the next card.")
ENDS = N_(
    "Your line goes on from any of its ends: {cells}. The departure is an end as long as only one "
    "section leaves it."
)
CROSSING = N_("{section} is closed: it would cross {other}. Whatever their colour, sections may not cross.")
EXCEPT_OVERHEAD = N_("Only at overhead crossings may they.")
LOOP = N_("{cell} would fit the card, but your line stops there already. A line never makes a loop.")
TAKEN = N_("{section} is drawn already. No second section may join the same two stations.")
NOTHING_FITS = N_(
    "No station in reach fits this card, so you pass. That happens; a good line keeps its ends open."
)
NOTHING_GAINED = N_(
    "None of these sections brings points now. You never have to draw, and sometimes it is wise to pass."
)
OTHER_SIDE = N_(
    "This card is for the other side: {side}. It starts your second line, at {cell}. The first one waits for "
    "a card of its own."
)
LINK = N_(
    "A section to {cells} would link your two lines. They become one line, which gives {points} extra "
    "points, and its districts and stations count together."
)
LINKED = N_(
    "Your lines are one now. Cards of either side continue it, from any of its ends, and it may not make a "
    "loop."
)


def goal(now: Moment) -> Told | None:
    return Told(translate(GOAL)) if now.is_start else None


def sides(now: Moment) -> Told | None:
    if not now.is_start:
        return None
    first, second = (words.kind_name(now.city, side) for side in now.city.sides)
    departures = now.names(now.city.departures[now.view.pencil])
    return Told(translate(guide.SIDES, first=first, second=second), departures)


def first_card(now: Moment) -> Told | None:
    if not now.is_start or not now.is_plain:
        return None
    departure = translate(words.DEPARTURE, pencil=translate(now.view.pencil))
    cell = now.names(now.starts())[0]
    symbol = translate(words.SYMBOLS[now.card.symbol])
    ends = now.names(sorted({choice.end for choice in now.choices}))
    return Told(translate(FIRST_CARD, symbol=symbol, cell=cell, departure=departure), (cell, *ends))


def turn_done(now: Moment) -> Told | None:
    if now.is_deciding or now.is_round_over or not now.has_drawn_now:
        return None
    return Told(translate(TURN_DONE))


def ends(now: Moment) -> Told | None:
    starts = now.starts()
    if not now.is_card or now.sheet.branching or len(starts) < 2:
        return None
    cells = now.names(starts)
    return Told(translate(ENDS, cells=words.joined(cells)), cells)


def crossing(now: Moment) -> Told | None:
    for number, start, end in now.refused:
        for pair in now.city.crossing_pairs:
            other = sum(pair) - number
            if number in pair and now.sheet.drawn[other] and not now.sheet.drawn[number]:
                names = [section_name(now.city, section) for section in (number, other)]
                text = translate(CROSSING, section=names[0], other=names[1])
                if now.city.overhead:
                    text += " " + translate(EXCEPT_OVERHEAD)
                return Told(text, now.names((start, end)))
    return None


def loop(now: Moment) -> Told | None:
    if not now.is_plain:
        return None
    for number, start, end in now.refused:
        own = now.sheet.side[1] if now.sheet.side[1] >> start & 1 else now.sheet.side[0]
        if own >> end & 1 and not now.sheet.drawn[number]:
            return Told(translate(LOOP, cell=now.city.cells[end]), now.names((end,)))
    return None


def taken(now: Moment) -> Told | None:
    for number, start, end in now.refused:
        if now.sheet.drawn[number] and not now.own >> end & 1:
            return Told(translate(TAKEN, section=section_name(now.city, number)), now.names((start, end)))
    return None


def passing(now: Moment) -> Told | None:
    if not now.is_card:
        return None
    if not now.choices:
        return Told(translate(NOTHING_FITS))
    points = score.total(now.sheet)
    if now.is_drawn and all(score.total(now.sheet.after(move)) <= points for move in now.sheet.legal_moves()):
        return Told(translate(NOTHING_GAINED))
    return None


def other_side(now: Moment) -> Told | None:
    sheet = now.sheet
    if not now.is_card or sheet.branching or not now.is_drawn or not sheet.side[1]:
        return None
    if sheet.stations(now.card.side):
        return None
    cell = now.names(now.starts())[0]
    side = words.kind_name(now.city, now.city.sides[now.card.side])
    return Told(translate(OTHER_SIDE, side=side, cell=cell), (cell,))


def link(now: Moment) -> Told | None:
    cells = now.names(sorted({choice.end for choice in now.choices if choice.links}))
    if not cells:
        return None
    points = now.city.worth.link
    return Told(translate(LINK, cells=words.joined(cells), points=points), cells)


def linked(now: Moment) -> Told | None:
    if not now.is_linked or now.is_round_over:
        return None
    return Told(translate(LINKED), now.names(now.starts()) if now.is_card else ())


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
    Topic("crossing", N_("No crossing"), crossing),
    Topic("loop", N_("No loop"), loop),
    Topic("taken", N_("Already drawn"), taken),
)
