"""Score pads as JSON and as tables."""

from __future__ import annotations

from fulgence.language import translate
from fulgence.rules.score_pad import LineScore, ScorePad


def pad_object(pad: ScorePad) -> dict[str, object]:
    """The pad as JSON, in the public format."""
    return {
        "lines": [
            {
                "pencil": line.pencil,
                "parts": [{"districts": part.districts, "most": part.most} for part in line.parts],
                "extras": line.extras,
                "points": line.points,
            }
            for line in pad.lines
        ],
        "items": {
            "sites": pad.sites,
            "crossings": pad.crossings,
            "interchanges": pad.interchanges,
            "objectives": pad.objectives,
            "handicap": pad.handicap,
        },
        "total": pad.total,
    }


def pad_table(pad: ScorePad) -> list[str]:
    rows = [
        (translate("{pencil} line", pencil=translate(line.pencil)), sum_text(line), line.points)
        for line in pad.lines
    ]
    rows += [
        (name, "", points)
        for name, points in (
            (translate("sites"), pad.sites),
            (translate("crossings"), pad.crossings),
            (translate("interchanges"), pad.interchanges),
            (translate("objectives"), pad.objectives),
            (translate("deduction"), pad.handicap),
        )
        if points
    ]
    rows.append((translate("total"), "", pad.total))
    left = max(16, 1 + max(len(name) for name, _, _ in rows))
    return [f"  {name:<{left}}{working:<16}{points:>5}" for name, working, points in rows]


def sum_text(line: LineScore) -> str:
    """The formula of a line: `6 x 3 + 2`."""
    terms = [f"{part.districts} x {part.most}" for part in line.parts]
    if line.extras:
        terms.append(str(line.extras))
    return " + ".join(terms) or translate("not built")
