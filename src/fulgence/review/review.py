"""A game looked at again, turn by turn, with the very same cards."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from fulgence.bots.bot import make_bot
from fulgence.bots.hindsight import Hindsight
from fulgence.bots.weights import doubt_of, find_weights, value_for
from fulgence.review.labels import label
from fulgence.review.opinion import WEIGHED, Opinion, opinions
from fulgence.rules.chance import Generator
from fulgence.rules.game import Game
from fulgence.rules.message import Message
from fulgence.rules.record import Moves, Record, replay

EXPERT = "expert"


@dataclass(frozen=True)
class Choice:
    """One decision. `best` has the best moves, the best one first; `own` is the one that was played."""

    own: Opinion
    best: tuple[Opinion, ...]
    options: int

    @property
    def loss(self) -> float:
        return max(0.0, self.best[0].expected - self.own.expected)

    @property
    def loss_error(self) -> float:
        if self.own.move == self.best[0].move:
            return 0.0
        return math.hypot(self.own.error, self.best[0].error)


@dataclass(frozen=True)
class TurnReview:
    turn: int  # from 0, through the whole game
    round: int
    cards: tuple[str, ...]
    choices: tuple[Choice, ...]
    label: Message | None  # why the turn cost much, if it did
    doubt: float = 0.0  # by how much all expected totals of the round may be off together, a standard error

    @property
    def before(self) -> Opinion:
        """What could be expected when the cards lay open."""
        return self.choices[0].best[0].doubted(self.doubt)

    @property
    def after(self) -> Opinion:
        return self.choices[-1].own.doubted(self.doubt)

    @property
    def loss(self) -> float:
        return sum(choice.loss for choice in self.choices)

    @property
    def loss_error(self) -> float:
        return math.hypot(*(choice.loss_error for choice in self.choices))


@dataclass(frozen=True)
class OtherGame:
    """What another player did with the same cards."""

    total: int
    moves: Moves


@dataclass(frozen=True)
class Review:
    """`total` as the record has it. `is_learned`: a value was trained for this game; without one the
    expected totals are those of a player who goes on greedily, and too low."""

    total: int
    turns: tuple[TurnReview, ...]
    expert: OtherGame
    best: OtherGame
    is_learned: bool

    @property
    def loss(self) -> float:
        return sum(turn.loss for turn in self.turns)

    @property
    def loss_error(self) -> float:
        return math.hypot(*(turn.loss_error for turn in self.turns))


def game_at(record: Record, seat: int, turns: int, own: Sequence[Sequence[str]] = ()) -> Game:
    """The game after so many turns. `own`: the seat's moves instead of those of the record."""
    game = Game(record.deal, record.names)
    for turn in range(turns):
        for other, moves in enumerate(record.moves):
            played = own if other == seat and own else moves
            for move in played[turn] if turn < len(played) else ():
                game.play(other, move)
            while not game.is_done(other):
                game.play(other, "pass")
        game.flip()
    return game


def review_turn(record: Record, seat: int, turn: int, weighed: int = WEIGHED) -> TurnReview:
    """Every decision of a turn; those that the record leaves out were passed."""
    game = game_at(record, seat, turn)
    number, cards = game.round, game.cards
    choices: list[Choice] = []
    reason = None
    worst = 0.0
    moves = iter(record.moves[seat][turn])
    while not game.is_done(seat):
        move = next(moves, "pass")  # a record need not write the last ones
        view = game.view(seat)
        found = opinions(view, move, weighed)
        own = next(opinion for opinion in found if opinion.move == move)
        choice = Choice(own, tuple(found[:3]), len(view.moves))
        if choice.loss > worst:
            worst = choice.loss
            reason = label(view, choice.own.move, choice.best[0].move)
        choices.append(choice)
        game.play(seat, move)
    doubt = doubt_of(record.deal.city, record.deal.addons, number)
    return TurnReview(turn, number, cards, tuple(choices), reason, doubt)


class ExpertGame:
    """The bot's own game on the seat's sheet, with the cards as they came: `step` until there is no more."""

    def __init__(self, record: Record, seat: int, bot: str = EXPERT) -> None:
        self.seat = seat
        self.player = make_bot(bot, Generator(0))
        self.game = Game(record.deal, record.names)
        self.turns = sum(map(len, record.deal.turns))

    def step(self) -> bool:
        """Play a turn; whether there is more to do."""
        game = self.game
        for other in range(len(game.names)):
            while not game.is_done(other):
                game.play(other, self.player.choose(game.view(other)) if other == self.seat else "pass")
        game.flip()
        return not game.is_over

    @property
    def share(self) -> float:
        """How much of the game is played, from 0 to 1."""
        return (len(self.game.moves[self.seat]) - (not self.game.is_over)) / self.turns

    def result(self) -> OtherGame:
        return OtherGame(
            self.game.pads()[self.seat].total, tuple(map(tuple, self.game.move_texts(self.seat)))
        )


def expert_game(record: Record, seat: int, bot: str = EXPERT) -> OtherGame:
    """The same in one go."""
    game = ExpertGame(record, seat, bot)
    while game.step():
        pass
    return game.result()


def best_game(record: Record, seat: int) -> OtherGame:
    """The best that was found for the seat when all cards are known; at least what was played."""
    known = record.moves[seat] if record.is_finished else ()
    search = Hindsight(record.deal, seat, value_for(record.deal.city, record.deal.addons), known=known)
    while search.step():
        pass
    found = search.result()
    return OtherGame(found.total, found.moves)


def parts(record: Record, seat: int) -> int:
    """How many steps a review has."""
    return len(record.moves[seat]) + 2


def review(record: Record, seat: int, step: Callable[[], None] = lambda: None) -> Review:
    """All of it; `step` is called after each part. The record is a right one."""
    turns = []
    for turn in range(len(record.moves[seat])):
        turns.append(review_turn(record, seat, turn))
        step()
    expert = expert_game(record, seat)
    step()
    best = best_game(record, seat)
    step()
    return Review(
        total=game_at(record, seat, len(turns)).pads()[seat].total,
        turns=tuple(turns),
        expert=expert,
        best=best,
        is_learned=find_weights(record.deal.city, record.deal.addons) is not None,
    )


def review_game(record: Record, seat: int = 0) -> Review:
    """What the expert thinks of every turn of a seat, counted from 0; BadRecord if the record is wrong."""
    seats = len(record.names)
    if not 0 <= seat < seats:
        raise ValueError(f"there is no seat {seat}: the record has {seats}, counted from 0")
    replay(record)  # tells precisely what is wrong
    return review(record, seat)
