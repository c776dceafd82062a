"""Why a move was worse than another, in words: what each leaves possible in the rest of the round."""

from __future__ import annotations

from dataclasses import dataclass

from fulgence.bots.known_pile import known_pile
from fulgence.rules.city import City
from fulgence.rules.message import Message
from fulgence.rules.score import total
from fulgence.rules.sheet import Sheet
from fulgence.rules.view import View

# Roughly how many points one of each is worth; only for choosing the reason to give.
DISTRICT, CARD, INTERCHANGE, SITE, STATION = 4.0, 1.5, 0.7, 0.7, 0.15
WORTH_SAYING = 0.9


@dataclass(frozen=True)
class Prospects:
    """What a move gives at once, and what the line can still reach."""

    points: int
    districts: int  # that can still be reached
    cards: int  # still in the pile that could be drawn at once
    interchanges: int  # stations of earlier lines that can still be reached
    sites: int
    stations: int


def label(view: View, played: str, better: str) -> Message:
    """The greatest difference between two moves."""
    if played == "pass":
        return Message("passing gave {better} away", better=better)
    if better == "pass":
        return Message("passing would have kept the ends of the line free")
    fields: dict[str, object] = {"played": played, "better": better}
    mine, other = prospects(view, played), prospects(view, better)
    reasons = [
        (DISTRICT * (other.districts - mine.districts), districts_closed(mine, other, fields)),
        (CARD * (other.cards - mine.cards), cards_lost(view, mine, other, fields)),
        (other.points - mine.points, points_less(mine, other, fields)),
        (INTERCHANGE * (other.interchanges - mine.interchanges), interchanges_lost(fields)),
        (SITE * (other.sites - mine.sites), sites_lost(fields)),
        (STATION * (other.stations - mine.stations), Message("{better} keeps more options open", **fields)),
    ]
    weight, reason = max(reasons, key=lambda pair: pair[0])
    if weight < WORTH_SAYING:
        return Message("{better} promises more for later", **fields)
    return reason


def districts_closed(mine: Prospects, other: Prospects, fields: dict[str, object]) -> Message:
    if other.districts - mine.districts == 1:
        return Message("{played} closed the way to a district that {better} keeps open", **fields)
    return Message(
        "{played} closed the way to {n} districts that {better} keeps open",
        n=other.districts - mine.districts,
        **fields,
    )


def cards_lost(view: View, mine: Prospects, other: Prospects, fields: dict[str, object]) -> Message:
    return Message(
        "of {cards} cards left, {n} can be used after {played}, {m} after {better}",
        cards=sum(
            card != view.city.tables.switch for card in map(view.city.card_numbers.get, view.remaining)
        ),
        n=mine.cards,
        m=other.cards,
        **fields,
    )


def points_less(mine: Prospects, other: Prospects, fields: dict[str, object]) -> Message:
    if other.points - mine.points == 1:
        return Message("{better} gives a point more at once", **fields)
    return Message("{better} gives {n} points more at once", n=other.points - mine.points, **fields)


def interchanges_lost(fields: dict[str, object]) -> Message:
    return Message("{better} keeps more stations of earlier lines in reach", **fields)


def sites_lost(fields: dict[str, object]) -> Message:
    return Message("{better} keeps more sights in reach", **fields)


def prospects(view: View, move: str) -> Prospects:
    city = view.city
    sheet = view.sheet.copy()
    sheet.play(city.moves[move])
    if known_pile(view).last:  # the line is finished
        return Prospects(total(sheet), 0, 0, 0, 0, 0)
    own = sheet.side[0] | sheet.side[1]
    far = in_reach(sheet, own)
    earlier = 0
    for stations in sheet.lines[: 2 * sheet.round]:
        earlier |= stations
    return Prospects(
        points=total(sheet),
        districts=len(districts_of(city, far) - districts_of(city, own)),
        cards=sum(can_be_drawn(city, sheet, name) for name in view.remaining),
        interchanges=len(cells_of(far & earlier & city.station_mask)),
        sites=sum(1 for site in city.sites if far >> site & 1),
        stations=len(cells_of(far & city.station_mask)),
    )


def in_reach(sheet: Sheet, own: int) -> int:
    """All cells that open sections lead to from the ends of the line."""
    far, new = 0, own & ~sheet.inner
    while new:
        reached = 0
        for cell in cells_of(new):
            reached |= sheet.open[cell]
        new = reached & ~far & ~own
        far |= new
    return far


def districts_of(city: City, cells: int) -> set[int]:
    return {city.district_of[cell] for cell in cells_of(cells)}


def can_be_drawn(city: City, sheet: Sheet, name: str) -> bool:
    card = city.card_numbers[name]
    if card == city.tables.switch:  # it comes with another card, which is counted itself
        return False
    trial = sheet.copy()
    trial.begin_turn(card, 0)
    return trial.count_moves() > 0


def cells_of(mask: int) -> list[int]:
    return [cell for cell in range(mask.bit_length()) if mask >> cell & 1]
