"""The levels of a browser in its own Python: how strong they are, and how long their decisions take.

    python bench/offline_arena.py [--deals 100] [--cities london] [--timed london,paris,berlin]

Everything runs under Node in the Python of the offline bundle. Strength: the levels play the same deals,
alone and without add-ons. Time: CPU seconds of a decision between several moves, in games with all add-ons
and without. Each game is kept in build/offline_arena.jsonl as soon as it is over: a run that was ended goes
on where it was. The result is the last line, and build/offline_arena.json.
"""

from __future__ import annotations

import argparse
import json
import statistics
import subprocess
import sys
from pathlib import Path
from typing import Any

from fulgence.rules.cityfile.city_reader import load_city
from fulgence.site.bundle import default_folder, make_bundle, version_of

ROOT = Path(__file__).parents[1]
OFFLINE = ROOT / "tests" / "offline"
KEPT = ROOT / "build" / "offline_arena.jsonl"
RESULT = KEPT.with_suffix(".json")
Game = dict[str, Any]


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--deals", type=int, default=100, help="for the strength")
    parser.add_argument("--timed-deals", type=int, default=3, help="for the times")
    parser.add_argument("--cities", default="london", help="for the strength")
    parser.add_argument("--timed", default="london,paris,berlin", help="cities for the times")
    parser.add_argument("--levels", default="skilled,expert")
    parser.add_argument("--bundle", type=Path, help="another one than that of these sources")
    options = parser.parse_args()
    bundle = options.bundle or default_folder()
    if not options.bundle:
        make_bundle(bundle, lambda text: print(text, file=sys.stderr))
    levels = options.levels.split(",")
    arena = Arena(bundle)
    strengths = [strength(arena, city, levels, options.deals) for city in named(options.cities)]
    times = [
        decision_times(arena, level, game, options.timed_deals)
        for city in named(options.timed)
        for game in (city, f"{city}:{','.join(load_city(city).addons)}")
        for level in levels
    ]
    result = {"bundle": version_of(bundle), "strength": strengths, "times": times}
    RESULT.write_text(json.dumps(result, indent=1) + "\n", encoding="utf-8")
    print(json.dumps(result))


def named(cities: str) -> list[str]:
    return [city for city in cities.split(",") if city]


class Arena:
    """The games that one bundle has played."""

    def __init__(self, bundle: Path) -> None:
        self.bundle = bundle
        self.version = version_of(bundle)
        KEPT.parent.mkdir(exist_ok=True)
        lines = KEPT.read_text(encoding="utf-8").splitlines() if KEPT.exists() else []
        self.games = {key_of(game): game for game in map(json.loads, lines) if game["bundle"] == self.version}

    def play(self, level: str, city: str, deals: int) -> list[Game]:
        """Solo games on the first deals; `city` may name add-ons: `london:powers`."""
        keys = [(level, city, seed) for seed in range(deals)]
        missing = [str(seed) for _, _, seed in (key for key in keys if key not in self.games)]
        if missing:
            self.run(level, city, missing, deals)
        return [self.games[key] for key in keys]

    def run(self, level: str, city: str, seeds: list[str], deals: int) -> None:
        command = ["node", str(OFFLINE / "run_python.mjs"), str(self.bundle)]
        command += [str(OFFLINE / "play_solo.py"), level, city, *seeds]
        totals: list[int] = []
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as running, KEPT.open("a") as kept:
            for line in running.stdout or ():
                game = {"bundle": self.version, **json.loads(line)}
                self.games[key_of(game)] = game
                print(json.dumps(game), file=kept, flush=True)
                totals.append(game["total"])
                done = deals - len(seeds) + len(totals)
                mean = statistics.mean(totals)
                print(
                    f"{level} {city}: {done} of {deals} deals, mean {mean:.1f}", file=sys.stderr, flush=True
                )
        if running.returncode:
            sys.exit(f"{level} {city}: Node ended with {running.returncode}")


def key_of(game: Game) -> tuple[str, str, int]:
    addons = ",".join(game["addons"])
    return game["bot"], f"{game['city']}:{addons}" if addons else game["city"], game["seed"]


def strength(arena: Arena, city: str, levels: list[str], deals: int) -> dict[str, Any]:
    """Means by level, and how much more the last one makes than the first."""
    totals = {level: [game["total"] for game in arena.play(level, city, deals)] for level in levels}
    more = [last - first for first, last in zip(totals[levels[0]], totals[levels[-1]], strict=True)]
    return {
        "city": city,
        "deals": deals,
        **{level: round(statistics.mean(of_level), 2) for level, of_level in totals.items()},
        "more": round(statistics.mean(more), 2),
        "error": round(statistics.stdev(more) / deals**0.5, 2),
    }


def decision_times(arena: Arena, level: str, city: str, deals: int) -> dict[str, Any]:
    games = arena.play(level, city, deals)
    seconds = [each / 1000 for game in games for each in game["milliseconds"]]
    return {
        "city": city,
        "level": level,
        "decisions": len(seconds),
        "mean_s": round(statistics.mean(seconds), 2),
        "worst_s": round(max(seconds), 2),
    }


if __name__ == "__main__":
    main()
