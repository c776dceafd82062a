"""Makes puzzles: plays games, screens their decisions, and plays out those that may be puzzles.

Game n depends on the seed and n only, so the same seed gives the same puzzles, in any number of processes.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import combinations

from fulgence.bots.bot import make_bot
from fulgence.bots.network.weights import LearnedValue, learned_value
from fulgence.puzzles.playouts import played_values
from fulgence.puzzles.puzzle import SEAT, Puzzle, Value, position
from fulgence.puzzles.search import greedy_moves, move_values
from fulgence.rules import kinds
from fulgence.rules.city import City
from fulgence.rules.cityfile.city_reader import load_city
from fulgence.rules.deal import deal
from fulgence.rules.errors import FulgenceError
from fulgence.rules.game import Game
from fulgence.rules.generator import Generator
from fulgence.rules.message import Message
from fulgence.rules.text.record import Record
from fulgence.rules.view import View

ANY = "any"  # instead of add-ons: another combination in every game
MIN_MOVES = 4  # with pass; fewer are no choice
MIN_GAP = 1.5  # points by which the best move is ahead
MIN_ERRORS, TRIAL_ERRORS = 3.0, 1.5  # standard errors of the gap
SCREEN = 4  # simulations of every move, for a first look
TRIAL_MOVES, TRIAL_FUTURES = 3, 40  # the best moves, played out before all of them are
FUTURES = 200  # in which all moves are played out


class NotTrained(FulgenceError):
    """Nothing was learned for the game of the puzzles."""


@dataclass(frozen=True)
class Recipe:
    """What puzzles are made from. `bots`: they play the games in turn, alone."""

    city: str
    addons: tuple[str, ...]
    bots: tuple[str, ...]
    seed: int

    def rng(self, number: int) -> Generator:
        return Generator(self.seed).child(number)

    def source(self, number: int | str) -> str:
        return f"seed {self.seed} game {number}"


def record_source(number: int | str) -> str:
    return f"record {number}"


def puzzle_of_game(recipe: Recipe, number: int) -> Puzzle | None:
    """The puzzle in a game of a bot, if there is one. At most one of a game, so that no two are alike; games
    take turns in which round is looked at."""
    city = load_city(recipe.city)
    rng = recipe.rng(number)
    dealt = deal(city, game_addons(city, recipe.addons, rng), 1, rng)
    bot = make_bot(recipe.bots[number // kinds.ROUNDS % len(recipe.bots)], rng.child(0))
    game = Game(dealt, ["bot"])
    wanted = number % kinds.ROUNDS
    questions: list[Puzzle] = []
    while not game.is_over and game.round <= wanted:
        while not game.is_done(SEAT):
            if game.round == wanted:
                questions.append(question(game, SEAT, recipe.source(number)))
            game.play(SEAT, bot.choose(game.view(SEAT)))
        game.flip()
    return first_puzzle(questions, rng.child(1))


def puzzle_of_record(record: Record, seat: int, number: int, recipe: Recipe) -> Puzzle | None:
    """The puzzle in a recorded game of a seat, if there is one; its round is `number` modulo the rounds."""
    game = Game(record.deal, record.names)
    wanted = number % kinds.ROUNDS
    questions: list[Puzzle] = []
    for turn in range(min(map(len, record.moves))):
        for each, moves in enumerate(record.moves):
            played = iter(moves[turn])
            while not game.is_done(each):
                if each == seat and game.round == wanted:
                    questions.append(question(game, seat, record_source(number)))
                game.play(each, next(played, "pass"))
        game.flip()
    return first_puzzle(questions, recipe.rng(number).child(1))


def game_addons(city: City, addons: Sequence[str], rng: Generator) -> tuple[str, ...]:
    if tuple(addons) != (ANY,):
        return tuple(addons)
    names = tuple(city.addons)
    choices = [some for size in range(1, len(names) + 1) for some in combinations(names, size)]
    return choices[rng.draw(len(choices))]


def question(game: Game, seat: int, source: str) -> Puzzle:
    """The seat's current decision, as that of a player alone and without values: it may become a puzzle."""
    shown = game.shown_turns()
    cards = [tuple(card for turn in turns for card in turn) for turns in shown]
    coming = game.next_card()
    if coming:
        cards[-1] += (coming,)
    made = game.deal
    return Puzzle(
        city=made.city.key,
        addons=made.addons,
        pencils=made.pencils[seat],
        cards=tuple(cards),
        moves=tuple(tuple(made.city.move_names[move] for move in turn) for turn in game.moves[seat]),
        values=(),
        objectives=made.objectives,
        powers=dict(made.powers),
        gates=dict(made.gates),
        acceleration=made.acceleration,
        source=source,
    )


def first_puzzle(questions: Sequence[Puzzle], rng: Generator) -> Puzzle | None:
    """The first of the questions, in random order, that is a puzzle."""
    order = list(map(str, range(len(questions))))
    rng.shuffle(order)
    learned: LearnedValue | None = None
    for place in order:
        view = position(questions[int(place)])
        if len(view.moves) < MIN_MOVES:
            continue
        learned = learned or trained_value(view)
        values = puzzle_values(view, learned, rng)
        if values:
            return replace(questions[int(place)], values=values)
    return None


def trained_value(view: View) -> LearnedValue:
    learned = learned_value(view.city, view.addons)
    if not learned.is_trained:
        raise NotTrained(Message("puzzles need a value network for this game (see `fulgence train`)"))
    return learned


def puzzle_values(view: View, learned: LearnedValue, rng: Generator) -> tuple[Value, ...]:
    """The values of the moves if the decision is a puzzle, else nothing.

    A short search only finds candidates. What counts is play, with fresh random numbers at last: the gap for
    which a decision was chosen is likely to be too large."""
    screened = move_values(view, learned, SCREEN, rng.draw(2**31 - 1))
    best = screened[0].move
    if best in greedy_moves(view) or not is_clear(screened, 0.0):
        return ()
    promising = [value.move for value in screened[:TRIAL_MOVES]]
    trial = played_values(view, promising, learned, TRIAL_FUTURES, rng)
    if trial[0].move != best or not is_clear(trial, TRIAL_ERRORS):
        return ()
    values = played_values(view, view.moves, learned, FUTURES, rng)
    return values if values[0].move == best and is_clear(values, MIN_ERRORS) else ()


def is_clear(values: Sequence[Value], errors: float) -> bool:
    """Whether the best move is ahead of the second, by points and by standard errors."""
    first, second = values[0], values[1]
    gap = first.expected - second.expected
    return gap >= max(MIN_GAP, errors * math.hypot(first.error, second.error))
