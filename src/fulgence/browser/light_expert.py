"""The expert of a browser: the search of `expert`, ended early, as uncompiled Python is much slower.

A decision ends after so much work, not after so much time: the same seed gives the same move on every device.
"""

from __future__ import annotations

from fulgence.api.effort import Effort
from fulgence.bots.bot import EXPERT, Bot, Search, SearchBot, make_bot
from fulgence.bots.known_pile import known_cards, known_pile
from fulgence.rules.generator import Generator
from fulgence.rules.text.notation import format_move
from fulgence.rules.view import View

REPLACED = {"expert": "light expert"}  # by the bot that a table has
WORK = 4800  # evaluations of the network, moves tried and simulations, at one decision
ADDON_COST = 3  # with add-ons, what a section adds is found by drawing it, which takes so many times longer
# As much work as a game played out where nothing was learned; in a last turn, which is exact at once, enough.
ROLLOUT = 40


class LightExpert(SearchBot):
    def __init__(self, rng: Generator) -> None:
        super().__init__(rng, EXPERT)

    def choose(self, view: View) -> str:
        if len(view.moves) == 1:
            return view.moves[0]
        search = self.search_for(view)
        search.begin(view.sheet, known_pile(view), known_cards(view), self.simulations + 2)
        most = WORK // (ADDON_COST if view.addons else 1)
        for number in range(self.simulations):
            if work(search, number) >= most:
                break
            search.run(1, self.rng)
        move, _, _ = search.root_moves()[search.best()]
        return format_move(view.city, move)


def work(search: Search, simulations: int) -> int:
    evaluations = search.evaluations()
    return evaluations + search.edges + simulations * (1 if evaluations else ROLLOUT)


def name(bot: str) -> str:
    """Who plays in a browser for a bot of a table, for a page that says so; the record keeps `bot`."""
    return REPLACED.get(bot, bot)


def make_browser_bot(bot: str, rng: Generator) -> Bot:
    return LightExpert(rng) if bot in REPLACED else make_bot(bot, rng)


# A review of a whole game takes a minute or two; the best game in hindsight is a good one then.
LIGHT = Effort(make_browser_bot, simulations=20, width=30, local_searches=0)
