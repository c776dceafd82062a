"""A city map for programs that draw on it: the blank sheet as SVG, and the coordinates of everything."""

from __future__ import annotations

from dataclasses import dataclass

from fulgence.draw.layout import Spot, layout_of
from fulgence.draw.svg import blank, corner_of, crossing_spot, district_shape, middle_of, stations
from fulgence.pencils import Pencil, pencils_of
from fulgence.prose import wording
from fulgence.rules import kinds
from fulgence.rules.city import City

SYMBOLS = {
    kinds.SQUARE: "square",
    kinds.TRIANGLE: "triangle",
    kinds.PENTAGON: "pentagon",
    kinds.CIRCLE: "circle",
}


@dataclass(frozen=True)
class StationPlace:
    """`cells`: more than one for a platform. `sight`: a site or a monument."""

    cells: tuple[str, ...]
    x: float
    y: float
    symbol: str  # "any" where any card leads
    district: str
    sight: bool
    gate: bool
    departure: str  # the pencil, or nothing
    side: str  # of a departure in a city of two sides: which line starts there


@dataclass(frozen=True)
class DistrictPlace:
    name: str
    x: float  # of a free corner
    y: float
    secondary: bool
    shape: str  # the path around its cells


@dataclass(frozen=True)
class PencilStyle:
    """`colour` is for print and always the same as `light`; `dark` is for dark screens; `dash` is the pattern
    inside a line."""

    name: str
    colour: str
    light: str
    dark: str
    dash: str
    letter: str


@dataclass(frozen=True)
class CardFace:
    """`symbol`: what it leads to, or a name of its own such as joker. `shows`: the same for people, in
    English as the catalogues have it."""

    name: str
    symbol: str
    shows: str
    group: str
    closing: int  # the round ends with so many of its group; 0: never


@dataclass(frozen=True)
class CrossingPlace:
    """An overhead crossing, and the two sections that may cross there."""

    x: float
    y: float
    under: str
    over: str


@dataclass(frozen=True)
class PadFacts:
    """The numbers printed on the score pad. `track`: points by visits to sites, from the first on.
    `interchanges`: by lines, from two on. `crossings`: used once, twice. `river`, `monument`, `link`: what is
    added to a line for each; 0 if the city has none. `verdicts`: the highest total of each but the last."""

    track: tuple[int, ...]
    interchanges: tuple[int, ...]
    crossings: tuple[int, ...]
    river: int
    monument: int
    link: int
    objective: int
    verdicts: tuple[int, ...]


@dataclass(frozen=True)
class CityMap:
    key: str
    name: str
    width: float
    height: float
    paper: str  # SVG below the lines
    stations_svg: str  # SVG above them
    cells: dict[str, Spot]
    stations: tuple[StationPlace, ...]
    districts: tuple[DistrictPlace, ...]
    pencils: tuple[PencilStyle, ...]
    cards: tuple[CardFace, ...]
    sides: tuple[str, ...]
    river: str
    items: tuple[str, ...]  # rows of the score pad below the lines
    crossings: tuple[CrossingPlace, ...]
    sections: tuple[str, ...]
    pad: PadFacts


def map_of(city: City) -> CityMap:
    layout = layout_of(city)
    return CityMap(
        key=city.key,
        name=city.name,
        width=layout.width,
        height=layout.height,
        paper=blank(city),
        stations_svg=stations(city),
        cells=dict(zip(city.cells, layout.cells, strict=True)),
        stations=tuple(station_place(city, cell) for cell in city.stations),
        districts=tuple(district_place(city, number) for number in range(len(city.districts))),
        pencils=tuple(style_of(pencil) for pencil in pencils_of(city.pencils).values()),
        cards=tuple(
            CardFace(
                card.name,
                card.name.partition(":")[2] or card.name,
                wording.shown_on(city, card.name),
                city.prefixes.get(card.prefix, ""),
                city.closing.get(card.prefix, 0),
            )
            for card in city.cards
        ),
        sides=tuple(city.prefixes.get(side, side) for side in city.sides),
        river=city.river_name,
        items=(
            *(["sites"] if city.sites else []),
            *(["crossings"] if city.overhead else []),
            "interchanges",
        ),
        crossings=tuple(crossing_place(city, name) for name in city.overhead),
        sections=tuple(city.move_names[1 + 2 * section] for section in range(len(city.sections))),
        pad=PadFacts(
            track=city.worth.track[1:] if city.sites else (),
            interchanges=city.worth.interchange[2:],
            crossings=city.worth.crossing[1:] if city.overhead else (),
            river=city.worth.river if city.river else 0,
            monument=city.worth.monument if city.monuments else 0,
            link=city.worth.link if len(city.sides) > 1 else 0,
            objective=city.worth.objective,
            verdicts=city.verdicts,
        ),
    )


def crossing_place(city: City, name: str) -> CrossingPlace:
    under, over = (city.move_names[1 + 2 * section] for section in city.overhead[name])
    return CrossingPlace(*crossing_spot(name), under, over)


def style_of(pencil: Pencil) -> PencilStyle:
    return PencilStyle(pencil.name, pencil.light, pencil.light, pencil.dark, pencil.dash, pencil.letter)


def station_place(city: City, cell: int) -> StationPlace:
    own = [other for other in range(len(city.cells)) if city.station_cells[cell] >> other & 1]
    x, y = middle_of([layout_of(city).cells[other] for other in own])
    departures = [name for name, cells in city.departures.items() if cell in cells]
    return StationPlace(
        cells=tuple(city.cells[other] for other in own),
        x=x,
        y=y,
        symbol=SYMBOLS.get(city.symbols[cell], "any"),
        district=city.districts[city.district_of[cell]],
        sight=cell in city.sites or cell in city.monuments,
        gate=cell in city.gates,
        departure=departures[0] if departures else "",
        side=side_of(city, departures[0], cell) if departures and city.sides else "",
    )


def side_of(city: City, pencil: str, cell: int) -> str:
    prefix = city.sides[city.departures[pencil].index(cell)]
    return city.prefixes.get(prefix, prefix)


def district_place(city: City, number: int) -> DistrictPlace:
    """Its count stands in the upper left corner of its first cell."""
    x, y = corner_of(city, number)
    return DistrictPlace(
        city.districts[number], x, y, city.is_secondary(number), district_shape(city, number)
    )
