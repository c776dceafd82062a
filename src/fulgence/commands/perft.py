"""`fulgence perft`: count the ways to play the next turns, to debug the rules."""

from __future__ import annotations

import json
from argparse import Namespace

from fulgence.commands.shared.console_io import read_text
from fulgence.commands.shared.options import BadOption, city_of, names, seed_of
from fulgence.commands.shared.progress_bar import ProgressBar
from fulgence.commands.shared.record_files import RecordReader
from fulgence.rules.deal import deal
from fulgence.rules.generator import Generator
from fulgence.rules.perft import divide, perft, perft_position
from fulgence.rules.text.record import Record

FIRST = "ways to play the first turn"
PATIENCE = 1.0  # seconds


def run(options: Namespace) -> int:
    if options.depth < 1:
        raise BadOption(f"--depth {options.depth}: at least one turn is played")
    start = perft_position(position(options))
    first = perft(start, 1)
    if options.divide:
        with ProgressBar(FIRST, first[0], prints=False, patience=PATIENCE) as progress:
            split = divide(start, options.depth, progress.step)
        if options.json:
            print(json.dumps({move: list(counts) for move, counts in split.items()}))
            return 0
        for move, (ways, sheets, points) in split.items():
            print(f"{move:<12}{ways:>12} ways {sheets:>10} sheets {points:>14} points")
    counts = [first]
    for depth in range(2, options.depth + 1):
        with ProgressBar(f"{FIRST}, depth {depth}", first[0], prints=False, patience=PATIENCE) as progress:
            counts.append(perft(start, depth, progress.step))
    if options.json:
        print(json.dumps({"perft": [list(row) for row in counts]}))
        return 0
    for depth, (ways, sheets, points) in enumerate(counts, 1):
        print(f"depth {depth:<6}{ways:>12} ways {sheets:>10} sheets {points:>14} points")
    return 0


def position(options: Namespace) -> Record:
    if options.city == "-" or options.city.endswith((".json", ".jsonl")):
        return RecordReader(options.city_file).record(read_text(options.city))
    if options.city_file:
        raise BadOption("--city is for records; for a new game name the city file instead of the city")
    made = deal(city_of(options), names(options.addons), 1, Generator(seed_of(options)))
    return Record(made, ("perft",), ((),))
