"""Which district every point of the map lies in, also where there is no station.

A City tells the districts of its stations only; a point without one goes with its neighbours.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from functools import cache

from fulgence.rules.city import City
from fulgence.rules.geometry import Point


@cache
def quarters(city: City) -> dict[Point, int]:
    found = dict(zip(city.points, city.district_of, strict=True))
    points = [(x, y) for y in range(city.size[1]) for x in range(city.size[0])]
    while new := clearest(found, [point for point in points if point not in found]):
        found |= new
    return found


def clearest(found: Mapping[Point, int], empty: list[Point]) -> dict[Point, int]:
    """The points with the clearest majority around them; straight neighbours count double."""
    votes = {}
    for x, y in empty:
        count: Counter[int] = Counter()
        for dx, dy in ((dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1)):
            if (x + dx, y + dy) in found:
                count[found[x + dx, y + dy]] += 1 + (dx == 0 or dy == 0)
        if count:
            district = max(sorted(count), key=count.__getitem__)
            votes[x, y] = (count[district], district)
    most = max((number for number, _ in votes.values()), default=0)
    return {point: district for point, (number, district) in votes.items() if number == most}
