"""A new sheet: plan, departures, stations, crossings, sights, symbols and river, one after the other."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from fulgence.city_generator.departures import choose_departures
from fulgence.city_generator.district_plans import CORNERS, DistrictPlan, choose_plan
from fulgence.city_generator.grid import grid_of
from fulgence.city_generator.landmarks import choose_central, choose_monuments, choose_sites
from fulgence.city_generator.laws import CROSSING_PAIRS
from fulgence.city_generator.model import Features
from fulgence.city_generator.network import Network, numbered
from fulgence.city_generator.overhead_crossings import place_crossings
from fulgence.city_generator.river import find_river
from fulgence.city_generator.station_layout import StationLayout
from fulgence.city_generator.symbols import SYMBOLS, SymbolSearch
from fulgence.rules import kinds
from fulgence.rules.city import Point
from fulgence.rules.cityfile.city_map import ANY_STATION, CROSSING, MONUMENT, PLATFORM
from fulgence.rules.cityfile.pictures import NOTHING
from fulgence.rules.generator import Generator

LETTERS = "STPC"  # by symbol
TWINS = 5  # lines to a platform that join the same stations as another one
FREED = 2  # pairs of sections that no longer cross because of an overhead crossing, at least
SYMBOL_TRIES = 3
RIVER_SPREAD = 20  # per cent that the river may have more or fewer sections than the model's


@dataclass(frozen=True)
class NewSheet:
    """`stations`, `districts`: pictures by row. `departures`: by side, in the order of the pencils."""

    stations: tuple[tuple[str, ...], ...]
    districts: tuple[tuple[str, ...], ...]
    departures: tuple[tuple[Point, ...], ...]
    overhead: dict[Point, str]
    sites: tuple[Point, ...]
    river: tuple[tuple[Point, Point], ...]


@dataclass(frozen=True)
class Layout:
    """Where everything lies, before symbols. `departures`: by side."""

    plan: DistrictPlan
    network: Network
    departures: tuple[tuple[Point, ...], ...]

    @property
    def starts(self) -> list[Point]:
        return [point for side in self.departures for point in side]


def draw_sheet(features: Features, rng: Generator) -> NewSheet | None:
    """A sheet that has what it should; None if this attempt came to nothing."""
    layout = lay_out(features, rng)
    return with_symbols(layout, features, rng) if layout else None


def lay_out(features: Features, rng: Generator) -> Layout | None:
    plan = choose_plan(features.main_districts, features.main_stations, features.has_platform, rng)
    sides = plan and choose_departures(plan, features.sides, features.nearest_departures, rng)
    if not plan or not sides:
        return None
    low, high = features.pairs
    spare = TWINS * features.has_platform + features.crossings // 2
    departures = [cell for side in sides for cell in side]
    few, many = (number + features.crossings * FREED for number in CROSSING_PAIRS)
    search = StationLayout(
        plan,
        departures,
        sections=(low + spare, high + spare),
        crossing_pairs=(few, many),
        nearest_starts=features.nearest_departures,
        has_monuments=bool(features.monuments),
        slack=features.slack,
        rng=rng,
    )
    search.improve()
    if not search.is_lawful:
        return None
    grid = grid_of(plan.size)
    points = [grid.point(cell) for cell in search.stations]
    platform = [grid.point(cell) for cell in sorted(search.platform)]
    starts = [grid.point(cell) for cell in search.starts]
    bare = Network(plan.size, numbered(points, platform))
    own = {bare.stations[point] for point in starts}
    network = place_crossings(bare, main_cells(plan), features.crossings, own, rng)
    if network is None or not low <= network.pairs <= high:
        return None
    sided = tuple(tuple(starts[i : i + kinds.ROUNDS]) for i in range(0, len(starts), kinds.ROUNDS))
    return Layout(plan, network, sided)


def main_cells(plan: DistrictPlan) -> dict[str, list[Point]]:
    found: dict[str, list[Point]] = {}
    for y, row in enumerate(plan.letters):
        for x, letter in enumerate(row):
            if letter.isupper():
                found.setdefault(letter, []).append((x, y))
    return dict(sorted(found.items()))


def with_symbols(layout: Layout, features: Features, rng: Generator) -> NewSheet | None:
    plan, network, starts = layout.plan, layout.network, layout.starts
    mains = main_cells(plan)
    monuments = choose_monuments(network, mains, features.monuments, starts, rng)
    inner = [point for cells in mains.values() for point in cells if point not in (monuments or ())]
    central = choose_central(network, inner, features.central, starts)
    if monuments is None or central is None:
        return None
    marks = find_symbols(layout, [*monuments, *central], rng)
    if marks is None:
        return None
    marks |= dict.fromkeys(monuments, MONUMENT) | dict.fromkeys(central, ANY_STATION)
    marks |= dict.fromkeys(network.overhead, CROSSING)
    corners = [point for point in network.stations if plan.letters[point[1]][point[0]] in CORNERS]
    barred = {*starts, *corners, *monuments, *central}
    sites = choose_sites(network, features.sites, central[: features.central_sites], barred, rng)
    river = None
    if features.river_sections:
        off = features.river_sections * RIVER_SPREAD // 100
        river = find_river(network, (features.river_sections - off, features.river_sections + off), rng)
        if not river:
            return None
    columns, rows = plan.size
    return NewSheet(
        stations=tuple(tuple(marks.get((x, y), NOTHING) for x in range(columns)) for y in range(rows)),
        districts=plan.letters,
        departures=layout.departures,
        overhead=dict(network.overhead),
        sites=tuple(sites),
        river=tuple(river or ()),
    )


def find_symbols(layout: Layout, wild: Sequence[Point], rng: Generator) -> dict[Point, str] | None:
    """The letter of every station with a symbol, and the platform's; None if the departures do not get two of
    each around them."""
    plan, network = layout.plan, layout.network
    places: dict[int, list[Point]] = {}
    for point, station in network.stations.items():
        places.setdefault(station, []).append(point)
    platform = [station for station, points in places.items() if len(points) > 1]
    wild_stations = {network.stations[point] for point in wild} | set(platform)
    districts = {station: plan.letters[points[0][1]][points[0][0]] for station, points in places.items()}
    fixed: dict[int, int] = {}
    corner_stations = [station for station in places if districts[station] in CORNERS]
    groups = [corner_stations, *([network.stations[point] for point in side] for side in layout.departures)]
    for group in groups:
        names = list(LETTERS)
        rng.shuffle(names)
        fixed |= dict(zip(group, map(LETTERS.index, names), strict=True))
    free = [station for station in places if station not in fixed and station not in wild_stations]
    left = [LETTERS[symbol] for symbol in range(SYMBOLS) for _ in range(in_each(len(free), fixed, symbol))]
    if len(left) != len(free):
        return None
    starts = [network.stations[point] for point in layout.starts]
    for _ in range(SYMBOL_TRIES):
        rng.shuffle(left)
        symbols = fixed | dict(zip(free, map(LETTERS.index, left), strict=True))
        search = SymbolSearch(network.neighbours, districts, starts, symbols, groups, rng)
        search.improve()
        if search.is_lawful:
            break
    else:
        return None
    found = {places[station][0]: LETTERS[symbol] for station, symbol in search.symbols.items()}
    return found | {point: PLATFORM for station in platform for point in places[station]}


def in_each(free: int, fixed: dict[int, int], symbol: int) -> int:
    """How many stations still get this symbol, so that all are equally frequent."""
    return (free + len(fixed)) // SYMBOLS - list(fixed.values()).count(symbol)
