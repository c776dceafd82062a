"""Positions for perft: what to deal, what has been drawn, how deep to count.

`write_golden.py` turns them into a file for each city. Every position is one seat; cards are given
turn by turn and the rest of the pile follows in the order of the city file.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from fulgence.rules.city import City
from fulgence.rules.cityfile import load_city
from fulgence.rules.deal import Deal
from fulgence.rules.record import Record


@dataclass(frozen=True)
class Position:
    name: str
    city: str
    pencils: str
    rounds: list[str]  # cards as flipped, and the moves drawn with them: "S:circle d3-a3 / U:square"
    depth: int
    addons: tuple[str, ...] = ()
    powers: dict[str, str] = field(default_factory=dict)
    gates: dict[str, str] = field(default_factory=dict)
    objectives: tuple[str, ...] = ()
    acceleration: tuple[str, ...] = ()

    def record(self) -> Record:
        """The unfinished record whose end is the position."""
        city = load_city(self.city)
        piles, moves = [], []
        for script in self.rounds:
            cards: list[str] = []
            for turn in script.split("/") if script else []:
                words = turn.split()
                cards += [word for word in words if word in city.card_numbers]
                if words and words[-1] not in city.card_numbers:
                    moves.append(tuple(word for word in words if word not in city.card_numbers))
            piles.append(full_pile(city, cards))
        piles += [full_pile(city, [])] * (4 - len(piles))
        order = self.pencils.split()
        pencils = (*order, *(pencil for pencil in city.pencils if pencil not in order))
        deal = Deal(
            city,
            self.addons,
            tuple(piles),
            (pencils,),
            self.objectives,
            self.powers,
            self.gates,
            self.acceleration,
        )
        return Record(deal, ("perft",), (tuple(moves),))


def full_pile(city: City, cards: list[str]) -> tuple[str, ...]:
    return (*cards, *(card.name for card in city.cards if card.name not in cards))


OBJECTIVES = ("eight-interchanges", "six-thames")
POWERS = {"purple": "joker", "blue": "switch", "pink": "second-section", "green": "double-station"}
OTHER_POWERS = {"purple": "double-station", "blue": "joker", "pink": "switch", "green": "second-section"}
GATES = {
    "a1": "switch-and-free-entry",
    "j1": "double-free-entry",
    "a10": "double-district",
    "j10": "double-station",
}

POSITIONS = [
    Position("a first round from its start", "london", "green", [""], 6),
    Position("jokers first", "london", "pink", ["U:joker / S:joker / U:circle / U:square"], 4),
    Position("a switch on the second turn is ignored", "london", "green", ["U:joker / switch S:joker"], 2),
    Position(
        "a switch on the third turn branches",
        "london",
        "green",
        ["S:square d3-d2 / U:square d2-c1 / switch U:joker / S:pentagon"],
        4,
    ),
    Position(
        "the central station after every symbol",
        "london",
        "pink",
        ["S:square h4-g3 / U:square / U:circle / U:triangle"],
        5,
    ),
    Position(
        "the second round among drawn sections",
        "london",
        "green pink",
        ["U:square d3-d2 / U:joker d2-f4 / U:circle f4-g4 / U:pentagon pass / U:triangle pass", "S:joker"],
        3,
    ),
    Position(
        "the end of a round and the start of the next",
        "london",
        "blue purple",
        ["U:square f8-g7 / U:joker g7-h7 / U:circle h7-h6 / U:pentagon h6-i5 / U:triangle", "S:joker"],
        3,
    ),
    Position(
        "the second-section power from the start",
        "london",
        "pink",
        ["U:square / S:joker"],
        2,
        addons=("powers",),
        powers=POWERS,
    ),
    Position(
        "the second section after a joker to the central station",
        "london",
        "pink",
        ["U:square h4-g3 pass / S:joker / U:circle"],
        2,
        addons=("powers",),
        powers=POWERS,
    ),
    Position(
        "the joker power, spent only when needed",
        "london",
        "purple",
        ["U:square / S:circle / U:triangle"],
        3,
        addons=("powers",),
        powers=POWERS,
    ),
    Position(
        "the switch power on an inner station",
        "london",
        "blue",
        ["U:square f8-g7 / S:triangle g7-h7 / U:circle h7-h6 / S:pentagon / S:square"],
        2,
        addons=("powers", "objectives"),
        powers=POWERS,
        objectives=OBJECTIVES,
    ),
    Position(
        "the double-station power counts at every depth",
        "london",
        "purple",
        ["U:square / S:circle / U:triangle"],
        3,
        addons=("powers",),
        powers=OTHER_POWERS,
    ),
    Position(
        "a second section with a switch showing on turn 3",
        "london",
        "green",
        ["S:square d3-d2 pass / U:square d2-c1 pass / switch U:triangle"],
        1,
        addons=("powers",),
        powers=OTHER_POWERS,
    ),
    Position(
        "a gate: switch and free entry",
        "london",
        "green",
        ["S:square d3-d2 / U:square d2-c1 / S:triangle c1-b1 / U:pentagon / S:circle"],
        2,
        addons=("gates",),
        gates=GATES,
    ),
    Position(
        "a gate: double free entry, then whatever it leads to",
        "london",
        "pink",
        ["S:pentagon h4-j2 / U:circle"],
        1,
        addons=("gates", "powers"),
        gates=GATES,
        powers=POWERS,
    ),
    Position("a toy game from its start", "toy", "purple", [""], 5),
    Position(
        "a toy game with powers and objectives",
        "toy",
        "pink",
        ["S:circle / switch S:joker"],
        2,
        addons=("powers", "objectives"),
        powers=POWERS,
        objectives=("four-interchanges", "all-sites"),
    ),
    Position(
        "a toy game in its last round",
        "toy",
        "purple blue pink green",
        [
            "U:joker c2-b3 / U:square pass / U:triangle pass / U:pentagon pass",
            "U:joker d2-d1 / U:square pass / U:triangle pass / U:pentagon pass",
            "U:joker d4-e4 / U:square pass / U:triangle pass / U:pentagon pass",
            "S:joker / switch S:circle / U:square",
        ],
        3,
    ),
]
