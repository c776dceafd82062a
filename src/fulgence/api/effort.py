"""How much thought goes into answers: which bots play, and how far reviews search."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from fulgence.bots.bot import Bot, make_bot
from fulgence.bots.hindsight.hindsight import LOCAL_SEARCHES, WIDTH
from fulgence.build import is_compiled
from fulgence.review.opinion import DEEP_SIMULATIONS
from fulgence.rules.generator import Generator

BotMaker = Callable[[str, Generator], Bot]
INTERPRETED_SIMULATIONS = 20  # a hundred times slower


@dataclass(frozen=True)
class Effort:
    """`simulations`: of each move that a review looks at closely. `width` and `local_searches`: of the search
    for the best game in hindsight."""

    make_bot: BotMaker = make_bot
    simulations: int = DEEP_SIMULATIONS if is_compiled() else INTERPRETED_SIMULATIONS
    width: int = WIDTH
    local_searches: int = LOCAL_SEARCHES


FULL = Effort()
