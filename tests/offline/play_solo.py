"""Plays games of one bot alone, on deals that a seed gives, and prints a line of JSON each.

    play_solo.py BOT[,BOT...] CITY SEED...

With no add-ons, or those that follow the city's name: `london:powers`. The bots are those of a browser. Runs
in every Python, that of the offline bundle too. Milliseconds: CPU time of a decision between several moves.
"""

from __future__ import annotations

import json
import sys
from typing import Any

from play_games import cpu_seconds

from fulgence.browser.light_expert import make_browser_bot
from fulgence.library import new_game
from fulgence.rules.generator import Generator


def solo_game(bot: str, city: str, addons: tuple[str, ...], seed: int) -> dict[str, Any]:
    player, game = make_browser_bot(bot, Generator(seed)), new_game(city, 1, addons, seed=seed)
    moves: list[str] = []
    milliseconds: list[float] = []
    while not game.is_over:
        while not game.is_done(0):
            view, start = game.view(0), cpu_seconds()
            moves.append(player.choose(view))
            if len(view.moves) > 1:
                milliseconds.append(round(1000 * (cpu_seconds() - start), 1))
            game.play(0, moves[-1])
        game.flip()
    return {
        "bot": bot,
        "city": city,
        "addons": addons,
        "seed": seed,
        "total": game.pads()[0].total,
        "moves": moves,
        "milliseconds": milliseconds,
    }


if __name__ == "__main__":
    bots, chosen, *seeds = sys.argv[1:]
    city, _, listed = chosen.partition(":")
    addons = tuple(filter(None, listed.split(",")))
    for bot in bots.split(","):
        for seed in seeds:
            print(json.dumps(solo_game(bot, city, addons, int(seed))), flush=True)
