"""The checks of a deal: they raise BadDeal with the card, pencil or add-on that is wrong."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from fulgence.rules import kinds
from fulgence.rules.city import City
from fulgence.rules.errors import BadDeal
from fulgence.rules.message import Message
from fulgence.rules.pile import turns

if TYPE_CHECKING:
    from fulgence.rules.deal import Deal

REPEAT_SWITCH = kinds.ACCELERATIONS[kinds.REPEAT_SWITCH - 1]
DOUBLE_TRACKS = kinds.ACCELERATIONS[kinds.DOUBLE_TRACKS - 1]

# Places at the table by number of seats; each empty place has an unused pencil.
PLACES: Mapping[int, tuple[int, ...]] = {1: (0,), 2: (0, 2), 3: (0, 1, 2), 4: (0, 1, 2, 3)}


def check_deal(made: Deal) -> None:
    check_addons(made.city, made.addons)
    check_objectives(made)
    check_dealt(made, "powers", made.powers, made.city.pencils, kinds.POWERS)
    gates = [made.city.cells[cell] for cell in made.city.gates]
    check_dealt(made, "gates", made.gates, gates, kinds.GATES)
    check_acceleration(made)
    check_piles(made)
    check_pencils(made)


def check_addons(city: City, addons: Sequence[str]) -> None:
    for addon in addons:
        if addon not in city.addons:
            allowed = ", ".join(city.addons) or Message("no add-ons")
            raise BadDeal(
                Message(
                    "{city} has no add-on {addon!r}; it allows {allowed}",
                    addon=addon,
                    city=Message(city.name),
                    allowed=allowed,
                )
            )
    if len(set(addons)) < len(addons):
        raise BadDeal(Message("an add-on is named twice"))


def is_in_play(made: Deal, name: str, dealt: object) -> bool:
    """Whether the add-on is in play; BadDeal if something is dealt for one that is not."""
    if name in made.addons:
        return True
    if dealt:
        raise BadDeal(f"{name} are dealt, but the add-on is not in play")
    return False


def check_objectives(made: Deal) -> None:
    if not is_in_play(made, "objectives", made.objectives):
        return
    names = [card.name for card in made.city.objectives]
    for name in made.objectives:
        if name not in names:
            raise BadDeal(f"{name!r} is not an objective of {made.city.name}: {', '.join(names)}")
    if len(set(made.objectives)) != made.city.objectives_dealt or len(set(made.objectives)) != len(
        made.objectives
    ):
        raise BadDeal(f"{made.city.objectives_dealt} different objectives are dealt")


def check_dealt(
    made: Deal, name: str, dealt: Mapping[str, str], keys: Sequence[str], values: Sequence[str]
) -> None:
    if not is_in_play(made, name, dealt):
        return
    if sorted(dealt) != sorted(keys):
        raise BadDeal(f"{name} must be dealt to {', '.join(keys)}")
    if sorted(dealt.values()) != sorted(values):
        raise BadDeal(f"{name} must be {', '.join(values)}, each once")


def check_acceleration(made: Deal) -> None:
    if not is_in_play(made, "acceleration", made.acceleration):
        return
    for name in made.acceleration:
        if name not in kinds.ACCELERATIONS:
            raise BadDeal(f"{name!r} is not an acceleration: {', '.join(kinds.ACCELERATIONS)}")
    if len(made.acceleration) != kinds.ROUNDS or len(set(made.acceleration)) != kinds.ROUNDS:
        raise BadDeal(f"acceleration must be {kinds.ROUNDS} different cards, one for each round")
    if made.acceleration[0] == DOUBLE_TRACKS:
        raise BadDeal(f"{DOUBLE_TRACKS} cannot be the acceleration of the first round")


def check_piles(made: Deal) -> None:
    if len(made.rounds) != kinds.ROUNDS:
        raise BadDeal(f"a game has {kinds.ROUNDS} rounds, not {len(made.rounds)}")
    for number, pile in enumerate(made.rounds):
        try:
            repeats = bool(made.acceleration) and made.acceleration[number] == REPEAT_SWITCH
            check_pile(made.city, pile, repeats)
        except BadDeal as error:
            raise BadDeal(f"round {number + 1}: {error}") from None


def check_pile(city: City, pile: Sequence[str], repeats: bool) -> None:
    for name in pile:
        if name not in city.card_numbers:
            raise BadDeal(f"{name!r} is not a card of {city.name}")
    once = list(pile)
    if repeats:
        places = [place for place, name in enumerate(pile) if name == kinds.SWITCH_CARD]
        if len(places) == 2:
            if places[1] < places[0] + 2:
                raise BadDeal("the switch comes back before its turn is over")
            del once[places[1]]
        elif not pile_mistakes(city, once) and switch_returns(city, once):
            raise BadDeal("the switch must come back after its turn")
    if wrong := pile_mistakes(city, once):
        more = f", and {len(wrong) - 3} more such cards" if len(wrong) > 3 else ""
        raise BadDeal(", ".join(wrong[:3]) + more)


def pile_mistakes(city: City, pile: Sequence[str]) -> list[str]:
    """Cards that are missing or duplicated: a pile has every card of the city once."""
    mistakes = []
    for name in city.card_numbers:
        card = f"the {name}" if name == kinds.SWITCH_CARD else name
        times = pile.count(name)
        if times == 0:
            mistakes.append(f"{card} is missing")
        elif times > 1:
            mistakes.append(f"{card} is there {'twice' if times == 2 else f'{times} times'}")
    return mistakes


def switch_returns(city: City, pile: Sequence[str]) -> bool:
    """Whether the turn of the first switch is played and is not the last of the round."""
    played = turns(city.tables, [city.card_numbers[name] for name in pile])
    switch = city.tables.switch
    return any(turn[0] == switch for turn in played[:-1])


def check_pencils(made: Deal) -> None:
    if len(made.pencils) not in PLACES:
        raise BadDeal(no_table(len(made.pencils)))
    for order in made.pencils:
        if sorted(order) != sorted(made.city.pencils):
            raise BadDeal(f"a seat draws with each pencil once: {', '.join(made.city.pencils)}")
    if len(made.pencils) == 1:
        return
    first = [made.pencils[0][-place % kinds.ROUNDS] for place in range(kinds.ROUNDS)]
    for seat, order in enumerate(pencil_orders(first, len(made.pencils))):
        if made.pencils[seat] != order:
            raise BadDeal(f"seat {seat}: pencils move on by one place a round: {', '.join(order)}")


def pencil_orders(first: Sequence[str], seats: int) -> tuple[tuple[str, ...], ...]:
    """The pencils of each seat by round. `first`: those at the places of the table in the first round."""
    return tuple(
        tuple(pencil_at(first, place, number) for number in range(kinds.ROUNDS)) for place in PLACES[seats]
    )


def pencil_at(first: Sequence[str], place: int, number: int) -> str:
    """R21: after each round the pencil of place p goes to place p + 1."""
    places = len(first)
    return first[(place - number) % places]


def no_table(seats: int) -> Message:
    return Message("{seats} seats: a game has 1 to {most}", seats=seats, most=max(PLACES))
