"""Generated cities, many of them: how long one takes, how greedy plays there, and whether any is a bad one.

    python bench/generated_cities.py --like london --cities 200
    python bench/generated_cities.py --cities 10000 --jobs 2

Each city is read again from its file, keeps the laws, and is played by greedy and by random moves; the first
card of a game must allow a section. Exits with 1 if a city fails, or if scores are out of their range.
"""

from __future__ import annotations

import argparse
import json
import statistics
import time
from dataclasses import asdict, dataclass
from functools import partial
from multiprocessing import Pool

from fulgence.bots.gain import Gains
from fulgence.bots.playout import greedy_move, random_games
from fulgence.city_generator.generate import model_names, new_city
from fulgence.city_generator.laws import broken_series_laws
from fulgence.city_generator.playability import greedy_scores, reaches_enough
from fulgence.rules.city import City
from fulgence.rules.cityfile.city_reader import load_city, parse_city
from fulgence.rules.deal import deal
from fulgence.rules.generator import Generator
from fulgence.rules.solo_game import SoloGame

GAMES = 2000  # of greedy in each city
WHOLE_GAMES = 20  # whose first card is looked at
MOST_SPREAD_OFF = 0.2  # of the model's standard deviation


@dataclass(frozen=True)
class Measured:
    seed: int
    like: str
    seconds: float
    tries: int
    mean: float
    spread: float
    mistakes: tuple[str, ...]


def measured(like: str, games: int, seed: int) -> Measured:
    began = time.process_time()
    made = new_city(seed, like)
    seconds = time.process_time() - began
    city = parse_city(made.file, "city.toml", "city.toml")
    mistakes = broken_series_laws(city)
    if not reaches_enough(city):
        mistakes.append("a departure does not reach five districts")
    mistakes += dead_starts(city)
    random_games(deal(city, (), 1, Generator(seed)).terms(0), 10, Generator(seed))
    scores = greedy_scores(city, Generator(seed), games)
    return Measured(seed, made.model, seconds, made.tries, scores.mean, scores.spread, tuple(mistakes))


def dead_starts(city: City) -> list[str]:
    """First cards of a game that allowed no section. Later rounds may be blocked by lines of one's own."""
    rng = Generator(1)
    game = SoloGame(city, (), rng)
    gains = Gains(game.terms)
    dead = []
    for _ in range(WHOLE_GAMES):
        game.deal()
        if not game.sheet.count_moves():
            dead.append("the first card of a game is dead")
        while not game.is_over:
            game.play(greedy_move(game.sheet, gains, rng))
    return dead


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--like", default="", choices=["", *model_names()])
    parser.add_argument("--cities", type=int, default=200)
    parser.add_argument("--first", type=int, default=0, help="the first seed")
    parser.add_argument("--games", type=int, default=GAMES)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    with Pool(options.jobs) as pool:
        seeds = range(options.first, options.first + options.cities)
        found = pool.map(partial(measured, options.like, options.games), seeds, chunksize=8)
    reports = [report(like, found, options) for like in model_names()]
    return 0 if all(reports) else 1


def report(like: str, found: list[Measured], options: argparse.Namespace) -> bool:
    """Whether the cities like this one are as they should be."""
    cities = [each for each in found if each.like == like]
    if not cities:
        return True
    model = greedy_scores(load_city(like), Generator(1), options.games)
    seconds = sorted(each.seconds for each in cities)
    spread = statistics.mean(each.spread for each in cities)
    bad = [each for each in cities if each.mistakes]
    numbers = {
        "like": like,
        "cities": len(cities),
        "bad": len(bad),
        "seconds_mean": round(statistics.mean(seconds), 3),
        "seconds_95": round(seconds[len(seconds) * 95 // 100], 3),
        "seconds_most": round(seconds[-1], 3),
        "tries_mean": round(statistics.mean(each.tries for each in cities), 2),
        "greedy_model": [round(model.mean, 1), round(model.spread, 1)],
        "greedy_mean": round(statistics.mean(each.mean for each in cities), 1),
        "greedy_means": [round(min(e.mean for e in cities), 1), round(max(e.mean for e in cities), 1)],
        "spread_mean": round(spread, 1),
        "spreads": [round(min(e.spread for e in cities), 1), round(max(e.spread for e in cities), 1)],
    }
    if options.json:
        print(json.dumps(numbers | {"mistakes": [asdict(each) for each in bad]}), flush=True)
    else:
        print("\n".join(f"{name:<14}{value}" for name, value in numbers.items()) + "\n", flush=True)
        for each in bad:
            print(f"  seed {each.seed}: {'; '.join(each.mistakes)}")
    return not bad and abs(spread - model.spread) <= MOST_SPREAD_OFF * model.spread


if __name__ == "__main__":
    raise SystemExit(main())
