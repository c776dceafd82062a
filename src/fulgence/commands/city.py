"""`fulgence city check`: the census of a city."""

from __future__ import annotations

import json
from argparse import Namespace
from itertools import groupby

from fulgence.commands.options import city_of
from fulgence.rules.census import broken_laws, census
from fulgence.rules.city import City


def run(options: Namespace) -> int:
    city = city_of(options)
    numbers = census(city)
    gates = [city.cells[cell] for cell in city.gates]
    laws = broken_laws(city)
    if options.json:
        named = {"section_names": section_names(city)} if options.sections else {}
        extras = {"gates": gates, "addons": dict(city.addons), **named}
        print(json.dumps({"city": city.key, **numbers, **extras, "broken_laws": laws}))
        return 0
    print(f"{city.name}: the file is in order.")
    for name, value in numbers.items():
        if isinstance(value, dict):
            value = ", ".join(f"{count} {key}" if count else key for key, count in value.items())
        tell(name.replace("_", " "), str(value))
    tell("gates", " ".join(gates) or "none")
    tell("add-ons", ", ".join(addon_text(*addon) for addon in city.addons.items()) or "none")
    tell("laws of the series", "all kept" if not laws else "not kept, which is allowed:")
    for law in laws:
        print(f"    {law}")
    if options.sections:
        tell_sections(city)
    return 0


def tell(what: str, value: str) -> None:
    print(f"  {what:<22}{value}")


def addon_text(name: str, deduction: int) -> str:
    return f"{name} (-{deduction} alone)"


def section_names(city: City) -> list[str]:
    return [city.move_names[1 + 2 * section] for section in range(len(city.sections))]


def tell_sections(city: City) -> None:
    """Every section once, at the cell from which it leads right or down; `~` runs under the river."""
    print("  sections" + (", those with ~ under the river" if city.river else ""))
    for cell, rows in groupby(enumerate(city.sections), key=lambda section: section[1][0]):
        ends = " ".join(
            f"{city.cells[cell]}-{city.cells[end]}{'~' * (section in city.river)}"
            for section, (_, end) in rows
        )
        print(f"    {ends}")
