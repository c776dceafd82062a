"""Hints: what the expert would do at a decision, from what its player may know."""

from __future__ import annotations

from fulgence.api.effort import Effort
from fulgence.api.jobs import FindHints
from fulgence.api.reviews import texts_of
from fulgence.bots.network.weights import learned_value
from fulgence.language import load_language, using_language
from fulgence.review.opinion import opinions
from fulgence.rules.cityfile.city_reader import load_city
from fulgence.table.messages import HintedMove, Hints
from fulgence.table.state import custom_city
from fulgence.table.views import parse_game_view

MOST = 3


def hints(job: FindHints, effort: Effort) -> Hints:
    city = custom_city(job.city_file, job.game.city) if job.city_file else load_city(job.game.city)
    view = parse_game_view(city, job.game, job.seat, [False] * len(job.game.names))
    found = opinions(view, learned_value(city, view.addons), simulations=effort.simulations)
    with using_language(load_language(job.language)):
        texts = texts_of(view)
    return Hints(
        job.ply,
        [
            HintedMove(each.move, texts.get(each.move, ""), round(each.expected, 1), round(each.error, 1))
            for each in found[:MOST]
        ],
    )
