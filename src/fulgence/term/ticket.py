"""The rows of a score pad: how a line's points come about, and what is added to the lines."""

from __future__ import annotations

from fulgence.language import translate
from fulgence.rules.city import City
from fulgence.rules.scorepad import LineScore, ScorePad
from fulgence.term import words


def formula(line: LineScore, times: str = "x") -> str:
    """`6x3 + 2`; empty for a line without a section."""
    terms = [f"{part.districts}{times}{part.most}" for part in line.parts]
    if line.extras:
        terms.append(str(line.extras))
    return " + ".join(terms)


def items(city: City, pad: ScorePad, has_objectives: bool) -> list[tuple[str, int]]:
    """As far as the city and the add-ons in play know them."""
    found = [
        (words.INTERCHANGES, pad.interchanges, True),
        (words.SITES, pad.sites, bool(city.sites)),
        (words.CROSSINGS, pad.crossings, bool(city.overhead)),
        (words.OBJECTIVE_POINTS, pad.objectives, has_objectives),
        (words.HANDICAP, pad.handicap, bool(pad.handicap)),
    ]
    return [(translate(name), points) for name, points, is_used in found if is_used]
