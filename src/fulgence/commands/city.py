"""`fulgence city check`: the census of a city."""

from __future__ import annotations

import json
from argparse import Namespace

from fulgence.commands.options import city_of
from fulgence.rules.census import broken_laws, census


def run(options: Namespace) -> int:
    city = city_of(options)
    numbers = census(city)
    laws = broken_laws(city)
    if options.json:
        print(json.dumps({"city": city.key, **numbers, "broken_laws": laws}))
        return 0
    print(f"{city.name}: the file is in order.")
    for name, value in numbers.items():
        if isinstance(value, dict):
            value = ", ".join(f"{count} {key}" if count else key for key, count in value.items())
        print(f"  {name.replace('_', ' '):<22}{value}")
    print("  laws of the series    " + ("all kept" if not laws else "not kept, which is allowed:"))
    for law in laws:
        print(f"    {law}")
    return 0
