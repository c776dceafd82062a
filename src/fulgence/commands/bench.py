"""`fulgence bench`: games per second of the simple bots, one thread, CPU time."""

from __future__ import annotations

import json
import sys
import time
from argparse import Namespace
from collections.abc import Callable

from fulgence.bots.playout import greedy_games, random_games
from fulgence.build import is_compiled, note
from fulgence.commands.shared.options import BadOption, names, seed_of
from fulgence.rules.city import City
from fulgence.rules.city_tables import Terms
from fulgence.rules.cityfile.city_reader import city_names, load_city
from fulgence.rules.deal import deal
from fulgence.rules.deal_checks import check_addons
from fulgence.rules.generator import Generator

PlayGames = Callable[[Terms, int, Generator], int]
BOTS: dict[str, PlayGames] = {"random": random_games, "greedy": greedy_games}
WIDTH = 14  # of a column


def run(options: Namespace) -> int:
    addons = names(options.addons)
    bots = names(options.bot)
    for bot in bots:
        if bot not in BOTS:
            raise BadOption(f"--bot {bot}: there are {', '.join(BOTS)}")
    results: dict[str, object] = {"compiled": is_compiled()}
    cities = [load_city(name) for name in options.cities or city_names()]
    for city in cities:
        check_addons(city, addons)
    if not is_compiled():
        print(note(), file=sys.stderr)
    measured = [bot for bot in BOTS if bot in bots]
    left = max(len(city.key) for city in cities) + 2
    if not options.json:
        with_addons = f" with {', '.join(addons)}" if addons else ""
        print(f"games per second{with_addons}, one thread, CPU time\n")
        print(" " * left + "".join(f"{bot:>{WIDTH}}" for bot in measured), flush=True)
    for city in cities:
        speeds = {
            bot: round(speed(city, addons, BOTS[bot], seed_of(options), options.seconds)) for bot in measured
        }
        results[city.key] = {f"{bot}_games_per_s": games for bot, games in speeds.items()}
        if not options.json:
            row = "".join(f"{games:>{WIDTH},}" for games in speeds.values())
            print(f"{city.key:<{left}}{row}", flush=True)
    if options.json:
        print(json.dumps(results))
    return 0


def speed(city: City, addons: list[str], play: PlayGames, seed: int, seconds: float) -> float:
    """Whole games with shuffled pencils and piles, for about `seconds`."""
    rng = Generator(seed)
    terms = deal(city, addons, 1, rng).terms(0)
    batch, played, used = 8, 0, 0.0
    while used < seconds:
        start = time.process_time()
        play(terms, batch, rng)
        took = time.process_time() - start
        played, used = played + batch, used + took
        if took < seconds / 20:
            batch *= 2
    return played / used
