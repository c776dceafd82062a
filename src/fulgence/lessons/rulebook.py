"""The rules page of a city: chapters generated from what the city has."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

from fulgence.lessons.chapters import addons, good_to_know, playing, scoring
from fulgence.lessons.chapters.chapter import Chapter
from fulgence.lessons.figures.all_figures import figures_of
from fulgence.rules.city import City

addon_line = addons.addon_line


def rules_pages(city: City, played: Sequence[str] | None = None, players: int = 0) -> list[Chapter]:
    """All chapters in the order of play, in the current language.

    `played`: the add-ons of a table; None for all of them. `players`: 0 if any number may play.
    """
    city = city if played is None else with_addons(city, tuple(played))
    places = scoring.places(city)
    names = {addon: addons.addon_name(addon) for addon in city.addons}
    chapters = [
        playing.goal(city),
        playing.needs(city),
        playing.turn(city, players),
        playing.drawing(city),
        *([playing.two_lines(city)] if city.sides else []),
        playing.cards(city),
        playing.round_end(city),
        *([places] if places.paragraphs else []),
        scoring.line(city),
        scoring.game_end(city, players),
        *([scoring.alone(city, names)] if players < 2 else []),
        *(addons.addon_section(city, addon) for addon in city.addons),
        good_to_know.good_to_know(city),
    ]
    figures = figures_of(city)
    return [
        replace(chapter, figures=[figure for figure in figures if figure.section == chapter.key])
        for chapter in chapters
    ]


@lru_cache(maxsize=32)
def with_addons(city: City, played: tuple[str, ...]) -> City:
    """The city as it is with these add-ons only."""
    costs = {addon: cost for addon, cost in city.addons.items() if addon in played}
    return city if len(costs) == len(city.addons) else replace(city, addons=costs)
