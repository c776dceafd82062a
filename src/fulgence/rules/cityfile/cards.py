"""The station cards of a city, like `U:square` and `switch`: their sides, and which ones close a round."""

from __future__ import annotations

from dataclasses import dataclass

from fulgence.rules import kinds
from fulgence.rules.city import Card
from fulgence.rules.city_tables import MAX_CARDS
from fulgence.rules.cityfile.toml_reader import TomlTable

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


def read_cards(toml: TomlTable) -> Cards:
    names = toml.subtable("names")
    prefixes = {prefix: names.text(prefix) for prefix in names.table}
    if "" in prefixes:
        toml.fail("names", "a kind of card needs a letter")
    sides = tuple(toml.texts("sides")) if toml.has("sides") else ()
    if sides and (len(sides) != 2 or not set(sides) <= set(prefixes)):
        toml.fail("sides", "must be two of the letters in names")
    cards = []
    for name in toml.texts("pile"):
        prefix, _, symbol = name.partition(":")
        if name == kinds.SWITCH_CARD:
            cards.append(Card(name, kinds.ANY, kinds.PLAIN, 0, ""))
            continue
        if symbol not in SYMBOLS:
            toml.fail(
                "pile",
                f"{name!r}: a card is 'switch' or LETTER:SYMBOL, with a symbol of " + " ".join(SYMBOLS),
            )
        if prefix not in prefixes:
            toml.fail("pile", f"{name!r}: names does not say what {prefix!r} means")
        side = sides.index(prefix) if prefix in sides else 0
        cards.append(Card(name, *SYMBOLS[symbol], side, prefix))
    if len(cards) >= MAX_CARDS:
        toml.fail("pile", f"has {len(cards)} cards; the maximum is {MAX_CARDS - 1}")
    table = toml.subtable("closing")
    closing = {prefix: table.number(prefix, least=1) for prefix in table.table}
    if not 1 <= len(closing) <= 2:
        toml.fail("closing", "must name one or two kinds of cards that end a round")
    for prefix, number in closing.items():
        if prefix not in prefixes:
            table.fail(prefix, f"names does not say what {prefix!r} means")
        there = sum(card.prefix == prefix for card in cards)
        if number > there:
            table.fail(prefix, f"the pile has only {there} such cards, so the round would never end")
    toml.done()
    return Cards(tuple(cards), prefixes, sides, closing)
