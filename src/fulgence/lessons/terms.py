"""Terms: the words of tasks, cards and bonuses, and the sections of the rules that explain them."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from fulgence.language import N_, translate
from fulgence.lessons.topics.cards import has_joker, has_tour, has_wild
from fulgence.lessons.topics.places import platform_cells
from fulgence.rules import kinds
from fulgence.rules.city import City

# Translators: all forms of a word that occur in the texts of the game, separated by bars.
END = N_("end|ends")
DEPARTURE = N_("departure|departures")
LINKED = N_("links your two lines|other line")
SWITCH = N_("switch|double switch")
JOKER = N_("joker|jokers")
TOUR = N_("guided tour|free entry")
WILD = N_("wild|wild card")
NATIONAL = N_("National Train Station|National Train Stations")
SITE = N_("tourist site|tourist sites|site|sites")
MONUMENT = N_("monument|monuments")
PLATFORM = N_("platform|platforms")
CROSSING = N_("overhead crossing|overhead crossings|crossing|crossings")
DISTRICT = N_("district|districts")
CORNER = N_("corner district|corner districts|secondary district|secondary districts")
MAIN = N_("main district|main districts|central district")
INTERCHANGE = N_("interchange|interchanges")
OBJECTIVE = N_("objective|objectives")
POWER = N_("your power|power")
GATE = N_("city gate|city gates")
TRACKS = N_("double tracks")
DEDUCTION = N_("deduction")


@dataclass(frozen=True)
class Term:
    text: str
    section: str


def terms_of(city: City, sections: Collection[str]) -> list[Term]:
    """In the current language, longest first; only what the city has and these sections explain."""
    river = translate(city.river_name) if city.river else ""
    wanted = [
        (translate(END), "drawing", True),
        (translate(DEPARTURE), "needs", True),
        (translate(LINKED), "two-lines", True),
        (translate(SWITCH), "cards", city.tables.switch != kinds.NOWHERE),
        (translate(JOKER), "cards", has_joker(city)),
        (translate(TOUR), "cards", has_tour(city)),
        (translate(WILD), "cards", has_wild(city)),
        (translate(NATIONAL), "cards", has_wild(city)),
        (translate(SITE), "places", bool(city.sites)),
        (translate(MONUMENT), "places", bool(city.monuments)),
        (translate(PLATFORM), "places", bool(platform_cells(city))),
        (translate(CROSSING), "places", bool(city.overhead)),
        (river, "places", bool(river)),
        (translate(DISTRICT), "line", True),
        (translate(CORNER), "needs", any(map(city.is_secondary, range(len(city.districts))))),
        (translate(MAIN), "needs", True),
        (translate(INTERCHANGE), "game-end", True),
        (translate(OBJECTIVE), "objectives", True),
        (translate(POWER), "powers", True),
        (translate(GATE), "gates", True),
        (translate(TRACKS), "acceleration", True),
        (translate(DEDUCTION), "alone", True),
    ]
    found: dict[str, str] = {}
    for forms, section, is_there in wanted:
        if is_there and section in sections:
            for form in forms.split("|"):
                found.setdefault(form.strip().casefold(), section)
    longest_first = sorted(found.items(), key=lambda pair: (-len(pair[0]), pair[0]))
    return [Term(text, section) for text, section in longest_first]
