"""The review of a recorded game: every turn again, with the same cards."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

from fulgence.bots.bot import Bot, make_bot
from fulgence.bots.hindsight.hindsight import LOCAL_SEARCHES, WIDTH, Hindsight
from fulgence.bots.network.weights import LearnedValue, learned_value
from fulgence.review.labels import label
from fulgence.review.opinion import DEEP_SIMULATIONS, Opinion, opinions
from fulgence.review.parts import EXPERT, HINDSIGHT, review_parts
from fulgence.rules.game import Game
from fulgence.rules.generator import Generator
from fulgence.rules.message import Message
from fulgence.rules.text.record import Moves, Record, game_of, replay


@dataclass(frozen=True)
class Choice:
    """One decision. `best`: the best moves, the best one first; `own`: the one that was played."""

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
    doubt: float = 0.0  # the standard error that all expected totals of the round share

    @property
    def before(self) -> Opinion:
        """What could be expected when the cards were flipped."""
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
    """`total`: of the record. `is_learned`: a network was trained for this game; without one the expected
    totals are those of greedy play, and too low."""

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


def review_turn(
    record: Record, seat: int, turn: int, learned: LearnedValue, simulations: int = DEEP_SIMULATIONS
) -> TurnReview:
    """Every decision of a turn; those that the record leaves out were passed."""
    game = game_of(record, turn)
    number, cards = game.round, game.cards
    choices: list[Choice] = []
    reason = None
    worst = 0.0
    moves = iter(record.moves[seat][turn])
    while not game.is_done(seat):
        move = next(moves, "pass")  # a record may leave out the last ones
        view = game.view(seat)
        found = opinions(view, learned, move, simulations)
        own = next(opinion for opinion in found if opinion.move == move)
        choice = Choice(own, tuple(found[:3]), len(view.moves))
        if choice.loss > worst:
            worst = choice.loss
            reason = label(view, choice.own.move, choice.best[0].move)
        choices.append(choice)
        game.play(seat, move)
    return TurnReview(turn, number, cards, tuple(choices), reason, learned.round_doubt(number))


class ExpertGame:
    """A bot plays the seat's game with the same cards: call `step` until it returns False."""

    def __init__(self, record: Record, seat: int, player: Bot) -> None:
        self.seat = seat
        self.player = player
        self.game = Game(record.deal, record.names)
        self.turns = sum(map(len, record.deal.turns))

    def step(self) -> bool:
        """Play a turn; False when the game is over."""
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
    """A whole ExpertGame."""
    game = ExpertGame(record, seat, make_bot(bot, Generator(0)))
    while game.step():
        pass
    return game.result()


def best_game(record: Record, seat: int, learned: LearnedValue) -> OtherGame:
    """The best game found with all cards known; at least as good as the one played."""
    search = hindsight(record, seat, learned)
    while search.step():
        pass
    found = search.result()
    return OtherGame(found.total, found.moves)


def hindsight(
    record: Record,
    seat: int,
    learned: LearnedValue,
    width: int = WIDTH,
    local_searches: int = LOCAL_SEARCHES,
) -> Hindsight:
    """The search behind `best_game`; call `step` until it returns False."""
    known = record.moves[seat] if record.is_finished else ()
    return Hindsight(record.deal, seat, learned.network, width, known=known, local_searches=local_searches)


def review(record: Record, seat: int, step: Callable[[], None] = lambda: None) -> Review:
    """The whole review of a valid record; `step` is called after each part."""
    learned = learned_value(record.deal.city, record.deal.addons)
    turns: list[TurnReview] = []
    games: dict[str, OtherGame] = {}
    for part in review_parts(len(record.moves[seat]), games=True):
        if isinstance(part, int):
            turns.append(review_turn(record, seat, part, learned))
        else:
            games[part] = expert_game(record, seat) if part == EXPERT else best_game(record, seat, learned)
        step()
    return Review(
        total=game_of(record, len(turns)).pads()[seat].total,
        turns=tuple(turns),
        expert=games[EXPERT],
        best=games[HINDSIGHT],
        is_learned=learned.is_trained,
    )


def review_game(record: Record, seat: int = 0) -> Review:
    """What the expert thinks of every turn of a seat, counted from 0; BadRecord if the record is wrong."""
    seats = len(record.names)
    if not 0 <= seat < seats:
        raise ValueError(f"there is no seat {seat}: the record has {seats}, counted from 0")
    replay(record)  # names the first mistake
    return review(record, seat)
