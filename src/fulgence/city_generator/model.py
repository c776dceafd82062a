"""What a new city has in common with its model: how many of each thing, read from the model's own map."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from fulgence.city_generator.laws import sheet_numbers
from fulgence.rules import kinds
from fulgence.rules.city import City
from fulgence.rules.cityfile.census import MEAN_NEIGHBOURS

FAR_ENOUGH = 3  # steps between departures


@dataclass(frozen=True)
class Features:
    """How many of everything. `central`: stations of any symbol that are neither monument nor platform; of
    these `central_sites` are sites. `stations`: a platform is one."""

    stations: int
    main_districts: int
    sides: int
    central: int
    central_sites: int
    sites: int
    monuments: int
    crossings: int
    river_sections: int
    has_platform: bool
    nearest_departures: int  # steps between two of them, at least
    slack: int  # how many stations districts of the same area differ by

    @property
    def main_stations(self) -> int:
        """Without the four corners and the platform."""
        return self.stations - len(kinds.GATES) - self.has_platform

    @property
    def symbol_stations(self) -> int:
        return self.stations - self.central - self.monuments - self.has_platform

    @property
    def pairs(self) -> tuple[int, int]:
        """Of neighbours, for the mean that the laws ask for when it is rounded."""
        low, high = (round(20 * mean) for mean in MEAN_NEIGHBOURS)  # in twentieths
        return (-(-self.stations * (low - 1) // 40), self.stations * (high + 1) // 40)


def features_of(city: City) -> Features:
    platform = any(bin(mask).count("1") > 1 for mask in city.station_cells)
    wild = [cell for cell in city.stations if city.symbols[cell] == kinds.ANY]
    central = [c for c in wild if c not in city.monuments and bin(city.station_cells[c]).count("1") == 1]
    return Features(
        stations=len(city.stations),
        main_districts=sum(letter.isupper() for letter in city.districts),
        sides=max(1, len(city.sides)),
        central=len(central),
        central_sites=len(set(central) & set(city.sites)),
        sites=len(city.sites),
        monuments=len(city.monuments),
        crossings=len(city.overhead),
        river_sections=len(city.river),
        has_platform=platform,
        nearest_departures=min(FAR_ENOUGH, sheet_numbers(city).nearest_departures),
        slack=slack_of(city),
    )


def slack_of(city: City) -> int:
    areas = Counter(letter for row in city.district_rows for letter in row)
    sizes = Counter(city.districts[city.district_of[cell]] for cell in city.stations)
    by_area: dict[int, list[int]] = {}
    for letter, size in sizes.items():
        if letter.isupper():
            by_area.setdefault(areas[letter], []).append(size)
    return max(max(sizes) - min(sizes) for sizes in by_area.values())
