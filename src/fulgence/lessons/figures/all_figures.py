"""All figures of a city's rules: each is drawn if the city has what it shows."""

from __future__ import annotations

from fulgence.lessons.figures import addons, building, cards, places, scoring
from fulgence.lessons.figures.figure import Figure
from fulgence.lessons.topics.cards import has_double_switch, has_switch, has_tour, has_wild
from fulgence.rules.city import City


def figures_of(city: City) -> list[Figure]:
    """In the order of the rules, in the current language."""
    wanted = [
        building.first_section(city),
        building.both_ends(city),
        building.crossing_forbidden(city),
        building.linked_lines(city) if city.sides else None,
        cards.targets(city),
        cards.tour(city) if has_tour(city) else None,
        cards.wild(city) if has_wild(city) else None,
        cards.branch(city) if has_switch(city) else None,
        cards.two_branches(city) if has_double_switch(city) else None,
        cards.closing(city),
        *places.places(city),
        scoring.product(city),
        scoring.interchange(city),
        addons.second_section(city) if "powers" in city.addons else None,
        addons.counts_twice(city) if {"powers", "gates"} & {*city.addons} else None,
        addons.gate(city) if "gates" in city.addons else None,
        addons.double_tracks(city) if "acceleration" in city.addons else None,
    ]
    return [figure for figure in wanted if figure is not None]
