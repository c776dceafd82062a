"""The rules page of a city: chapters generated from what the city has."""

from __future__ import annotations

from fulgence.lessons.chapters import addons, good_to_know, playing, scoring
from fulgence.lessons.chapters.chapter import Chapter
from fulgence.rules.city import City

addon_line = addons.addon_line


def rules_pages(city: City) -> list[Chapter]:
    """All chapters in the order of play, in the current language."""
    places = scoring.places(city)
    names = {addon: addons.addon_name(addon) for addon in city.addons}
    return [
        playing.goal(city),
        playing.needs(city),
        playing.turn(city),
        playing.drawing(city),
        *([playing.two_lines(city)] if city.sides else []),
        playing.cards(city),
        playing.round_end(city),
        *([places] if places.paragraphs else []),
        scoring.line(city),
        scoring.game_end(city),
        scoring.alone(city, names),
        *(addons.addon_section(city, addon) for addon in city.addons),
        good_to_know.good_to_know(city),
    ]
