"""The class of a pencil in a drawing: its place in the city file, so any name will do."""

from __future__ import annotations

from fulgence.rules.city import City


def css_of(city: City, pencil: str) -> str:
    return f"pencil-{city.pencils.index(pencil)}"
