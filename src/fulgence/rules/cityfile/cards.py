"""The station cards of a city, like `U:square` and `switch`: their sides, and which ones close a round."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from fulgence.rules import kinds
from fulgence.rules.city import Card
from fulgence.rules.city_tables import MAX_CARDS
from fulgence.rules.cityfile.toml_reader import TomlTable
from fulgence.rules.message import Message

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


NO_CARDS = Cards((), {}, (), {})


def read_cards(toml: TomlTable) -> Cards:
    prefixes: dict[str, str] = {}
    with toml.collecting():
        names = toml.subtable("names")
        prefixes = {prefix: names.text(prefix) for prefix in names.table}
        if "" in prefixes:
            toml.fail("names", Message("a kind of card needs a letter"))
    sides: tuple[str, ...] = ()
    if toml.has("sides"):
        with toml.collecting():
            named = tuple(toml.texts("sides"))
            if len(named) != 2 or not set(named) <= set(prefixes):
                toml.fail("sides", Message("must be two of the letters in names"))
            sides = named
    cards: list[Card] = []
    pile: list[str] = []
    with toml.collecting():
        pile = toml.texts("pile")
        for name in pile:
            with toml.collecting():
                cards.append(read_card(toml, name, prefixes, sides))
    if len(pile) >= MAX_CARDS:
        with toml.collecting():
            reason = Message("has {count} cards; the maximum is {most}", count=len(pile), most=MAX_CARDS - 1)
            toml.fail("pile", reason)
    closing: dict[str, int] = {}
    with toml.collecting():
        closing = read_closing(toml, prefixes, pile)
    toml.done()
    return Cards(tuple(cards), prefixes, sides, closing)


def read_card(toml: TomlTable, name: str, prefixes: Mapping[str, str], sides: Sequence[str]) -> Card:
    prefix, _, symbol = name.partition(":")
    if name == kinds.SWITCH_CARD:
        return Card(name, kinds.ANY, kinds.PLAIN, 0, "")
    if symbol not in SYMBOLS:
        reason = Message(
            "{card!r}: a card is 'switch' or LETTER:SYMBOL, with a symbol of {symbols}",
            card=name,
            symbols=" ".join(SYMBOLS),
        )
        toml.fail("pile", reason)
    if prefix not in prefixes:
        reason = Message("{card!r}: names does not say what {letter!r} means", card=name, letter=prefix)
        toml.fail("pile", reason)
    side = sides.index(prefix) if prefix in sides else 0
    return Card(name, *SYMBOLS[symbol], side, prefix)


def read_closing(toml: TomlTable, prefixes: Mapping[str, str], pile: Sequence[str]) -> dict[str, int]:
    table = toml.subtable("closing")
    closing = {prefix: table.number(prefix, least=1) for prefix in table.table}
    if not 1 <= len(closing) <= 2:
        toml.fail("closing", Message("must name one or two kinds of cards that end a round"))
    for prefix, number in closing.items():
        with toml.collecting():
            if prefix not in prefixes:
                table.fail(prefix, Message("names does not say what {letter!r} means", letter=prefix))
            there = sum(name.startswith(f"{prefix}:") for name in pile)
            if number > there:
                reason = Message(
                    "the pile has only {count} such cards, so the round would never end", count=there
                )
                table.fail(prefix, reason)
    return closing
