"""The station cards of a city: `U:square`, `switch`; which side they are for, which close a round."""

from __future__ import annotations

from dataclasses import dataclass

from fulgence.rules import kinds
from fulgence.rules.city import Card
from fulgence.rules.facts import Facts
from fulgence.rules.tables import CARDS

SWITCH = "switch"
SYMBOLS = {
    "square": (kinds.SQUARE, kinds.PLAIN),
    "triangle": (kinds.TRIANGLE, kinds.PLAIN),
    "pentagon": (kinds.PENTAGON, kinds.PLAIN),
    "circle": (kinds.CIRCLE, kinds.PLAIN),
    "joker": (kinds.ANY, kinds.PLAIN),
    "tour": (kinds.ANY, kinds.TOUR),
    "wild": (kinds.ANY, kinds.WILD),
}


@dataclass(frozen=True)
class Cards:
    cards: tuple[Card, ...]
    prefixes: dict[str, str]
    sides: tuple[str, ...]
    closing: dict[str, int]


def read_cards(facts: Facts) -> Cards:
    names = facts.facts("names")
    prefixes = {prefix: names.text(prefix) for prefix in names.table}
    if "" in prefixes:
        facts.fail("names", "a kind of card needs a letter")
    sides = tuple(facts.texts("sides")) if facts.has("sides") else ()
    if sides and (len(sides) != 2 or not set(sides) <= set(prefixes)):
        facts.fail("sides", "must be two of the letters in names")
    cards = []
    for name in facts.texts("pile"):
        prefix, _, symbol = name.partition(":")
        if name == SWITCH:
            cards.append(Card(name, kinds.ANY, kinds.PLAIN, 0, ""))
            continue
        if symbol not in SYMBOLS:
            facts.fail(
                "pile",
                f"{name!r}: a card is 'switch' or LETTER:SYMBOL, with a symbol of " + " ".join(SYMBOLS),
            )
        if prefix not in prefixes:
            facts.fail("pile", f"{name!r}: names does not tell what {prefix!r} means")
        side = sides.index(prefix) if prefix in sides else 0
        cards.append(Card(name, *SYMBOLS[symbol], side, prefix))
    if len(cards) >= CARDS:
        facts.fail("pile", f"has {len(cards)} cards, at most {CARDS - 1} fit")
    table = facts.facts("closing")
    closing = {prefix: table.number(prefix, least=1) for prefix in table.table}
    if not 1 <= len(closing) <= 2:
        facts.fail("closing", "must tell one or two kinds of cards that end a round")
    for prefix, number in closing.items():
        if prefix not in prefixes:
            table.fail(prefix, f"names does not tell what {prefix!r} means")
        there = sum(card.prefix == prefix for card in cards)
        if number > there:
            table.fail(prefix, f"the pile has only {there} such cards, the round would never end")
    facts.done()
    return Cards(tuple(cards), prefixes, sides, closing)
