"""The same deal with its cards in another order: what if the next card had been another one?"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from fulgence.rules.cards import SWITCH
from fulgence.rules.deal import REPEAT_SWITCH, Deal, switch_returns
from fulgence.rules.errors import BadDeal
from fulgence.rules.message import Message


def rearranged(dealt: Deal, first: Sequence[Sequence[str]]) -> Deal:
    """In each round the cards of `first` come first; the rest of the pile keeps its order."""
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
    again = [place for place, card in enumerate(first) if card == SWITCH][1:] if repeats else []
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
    return (*once[:place], SWITCH, *once[place:])


def place_of_return(pile: Sequence[str], once: Sequence[str], decided: int) -> int:
    """Where the switch comes back: where it did, but after its turn and after what was asked for (R18)."""
    old = [place for place, card in enumerate(pile) if card == SWITCH][1:] or [len(once)]
    return max(old[0], once.index(SWITCH) + 2, decided)
