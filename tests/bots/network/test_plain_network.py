"""The network for uncompiled Python is the same network."""

from __future__ import annotations

import os
import subprocess
import sys

PROGRAM = """
from array import array
from fulgence.bots.bot import make_bot, tree_search
from fulgence.bots.known_pile import known_pile
from fulgence.bots.network.features import Features
from fulgence.bots.network.plain_network import PlainFeatures, PlainNetwork
from fulgence.bots.network.value_network import ValueNetwork
from fulgence.bots.network.weights import feature_count, learned_value
from fulgence.library import new_game
from fulgence.rules.generator import Generator

for city in ("london", "paris", "berlin"):
    game = new_game(city, addons=("objectives",), seed=3)
    terms, bot = game.view(0).sheet.terms, make_bot("greedy", Generator(1))
    plain = learned_value(game.city, game.deal.addons).network
    assert type(plain) is PlainNetwork
    assert type(tree_search(game.view(0), learned_value(game.city, ())).player.features) is PlainFeatures
    usual = ValueNetwork(feature_count(game.city), plain.weights_array)
    seen, read = PlainFeatures(terms), Features(terms)
    values = 0
    while not game.is_over:
        while not game.is_done(0):
            game.play(0, bot.choose(game.view(0)))
        view = game.view(0)
        for features in (seen, read):
            features.read(view.sheet, known_pile(view))
        assert sorted(seen.active_features()) == sorted(read.active_features())
        for head in (0, 5):
            one = plain.evaluate_incrementally(seen.active, seen.count, view.sheet.round, head)
            two = usual.evaluate(read.active, read.count, view.sheet.round, head)
            assert abs(one - two) < 1e-6, (one, two)
            values += 1
        game.flip()
    print(city, values > 40)
"""


def test_it_reads_the_same_features_and_gives_the_same_values() -> None:
    environment = {**os.environ, "FULGENCE_INTERPRETED": "1"}
    command = [sys.executable, "-c", PROGRAM]
    done = subprocess.run(command, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert done.stdout == "london True\nparis True\nberlin True\n"
