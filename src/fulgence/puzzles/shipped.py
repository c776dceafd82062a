"""The puzzles that come with the package: for each city one set without and one with add-ons."""

from __future__ import annotations

import datetime
import gzip
from functools import cache
from pathlib import Path

from fulgence.puzzles.puzzle import BadPuzzle, Puzzle, parse_puzzle
from fulgence.rules.cityfile.city_reader import city_names
from fulgence.rules.message import Message

FOLDER = Path(__file__).parent / "data"
ADDONS_SUFFIX = "+any"
# The first ones of each set are in the bundle for browsers too, which must stay small. The puzzle of the day
# is one of them: it must be the same everywhere.
BUNDLED = 50


def puzzle_cities() -> list[str]:
    """The cities that have puzzles."""
    return [city for city in city_names() if (FOLDER / f"{city}.jsonl.gz").exists()]


@cache
def puzzle_set(city: str, *, with_addons: bool) -> tuple[Puzzle, ...]:
    """The puzzles of a city in their order; none if it has no such set."""
    path = FOLDER / f"{city}{ADDONS_SUFFIX if with_addons else ''}.jsonl.gz"
    if city not in puzzle_cities() or not path.exists():
        return ()
    return tuple(map(parse_puzzle, gzip.decompress(path.read_bytes()).decode().splitlines()))


@cache
def puzzles_by_id(city: str) -> dict[str, Puzzle]:
    both = (*puzzle_set(city, with_addons=False), *puzzle_set(city, with_addons=True))
    return {puzzle.id: puzzle for puzzle in both}


def find_puzzle(id: str) -> Puzzle:
    """The puzzle of that id, or BadPuzzle."""
    city = id.rpartition("-")[0]
    found = puzzles_by_id(city).get(id) if city in puzzle_cities() else None
    if found is None:
        raise BadPuzzle(Message("there is no puzzle {id!r}", id=id))
    return found


def puzzle_of_day(city: str, date: datetime.date) -> Puzzle:
    """The same for everybody on that date; none comes twice within `BUNDLED` days."""
    puzzles = puzzle_set(city, with_addons=False)[:BUNDLED]
    if not puzzles:
        raise BadPuzzle(Message("there are no puzzles for {city}", city=city))
    return puzzles[date.toordinal() % len(puzzles)]
