"""Whether the compiled modules are in use."""

from __future__ import annotations

import sys
from functools import lru_cache
from pathlib import Path

HERE = Path(__file__).parent

# Compiled with -O3: where games, searches and environments spend their time. setup.py reads these lists.
HOT = (
    "rules.generator",
    "rules.pile",
    "rules.line",
    "rules.sheet",
    "rules.score",
    "rules.solo_game",
    "bots.hindsight.beam",
    "bots.flat",
    "bots.hindsight.full_round",
    "bots.gain",
    "bots.network.features",
    "bots.network.evaluator",
    "bots.network.quantized_network",
    "bots.expectimax",
    "bots.zobrist",
    "bots.value_player",
    "bots.playout",
    "bots.mcts",
    "bots.network.value_network",
    "bots.training.adam",
    "env.observer",
    "env.batch",
)
# Compiled with -O1, which is quicker: run once for a city, or mostly calling the modules above.
WARM = (
    "rules.city_tables",
    "bots.training.selfplay",
)
COMPILED = HOT + WARM
SEARCH = ("bots.expectimax", "bots.value_player", "bots.network.features", "bots.network.evaluator")
SHARED = "_cyutility"  # what Cython's modules have in common; without a source of ours


def is_compiled() -> bool:
    """Whether every module of the list runs as machine code."""
    return all(not module_file(name).endswith(".py") for name in COMPILED)


@lru_cache
def is_search_interpreted() -> bool:
    """Whether all modules of the search run from their source, so that their classes may have subclasses."""
    return all(module_file(name).endswith(".py") for name in SEARCH)


def note() -> str:
    """A line for installations without compiled modules, otherwise empty."""
    if is_compiled():
        return ""
    return "fulgence: not compiled, so simulations are about 100 times slower (see `fulgence doctor`)"


def module_file(name: str) -> str:
    """The file that an import would load; nothing is imported, as a module may need an optional library."""
    folder, _, _ = name.rpartition(".")
    for finder in sys.meta_path:
        spec = finder.find_spec(f"fulgence.{name}", [str(HERE / folder.replace(".", "/"))])
        if spec is not None and spec.origin is not None:
            return spec.origin
    return ""
