"""`fulgence puzzle`: a puzzle in the terminal."""

from __future__ import annotations

import datetime
import json
from argparse import Namespace
from collections.abc import Mapping
from dataclasses import asdict

from fulgence.commands.shared.console_io import print_error
from fulgence.commands.shared.options import BadOption
from fulgence.language import translate
from fulgence.puzzles.puzzle import Puzzle, position
from fulgence.puzzles.shipped import find_puzzle, puzzle_cities, puzzle_of_day, puzzle_set
from fulgence.puzzles.verdict import Verdict, verdict
from fulgence.rules.message import Message
from fulgence.term.ask_puzzle import answer_rows, ask_puzzle
from fulgence.term.puzzle_history import PuzzleHistory, history_path, read_history, write_history


def run(options: Namespace) -> int:
    path = history_path()
    history = read_history(path)
    puzzle = chosen_puzzle(options, history)
    found = answered(options, puzzle)
    if found is None:
        return 0
    history = history.after(puzzle.id, found.lost)
    try:
        write_history(path, history)
    except OSError as error:
        print_error(Message("{file}: cannot be written: {reason}", file=str(path), reason=error.strerror))
    if options.json:
        print(json.dumps(answer_object(puzzle, found, history)))
        return 0
    print(
        translate(
            "Puzzle {id}. Solved: {count}; in a row: {streak}.",
            id=puzzle.id,
            count=history.solved,
            streak=history.streak,
        )
    )
    return 0


def chosen_puzzle(options: Namespace, history: PuzzleHistory) -> Puzzle:
    """The one that was asked for, or the first that was not answered yet."""
    if options.id:
        return find_puzzle(options.id)
    if options.city and options.city not in puzzle_cities():
        cities = ", ".join(puzzle_cities())
        raise BadOption(
            Message(
                "there are no puzzles for {city}; there are some for {cities}",
                city=options.city,
                cities=cities,
            )
        )
    wanted = [options.city] if options.city else puzzle_cities()
    if options.daily:
        today = datetime.date.today()
        of_today = [puzzle_of_day(city, today) for city in wanted]
        return first_open(of_today, history.lost)
    sets = [puzzle_set(city, with_addons=options.addons) for city in wanted]
    return first_open([puzzle for turn in zip(*sets, strict=False) for puzzle in turn], history.lost)


def first_open(puzzles: list[Puzzle], lost: Mapping[str, float]) -> Puzzle:
    """The first that was not answered; else the first that was not solved; else the first."""
    unanswered = [puzzle for puzzle in puzzles if puzzle.id not in lost]
    unsolved = [puzzle for puzzle in puzzles if lost.get(puzzle.id)]
    return (unanswered or unsolved or puzzles)[0]


def answered(options: Namespace, puzzle: Puzzle) -> Verdict | None:
    if not options.answer and options.json:
        raise BadOption(Message("--{option} needs --{needed}", option="json", needed="answer"))
    if not options.answer:
        return ask_puzzle(puzzle, accessible=options.accessible, colour=False if options.no_color else None)
    found = verdict(puzzle, options.answer)
    if not options.json:
        print("\n".join(answer_rows(found)))
    return found


def answer_object(puzzle: Puzzle, found: Verdict, history: PuzzleHistory) -> dict[str, object]:
    """The answer as JSON, in the public format."""
    view = position(puzzle)
    return {
        "id": puzzle.id,
        "city": puzzle.city,
        "addons": list(puzzle.addons),
        "round": view.round,
        "turn": view.turn,
        "cards": list(view.cards),
        "own": asdict(found.own),
        "best": [asdict(value) for value in found.best],
        "lost": round(found.lost, 2),
        "solved": found.is_solved,
        "verdict": translate(found.text),
        "why": translate(found.why),
        "streak": history.streak,
    }
