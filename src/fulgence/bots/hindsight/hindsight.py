"""Hindsight: the best game that a seat could have played if it had known all cards."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from fulgence.bots.hindsight.beam import Beam
from fulgence.bots.hindsight.full_round import FullRound
from fulgence.bots.hindsight.local_search import LocalSearch
from fulgence.bots.hindsight.rounds import Rounds
from fulgence.bots.network.quantized_network import QuantizedNetwork
from fulgence.rules import kinds, score
from fulgence.rules.deal import Deal
from fulgence.rules.errors import IllegalMove
from fulgence.rules.illegal import why_not
from fulgence.rules.message import Message
from fulgence.rules.pile import Pile
from fulgence.rules.sheet import Sheet
from fulgence.rules.text.notation import format_move, parse_move
from fulgence.rules.text.record import Moves, replay_turn

WIDTH = 1000  # of the beam search: sheets kept after every turn
LOCAL_WIDTH = 30  # of the local searches
LOCAL_SEARCHES = 48  # how many
ROUND_WIDTH = 300
MAX_NODES = 10_000_000  # sheets of one round: fifty first rounds of London had up to 8.6 million

Turns = Sequence[Sequence[str]]  # the moves of one seat, by turn


@dataclass(frozen=True)
class BestGame:
    """`total`: with the solo handicap; `moves`: of the whole game, as in a record. `is_exact`: nothing better
    is possible."""

    total: int
    moves: Moves
    is_exact: bool


@dataclass(frozen=True)
class BestRound:
    """`gain`: points from here to the end of the round; `moves`: of its remaining turns."""

    gain: int
    moves: Moves
    is_exact: bool


class Position:
    """A seat's sheet after some turns, and the piles at that point."""

    def __init__(self, deal: Deal, seat: int, played: Turns = (), begun: Sequence[str] = ()) -> None:
        """`begun`: moves of the next turn; IllegalMove or BadRecord if a move is illegal."""
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
        """The moves from here on as text, with those of a turn already begun."""
        turns = [tuple(format_move(self.deal.city, move) for move in way) for way in ways]
        if self.begun and turns:
            turns[0] = self.begun + turns[0]
        return tuple(turns)


class Hindsight:
    """Beam search, then local search. Call `step` until it returns False, then `result`.

    The same deal, width and network give the same moves."""

    def __init__(
        self,
        deal: Deal,
        seat: int,
        network: QuantizedNetwork | None = None,
        width: int = WIDTH,
        played: Turns = (),
        begun: Sequence[str] = (),
        known: Turns = (),
        local_searches: int = LOCAL_SEARCHES,
    ) -> None:
        """From the first card, or from the turns `played` and the moves `begun` of the next one.

        `known`: a game of this seat that continues from there; the result is at least as good."""
        self.seat = seat
        self.start = Position(deal, seat, played, begun)
        self.turns = sum(map(len, deal.turns)) - len(self.start.played)
        self.network = network
        self.local_searches = local_searches
        self.local_width = max(min(width, LOCAL_WIDTH), 1)
        self.beam_share = (
            1.0 if not local_searches else width / (width + local_searches * self.local_width)
        )  # of the work
        self.beam = Beam(self.start.sheet, self.start.piles, width, network) if self.turns else None
        self.local: LocalSearch | None = None
        self.known: BestGame | None = None
        if known:
            whole = tuple(tuple(turn) for turn in known)
            whole += ((),) * (sum(map(len, deal.turns)) - len(whole))
            if continues(whole, self.start):
                self.known = BestGame(Position(deal, seat, whole).total, whole, False)

    def step(self) -> bool:
        """Go on for some hundredths of a second; False when done."""
        if self.beam is None:
            return False
        if self.local is not None:
            return self.local.step()
        if self.beam.step():
            return True
        if not self.local_searches or self.beam.is_exact:
            return False
        self.local = self.local_search(self.beam)
        return not self.local.is_over

    def local_search(self, beam: Beam) -> LocalSearch:
        rounds = Rounds(
            self.start.deal,
            self.seat,
            tuple(self.numbers(turn) for turn in self.start.played),
            self.numbers(self.start.begun),
        )
        points, found = beam.best()
        found[0] = rounds.begun + found[0]
        ways = (*rounds.played, *found)
        return LocalSearch(rounds, points, ways, self.local_width, self.local_searches, self.network)

    def numbers(self, moves: Sequence[str]) -> tuple[int, ...]:
        return tuple(parse_move(self.start.deal.city, move) for move in moves)

    @property
    def share(self) -> float:
        """How much of the search is done, from 0 to 1."""
        if self.beam is None:
            return 1.0
        if self.local is not None:
            return 1.0 if self.local.is_over else self.beam_share + (1 - self.beam_share) * self.local.share
        if self.beam.is_over:
            return 1.0
        return self.beam_share * (len(self.beam.backpointers) + self.beam.share()) / self.turns

    def result(self) -> BestGame:
        """The best game found so far; the beam search must be over."""
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
        if self.local is not None and self.local.best.points > points:
            points = self.local.best.points
            ways = list(self.local.best.ways[len(self.start.played) :])
            ways[0] = ways[0][len(self.start.begun) :]
        total = points + self.start.deal.handicap
        return BestGame(total, self.start.played + self.start.texts(ways), beam.is_exact)


def continues(whole: Turns, start: Position) -> bool:
    """Whether a game continues a position; passes at the end of a turn may be missing."""
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
    deal: Deal,
    seat: int,
    network: QuantizedNetwork | None = None,
    width: int = WIDTH,
    local_searches: int = LOCAL_SEARCHES,
) -> BestGame:
    """A whole search."""
    search = Hindsight(deal, seat, network, width, local_searches=local_searches)
    while search.step():
        pass
    return search.result()


def best_round(
    deal: Deal, seat: int, played: Turns = (), begun: Sequence[str] = (), limit: int = MAX_NODES
) -> BestRound:
    """The best rest of the round; beyond `limit` sheets the best found so far."""
    start = Position(deal, seat, played, begun)
    if start.is_over:
        return BestRound(0, (), True)
    before = score.total(start.sheet)
    points, ways = quick_round(start)
    replayed = Position(deal, seat, played, begun)
    search = FullRound(replayed.sheet, replayed.piles[0], points, limit)
    search.run()
    if search.points > points:
        points, ways = search.points, search.ways()
    return BestRound(points - before, start.texts(ways), search.is_exact)


def quick_round(start: Position) -> tuple[int, list[tuple[int, ...]]]:
    """A good rest of the round, as a lower bound for the exhaustive search."""
    beam = Beam(start.sheet, start.piles[:1], ROUND_WIDTH)
    while beam.step():
        pass
    return beam.best()
