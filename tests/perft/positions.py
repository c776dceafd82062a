"""Positions for perft: what to deal, what has been drawn, how deep to count.

`write_golden.py` turns them into a file for each city. Every position is one seat; cards are given
turn by turn and the rest of the pile follows in the order of the city file.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from fulgence.rules.city import City
from fulgence.rules.cityfile.city_reader import load_city
from fulgence.rules.deal import Deal
from fulgence.rules.text.record import Record


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
            city=city,
            addons=self.addons,
            rounds=tuple(piles),
            pencils=(pencils,),
            objectives=self.objectives,
            powers=self.powers,
            gates=self.gates,
            acceleration=self.acceleration,
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

PARIS_POWERS = {
    "orange": "joker",
    "green": "second-section",
    "purple": "switch",
    "blue": "double-station",
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
    Position(
        "a crossing used twice by one colour",
        "paris",
        "blue",
        ["S:triangle d3-d1 / M:circle d1-b1 / M:square b1-b2 / S:pentagon / M:pentagon"],
        2,
    ),
    Position("jokers of Paris: tours from the first turn on", "paris", "green", ["M:tour / S:tour"], 2),
    Position(
        "the platform with a switch",
        "paris",
        "green",
        ["S:square c7-d6 / M:square d6-e6 / M:triangle e6-e7 / switch S:circle / M:circle"],
        2,
    ),
    Position(
        "a tour with and without its second section",
        "paris",
        "green",
        ["S:triangle c7-a5 / M:tour / M:square"],
        2,
    ),
    Position(
        "a tour with a switch",
        "paris",
        "green",
        ["S:triangle c7-a5 / M:circle c7-b7 / switch S:tour"],
        1,
    ),
    Position(
        "one gate after another",
        "paris",
        "orange",
        ["S:triangle h4-h1 / M:tour / S:circle"],
        1,
        addons=("gates",),
        gates=GATES,
    ),
    Position(
        "a gate reached by a bonus section",
        "paris",
        "blue",
        ["S:circle d3-b1 / M:square"],
        1,
        addons=("gates",),
        gates={
            "a1": "double-free-entry",
            "j1": "double-station",
            "a10": "switch-and-free-entry",
            "j10": "double-district",
        },
    ),
    Position(
        "a circle among few ordinary stations",
        "paris",
        "blue",
        ["S:circle d3-b1 / M:square"],
        2,
        addons=("gates", "objectives"),
        gates={
            "a1": "double-station",
            "j1": "double-free-entry",
            "a10": "switch-and-free-entry",
            "j10": "double-district",
        },
        objectives=("six-monuments", "full-district"),
    ),
    Position(
        "the second-section power with a tour",
        "paris",
        "green",
        ["S:triangle c7-a5 pass / M:tour"],
        1,
        addons=("powers",),
        powers=PARIS_POWERS,
    ),
    Position(
        "the joker power beside a monument makes no tour",
        "paris",
        "orange",
        ["S:triangle h4-h1 / M:square / S:circle"],
        2,
        addons=("powers",),
        powers=PARIS_POWERS,
    ),
    Position(
        "the switch power with a tour",
        "paris",
        "purple",
        ["S:square h8-j6 / M:circle h8-f8 / S:triangle / M:tour"],
        2,
        addons=("powers",),
        powers=PARIS_POWERS,
    ),
    Position(
        "powers and gates and objectives together",
        "paris",
        "green",
        ["S:square c7-a9 pass / M:pentagon"],
        1,
        addons=("objectives", "powers", "gates"),
        powers=PARIS_POWERS,
        gates={
            "a1": "switch-and-free-entry",
            "j1": "double-station",
            "a10": "double-free-entry",
            "j10": "double-district",
        },
        objectives=("seven-districts-line", "two-double-crossings"),
    ),
    Position(
        "a circle and the double-station power on one line",
        "paris",
        "blue",
        ["M:circle d3-b1 / M:square b1-a1 b1* / M:pentagon"],
        1,
        addons=("powers", "gates"),
        powers=PARIS_POWERS,
        gates={
            "a1": "double-station",
            "j1": "double-free-entry",
            "a10": "double-district",
            "j10": "switch-and-free-entry",
        },
    ),
    Position("Berlin from its start", "berlin", "green", ["B:square / C:square / B:circle / C:circle"], 4),
    Position(
        "two lines may link at an end",
        "berlin",
        "green",
        ["B:square c5-f5 / C:square g8-e6 / switch B:triangle pass / C:circle / B:wild"],
        2,
    ),
    Position(
        "two lines may link in the middle",
        "berlin",
        "green",
        ["B:square c5-f5 / B:circle f5-f4 / C:square g8-e6 / C:wild / B:pentagon"],
        2,
    ),
    Position(
        "a line may link at the other departure",
        "berlin",
        "green",
        ["B:triangle c5-e7 / B:circle e7-g7 / B:pentagon / C:square / B:square"],
        3,
    ),
    Position("a double switch on the first turn", "berlin", "green", ["switch B:circle / C:square"], 2),
    Position("a wild card after the double switch", "berlin", "green", ["switch C:wild"], 1),
    Position(
        "a double switch that links with its first section",
        "berlin",
        "green",
        ["B:square c5-f5 / C:square g8-e6 / switch B:wild"],
        1,
    ),
    Position(
        "a double switch on a linked line",
        "berlin",
        "green",
        ["B:triangle c5-e7 / B:circle e7-g7 / B:pentagon g7-g8 / switch C:circle"],
        1,
    ),
    Position(
        "a double switch on a linked line starts at old stations only",
        "berlin",
        "green",
        [
            "B:square c5-f5 / C:square g8-e6 / B:triangle pass / C:pentagon pass / "
            "B:wild f5-e6 / switch C:circle / B:circle"
        ],
        2,
    ),
    Position(
        "double tracks beside another colour",
        "berlin",
        "pink green",
        [
            "B:pentagon b2-d4 / B:square b2-b5 / B:circle pass / B:triangle pass / B:wild d4-f4",
            "B:pentagon c5-d4 / B:wild / C:circle",
        ],
        2,
        addons=("acceleration",),
        acceleration=("visible-cards", "double-tracks", "secondary-districts", "double-stations"),
    ),
    Position(
        "a switch that comes back",
        "berlin",
        "green",
        ["switch B:square c5-b5 / C:square g8-e6 / switch C:circle"],
        1,
        addons=("acceleration", "objectives"),
        acceleration=("repeat-switch", "double-tracks", "secondary-districts", "double-stations"),
        objectives=("all-districts", "two-corner-interchanges"),
    ),
    Position(
        "secondary districts and boxes in two rounds",
        "berlin",
        "pink blue",
        [
            "B:triangle b2-a1 / B:wild b2-d4 / B:square pass / B:circle pass / B:pentagon pass",
            "C:wild / B:wild",
        ],
        2,
        addons=("acceleration",),
        acceleration=("secondary-districts", "double-stations", "visible-cards", "repeat-switch"),
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
