"""A second rules engine, slow and plain, that the tests compare with the real one.

It shares no code and no data with the package: the maps are typed in again, the geometry is done
with fractions, a sheet is sets of (cell, cell). Numbers such as R8 are those of docs/rulings.md.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import Any

Cell = str  # "d3"
Station = str  # the name of its cell; "platform" for the one that lies on four cells
Section = tuple[Cell, Cell]  # undirected sections are kept with the smaller cell first


class Refused(Exception):
    """A record, or a move, that the rules do not allow; the message says what and why."""


def need(condition: bool, reason: str) -> None:
    if not condition:
        raise Refused(reason)


def undirected(start: Cell, end: Cell) -> Section:
    return (start, end) if start < end else (end, start)


def read(text: str) -> frozenset[Section]:
    """The sections of a list such as "a3-c5 a4-a6"."""
    pairs = [word.split("-") for word in text.split()]
    return frozenset(undirected(start, end) for start, end in pairs)


COLUMNS = "abcdefghij"
SYMBOLS = {"square": "S", "triangle": "T", "pentagon": "P", "circle": "C"}
ANY_SYMBOL = {"?", "M", "#"}  # London's central station; Paris's monuments and platform
CORNERS = ["a1", "j1", "a10", "j10"]
POWERS = ["second-section", "joker", "switch", "double-station"]
GATES = ["switch-and-free-entry", "double-free-entry", "double-district", "double-station"]
ACCELERATIONS = "visible-cards secondary-districts double-stations repeat-switch double-tracks"
INTERCHANGE_POINTS = {2: 2, 3: 5, 4: 9}


@dataclass(frozen=True)
class Facts:
    """Everything typed in."""

    picture: str  # the stations; beside them the districts, secondary ones in small letters
    departures: dict[str, list[Cell]]  # pencil -> one departure; Berlin: Bear's, Crown's
    kinds: list[str]  # the two halves of the cards
    closing: list[str]  # the kinds whose fifth card ends the round
    free_card: str
    deductions: dict[str, int]  # add-on -> what it costs a solo player
    verdicts: list[int]  # the highest totals of the first five verdicts
    objectives: str
    sites: frozenset[Cell] = frozenset()
    thames: frozenset[Section] = frozenset()
    overhead: str = ""  # crossings, each with its two directions
    early_switch_ignored: bool = False
    two_lines: bool = False
    pile: str = ""  # the cards if they are not the usual eleven
    closing_number: int = 5
    objective_points: int = 10
    site_track: tuple[int, ...] = (0, 1, 2, 4, 6, 8, 11, 14, 17, 21, 25)


FACTS = {
    "london": Facts(
        picture="""
            P T S . T C . T . C   w A A B B B B C C x
            . P . S . . P . S P   A A A B B B B C C C
            C . . T . . S . . T   A A A B B B B C C C
            S . P . T ? C C . S   D D D E E E E F F F
            . T S . P S . . P .   D D D E E E E F F F
            P . S . C . . C . .   D D D E E E E F F F
            . . . P T . S T . T   D D D E E E E F F F
            C . S C . P . . C P   G G G H H H H I I I
            . C . . . . P . T .   G G G H H H H I I I
            T S . P C T . C . S   y G G H H H H I I z""",
        departures={"purple": ["c6"], "blue": ["f8"], "pink": ["h4"], "green": ["d3"]},
        kinds=["U", "S"],
        closing=["U"],
        free_card="joker",
        deductions={"objectives": 10, "powers": 10, "gates": 10},
        verdicts=[90, 105, 120, 135, 150],
        objectives="eight-interchanges all-districts all-sites central-district six-thames",
        sites=frozenset({"g2", "a4", "f4", "j7", "e10"}),
        thames=read(
            "a3-c5 a4-a6 a4-b5 b2-b5 c4-b5 c4-c5 c5-e5 c6-e6 d3-d7 e4-c6 e5-g7 e6-d7 "
            "e6-e7 e6-h6 f4-h6 f5-f8 f5-h7 g4-g7 g4-j7 h4-e7 h4-h6 i5-h6 i5-i8 j4-j7"
        ),
        early_switch_ignored=True,
    ),
    "paris": Facts(
        picture="""
            S C . T . . S T . C   w A A A A B B B B x
            M S . + P C + . M P   A A A A A B B B B B
            . T . C . S . . P .   C C C C C D D D D D
            . M P S C . T P + S   C C C C C D D D D D
            T + . . # # C . . M   C C C C p p D D D D
            M . . S # # . P . S   E E E E p p F F F F
            . C T . T M T + . .   E E E E E F F F F F
            . . P + P C . S C .   E E E E E F F F F F
            S T + P C + . . P C   G G G G G H H H H H
            P . M . . T M S . T   y G G G G H H H H z""",
        departures={"orange": ["h4"], "green": ["c7"], "purple": ["h8"], "blue": ["d3"]},
        kinds=["M", "S"],
        closing=["M"],
        free_card="tour",
        deductions={"objectives": 10, "gates": 10, "powers": 10},
        verdicts=[100, 120, 140, 160, 180],
        objectives=(
            "three-triple-interchanges seven-districts-line six-monuments two-double-crossings full-district"
        ),
        overhead=r"d8|\ h7|\ f9-\ d2-| g2-| b5-/ i4-| c9-|",
    ),
    "berlin": Facts(
        picture="""
            T P S . . P . . C C   w A B B B E E E F x
            C P . . C . . T P .   A A B B B E E E F F
            T . . T . . P . . T   A A B B B E E E F F
            . . P P . C . . C S   A A B B B E E E F F
            . S C . . S . S . T   A A B B B E E E F F
            S . C . S . . T C .   C C D D D G G G H H
            C S . T T . C P . .   C C D D D G G G H H
            T . . C . . P . . P   C C D D D G G G H H
            . P S . . T . . T S   C C D D D G G G H H
            S C . . P . S S T P   y C D D D G G G H z""",
        departures={
            "pink": ["b2", "i4"],
            "green": ["c5", "g8"],
            "brown": ["b7", "f5"],
            "blue": ["d7", "i9"],
        },
        kinds=["B", "C"],
        closing=["B", "C"],
        free_card="wild",
        deductions={"objectives": 10, "acceleration": 25},
        verdicts=[70, 90, 110, 130, 150],
        objectives=(
            "two-full-districts three-nationals-line six-national-districts "
            "two-corner-interchanges all-districts"
        ),
        two_lines=True,
    ),
    "toy": Facts(
        picture="""
            S T . C P   w A A B B
            C . P S .   A A A B B
            . S ? . T   A A A B B
            P C . T C   C C C D D
            T . S P .   C C C D D""",
        departures={"purple": ["c2"], "blue": ["d2"], "pink": ["d4"], "green": ["b4"]},
        kinds=["U", "S"],
        closing=["U"],
        free_card="joker",
        deductions={"objectives": 5, "powers": 5},
        verdicts=[20, 25, 30, 35, 40],
        objectives="four-interchanges all-districts all-sites",
        sites=frozenset({"c3", "a5"}),
        thames=read("b3-b4 c3-b4 c3-d4 e3-e4"),
        pile="U:square U:triangle U:pentagon U:joker S:circle S:joker switch",
        closing_number=4,
        objective_points=5,
        site_track=(0, 1, 2, 4, 6),
    ),
}


def point(cell: Cell) -> tuple[int, int]:
    return COLUMNS.index(cell[0]), int(cell[1:])


def direction(dx: int, dy: int) -> str:
    if dx == 0:
        return "|"
    if dy == 0:
        return "-"
    return "\\" if dx == dy else "/"  # rows are counted from the top


def meeting_point(one: Section, two: Section) -> tuple[Fraction | int, Fraction | int] | None:
    """Where two sections meet, ends included. Parallel ones have at most an end in common."""
    (ax, ay), (bx, by) = point(one[0]), point(one[1])
    (cx, cy), (dx, dy) = point(two[0]), point(two[1])
    slant = (bx - ax) * (dy - cy) - (by - ay) * (dx - cx)
    if slant == 0:
        return None
    along_one = Fraction((cx - ax) * (dy - cy) - (cy - ay) * (dx - cx), slant)
    along_two = Fraction((cx - ax) * (by - ay) - (cy - ay) * (bx - ax), slant)
    if not (0 <= along_one <= 1 and 0 <= along_two <= 1):
        return None
    return ax + along_one * (bx - ax), ay + along_one * (by - ay)


class City:
    """A sheet before anything is drawn on it."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.facts = FACTS[name]
        self.overhead = {word[:2]: word[2:] for word in self.facts.overhead.split()}
        self.station_of: dict[Cell, Station] = {}
        self.symbol: dict[Station, str] = {}
        self.district: dict[Station, str] = {}
        for number, row in enumerate(self.facts.picture.strip().split("\n"), start=1):
            characters = row.split()
            width = len(characters) // 2
            for column, character, district in zip(
                COLUMNS[:width], characters[:width], characters[width:], strict=True
            ):
                cell = f"{column}{number}"
                if character not in ".+":
                    station = "platform" if character == "#" else cell
                    self.station_of[cell] = station
                    self.symbol[station] = character
                    self.district[station] = district
        self.sections: set[Section] = set()
        for start in self.station_of:
            for end in self._met_on_rays(start):
                self.sections.add(undirected(start, end))
        self.joined: dict[Section, set[Station]] = {
            (start, end): {self.station_of[start], self.station_of[end]} for start, end in self.sections
        }
        self.leaving: dict[Station, list[Section]] = {s: [] for s in self.symbol}
        for start, end in sorted(self.sections):
            self.leaving[self.station_of[start]].append((start, end))
            self.leaving[self.station_of[end]].append((end, start))
        self.crossing: dict[Section, set[Section]] = {
            one: {two for two in self.sections if self._cross(one, two)} for one in self.sections
        }

    def _met_on_rays(self, start: Cell) -> list[Cell]:
        """The first station cell on each of the eight rays, if it is another station."""
        met = []
        for dx, dy in [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)]:
            x, y = point(start)
            while True:
                x, y = x + dx, y + dy
                if not (0 <= x <= 9 and 1 <= y <= 10):
                    break
                cell = f"{COLUMNS[x]}{y}"
                if cell in self.overhead and direction(dx, dy) not in self.overhead[cell]:
                    break
                if cell in self.station_of:
                    if self.station_of[cell] != self.station_of[start]:
                        met.append(cell)
                    break
        return met

    def _cross(self, one: Section, two: Section) -> bool:
        """Two sections meet outside a common station (R32) and not at an overhead crossing."""
        meeting = meeting_point(one, two)
        if one == two or meeting is None:
            return False
        allowed = [*self.overhead, *(set(one) & set(two))]
        return all(meeting != point(cell) for cell in allowed)

    def above(self, section: Section) -> set[Cell]:
        """The overhead crossings that a section uses."""
        (ax, ay), (bx, by) = point(section[0]), point(section[1])
        steps = max(abs(bx - ax), abs(by - ay))
        passed = [
            (ax + (bx - ax) // steps * step, ay + (by - ay) // steps * step) for step in range(1, steps)
        ]
        return {cell for cell in self.overhead if point(cell) in passed}

    def takes_any(self, station: Station) -> bool:
        return self.symbol[station] in ANY_SYMBOL

    def is_special(self, station: Station) -> bool:
        """R11, R28: no circle around departures, sites, central station, monuments, platform."""
        departures = {cell for pair in self.facts.departures.values() for cell in pair}
        return station in departures or station in self.facts.sites or self.takes_any(station)

    def stations_in(self, district: str) -> set[Station]:
        return {station for station in self.district if self.district[station] == district}


@cache
def the_city(name: str) -> City:
    return City(name)


def stations(city: str) -> dict[Station, str]:
    """Every station and its character on the picture."""
    return dict(the_city(city).symbol)


def sections(city: str) -> set[Section]:
    """Every dotted line, once."""
    return set(the_city(city).sections)


def neighbours(city: str) -> dict[Station, set[Station]]:
    """The stations one section away from each station."""
    found = the_city(city)
    return {
        station: {found.station_of[end] for _, end in leaving} for station, leaving in found.leaving.items()
    }


def crossings(city: str) -> set[frozenset[Section]]:
    """The pairs of sections that may not both be drawn because they cross."""
    crossing = the_city(city).crossing
    return {frozenset({one, two}) for one in crossing for two in crossing[one]}


def cards_of(city: str) -> list[str]:
    facts = FACTS[city]
    if facts.pile:
        return facts.pile.split()
    ten = [f"{kind}:{symbol}" for kind in facts.kinds for symbol in [*SYMBOLS, facts.free_card]]
    return [*ten, "switch"]


def turns_of(city: str, pile: list[str], repeat: bool = False) -> list[list[str]]:
    """The turns played from a pile, of one card each or of the switch and its partner.

    `repeat`: a round with the repeat-switch bonus. A pile that is not the cards is refused.
    """
    places = [place for place, card in enumerate(pile) if card == "switch"]
    once = list(pile)
    if repeat and len(places) == 2:
        need(places[1] - places[0] >= 2, "the switch comes back before its partner is flipped")
        del once[places[1]]
    need(sorted(once) == sorted(cards_of(city)), "the pile is not the eleven cards, each once")
    turns: list[list[str]] = []
    flipped: Counter[str] = Counter()
    waiting = list(pile)
    while all(flipped[kind] < FACTS[city].closing_number for kind in FACTS[city].closing):
        turn = [waiting.pop(0)]
        if turn == ["switch"]:
            turn.append(waiting.pop(0))
        turns.append(turn)
        flipped[turn[-1].split(":")[0]] += 1  # R3, R40: the partner counts, the switch does not
    if repeat and len(places) == 1:  # R27
        needed = any(turn[0] == "switch" for turn in turns[:-1])
        need(not needed, "the switch does not come back although its bonus is in play")
    return turns


@dataclass(frozen=True)
class Permit:
    """What the player may do next. `at`: the tour's monument; the other line of a second switch."""

    kind: str
    at: Station = ""


class Sheet:
    """One player's sheet, stepped decision by decision. Rounds are counted from 0."""

    def __init__(self, city: str, addons: Iterable[str], deal: dict[str, Any], pencils: list[str]) -> None:
        in_play = set(addons)
        self.city = the_city(city)
        self.pencils = list(pencils)
        self.objectives: list[str] = deal["objectives"] if "objectives" in in_play else []
        self.powers: dict[str, str] = deal["powers"] if "powers" in in_play else {}
        self.gates: dict[Cell, str] = deal["gates"] if "gates" in in_play else {}
        self.acceleration: list[str] = deal["acceleration"] if "acceleration" in in_play else []
        self.sections: dict[str, set[Section]] = {pencil: set() for pencil in pencils}
        self.circled: dict[str, set[Station]] = {pencil: set() for pencil in pencils}
        self.boxed: set[Station] = set()
        # This round:
        self.pencil = ""
        self.bonus = ""  # Berlin's accelerated construction
        self.turn = 0
        self.power_spent = False
        # This turn:
        self.cards: list[str] = []
        self.queue: list[Permit] = []
        self.flipped_at: set[Station] = set()  # what the line or lines had when the card was flipped
        self.reached: Station | None = None  # where the card's own section ended
        self.second_section_offered = False

    def copy(self) -> "Sheet":
        """A sheet that may be played on without changing this one."""
        twin = object.__new__(Sheet)
        twin.__dict__.update(self.__dict__)
        twin.sections = {pencil: set(drawn) for pencil, drawn in self.sections.items()}
        twin.circled = {pencil: set(circled) for pencil, circled in self.circled.items()}
        twin.boxed = set(self.boxed)
        twin.queue = list(self.queue)
        return twin

    def drawn(self) -> frozenset[str]:
        """What is on the paper, whatever the order it was drawn in (R20)."""
        lines = {f"{pen} {a}-{b}" for pen, drawn in self.sections.items() for a, b in drawn}
        circles = {f"{pen} {station}*" for pen in self.circled for station in self.circled[pen]}
        return frozenset(lines | circles | {f"box {station}" for station in self.boxed})

    def begin_round(self, number: int) -> None:
        need(self.turn_is_over, "the turn before is not over")
        self.pencil = self.pencils[number]
        self.bonus = self.acceleration[number] if self.acceleration else ""
        self.turn = 0
        self.power_spent = False

    def begin_turn(self, cards: list[str]) -> None:
        """`cards`: one card, or the switch and its partner."""
        need(self.turn_is_over, "the turn before is not over")
        self.turn += 1
        self.cards = list(cards)
        self.flipped_at = set().union(*map(self.line_at, self.departures()))
        self.reached = None
        self.second_section_offered = False
        double = self.city.facts.two_lines and "switch" in cards
        self.queue = [Permit("double-switch" if double else "card")]

    @property
    def turn_is_over(self) -> bool:
        return not self.queue

    def legal(self) -> list[str]:
        """The moves of the current decision, sorted as text, without `pass`."""
        return self._moves(self.queue[0]) if self.queue else []

    def play(self, move: str) -> None:
        need(not self.turn_is_over, f"{move}: the turn has no decision left")
        permit = self.queue[0]
        if move != "pass" and move not in self._moves(permit):
            raise Refused(self._reason(move, permit))
        self.queue.pop(0)
        if move.endswith("*"):
            self.circled[self.pencil].add(move[:-1])
        elif move != "pass":
            start, end = move.split("-")
            self._draw(permit, start, end)
        self._find_next_decision()

    def _find_next_decision(self) -> None:
        """R22: permits without a move are skipped. R8, R12: the second section comes last."""
        while True:
            while self.queue and not self._moves(self.queue[0]):
                self.queue.pop(0)
            has_power = self.power() == "second-section" and not self.power_spent
            if self.queue or not has_power or self.reached is None or self.second_section_offered:
                return
            self.second_section_offered = True
            self.queue.append(Permit("second-section"))

    def _draw(self, permit: Permit, start: Cell, end: Cell) -> None:
        """Draw a section, spend what it needs, and add the permits that follow from it."""
        here, there = self.city.station_of[start], self.city.station_of[end]
        follows: list[Permit] = []
        if permit.kind == "card":
            self.reached = there
            if f"{start}-{end}" not in self._way_moves(*self._ways(permit)[0]):  # R9
                self.power_spent = True
            if self.card() == "tour" and self.city.symbol[there] == "M":  # R13
                follows = [Permit("tour", there)]
        elif permit.kind == "second-section":
            self.power_spent = True
        elif permit.kind == "double-free-entry":
            follows = [Permit("second-free-entry")]
        elif permit.kind == "double-switch":  # R14
            bear, crown = self.departures()
            follows = [Permit("second-switch", crown if here in self.line_at(bear) else bear)]
        self.sections[self.pencil].add(undirected(start, end))
        if self.card() == "wild":
            self.boxed.add(there)  # R34
        self.queue = follows + self.queue
        gate = self.gates.get(there)
        if gate is not None and gate != "double-district":  # R12, R29
            self.queue.append(Permit(gate))

    def card(self) -> str:
        """The symbol, or joker, tour, wild."""
        return self.cards[-1].split(":")[1]

    def power(self) -> str | None:
        return self.powers.get(self.pencil)

    def departures(self) -> list[Station]:
        return self.city.facts.departures[self.pencil]

    def line_at(self, station: Station, pencil: str = "") -> set[Station]:
        """The stations connected to this one by sections of one colour, this one included."""
        drawn = self.sections[pencil or self.pencil]
        line = {station}
        while True:
            touching = [self.city.joined[s] for s in drawn if self.city.joined[s] & line]
            wider = line.union(*touching)
            if wider == line:
                return line
            line = wider

    def ends_of(self, line: set[Station]) -> set[Station]:
        """The stations with at most one section of the line."""
        drawn = [self.city.joined[section] for section in self.sections[self.pencil]]
        return {s for s in line if len([1 for joined in drawn if s in joined]) <= 1}

    def _moves(self, permit: Permit) -> list[str]:
        if permit.kind == "double-station":
            line = self.line_at(self.departures()[0])
            return sorted(f"{station}*" for station in line if not self.city.is_special(station))
        moves: set[str] = set()
        for starts, goals in self._ways(permit):
            moves |= self._way_moves(starts, goals)
        return sorted(moves)

    def _way_moves(self, starts: set[Station], goals: set[Station]) -> set[str]:
        """The sections from one of the starts to one of the goals that break no prohibition."""
        return {
            f"{start}-{end}"
            for station in starts
            for start, end in self.city.leaving[station]
            if self.city.station_of[end] in goals and self._objection(start, end) is None
        }

    def _ways(self, permit: Permit) -> list[tuple[set[Station], set[Station]]]:
        """Stations to start at and to end at. A second way is the card's with the power."""
        anywhere = set(self.city.symbol)
        first_line = self.line_at(self.departures()[0])
        last_line = self.line_at(self.departures()[-1])  # Crown's; elsewhere the same line
        symbol_goals = self._takers(SYMBOLS.get(self.card()))
        if permit.kind == "tour":
            return [({permit.at}, anywhere)]
        if permit.kind == "switch-and-free-entry":
            return [(first_line, anywhere)]
        if permit.kind in ("double-free-entry", "second-free-entry"):
            return [(self.ends_of(first_line), anywhere)]
        if permit.kind == "double-switch":
            return [(first_line | last_line, symbol_goals)]
        if permit.kind == "second-switch":  # the one line if the two are linked; old stations only (R14)
            return [(self.line_at(permit.at) & self.flipped_at, symbol_goals)]
        if permit.kind == "second-section":
            return [(self._card_starts(), self._second_section_goals())]
        ways = [(self._card_starts(), symbol_goals)]
        if self.power() == "joker" and not self.power_spent:
            ways.append((self._card_starts(), anywhere))
        if self.power() == "switch" and not self.power_spent:
            ways.append((first_line, symbol_goals))
        return ways

    def _card_starts(self) -> set[Station]:
        if self.city.facts.two_lines:  # B or C; linked lines are the same line from both sides
            side = self.city.facts.kinds.index(self.cards[-1][0])
            return self.ends_of(self.line_at(self.departures()[side]))
        line = self.line_at(self.departures()[0])
        ignored = self.city.facts.early_switch_ignored and self.turn <= 2  # R4, R30
        return line if "switch" in self.cards and not ignored else self.ends_of(line)

    def _second_section_goals(self) -> set[Station]:
        """R8, R30: a plain card's symbol; else that of the station first reached."""
        if self.card() in SYMBOLS:
            return self._takers(SYMBOLS[self.card()])
        assert self.reached is not None
        any_symbol = self.city.takes_any(self.reached)
        return self._takers(None if any_symbol else self.city.symbol[self.reached])

    def _takers(self, symbol: str | None) -> set[Station]:
        """The stations that take a symbol; all of them if it is None."""
        city = self.city
        return {s for s in city.symbol if symbol in (None, city.symbol[s]) or city.takes_any(s)}

    def _objection(self, start: Cell, end: Cell) -> str | None:
        """The prohibition that a section of the map breaks, if any."""
        section = undirected(start, end)
        if self.city.station_of[end] in self.line_at(self.city.station_of[start]):
            return f"{end} is already on the line"
        between = [  # with the platform these need not be the same section
            pencil
            for pencil, drawn in self.sections.items()
            for other in drawn
            if self.city.joined[other] == self.city.joined[section]
        ]
        beside = self.bonus == "double-tracks" and len(between) == 1 and between != [self.pencil]
        if between and not beside:  # R16, R38
            return "the two stations are already joined"
        for drawn in self.sections.values():
            for other in sorted(drawn & self.city.crossing[section]):
                return f"crosses {other[0]}-{other[1]}"
        return None

    def _reason(self, move: str, permit: Permit) -> str:
        """Why a move is not among the legal ones."""
        cells = move.split("-")
        if len(cells) == 2 and undirected(cells[0], cells[1]) in self.city.sections:
            objection = self._objection(cells[0], cells[1])
            return f"{move}: {objection or 'not what the permit ' + permit.kind + ' allows'}"
        return f"{move}: no move that the permit {permit.kind} could allow"

    def lines_of(self, pencil: str) -> list[set[Station]]:
        """The lines of a colour: none without a section (R1), two in Berlin if not linked."""
        lines: list[set[Station]] = []
        for departure in self.city.facts.departures[pencil]:
            line = self.line_at(departure, pencil)
            if len(line) > 1 and line not in lines:
                lines.append(line)
        return lines

    def stations_of(self, pencil: str) -> set[Station]:
        return {station for line in self.lines_of(pencil) for station in line}

    def lines_at(self) -> Counter[Station]:
        """How many colours each station has."""
        return Counter(s for pencil in self.pencils for s in self.stations_of(pencil))

    def _part(self, pencil: str, line: set[Station]) -> dict[str, int]:
        """One line's two factors, bonuses included."""
        bonus = self.acceleration[self.pencils.index(pencil)] if self.acceleration else ""
        in_district = Counter(self.city.district[station] for station in line)
        districts = len(in_district)
        for corner in line.intersection(CORNERS):
            if self.gates.get(corner) == "double-district":
                districts += 1
            if bonus == "secondary-districts":  # R35
                districts += 2
        for station in self.circled[pencil]:
            in_district[self.city.district[station]] += 1
        most = max(in_district.values())
        if self.powers.get(pencil) == "double-station":  # R10; R24: a station counts two at most
            plain = {self.city.district[station] for station in line - self.circled[pencil]}
            most = max([most, *(in_district[district] + 1 for district in plain)])
        if bonus == "double-stations":  # R35
            most *= 2
        return {"districts": districts, "most": most}

    def _line(self, pencil: str) -> dict[str, Any]:
        """An entry of `lines`."""
        lines = self.lines_of(pencil)
        parts = [self._part(pencil, line) for line in lines]
        extras = 2 * len(self.sections[pencil] & self.city.facts.thames)
        extras += 2 * len(self._with_symbol("M", self.stations_of(pencil)))
        departures = self.city.facts.departures[pencil]
        if len(departures) == 2 and any(line.issuperset(departures) for line in lines):
            extras += 10
        points = sum(part["districts"] * part["most"] for part in parts) + extras
        return {"pencil": pencil, "parts": parts, "extras": extras, "points": points}

    def _with_symbol(self, symbol: str, among: Iterable[Station]) -> set[Station]:
        return {station for station in among if self.city.symbol[station] == symbol}

    def _overhead_uses(self) -> Counter[Cell]:
        drawn = [section for pencil in self.pencils for section in self.sections[pencil]]
        return Counter(cell for section in drawn for cell in self.city.above(section))

    def score(self) -> dict[str, Any]:
        """`lines`, `items` (handicap 0) and `total`, as if no more were drawn (R26)."""
        lines = [self._line(pencil) for pencil in self.pencils]
        visits = sum(len(self.city.facts.sites & self.stations_of(p)) for p in self.pencils)
        track = self.city.facts.site_track
        items = {
            "sites": track[min(visits, len(track) - 1)],  # R7
            "crossings": sum(6 if uses == 2 else 2 for uses in self._overhead_uses().values()),
            "interchanges": sum(
                INTERCHANGE_POINTS[count] * (2 if station in self.boxed else 1)
                for station, count in self.lines_at().items()
                if count >= 2
            ),
            "objectives": sum(
                self.city.facts.objective_points for name in self.objectives if self.reaches(name)
            ),
            "handicap": 0,
        }
        total = sum(line["points"] for line in lines) + sum(items.values())
        return {"lines": lines, "items": items, "total": total}

    def reaches(self, objective: str) -> bool:
        """Objectives count things once and know no bonuses (R33)."""
        city = self.city
        lines_at = self.lines_at()
        network = set(lines_at)
        interchanges = {station for station, count in lines_at.items() if count >= 2}
        all_lines = [line for pencil in self.pencils for line in self.lines_of(pencil)]
        main = {district for district in city.district.values() if district.isupper()}
        full = [district for district in main if city.stations_in(district) <= network]
        if objective == "eight-interchanges":
            return len(interchanges) >= 8
        if objective == "four-interchanges":
            return len(interchanges) >= 4
        if objective == "all-districts":
            return {city.district[station] for station in network} == set(city.district.values())
        if objective == "all-sites":
            return city.facts.sites <= network
        if objective == "central-district":
            return "E" in full
        if objective == "six-thames":
            return sum(len(drawn & city.facts.thames) for drawn in self.sections.values()) >= 6
        if objective == "three-triple-interchanges":
            return len([1 for count in lines_at.values() if count >= 3]) >= 3
        if objective == "seven-districts-line":
            return any(len({city.district[s] for s in line}) >= 7 for line in all_lines)
        if objective == "six-monuments":
            return len(self._with_symbol("M", network)) >= 6
        if objective == "two-double-crossings":
            return len([1 for uses in self._overhead_uses().values() if uses == 2]) >= 2
        if objective == "full-district":
            return len(full) >= 1
        if objective == "two-full-districts":
            return len(full) >= 2
        if objective == "three-nationals-line":  # R15
            return any(len(line & self.boxed) >= 3 for line in all_lines)
        if objective == "six-national-districts":
            return len({city.district[station] for station in self.boxed}) >= 6
        if objective == "two-corner-interchanges":
            return len(interchanges.intersection(CORNERS)) >= 2
        raise Refused(f"unknown objective {objective}")


def strings(value: object, what: str) -> list[str]:
    need(isinstance(value, list), f"{what} is not a list")
    assert isinstance(value, list)
    need(all(isinstance(item, str) for item in value), f"{what} holds something not a string")
    return value


def check_addons(city: str, addons: object) -> list[str]:
    names = strings(addons, "addons")
    allowed = list(FACTS[city].deductions)
    for name in names:
        need(name in allowed, f"{city} has no add-on {name}; it allows {', '.join(allowed)}")
    need(len(set(names)) == len(names), "an add-on is named twice")
    return names


def check_deal(city: str, addons: list[str], deal: object) -> None:
    need(isinstance(deal, dict), "deal is not an object")
    assert isinstance(deal, dict)
    for part in ["objectives", "powers", "gates", "acceleration"]:
        if part not in addons:
            need(deal.get(part, []) in ([], {}), f"{part} are dealt but not in play")
    if "objectives" in addons:
        names = strings(deal.get("objectives"), "objectives")
        need(len(names) == len(set(names)) == 2, "objectives are not two different cards")
        for name in names:
            need(name in FACTS[city].objectives.split(), f"{city} has no objective {name}")
    if "powers" in addons:
        check_dealt(deal.get("powers"), "powers", list(FACTS[city].departures), POWERS)
    if "gates" in addons:
        check_dealt(deal.get("gates"), "gates", CORNERS, GATES)
    if "acceleration" in addons:
        names = strings(deal.get("acceleration"), "acceleration")
        need(len(names) == len(set(names)) == 4, "acceleration is not four different cards")
        for name in names:
            need(name in ACCELERATIONS.split(), f"there is no acceleration {name}")
        need(names[0] != "double-tracks", "double-tracks in the first round")


def check_dealt(value: object, what: str, places: list[str], cards: list[str]) -> None:
    """Four cards dealt to four places, one each."""
    need(isinstance(value, dict), f"{what} is not an object")
    assert isinstance(value, dict)
    need(set(value) == set(places), f"{what} are not dealt to {', '.join(places)}")
    dealt = strings(list(value.values()), what)
    need(sorted(dealt) == sorted(cards), f"{what} are not {', '.join(cards)}")


def check_pencils(city: str, seats: list[Any]) -> None:
    """Four colours each; with several seats they move one place to the left (R21)."""
    places = {1: [0], 2: [0, 2], 3: [0, 1, 2], 4: [0, 1, 2, 3]}[len(seats)]
    for number, seat in enumerate(seats):
        pencils = strings(seat.get("pencils"), f"seat {number}: pencils")
        colours = sorted(FACTS[city].departures)
        need(sorted(pencils) == colours, f"seat {number}: pencils are not {', '.join(colours)}")
    # In round r place 0 holds what place -r had at first, so seat 0 tells the whole table.
    at_first = {-r % 4: seats[0]["pencils"][r] for r in range(4)}
    for number, seat in enumerate(seats):
        rotated = [at_first[(places[number] - r) % 4] for r in range(4)]
        need(seat["pencils"] == rotated, f"seat {number}: pencils should be {', '.join(rotated)}")


def played_rounds(city: str, deal: dict[str, Any]) -> list[list[list[str]]]:
    """The turns of the four rounds."""
    piles = deal.get("rounds")
    need(isinstance(piles, list) and len(piles) == 4, "rounds are not four piles")
    assert isinstance(piles, list)
    bonuses = deal.get("acceleration") or [""] * 4
    rounds = []
    for r, pile in enumerate(piles):
        cards = strings(pile, f"round {r + 1}: the pile")
        try:
            rounds.append(turns_of(city, cards, bonuses[r] == "repeat-switch"))
        except Refused as reason:
            raise Refused(f"round {r + 1}: {reason}") from None
    return rounds


def play_turn(sheet: Sheet, cards: list[str], moves: list[str]) -> list[list[str]]:
    """Play a turn, passing what the moves leave over; the legal moves of every decision."""
    legal = []
    sheet.begin_turn(cards)
    waiting = list(moves)
    while not sheet.turn_is_over:
        legal.append(sheet.legal())
        sheet.play(waiting.pop(0) if waiting else "pass")
    need(not waiting, f"{' '.join(waiting)}: more moves than the turn has decisions")
    return legal


def play_seat(sheet: Sheet, rounds: list[list[list[str]]], moves: list[list[str]]) -> list[list[list[str]]]:
    """Play the turns of a record, which may stop early; the legal moves of every turn."""
    legal: list[list[list[str]]] = []
    waiting = list(moves)
    for r, turns in enumerate(rounds):
        sheet.begin_round(r)
        for t, cards in enumerate(turns):
            if not waiting:
                return legal
            try:
                legal.append(play_turn(sheet, cards, waiting.pop(0)))
            except Refused as reason:
                raise Refused(f"round {r + 1}, turn {t + 1}: {reason}") from None
    need(not waiting, f"{len(waiting)} turns beyond the end of the game")
    return legal


def replay(record: dict[str, Any], legal: bool = False) -> dict[str, Any]:
    """The result of a record, with the legal moves of every decision if asked for."""
    need(isinstance(record, dict), "the record is not an object")
    version = record.get("fulgence")
    need(type(version) is int and version == 1, "not a record of version 1")
    city = record.get("city")
    need(isinstance(city, str) and city in FACTS, f"unknown city {city}")
    assert isinstance(city, str)
    addons = check_addons(city, record.get("addons"))
    deal: Any = record.get("deal")
    check_deal(city, addons, deal)
    rounds = played_rounds(city, deal)
    seats: Any = record.get("seats")
    need(isinstance(seats, list) and 1 <= len(seats) <= 4, "seats are not a list of one to four")
    need(all(isinstance(seat, dict) for seat in seats), "a seat is not an object")
    check_pencils(city, seats)
    game_turns = sum(len(turns) for turns in rounds)
    finished = True
    results: list[dict[str, Any]] = []
    for number, seat in enumerate(seats):
        need(isinstance(seat.get("name"), str), f"seat {number}: the name is not a string")
        need(isinstance(seat.get("moves"), list), f"seat {number}: moves are not a list")
        moves = [strings(turn, f"seat {number}: a turn's moves") for turn in seat["moves"]]
        sheet = Sheet(city, addons, deal, seat["pencils"])
        try:
            lists = play_seat(sheet, rounds, moves)
        except Refused as reason:
            raise Refused(f"seat {number}, {reason}") from None
        finished = finished and len(moves) == game_turns
        result = {"name": seat["name"], **sheet.score(), "verdict": None}
        if len(seats) == 1:  # R37
            handicap = -sum(FACTS[city].deductions[name] for name in addons)
            result["items"]["handicap"] = handicap
            result["total"] += handicap
        if legal:
            result["legal"] = lists
        results.append(result)
    if finished and len(seats) == 1:  # R6
        limits = FACTS[city].verdicts
        results[0]["verdict"] = 1 + len([1 for limit in limits if results[0]["total"] > limit])
    winners = winners_of(results) if finished else []  # R26
    return {"city": city, "finished": finished, "seats": results, "winners": winners}


def winners_of(results: list[dict[str, Any]]) -> list[int]:
    """The highest total, then the best entry of `lines` (R17, R36); still equal: shared."""
    ranks = [(seat["total"], max(line["points"] for line in seat["lines"])) for seat in results]
    return [number for number, rank in enumerate(ranks) if rank == max(ranks)]
