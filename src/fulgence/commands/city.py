"""`fulgence city check`: the census of a city."""

from __future__ import annotations

import json
from argparse import Namespace
from itertools import groupby

from fulgence.commands.shared.options import city_of
from fulgence.rules.city import City
from fulgence.rules.cityfile.census import broken_laws, census


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
    print(f"{city.name}: the file is valid.")
    for name, value in numbers.items():
        if isinstance(value, dict):
            value = ", ".join(f"{count} {key}" if count else key for key, count in value.items())
        print_row(name.replace("_", " "), str(value))
    print_row("gates", " ".join(gates) or "none")
    print_row("add-ons", ", ".join(addon_text(*addon) for addon in city.addons.items()) or "none")
    print_row("laws of the series", "all kept" if not laws else "broken, which is allowed:")
    for law in laws:
        print(f"    {law}")
    if options.sections:
        print_sections(city)
    return 0


def print_row(what: str, value: str) -> None:
    print(f"  {what:<22}{value}")


def addon_text(name: str, deduction: int) -> str:
    return f"{name} (-{deduction} alone)"


def section_names(city: City) -> list[str]:
    return [city.move_names[1 + 2 * section] for section in range(len(city.sections))]


def print_sections(city: City) -> None:
    """Every section once, grouped by its first cell; `~` marks those under the river."""
    print("  sections" + (", those with ~ under the river" if city.river else ""))
    for cell, rows in groupby(enumerate(city.sections), key=lambda section: section[1][0]):
        ends = " ".join(
            f"{city.cells[cell]}-{city.cells[end]}{'~' * (section in city.river)}"
            for section, (_, end) in rows
        )
        print(f"    {ends}")
