"""Stations that take any symbol, and sights: monuments, the central station and tourist sites."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from fulgence.city_generator.network import Network
from fulgence.rules.city import Point
from fulgence.rules.generator import Generator

CENTRAL = 3  # twice the distance to the middle of the sheet, at most
FAR = 5  # steps between two sites that are enough


def near_departures(network: Network, departures: Sequence[Point]) -> set[int]:
    """Departures and their neighbours, none of which takes any symbol."""
    own = {network.stations[point] for point in departures}
    return own.union(*(network.neighbours[station] for station in own))


def choose_monuments(
    network: Network,
    districts: Mapping[str, list[Point]],
    number: int,
    departures: Sequence[Point],
    rng: Generator,
) -> list[Point] | None:
    """As many in each district, away from each other; None where a district has no station for one."""
    taken = near_departures(network, departures)
    found: list[Point] = []
    for letter in [letter for letter in districts for _ in range(number // len(districts))]:
        choices = [
            (-min((distance(point, other) for other in found), default=9), rng.draw(100), point)
            for point in districts[letter]
            if point in network.stations and network.stations[point] not in taken and point not in found
        ]
        if not choices:
            return None
        found.append(min(choices)[-1])
    return found


def choose_central(
    network: Network, cells: Sequence[Point], number: int, departures: Sequence[Point]
) -> list[Point] | None:
    """The stations nearest to the middle that may take any symbol; None if too few are in the middle."""
    taken = near_departures(network, departures)
    free = [
        point
        for point in cells
        if point in network.stations
        and network.stations[point] not in taken
        and from_middle(network.size, point)[0] <= CENTRAL
    ]
    free.sort(key=lambda point: (*from_middle(network.size, point), point))
    return free[:number] if len(free) >= number else None


def choose_sites(
    network: Network, number: int, central: Sequence[Point], barred: set[Point], rng: Generator
) -> list[Point]:
    """The central stations, and others far from them and from each other."""
    found = list(central[:number])
    choices = [point for point in network.stations if point not in barred and point not in found]
    while len(found) < number:
        found.append(max(choices, key=lambda p: (spread(p, found), rng.draw(1000), p)))
        choices.remove(found[-1])
    return found


def spread(point: Point, others: Sequence[Point]) -> int:
    """How far a point is from the others, if that is not far enough."""
    return min([FAR, *(distance(point, other) for other in others)])


def distance(a: Point, b: Point) -> int:
    return max(abs(a[0] - b[0]), abs(a[1] - b[1]))


def from_middle(size: Point, point: Point) -> tuple[int, int]:
    """Twice the distance to the middle: in steps of a king, then the square of the straight one."""
    dx, dy = abs(2 * point[0] - size[0] + 1), abs(2 * point[1] - size[1] + 1)
    return (max(dx, dy), dx * dx + dy * dy)
