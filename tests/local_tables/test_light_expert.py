"""The expert of a browser: stronger than `skilled`, limited work, the same moves everywhere."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from fulgence.bots.bot import Bot, make_bot
from fulgence.browser.light_expert import WORK, LightExpert, make_browser_bot, name, work
from fulgence.build import is_compiled
from fulgence.library import new_game
from fulgence.rules.cityfile.city_reader import load_city
from fulgence.rules.generator import Generator

FIRST_MOVES = """
from fulgence.browser.light_expert import make_browser_bot
from fulgence.library import new_game
from fulgence.rules.generator import Generator

for city in ("london", "paris", "berlin"):
    game, bot = new_game(city, seed=2), make_browser_bot("expert", Generator(1))
    for _ in range(3):
        while not game.is_done(0):
            move = bot.choose(game.view(0))
            print(move)
            game.play(0, move)
        game.flip()
"""


def total(seed: int, bot: Bot) -> int:
    game = new_game("london", seed=seed)
    while not game.is_over:
        while not game.is_done(0):
            game.play(0, bot.choose(game.view(0)))
        game.flip()
    return game.pads()[0].total


@pytest.mark.long
@pytest.mark.skipif(not is_compiled(), reason="takes long where the rules are not compiled")
def test_it_is_stronger_than_skilled() -> None:
    more = [
        total(seed, make_browser_bot("expert", Generator(seed)))
        - total(seed, make_bot("skilled", Generator(seed)))
        for seed in range(40)
    ]
    assert sum(more) / len(more) > 3


@pytest.mark.parametrize("city", ["london", "paris", "berlin", "toy"])
def test_a_decision_is_limited_work(city: str) -> None:
    game = new_game(city, addons=tuple(load_city(city).addons), seed=1)
    bot, most = LightExpert(Generator(1)), 0
    for _ in range(4):
        while not game.is_done(0):
            game.play(0, bot.choose(game.view(0)))
            most = max(most, work(bot.search, 0))
        game.flip()
    assert 0 < most < WORK


@pytest.mark.skipif(not is_compiled(), reason="there is nothing to compare with")
def test_it_plays_the_same_compiled_and_interpreted() -> None:
    said = []
    for interpreted in "01":
        environment = {**os.environ, "FULGENCE_INTERPRETED": interpreted}
        command = [sys.executable, "-c", FIRST_MOVES]
        said.append(
            subprocess.run(command, env=environment, capture_output=True, text=True, check=True).stdout
        )
    assert said[0] == said[1] and len(said[0].split()) >= 9


def test_only_the_expert_is_replaced() -> None:
    assert name("expert") == "light expert" and name("skilled") == "skilled"
    assert type(make_browser_bot("greedy", Generator(1))) is type(make_bot("greedy", Generator(1)))
