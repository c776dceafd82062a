"""The best that one seat could have done with the cards as they came."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from fulgence.bots.beam import Beam
from fulgence.bots.fullround import FullRound
from fulgence.bots.redo import Redo
from fulgence.bots.rounds import Rounds
from fulgence.bots.value import Value
from fulgence.rules import kinds, score
from fulgence.rules.chance import Pile
from fulgence.rules.deal import Deal
from fulgence.rules.errors import IllegalMove
from fulgence.rules.message import Message
from fulgence.rules.notation import format_move, parse_move
from fulgence.rules.reasons import why_not
from fulgence.rules.record import Moves, replay_turn
from fulgence.rules.sheet import Sheet

WIDTH = 1000  # sheets that go on after every turn
REDO_WIDTH = 30  # of the searches after the first
AGAIN = 48  # how many they are
ROUND_WIDTH = 300
NODES = 10_000_000  # sheets of one round: fifty first rounds of London had up to 8.6 million

Turns = Sequence[Sequence[str]]  # the moves of one seat, by turn


@dataclass(frozen=True)
class BestGame:
    """`total` is the one of the score pad, the deduction for a player alone included; `moves` are those of
    the whole game, as in a record. `is_exact`: nothing better is possible, not only none was found."""

    total: int
    moves: Moves
    is_exact: bool


@dataclass(frozen=True)
class BestRound:
    """`gain`: how many points the total grows by up to the end of the round; `moves` of its turns to come."""

    gain: int
    moves: Moves
    is_exact: bool


class Position:
    """A seat's sheet after some turns, and the piles as they lie then."""

    def __init__(self, deal: Deal, seat: int, played: Turns = (), begun: Sequence[str] = ()) -> None:
        """`begun`: moves of the turn after those; IllegalMove or BadRecord if they are not legal."""
        self.deal = deal
        self.sheet = Sheet(deal.terms(seat))
        self.piles = [Pile(deal.city.tables, deal.card_numbers(pile)) for pile in deal.rounds]
        self.played = tuple(map(tuple, played))
        self.begun = tuple(begun)
        for turn, moves in enumerate(self.played):
            self.flip()
            replay_turn(deal, self.sheet, moves, f"seat {seat}, turn {turn + 1}")
            self.finish()
        if begun:
            self.flip()
            for move in begun:
                self.play(move)
            if self.sheet.permit == kinds.TURN_OVER:
                self.played, self.begun = (*self.played, self.begun), ()
                self.finish()

    @property
    def is_over(self) -> bool:
        return not self.piles

    def flip(self) -> None:
        if self.is_over:
            raise IllegalMove(Message("the game is over"))
        self.piles[0].flip()
        self.sheet.begin_turn(self.piles[0].card, self.piles[0].switched)

    def play(self, move: str) -> None:
        number = parse_move(self.deal.city, move)
        is_done = self.sheet.permit == kinds.TURN_OVER
        if is_done or (number and number not in self.sheet.legal_moves()):
            reason = why_not(self.deal.city, self.sheet, number)
            raise IllegalMove(Message("{move}: {reason}", move=move, reason=reason))
        self.sheet.play(number)

    def finish(self) -> None:
        if self.piles[0].last:
            self.sheet.end_round()
            del self.piles[0]

    @property
    def total(self) -> int:
        return score.total(self.sheet) + self.deal.handicap

    def texts(self, ways: Sequence[Sequence[int]]) -> Moves:
        """Moves of the turns from here on; those of a turn already begun are in front of its others."""
        turns = [tuple(format_move(self.deal.city, move) for move in way) for way in ways]
        if self.begun and turns:
            turns[0] = self.begun + turns[0]
        return tuple(turns)


class Hindsight:
    """A search that can be left at any time: `step` until it says that there is no more, then `result`.

    The same deal, width and value give the same moves."""

    def __init__(
        self,
        deal: Deal,
        seat: int,
        value: Value | None = None,
        width: int = WIDTH,
        played: Turns = (),
        begun: Sequence[str] = (),
        known: Turns = (),
        again: int = AGAIN,
    ) -> None:
        """From the first card, or on from the turns `played` and the moves `begun` of the next one.

        `known`: a game of this seat; the result is never below it, if it goes on from there.
        `again`: after the first search, with `width`, so many look for better lines in some rounds."""
        self.seat = seat
        self.start = Position(deal, seat, played, begun)
        self.turns = sum(map(len, deal.turns)) - len(self.start.played)
        self.value = value
        self.again = again
        self.redo_width = max(min(width, REDO_WIDTH), 1)
        self.first = 1.0 if not again else width / (width + again * self.redo_width)  # its part of the work
        self.beam = Beam(self.start.sheet, self.start.piles, width, value) if self.turns else None
        self.redo: Redo | None = None
        self.known: BestGame | None = None
        if known:
            whole = tuple(tuple(turn) for turn in known)
            whole += ((),) * (sum(map(len, deal.turns)) - len(whole))
            if goes_on(whole, self.start):
                self.known = BestGame(Position(deal, seat, whole).total, whole, False)

    def step(self) -> bool:
        """Go on for some hundredths of a second; whether there is more to do."""
        if self.beam is None:
            return False
        if self.redo is not None:
            return self.redo.step()
        if self.beam.step():
            return True
        if not self.again or self.beam.is_exact:
            return False
        self.redo = self.redone(self.beam)
        return not self.redo.is_over

    def redone(self, beam: Beam) -> Redo:
        """The searches that follow the first."""
        rounds = Rounds(
            self.start.deal,
            self.seat,
            tuple(self.numbers(turn) for turn in self.start.played),
            self.numbers(self.start.begun),
        )
        points, found = beam.best()
        found[0] = rounds.begun + found[0]
        ways = (*rounds.played, *found)
        return Redo(rounds, points, ways, self.redo_width, self.again, self.value)

    def numbers(self, moves: Sequence[str]) -> tuple[int, ...]:
        return tuple(parse_move(self.start.deal.city, move) for move in moves)

    @property
    def share(self) -> float:
        """How much of the search is done, from 0 to 1."""
        if self.beam is None:
            return 1.0
        if self.redo is not None:
            return 1.0 if self.redo.is_over else self.first + (1 - self.first) * self.redo.share
        if self.beam.is_over:
            return 1.0
        return self.first * (len(self.beam.trail) + self.beam.share()) / self.turns

    def result(self) -> BestGame:
        """The best game found so far; there is one as soon as the first search is over."""
        if self.beam is None:
            return BestGame(self.start.total, self.start.played, True)
        if not self.beam.is_over:
            raise ValueError("the search is not over")
        found = self.found(self.beam)
        if self.known is not None and self.known.total > found.total:
            return self.known
        return found

    def found(self, beam: Beam) -> BestGame:
        points, ways = beam.best()
        if self.redo is not None and self.redo.best.points > points:
            points = self.redo.best.points
            ways = list(self.redo.best.ways[len(self.start.played) :])
            ways[0] = ways[0][len(self.start.begun) :]
        total = points + self.start.deal.handicap
        return BestGame(total, self.start.played + self.start.texts(ways), beam.is_exact)


def goes_on(whole: Turns, start: Position) -> bool:
    """Whether a game has the moves of a position; passes at the end of a turn need not be written."""
    number = len(start.played)
    same = [without_passes(turn) for turn in whole[:number]] == [
        without_passes(turn) for turn in start.played
    ]
    return same and (not start.begun or tuple(whole[number][: len(start.begun)]) == start.begun)


def without_passes(turn: Sequence[str]) -> tuple[str, ...]:
    moves = tuple(turn)
    while moves and moves[-1] == "pass":
        moves = moves[:-1]
    return moves


def best_game(
    deal: Deal, seat: int, value: Value | None = None, width: int = WIDTH, again: int = AGAIN
) -> BestGame:
    """The search of a whole game in one go."""
    search = Hindsight(deal, seat, value, width, again=again)
    while search.step():
        pass
    return search.result()


def best_round(
    deal: Deal, seat: int, played: Turns = (), begun: Sequence[str] = (), limit: int = NODES
) -> BestRound:
    """What the rest of the round can bring at most. Beyond `limit` sheets the best found so far is told."""
    start = Position(deal, seat, played, begun)
    if start.is_over:
        return BestRound(0, (), True)
    before = score.total(start.sheet)
    points, ways = quick_round(start)
    again = Position(deal, seat, played, begun)
    search = FullRound(again.sheet, again.piles[0], points, limit)
    search.run()
    if search.points > points:
        points, ways = search.points, search.ways()
    return BestRound(points - before, start.texts(ways), search.is_exact)


def quick_round(start: Position) -> tuple[int, list[tuple[int, ...]]]:
    """A good end of the round, which the full search then has to beat."""
    beam = Beam(start.sheet, start.piles[:1], ROUND_WIDTH)
    while beam.step():
        pass
    return beam.best()
