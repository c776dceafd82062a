"""The rows of a score pad: the formula of each line, and the items added to the lines."""

from __future__ import annotations

from fulgence.language import translate
from fulgence.prose import wording
from fulgence.rules.city import City
from fulgence.rules.score_pad import LineScore, ScorePad


def formula(line: LineScore, times: str = "x") -> str:
    """`6x3 + 2`; empty for a line without a section."""
    terms = [f"{part.districts}{times}{part.most}" for part in line.parts]
    if line.extras:
        terms.append(str(line.extras))
    return " + ".join(terms)


def items(city: City, pad: ScorePad, has_objectives: bool) -> list[tuple[str, int]]:
    """Label and points of the items that this city and its add-ons have."""
    found = [
        (wording.INTERCHANGES, pad.interchanges, True),
        (wording.SITES, pad.sites, bool(city.sites)),
        (wording.CROSSINGS, pad.crossings, bool(city.overhead)),
        (wording.OBJECTIVE_POINTS, pad.objectives, has_objectives),
        (wording.HANDICAP, pad.handicap, bool(pad.handicap)),
    ]
    return [(translate(name), points) for name, points, is_used in found if is_used]
