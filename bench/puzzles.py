"""Do the gaps of shipped puzzles hold up in play? Plays the best and the second move of a sample to the end.

    python bench/puzzles.py london --puzzles 30 --futures 40

For puzzles without add-ons. Both moves see the same futures: the rest of every pile in a random order, and a
bot with the same random numbers.
"""

from __future__ import annotations

import argparse
import math
import statistics
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from fulgence.bots.bot import make_bot
from fulgence.puzzles.puzzle import SEAT, Puzzle, parse_puzzle, position_game
from fulgence.puzzles.shipped import puzzle_set
from fulgence.rules.deal import Deal, deal, rearranged
from fulgence.rules.game import Game
from fulgence.rules.generator import Generator


def future(puzzle: Puzzle, rng: Generator) -> Deal:
    """The deal of the puzzle with other cards where nobody has seen them."""
    known = position_game(puzzle).deal
    shuffled = deal(known.city, (), 1, rng)
    return rearranged(replace(known, rounds=shuffled.rounds), puzzle.cards)


def played(puzzle: Puzzle, move: str, dealt: Deal, bot: str, seed: int) -> int:
    game = Game(dealt)
    player = make_bot(bot, Generator(seed))
    for number, turn in enumerate(puzzle.moves):
        if number:
            game.flip()
        for made in turn:
            game.play(SEAT, made)
    game.play(SEAT, move)
    while not game.is_over:
        while not game.is_done(SEAT):
            game.play(SEAT, player.choose(game.view(SEAT)))
        game.flip()
    return game.pads()[SEAT].total


def measured_gap(puzzle: Puzzle, futures: int, bot: str) -> tuple[float, float]:
    """The mean difference of the two moves, and its standard error."""
    differences = []
    for number in range(futures):
        dealt = future(puzzle, Generator(1).child(number))
        first, second = (played(puzzle, value.move, dealt, bot, number) for value in puzzle.values[:2])
        differences.append(first - second)
    return statistics.fmean(differences), statistics.stdev(differences) / math.sqrt(futures)


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("city")
    parser.add_argument("--file", help="puzzles of this file instead of those of the package")
    parser.add_argument("--puzzles", type=int, default=30)
    parser.add_argument("--futures", type=int, default=40)
    parser.add_argument("--bot", default="mcts:100")
    options = parser.parse_args(arguments)
    if options.file:
        lines = Path(options.file).read_text(encoding="utf-8").splitlines()
        puzzles = tuple(map(parse_puzzle, lines))
    else:
        puzzles = puzzle_set(options.city, with_addons=False)
    sample = puzzles[:: max(1, len(puzzles) // options.puzzles)][: options.puzzles]
    rows = [(puzzle, *measured_gap(puzzle, options.futures, options.bot)) for puzzle in sample]
    for puzzle, gap, error in rows:
        print(f"{puzzle.id}  round {puzzle.round + 1}  {puzzle.gap:5.2f}  in play {gap:6.2f} ± {error:.2f}")
    stored = statistics.fmean(puzzle.gap for puzzle, _, _ in rows)
    gaps = [gap for _, gap, _ in rows]
    error = math.hypot(*(error for _, _, error in rows)) / len(rows)
    print(f"{len(rows)} puzzles: mean gap {stored:.2f}, in play {statistics.fmean(gaps):.2f} ± {error:.2f}")
    print(f"the second move was ahead in {sum(gap < 0 for gap in gaps)}")


if __name__ == "__main__":
    main()
