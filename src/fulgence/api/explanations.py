"""Explains the numbers of a seat's score pad from a view."""

from __future__ import annotations

from fulgence.api.jobs import ExplainPad
from fulgence.language import load_language
from fulgence.rules.cityfile.city_reader import load_city
from fulgence.table.messages import Explained
from fulgence.table.state import custom_city
from fulgence.table.view_words import pad_in_words
from fulgence.table.views import parse_game_view


def pad_explained(job: ExplainPad) -> Explained:
    city = custom_city(job.city_file, job.game.city) if job.city_file else load_city(job.game.city)
    done = [False] * len(job.game.names)  # no sentence uses it
    view = parse_game_view(city, job.game, max(0, job.reader), done)
    return pad_in_words(view, job.seat, load_language(job.language))
