"""A million random moves of every city in both engines. Run by `make oracle`."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from multiprocessing import Pool

import oracle
from fulgence.commands.replay import replay_object
from fulgence.commands.shared.progress_bar import ProgressBar
from fulgence.rules.cityfile.city_reader import city_names
from fulgence.rules.text.record import format_record, replay
from random_games import random_records

CHUNK = 64  # games


def compare(task: tuple[str, int]) -> tuple[int, str]:
    """Decisions compared, and the first record that differs."""
    city, seed = task
    decisions = 0
    for record in random_records(city, CHUNK, seed):
        text = format_record(record)
        ours = replay_object(replay(record), legal=True)
        if ours != oracle.replay(json.loads(text), legal=True):
            return decisions, text
        decisions += sum(len(turn) for seat in replay(record).legal for turn in seat)
    return decisions, ""


def tasks(city: str, seed: int) -> Iterator[tuple[str, int]]:
    number = 0
    while True:
        yield city, seed + number * CHUNK
        number += 1


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("cities", nargs="*", default=city_names(), metavar="CITY")
    parser.add_argument("--moves", type=int, default=1_000_000, help="for each city")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=2)
    options = parser.parse_args()
    for city in options.cities:
        done = 0
        with Pool(options.workers) as pool, ProgressBar("moves", options.moves) as progress:
            for decisions, different in pool.imap(compare, tasks(city, options.seed)):
                if different:
                    print(f"{city}: the engines differ on\n{different}")
                    return 1
                done += decisions
                progress.step(decisions)
                if done >= options.moves:
                    break
            pool.terminate()
        print(f"{city}: {done} moves, no difference", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
