"""Everything that chance decides in a game, fixed before the first card is flipped."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Protocol

from fulgence.rules import kinds
from fulgence.rules.cards import SWITCH
from fulgence.rules.chance import Generator, turns
from fulgence.rules.city import City
from fulgence.rules.errors import BadDeal
from fulgence.rules.message import Message
from fulgence.rules.tables import Terms

REPEAT_SWITCH = kinds.ACCELERATIONS[kinds.REPEAT_SWITCH - 1]
DOUBLE_TRACKS = kinds.ACCELERATIONS[kinds.DOUBLE_TRACKS - 1]

# Places at the table by number of seats; an unused pencil lies at every empty place.
PLACES: Mapping[int, tuple[int, ...]] = {1: (0,), 2: (0, 2), 3: (0, 1, 2), 4: (0, 1, 2, 3)}


class Chance(Protocol):
    """What a deal asks of its source of chance; a Generator is one."""

    def draw(self, n: int) -> int: ...

    def shuffle(self, items: list[str]) -> None: ...


@dataclass(frozen=True)
class Deal:
    """Checked when made: a Deal that exists can be played."""

    city: City
    addons: tuple[str, ...]
    rounds: tuple[tuple[str, ...], ...]
    pencils: tuple[tuple[str, ...], ...]  # by seat, then by round
    objectives: tuple[str, ...] = ()
    powers: Mapping[str, str] = field(default_factory=dict)  # by pencil
    gates: Mapping[str, str] = field(default_factory=dict)  # by cell
    acceleration: tuple[str, ...] = ()  # by round

    def __post_init__(self) -> None:
        check_addons(self.city, self.addons)
        check_objectives(self)
        check_dealt(self, "powers", self.powers, self.city.pencils, kinds.POWERS)
        gates = [self.city.cells[cell] for cell in self.city.gates]
        check_dealt(self, "gates", self.gates, gates, kinds.GATES)
        check_acceleration(self)
        check_piles(self)
        check_pencils(self)

    @cached_property
    def turns(self) -> tuple[tuple[tuple[str, ...], ...], ...]:
        """The cards of every turn that is played, by round."""
        return tuple(
            tuple(
                tuple(self.city.cards[number].name for number in turn)
                for turn in turns(self.city.tables, self.card_numbers(pile))
            )
            for pile in self.rounds
        )

    def card_numbers(self, pile: Sequence[str]) -> list[int]:
        return [self.city.card_numbers[name] for name in pile]

    def terms(self, seat: int) -> Terms:
        """What the seat's sheet needs to know."""
        return terms_of(
            self.city, self.pencils[seat], self.powers, self.gates, self.acceleration, self.objectives
        )

    @property
    def handicap(self) -> int:
        return handicap_of(self.city, self.addons, len(self.pencils))


def terms_of(
    city: City,
    pencils: Sequence[str],
    powers: Mapping[str, str],
    gates: Mapping[str, str],
    acceleration: Sequence[str],
    objectives: Sequence[str],
) -> Terms:
    """A sheet's terms from the names that deals, records and views use."""
    return Terms(
        city.tables,
        [city.pencils.index(pencil) for pencil in pencils],
        [number_of(kinds.POWERS, powers.get(pencil)) for pencil in city.pencils],
        [number_of(kinds.GATES, gates.get(cell)) for cell in city.cells],
        [number_of(kinds.ACCELERATIONS, name) for name in acceleration] or [0] * kinds.ROUNDS,
        sum(1 << i for i, card in enumerate(city.objectives) if card.name in objectives),
    )


def handicap_of(city: City, addons: Sequence[str], seats: int) -> int:
    """What the add-ons cost a player alone, as a negative number; 0 for several."""
    return 0 if seats > 1 else -sum(city.addons[addon] for addon in addons)


def number_of(names: Sequence[str], name: str | None) -> int:
    return names.index(name) + 1 if name else 0


def deal(
    city: City,
    addons: Sequence[str] = (),
    seats: int = 1,
    chance: Chance | None = None,
    pencils: Sequence[str] = (),
) -> Deal:
    """A new game. `pencils`: the order that a player alone has chosen, random without it (R39)."""
    chance = chance or Generator(0)
    check_addons(city, addons)
    if seats not in PLACES:
        raise BadDeal(no_table(seats))
    if pencils and (seats > 1 or sorted(pencils) != sorted(city.pencils)):
        raise BadDeal(
            Message(
                "the order of pencils is for one player and names all: {pencils}",
                pencils=", ".join(city.pencils),
            )
        )
    if pencils and not city.chooses_pencils:
        raise BadDeal(Message("in {city} the order of the pencils is random (R39)", city=Message(city.name)))
    first = list(pencils) or shuffled(chance, city.pencils)
    acceleration: list[str] = []
    if "acceleration" in addons:
        acceleration = shuffled(chance, kinds.ACCELERATIONS)[: kinds.ROUNDS]
        if acceleration[0] == DOUBLE_TRACKS:
            other = 1 + chance.draw(kinds.ROUNDS - 1)
            acceleration[0], acceleration[other] = acceleration[other], acceleration[0]
    rounds = []
    for number in range(kinds.ROUNDS):
        pile = shuffled(chance, [card.name for card in city.cards])
        if acceleration and acceleration[number] == REPEAT_SWITCH:
            pile = with_switch_again(city, pile, chance)
        rounds.append(tuple(pile))
    objectives: list[str] = []
    if "objectives" in addons:
        objectives = shuffled(chance, [card.name for card in city.objectives])
    powers: dict[str, str] = {}
    if "powers" in addons:
        powers = dict(zip(city.pencils, shuffled(chance, kinds.POWERS), strict=True))
    gates: dict[str, str] = {}
    if "gates" in addons:
        cells = [city.cells[cell] for cell in city.gates]
        gates = dict(zip(cells, shuffled(chance, kinds.GATES), strict=True))
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


def no_table(seats: int) -> Message:
    return Message("{seats} seats: a game has 1 to {most}", seats=seats, most=max(PLACES))


def advice(addons: Sequence[str]) -> str:
    """What the publisher advises about a choice of add-ons, if anything."""
    if {"powers", "gates"} <= set(addons):
        return Message("powers and gates together are allowed; the publisher advises one of them at a time")
    return ""


def shuffled(chance: Chance, items: Sequence[str]) -> list[str]:
    copy = list(items)
    chance.shuffle(copy)
    return copy


def with_switch_again(city: City, pile: list[str], chance: Chance) -> list[str]:
    """R18, R27: after its turn the switch goes back to a random place of what is left."""
    if not switch_returns(city, pile):
        return pile
    rest = pile.index(SWITCH) + 2
    place = rest + chance.draw(len(pile) - rest + 1)
    return [*pile[:place], SWITCH, *pile[place:]]


def switch_returns(city: City, pile: Sequence[str]) -> bool:
    """Whether the turn of the first switch is played and is not the last one of the round."""
    played = turns(city.tables, [city.card_numbers[name] for name in pile])
    switch = city.tables.switch
    return any(turn[0] == switch for turn in played[:-1])


def pencil_orders(first: Sequence[str], seats: int) -> tuple[tuple[str, ...], ...]:
    """R21: after each round the pencil of place p goes to place p + 1."""
    places = len(first)
    return tuple(
        tuple(first[(place - number) % places] for number in range(kinds.ROUNDS)) for place in PLACES[seats]
    )


def check_addons(city: City, addons: Sequence[str]) -> None:
    for addon in addons:
        if addon not in city.addons:
            allowed = ", ".join(city.addons) or Message("no add-ons")
            raise BadDeal(
                Message(
                    "{addon!r} is no add-on of {city}, which allows {allowed}",
                    addon=addon,
                    city=Message(city.name),
                    allowed=allowed,
                )
            )
    if len(set(addons)) < len(addons):
        raise BadDeal(Message("an add-on is named twice"))


def check_part(made: Deal, name: str, part: object) -> bool:
    """Whether the add-on is in play; what an add-on needs is there exactly when it is."""
    if name in made.addons:
        return True
    if part:
        raise BadDeal(f"{name} are dealt, but the add-on is not in play")
    return False


def check_objectives(made: Deal) -> None:
    if not check_part(made, "objectives", made.objectives):
        return
    names = [card.name for card in made.city.objectives]
    for name in made.objectives:
        if name not in names:
            raise BadDeal(f"{name!r} is no objective of {made.city.name}: {', '.join(names)}")
    if len(set(made.objectives)) != made.city.objectives_dealt or len(set(made.objectives)) != len(
        made.objectives
    ):
        raise BadDeal(f"{made.city.objectives_dealt} different objectives are dealt")


def check_dealt(
    made: Deal, name: str, part: Mapping[str, str], keys: Sequence[str], values: Sequence[str]
) -> None:
    if not check_part(made, name, part):
        return
    if sorted(part) != sorted(keys):
        raise BadDeal(f"{name} must be dealt to {', '.join(keys)}")
    if sorted(part.values()) != sorted(values):
        raise BadDeal(f"{name} must be {', '.join(values)}, each once")


def check_acceleration(made: Deal) -> None:
    if not check_part(made, "acceleration", made.acceleration):
        return
    for name in made.acceleration:
        if name not in kinds.ACCELERATIONS:
            raise BadDeal(f"{name!r} is no acceleration: {', '.join(kinds.ACCELERATIONS)}")
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
            raise BadDeal(f"{name!r} is no card of {city.name}")
    once = list(pile)
    if repeats:
        places = [place for place, name in enumerate(pile) if name == SWITCH]
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
    """What a pile lacks or has too much of: every card of the city is there once."""
    mistakes = []
    for name in city.card_numbers:
        card = f"the {name}" if name == SWITCH else name
        times = pile.count(name)
        if times == 0:
            mistakes.append(f"{card} is missing")
        elif times > 1:
            mistakes.append(f"{card} is there {'twice' if times == 2 else f'{times} times'}")
    return mistakes


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
