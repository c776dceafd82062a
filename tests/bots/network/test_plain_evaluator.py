"""The search from its source plays the same moves and gives the same values as the compiled one."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from fulgence.build import is_compiled

# Whole turns of a few games with all add-ons and without, by a search that is given little work.
PROGRAM = """
import sys
from fulgence.bots.bot import make_bot, tree_search
from fulgence.bots.known_pile import known_cards, known_pile
from fulgence.bots.network.weights import learned_value
from fulgence.library import new_game
from fulgence.rules.generator import Generator

for city in ("london", "paris", "berlin"):
    for addons in ((), ("objectives",)):
        game, greedy = new_game(city, addons=addons, seed=3), make_bot("greedy", Generator(1))
        learned = learned_value(game.city, addons)
        turn = 0
        while not game.is_over:
            view = game.view(0)
            if turn % 9 == 8:
                search = tree_search(view, learned)
                search.begin(view.sheet, known_pile(view), known_cards(view), 60)
                search.run(40, Generator(turn))
                print(city, addons, turn, search.evaluations(), search.nodes, search.best())
                print(search.root_moves())
                kind = type(search.evaluator).__name__
            while not game.is_done(0):
                game.play(0, greedy.choose(game.view(0)))
            game.flip()
            turn += 1
print(kind, file=sys.stderr)
"""


def said(interpreted: str) -> tuple[list[str], str]:
    environment = {**os.environ, "FULGENCE_INTERPRETED": interpreted}
    done = subprocess.run([sys.executable, "-c", PROGRAM], env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines(), done.stderr.strip()


@pytest.mark.skipif(not is_compiled(), reason="there is nothing to compare with")
def test_values_are_the_same_to_the_last_bit_compiled_and_interpreted() -> None:
    compiled, evaluator = said("0")
    interpreted, plain_evaluator = said("1")
    assert (evaluator, plain_evaluator) == ("Evaluator", "PlainEvaluator")
    assert compiled == interpreted and len(compiled) > 15
