"""`fulgence bench`: games per second of the simple bots, one thread, CPU time."""

from __future__ import annotations

import json
import sys
import time
from argparse import Namespace

from fulgence.bots.levels import LEVELS
from fulgence.bots.playout import games
from fulgence.build import is_compiled, note
from fulgence.commands.options import BadOption, names, seed_of
from fulgence.rules.chance import Generator
from fulgence.rules.city import City
from fulgence.rules.cityfile import city_names, load_city
from fulgence.rules.deal import check_addons, deal

WIDTH = 14  # of a column


def run(options: Namespace) -> int:
    addons = names(options.addons)
    bots = names(options.bot)
    for bot in bots:
        if bot not in LEVELS:
            raise BadOption(f"--bot {bot}: there are {', '.join(LEVELS)}")
    results: dict[str, object] = {"compiled": is_compiled()}
    cities = [load_city(name) for name in options.cities or city_names()]
    for city in cities:
        check_addons(city, addons)
    if not is_compiled():
        print(note(), file=sys.stderr)
    levels = {bot: number for number, bot in enumerate(LEVELS) if bot in bots}
    left = max(len(city.key) for city in cities) + 2
    if not options.json:
        told = f" with {', '.join(addons)}" if addons else ""
        print(f"games per second{told}, one thread, CPU time\n")
        print(" " * left + "".join(f"{bot:>{WIDTH}}" for bot in levels), flush=True)
    for city in cities:
        speeds = {
            bot: round(speed(city, addons, number, seed_of(options), options.seconds))
            for bot, number in levels.items()
        }
        results[city.key] = {f"{bot}_games_per_s": games for bot, games in speeds.items()}
        if not options.json:
            row = "".join(f"{games:>{WIDTH},}" for games in speeds.values())
            print(f"{city.key:<{left}}{row}", flush=True)
    if options.json:
        print(json.dumps(results))
    return 0


def speed(city: City, addons: list[str], bot: int, seed: int, seconds: float) -> float:
    """Whole games with shuffled pencils and piles, for about `seconds`."""
    chance = Generator(seed)
    terms = deal(city, addons, 1, chance).terms(0)
    batch, played, used = 8, 0, 0.0
    while used < seconds:
        start = time.process_time()
        games(terms, bot, batch, chance)
        took = time.process_time() - start
        played, used = played + batch, used + took
        if took < seconds / 20:
            batch *= 2
    return played / used
