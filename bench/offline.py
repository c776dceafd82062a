"""The expert of a browser: how strong it is, and how long its decisions take there.

    python bench/offline.py [--deals 100] [--cities london] [--timed london,paris,berlin]

Strength: means of `skilled` and the lighter expert on the same deals, in this Python: the same seed gives the
same moves in both. Time: CPU milliseconds of a decision in the Python of the offline bundle, under Node,
with all add-ons and without.
"""

from __future__ import annotations

import argparse
import json
import statistics
import subprocess
import sys
from pathlib import Path

from fulgence.bots.bot import Bot, make_bot
from fulgence.browser.light_expert import make_browser_bot
from fulgence.library import new_game
from fulgence.rules.generator import Generator

ROOT = Path(__file__).parents[1]
OFFLINE = ROOT / "tests" / "offline"
SHOWN = ("city", "addons", "bot", "mean_ms", "max_ms")
LEVELS = ("beginner", "casual", "skilled", "expert")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=100)
    parser.add_argument("--cities", default="london")
    parser.add_argument("--timed", default="london,paris,berlin")
    options = parser.parse_args()
    for city in options.cities.split(","):
        print(json.dumps(strength(city, options.deals)), flush=True)
    if options.timed:
        bundle = [sys.executable, str(ROOT / "packaging" / "offline.py")]
        subprocess.run(bundle, check=True, stdout=sys.stderr)
        for level in LEVELS:
            print_times(level, options.timed.split(","))


def strength(city: str, deals: int) -> dict[str, str | int | float]:
    more = []
    totals: dict[str, list[int]] = {"skilled": [], "light": []}
    for seed in range(deals):
        totals["skilled"].append(total(city, seed, make_bot("skilled", Generator(seed))))
        totals["light"].append(total(city, seed, make_browser_bot("expert", Generator(seed))))
        more.append(totals["light"][-1] - totals["skilled"][-1])
    return {
        "city": city,
        "deals": deals,
        "skilled": round(statistics.mean(totals["skilled"]), 2),
        "light_expert": round(statistics.mean(totals["light"]), 2),
        "more": round(statistics.mean(more), 2),
        "error": round(statistics.stdev(more) / deals**0.5, 2),
    }


def total(city: str, seed: int, bot: Bot) -> int:
    game = new_game(city, 1, seed=seed)
    while not game.is_over:
        while not game.is_done(0):
            game.play(0, bot.choose(game.view(0)))
        game.flip()
    return game.pads()[0].total


def print_times(level: str, cities: list[str]) -> None:
    command = ["node", str(OFFLINE / "run_python.mjs"), str(ROOT / "build" / "offline")]
    command += [str(OFFLINE / "play_games.py"), level, "1", *cities, *(f"{city}:" for city in cities)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as running:
        for line in running.stdout or ():
            game = json.loads(line)
            print(json.dumps({key: game[key] for key in SHOWN}), flush=True)


if __name__ == "__main__":
    main()
