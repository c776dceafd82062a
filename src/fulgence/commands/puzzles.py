"""`fulgence puzzles make`: puzzles from games of bots or people, one per line."""

from __future__ import annotations

import signal
import sys
from argparse import Namespace
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from functools import partial
from itertools import islice
from multiprocessing import get_context
from pathlib import Path

from fulgence.build import is_compiled, note
from fulgence.commands.shared.console_io import print_error, read_text
from fulgence.commands.shared.options import BadOption, city_of, names, seed_of
from fulgence.commands.shared.progress_bar import ProgressBar
from fulgence.commands.shared.record_files import RecordReader, naming_record, split_records
from fulgence.puzzles.collection import Collection
from fulgence.puzzles.make import ANY, Recipe, puzzle_of_game, puzzle_of_record, record_source
from fulgence.puzzles.puzzle import BadPuzzle, Puzzle, format_puzzle, parse_puzzle
from fulgence.rules import kinds
from fulgence.rules.deal import deal
from fulgence.rules.message import Message
from fulgence.rules.text.record import Record, replay

MAX_GAMES_PER_PUZZLE = 200  # then the rest of the set is not to be found

Make = Callable[[int], Puzzle | None]


def run(options: Namespace) -> int:
    recipe = recipe_of(options)
    records = records_of(options, recipe)
    make: Make = partial(puzzle_of_game, recipe)
    games = MAX_GAMES_PER_PUZZLE * options.count
    if records:
        make = partial(puzzle_in, records, recipe)
        games = len(records)
    path = Path(options.out)
    collection = Collection(options.count, made_before(path, recipe, bool(records)))
    if not is_compiled():
        print(note(), file=sys.stderr)
    with ExitStack() as stack:
        file = stack.enter_context(path.open("a", encoding="utf-8", newline="\n"))
        progress = stack.enter_context(ProgressBar("puzzles", options.count, prints=False))
        progress.resume(len(collection.puzzles))
        each = mapper(options.jobs, stack)
        numbers = wanted_games(collection, games)
        while not collection.is_full and (batch := list(islice(numbers, 4 * options.jobs))):
            for puzzle in each(make, batch):
                if puzzle and collection.add(puzzle):
                    file.write(format_puzzle(puzzle) + "\n")
                    file.flush()
                    progress.step()
    if not collection.is_full:
        found = len(collection.puzzles)
        print_error(Message("only {found} of {count} puzzles were found", found=found, count=options.count))
        return 1
    return 0


def recipe_of(options: Namespace) -> Recipe:
    city = city_of(options)
    addons = tuple(names(options.addons))
    deal(city, () if addons == (ANY,) else addons)  # raises if the game is impossible
    bots = tuple(names(options.bots))
    if not bots:
        raise BadOption("--bots names no bot")
    return Recipe(city.key, addons, bots, seed_of(options))


def records_of(options: Namespace, recipe: Recipe) -> list[Record]:
    """The records of the city in all files; a mistake in one is an error."""
    reader = RecordReader(None)
    found = []
    for file in options.records:
        for number, text in enumerate(split_records(read_text(file)), 1):
            with naming_record(file, number):
                record = reader.record(text)
                replay(record)
            if record.deal.city.key == recipe.city and addons_fit(record, recipe):
                found.append(record)
    if options.records and not found:
        raise BadOption("--records has no game of this city with these add-ons")
    return found


def addons_fit(record: Record, recipe: Recipe) -> bool:
    played = record.deal.addons
    return bool(played) if recipe.addons == (ANY,) else set(played) == set(recipe.addons)


def puzzle_in(records: list[Record], recipe: Recipe, number: int) -> Puzzle | None:
    record = records[number]
    return puzzle_of_record(record, number % len(record.names), number, recipe)


def made_before(path: Path, recipe: Recipe, from_records: bool) -> list[Puzzle]:
    """The puzzles that an interrupted run has left; a last line that was cut off is removed."""
    if not path.exists():
        return []
    text = path.read_text(encoding="utf-8")
    whole = text[: text.rfind("\n") + 1]
    puzzles = list(map(parse_puzzle, whole.splitlines()))
    for number, puzzle in enumerate(puzzles, 1):
        begins = record_source("") if from_records else recipe.source("")
        if puzzle.city != recipe.city or not puzzle.source.startswith(begins):
            raise BadPuzzle(f"{path}: line {number} was made with another city or seed; choose another file")
    if whole != text:
        path.write_text(whole, encoding="utf-8", newline="\n")
    return puzzles


def wanted_games(collection: Collection, games: int) -> Iterator[int]:
    """Numbers of games, without those whose round has enough puzzles."""
    for number in range(collection.next_game, games):
        if collection.wants_round(number % kinds.ROUNDS):
            yield number


def mapper(jobs: int, stack: ExitStack) -> Callable[[Make, list[int]], Iterator[Puzzle | None]]:
    """A `map` in so many processes; the results are in order."""
    if jobs == 1:
        return map
    pool = stack.enter_context(
        get_context("spawn").Pool(jobs, signal.signal, (signal.SIGINT, signal.SIG_IGN))
    )
    return pool.imap
