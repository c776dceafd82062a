"""Everything random in a game, fixed before the first card is flipped."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Protocol

from fulgence.rules import kinds
from fulgence.rules.city import City
from fulgence.rules.deal_checks import (
    DOUBLE_TRACKS,
    PLACES,
    REPEAT_SWITCH,
    check_addons,
    check_deal,
    no_table,
    pencil_orders,
    switch_returns,
)
from fulgence.rules.errors import BadDeal
from fulgence.rules.generator import Generator
from fulgence.rules.message import Message
from fulgence.rules.pile import turns
from fulgence.rules.public_deal import PublicDeal


class RandomSource(Protocol):
    """What dealing needs of a generator of random numbers."""

    def draw(self, n: int) -> int: ...

    def shuffle(self, items: list[str]) -> None: ...


@dataclass(frozen=True, kw_only=True)
class Deal(PublicDeal):
    """Checked when created: every Deal can be played."""

    rounds: tuple[tuple[str, ...], ...]

    def __post_init__(self) -> None:
        check_deal(self)

    @cached_property
    def turns(self) -> tuple[tuple[tuple[str, ...], ...], ...]:
        """The cards of every turn, by round."""
        return tuple(
            tuple(
                tuple(self.city.cards[number].name for number in turn)
                for turn in turns(self.city.tables, self.card_numbers(pile))
            )
            for pile in self.rounds
        )

    def card_numbers(self, pile: Sequence[str]) -> list[int]:
        return [self.city.card_numbers[name] for name in pile]


def deal(
    city: City,
    addons: Sequence[str] = (),
    seats: int = 1,
    rng: RandomSource | None = None,
    pencils: Sequence[str] = (),
) -> Deal:
    """Deal a game. `pencils`: the order chosen by a player alone, otherwise random (R39)."""
    rng = rng or Generator(0)
    check_addons(city, addons)
    if seats not in PLACES:
        raise BadDeal(no_table(seats))
    if pencils and (seats > 1 or sorted(pencils) != sorted(city.pencils)):
        raise BadDeal(
            Message(
                "only a player alone may choose the order of the pencils, and must name all: {pencils}",
                pencils=", ".join(city.pencils),
            )
        )
    if pencils and not city.chooses_pencils:
        raise BadDeal(Message("in {city} the order of the pencils is random (R39)", city=Message(city.name)))
    first = list(pencils) or shuffled(rng, city.pencils)
    acceleration: list[str] = []
    if "acceleration" in addons:
        acceleration = shuffled(rng, kinds.ACCELERATIONS)[: kinds.ROUNDS]
        if acceleration[0] == DOUBLE_TRACKS:
            other = 1 + rng.draw(kinds.ROUNDS - 1)
            acceleration[0], acceleration[other] = acceleration[other], acceleration[0]
    rounds = []
    for number in range(kinds.ROUNDS):
        pile = shuffled(rng, [card.name for card in city.cards])
        if acceleration and acceleration[number] == REPEAT_SWITCH:
            pile = with_switch_again(city, pile, rng)
        rounds.append(tuple(pile))
    objectives: list[str] = []
    if "objectives" in addons:
        objectives = shuffled(rng, [card.name for card in city.objectives])
    powers: dict[str, str] = {}
    if "powers" in addons:
        powers = dict(zip(city.pencils, shuffled(rng, kinds.POWERS), strict=True))
    gates: dict[str, str] = {}
    if "gates" in addons:
        cells = [city.cells[cell] for cell in city.gates]
        gates = dict(zip(cells, shuffled(rng, kinds.GATES), strict=True))
    return Deal(
        city=city,
        addons=tuple(name for name in kinds.ADDONS if name in addons),
        rounds=tuple(rounds),
        pencils=pencil_orders(first, seats) if seats > 1 else (tuple(first),),
        objectives=tuple(objectives[: city.objectives_dealt]),
        powers=powers,
        gates=gates,
        acceleration=tuple(acceleration),
    )


def advice(addons: Sequence[str]) -> str:
    """The publisher's advice about a choice of add-ons, if any."""
    if {"powers", "gates"} <= set(addons):
        return Message(
            "powers and gates may be combined; the publisher recommends only one of them at a time"
        )
    return ""


def shuffled(rng: RandomSource, items: Sequence[str]) -> list[str]:
    copy = list(items)
    rng.shuffle(copy)
    return copy


def with_switch_again(city: City, pile: list[str], rng: RandomSource) -> list[str]:
    """R18, R27: after its turn the switch returns to a random place in the rest of the pile."""
    if not switch_returns(city, pile):
        return pile
    rest = pile.index(kinds.SWITCH_CARD) + 2
    place = rest + rng.draw(len(pile) - rest + 1)
    return [*pile[:place], kinds.SWITCH_CARD, *pile[place:]]


def rearranged(dealt: Deal, first: Sequence[Sequence[str]]) -> Deal:
    """The deal with the cards of `first`, by round, on top; the rest of each pile keeps its order."""
    if not any(first):
        return dealt
    wanted = [*first, *[()] * (len(dealt.rounds) - len(first))]
    piles = [pile_with(dealt, number, cards) for number, cards in enumerate(wanted[: len(dealt.rounds)])]
    return replace(dealt, rounds=tuple(piles))


def pile_with(dealt: Deal, number: int, first: Sequence[str]) -> tuple[str, ...]:
    pile = dealt.rounds[number]
    if not first:
        return pile
    repeats = bool(dealt.acceleration) and dealt.acceleration[number] == REPEAT_SWITCH
    again = [place for place, card in enumerate(first) if card == kinds.SWITCH_CARD][1:] if repeats else []
    plain = [card for place, card in enumerate(first) if place not in again[:1]]
    for place, card in enumerate(plain):
        if card not in pile or card in plain[:place]:
            raise BadDeal(
                Message("no card {card} is left in the pile of round {round}", card=card, round=number + 1)
            )
    once = list(dict.fromkeys([*plain, *pile]))
    if not repeats or not switch_returns(dealt.city, once):
        return tuple(once)
    place = again[0] if again else place_of_return(pile, once, len(first))
    return (*once[:place], kinds.SWITCH_CARD, *once[place:])


def place_of_return(pile: Sequence[str], once: Sequence[str], decided: int) -> int:
    """Where the switch returns: where it did, but after its turn and the cards asked for (R18)."""
    old = [place for place, card in enumerate(pile) if card == kinds.SWITCH_CARD][1:] or [len(once)]
    return max(old[0], once.index(kinds.SWITCH_CARD) + 2, decided)
