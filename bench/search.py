"""Simulations per second of the search, compiled and from its source, in turns: a line of JSON per city.

    python bench/search.py [--cities london,paris] [--simulations 2000] [--rounds 5]

Both do the same simulations from the same first decision of a game, with the learned value at the leaves and
without one. CPU time of one core, medians.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import time

INTERPRETED_SHARE = 50  # the source is given so many times fewer simulations


def main() -> None:
    options = parsed()
    if options.one:
        print(json.dumps(measured(options.one, options.simulations, options.learned)))
        return
    for city in options.cities.split(","):
        for learned in (True, False):
            print(json.dumps(compared(city, learned, options)), flush=True)


def parsed() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--cities", default="london,paris,berlin")
    parser.add_argument("--simulations", type=int, default=10_000)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--one", default="", help=argparse.SUPPRESS)  # a run of one city in this process
    parser.add_argument("--learned", action="store_true", help=argparse.SUPPRESS)
    return parser.parse_args()


def compared(city: str, learned: bool, options: argparse.Namespace) -> dict[str, object]:
    found: dict[str, list[float]] = {"compiled": [], "interpreted": []}
    for _ in range(options.rounds):
        found["compiled"].append(run(city, options.simulations, learned, "0"))
        fewer = max(options.simulations // INTERPRETED_SHARE, 1)
        found["interpreted"].append(run(city, fewer, learned, "1"))
    compiled, interpreted = map(statistics.median, found.values())
    return {
        "city": city,
        "value": learned,
        "simulations_per_s": round(compiled),
        "interpreted_per_s": round(interpreted),
        "ratio": round(compiled / interpreted, 1),
    }


def run(city: str, simulations: int, learned: bool, interpreted: str) -> float:
    command = [sys.executable, __file__, "--one", city, "--simulations", str(simulations)]
    text = subprocess.run(
        [*command, *(["--learned"] if learned else [])],
        env={**os.environ, "FULGENCE_INTERPRETED": interpreted},
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    return float(json.loads(text))


def measured(city: str, simulations: int, learned: bool) -> float:
    """Simulations per second of one decision."""
    from fulgence.bots.bot import tree_search
    from fulgence.bots.known_pile import known_cards, known_pile
    from fulgence.bots.network.weights import NOTHING_LEARNED, learned_value
    from fulgence.rules.cityfile.city_reader import load_city
    from fulgence.rules.deal import deal
    from fulgence.rules.game import Game
    from fulgence.rules.generator import Generator

    view = Game(deal(load_city(city), (), 1, Generator(1)), ("bench",)).view(0)
    search = tree_search(view, learned_value(view.city, ()) if learned else NOTHING_LEARNED)
    search.begin(view.sheet, known_pile(view), known_cards(view), simulations + 1)
    start = time.process_time()
    search.run(simulations, Generator(1))
    return simulations / (time.process_time() - start)


if __name__ == "__main__":
    main()
