"""The rules of a city on pages, put together from what the city has."""

from __future__ import annotations

from fulgence.lessons.chapters import addons, counting, doubts, playing
from fulgence.lessons.chapters.section import Section
from fulgence.rules.city import City

addon_line = addons.addon_line


def rules_pages(city: City) -> list[Section]:
    """All rules of the city in the order of play, in the language spoken now."""
    places = counting.places(city)
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
        counting.line(city),
        counting.game_end(city),
        counting.alone(city, names),
        *(addons.addon_section(city, addon) for addon in city.addons),
        doubts.good_to_know(city),
    ]
