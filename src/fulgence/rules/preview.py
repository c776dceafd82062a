"""Previews: what each legal move would do to the score pad if nothing more were drawn."""

from __future__ import annotations

from typing import NamedTuple

from fulgence.rules import score
from fulgence.rules.city import City
from fulgence.rules.score_pad import Part, line_score
from fulgence.rules.sheet import Sheet

# All points that a move can change besides the factors of its line.
ITEMS = ("river", "monuments", "link", "sites", "crossings", "interchanges", "objectives")


class Preview(NamedTuple):
    """`total`: the change of the total. `parts`: those of the line being built, after the move. `items`: the
    changes of all other points, without zeros. `gate`: it ends at a city gate and earns its bonus."""

    total: int
    parts: tuple[Part, ...]
    items: dict[str, int]
    spends_power: bool
    gate: bool


def previews(city: City, sheet: Sheet) -> dict[int, Preview]:
    """By legal move of the current decision; `pass` changes nothing and has none."""
    total, before, gates = score.total(sheet), items(city, sheet), sheet.terms.gates
    trial = sheet.copy()
    found = {}
    for move in sheet.legal_moves():
        trial.copy_from(sheet)
        trial.play(move)
        after = items(city, trial)
        found[move] = Preview(
            score.total(trial) - total,
            line_score(trial, sheet.round, "").parts,
            changes(before, after) if after != before else {},
            trial.power != sheet.power,
            bool(gates) and move < city.first_circle and bool(gates >> end_of(city, move) & 1),
        )
    return found


def changes(before: tuple[int, ...], after: tuple[int, ...]) -> dict[str, int]:
    both = zip(ITEMS, before, after, strict=True)
    return {name: new - old for name, old, new in both if new != old}


def items(city: City, sheet: Sheet) -> tuple[int, ...]:
    """The points of ITEMS, in that order."""
    number, worth = sheet.round, city.worth
    river = worth.river * sheet.river_sections[number]
    link = worth.link if sheet.linked[number] else 0
    extras = sheet.extras(number, score.stations_of(sheet, number))
    return (
        river,
        extras - river - link,
        link,
        score.site_points(sheet),
        score.crossing_points(sheet),
        score.interchange_points(sheet),
        score.objective_points(sheet),
    )


def end_of(city: City, move: int) -> int:
    """The cell that a section leads to."""
    section, backwards = divmod(move - 1, 2)
    return city.sections[section][1 - backwards]
