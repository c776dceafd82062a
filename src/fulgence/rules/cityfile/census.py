"""The numbers of a city, and what all printed sheets of the series have in common."""

from __future__ import annotations

from collections import Counter

from fulgence.rules import kinds
from fulgence.rules.city import City
from fulgence.rules.illegal import SYMBOL_NAMES
from fulgence.rules.message import Message

LONGEST = 5
FEWEST_NEIGHBOURS = 3
MEAN_NEIGHBOURS = (5.7, 5.9)


def census(city: City) -> dict[str, object]:
    degrees = [len(next_stations(city, cell)) for cell in city.stations]
    symbols = Counter(SYMBOL_NAMES[city.symbols[cell]] for cell in city.stations)
    sizes = Counter(city.districts[city.district_of[cell]] for cell in city.stations)
    return {
        "stations": len(city.stations),
        "symbols": dict(symbols),
        "sections": len(city.sections),
        "crossing_pairs": len(city.crossing_pairs),
        "districts": len(city.districts),
        "district_sizes": {letter: sizes[letter] for letter in city.districts},
        "departures": len(city.pencils) * max(1, len(city.sides)),
        "sites": len(city.sites),
        "monuments": len(city.monuments),
        "overhead_crossings": len(city.overhead),
        "river_sections": len(city.river),
        "cards": len(city.cards),
        "objectives": len(city.objectives),
        "fewest_neighbours": min(degrees),
        "mean_neighbours": round(sum(degrees) / len(degrees), 2),
        "longest_section": max(length(city, section) for section in range(len(city.sections))),
    }


def next_stations(city: City, station: int) -> set[int]:
    """The stations one section away, each by its first cell."""
    cells = [cell for cell in range(len(city.cells)) if city.station_cells[station] >> cell & 1]
    near = {city.station_cells[other] for cell in cells for other in city.neighbours[cell]}
    return {(mask & -mask).bit_length() - 1 for mask in near}


def length(city: City, section: int) -> int:
    (ax, ay), (bx, by) = (city.points[cell] for cell in city.sections[section])
    return max(abs(ax - bx), abs(ay - by))


def broken_laws(city: City) -> list[str]:
    """How this city differs from the printed ones; not mistakes, only worth knowing."""
    broken: list[str] = []
    for pencil, cells in city.departures.items():
        for cell in cells:
            near = Counter(city.symbols[other] for other in next_stations(city, cell))
            if near != Counter(dict.fromkeys(range(kinds.ANY), 2)):
                broken.append(
                    Message(
                        "the {pencil} departure {cell} does not have two neighbours of each symbol",
                        pencil=pencil,
                        cell=city.cells[cell],
                    )
                )
    for section, (a, b) in enumerate(city.sections):
        ends = {city.districts[city.district_of[cell]] for cell in (a, b)}
        if passed_districts(city, section) - ends:
            name = city.move_names[1 + 2 * section]
            broken.append(Message("{section} runs through a third district", section=name))
    symbols = Counter(city.symbols[cell] for cell in city.stations)
    if len({symbols[symbol] for symbol in range(kinds.ANY)}) > 1:
        broken.append(Message("the symbols are not equally frequent"))
    secondary = [c for c in city.stations if city.is_secondary(city.district_of[c])]
    corners = [city.symbols[c] for c in secondary if city.symbols[c] != kinds.ANY]
    if len(corners) != 4 or len(set(corners)) != 4:
        broken.append(Message("the four corners do not carry four different symbols"))
    for side in range(max(1, len(city.sides))):
        departing = [city.symbols[cells[side]] for cells in city.departures.values()]
        if len(set(departing)) != len(departing):
            broken.append(
                Message("the departures of side {side} do not carry different symbols", side=side + 1)
            )
    if max(length(city, section) for section in range(len(city.sections))) > LONGEST:
        broken.append(Message("a section is longer than {most} cells", most=LONGEST))
    degrees = [len(next_stations(city, cell)) for cell in city.stations]
    if min(degrees) < FEWEST_NEIGHBOURS:
        broken.append(Message("a station has fewer than {least} neighbours", least=FEWEST_NEIGHBOURS))
    if not MEAN_NEIGHBOURS[0] <= round(sum(degrees) / len(degrees), 1) <= MEAN_NEIGHBOURS[1]:
        low, high = MEAN_NEIGHBOURS
        broken.append(
            Message("the mean number of neighbours is not from {low} to {high}", low=low, high=high)
        )
    return broken


def passed_districts(city: City, section: int) -> set[str]:
    """Districts of the cells that a section runs over."""
    (ax, ay), (bx, by) = (city.points[cell] for cell in city.sections[section])
    steps = length(city, section)
    over = [(ax + (bx - ax) * k // steps, ay + (by - ay) * k // steps) for k in range(1, steps)]
    return {city.district_rows[y][x] for x, y in over} - {"."}
