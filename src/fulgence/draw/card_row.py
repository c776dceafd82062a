"""A row of cards as platform signs; those that end the round have a bar."""

from __future__ import annotations

from collections.abc import Sequence

from fulgence.draw.shapes import box, line, symbol, text
from fulgence.language import translate
from fulgence.prose import wording
from fulgence.rules import kinds
from fulgence.rules.city import Card, City

WIDE, HIGH, GAP, EDGE = 78.0, 96.0, 14.0, 4.0


def row_size(count: int) -> tuple[float, float]:
    return count * (WIDE + GAP) - GAP + 2 * EDGE, HIGH + 2 * EDGE


def card_row_svg(city: City, cards: Sequence[Card]) -> str:
    return "".join(card_svg(city, card, EDGE + place * (WIDE + GAP)) for place, card in enumerate(cards))


def card_svg(city: City, card: Card, left: float) -> str:
    middle = left + WIDE / 2
    parts = [box((left, EDGE), WIDE, HIGH, "card", 10)]
    if card.prefix in city.closing:
        parts.append(line((left + 10, EDGE + 10), (left + WIDE - 10, EDGE + 10), "card-bar"))
    if card.name == kinds.SWITCH_CARD:
        parts.append(switch_sign(middle, EDGE + 46))
    elif card.kind == kinds.TOUR:
        parts.append(monuments_sign(middle, EDGE + 44))
    else:
        parts.append(symbol(card.symbol, (middle, EDGE + 44), 20, "symbol"))
    name = translate(city.prefixes.get(card.prefix, wording.shown_on(city, card.name)))
    parts.append(text((middle, EDGE + HIGH - 12), name, "card-name", 11 if len(name) > 9 else 13))
    return "".join(parts)


def switch_sign(x: float, y: float) -> str:
    return f'<path class="card-sign" d="M{x - 14:g} {y + 20:g}v-40m0 26c20 0 10-26 30-26m-9 0h9v9"/>'


def monuments_sign(x: float, y: float) -> str:
    return f'<path class="card-sign" d="M{x - 22:g} {y + 18:g}v-24l9-9 9 9v24m8 0v-18l9-9 9 9v18"/>'
