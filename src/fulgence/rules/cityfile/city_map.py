"""The two pictures of a city file, and what follows from them: cells, sections, crossings, districts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NoReturn

from fulgence.rules import kinds
from fulgence.rules.city import Point
from fulgence.rules.city_tables import MAX_CELLS, MAX_CONFLICTS, MAX_CROSSINGS, MAX_DISTRICTS, MAX_SECTIONS
from fulgence.rules.cityfile.geometry import DIRECTIONS, dotted_lines, meeting_point
from fulgence.rules.cityfile.pictures import NOTHING, Picture, read_picture
from fulgence.rules.cityfile.toml_reader import TomlTable, cells_in
from fulgence.rules.errors import BadNotation
from fulgence.rules.message import Message
from fulgence.rules.text.notation import format_cell, parse_cell

SYMBOLS = {"S": kinds.SQUARE, "T": kinds.TRIANGLE, "P": kinds.PENTAGON, "C": kinds.CIRCLE}
ANY_STATION, MONUMENT, PLATFORM, CROSSING = "?", "M", "#", "+"
NO_DISTRICT = -1  # of a station, on a map with mistakes


@dataclass(frozen=True)
class ParsedMap:
    size: Point
    points: tuple[Point, ...]
    cells: tuple[str, ...]
    symbols: tuple[int, ...]
    station_cells: tuple[int, ...]
    monuments: tuple[int, ...]
    districts: tuple[str, ...]
    district_of: tuple[int, ...]
    district_rows: tuple[tuple[str, ...], ...]
    sections: tuple[tuple[int, int], ...]
    crossing_pairs: tuple[tuple[int, int], ...]
    conflicts: tuple[tuple[int, ...], ...]
    overhead: dict[str, tuple[int, int]]
    has_crossings: bool = False

    def cell(self, toml: TomlTable, key: str, text: str) -> int:
        """The number of a cell that a key names."""
        if text not in self.cells:
            toml.fail(key, Message("there is no station at {cell}", cell=text), cells=cells_in(text))
        return self.cells.index(text)

    def section(self, toml: TomlTable, key: str, text: str) -> int:
        return find_section(toml, key, text, self.cells, self.sections)


NO_MAP = ParsedMap((1, 1), (), (), (), (), (), (), (), ((NOTHING,),), (), (), (), {})


def find_section(
    toml: TomlTable, key: str, text: str, cells: Sequence[str], sections: Sequence[tuple[int, int]]
) -> int:
    """The number of a section that a key names."""
    start, _, end = text.partition("-")
    for cell in (start, end):
        if cell not in cells:
            reason = Message(
                "{text!r}: a section is two stations, as d3-c4; there is none at {cell!r}",
                text=text,
                cell=cell,
            )
            toml.fail(key, reason, cells=cells_in(text))
    pair = sorted((cells.index(start), cells.index(end)))
    if (pair[0], pair[1]) not in sections:
        reason = Message("{text!r}: no dotted line joins {start} and {end}", text=text, start=start, end=end)
        toml.fail(key, reason, cells=(start, end))
    return sections.index((pair[0], pair[1]))


def read_map(toml: TomlTable) -> ParsedMap:
    picture = read_picture(toml, "stations")
    size = picture.size
    marks = {(x, y): mark for y, row in enumerate(picture.rows) for x, mark in enumerate(row)}
    stations = {point: mark for point, mark in marks.items() if mark not in (NOTHING, CROSSING)}
    for point, mark in stations.items():
        if mark not in SYMBOLS and mark not in (ANY_STATION, MONUMENT, PLATFORM):
            with toml.collecting():
                picture.fail(
                    point, Message("unknown character {mark!r}; expected one of S T P C ? M # + .", mark=mark)
                )
    if not stations:
        with toml.collecting():
            toml.fail("stations", Message("has no station"))
    if len(stations) > MAX_CELLS:
        toml.fail(
            "stations",
            Message("has {count} station cells; the maximum is {most}", count=len(stations), most=MAX_CELLS),
        )
    points = tuple(stations)
    platform = sum(1 << i for i, point in enumerate(points) if marks[point] == PLATFORM)
    station_cells = tuple(platform if marks[p] == PLATFORM else 1 << i for i, p in enumerate(points))
    overhead = read_overhead(toml, picture, [p for p, mark in marks.items() if mark == CROSSING])
    station_of = {point: station_cells[i] for i, point in enumerate(points)}
    cells = tuple(format_cell(point) for point in points)
    lines = read_removed(toml, cells, dotted_lines(size, station_of, overhead))
    number = {point: i for i, point in enumerate(points)}
    sections = tuple((number[a], number[b]) for a, b in lines)
    if stations and not sections:
        with toml.collecting():
            toml.fail("stations", Message("has no two stations that a dotted line can join"))
    if len(sections) > MAX_SECTIONS:
        with toml.collecting():
            reason = Message(
                "makes {count} sections; the maximum is {most}", count=len(sections), most=MAX_SECTIONS
            )
            toml.fail("stations", reason)
    pairs = crossing_pairs(lines, overhead)
    rows, districts, district_of = NO_MAP.district_rows, NO_MAP.districts, NO_MAP.district_of
    with toml.collecting():
        letters = read_picture(toml, "districts")
        districts, district_of = read_districts(letters, size, points, station_cells)
        rows = tuple(tuple(row) for row in letters.rows)
    if toml.mistakes:
        rows, districts, district_of = sketched_districts(rows, districts, district_of, size, len(points))
    return ParsedMap(
        size=size,
        points=points,
        cells=cells,
        symbols=tuple(SYMBOLS.get(marks[point], kinds.ANY) for point in points),
        station_cells=station_cells,
        monuments=tuple(i for i, point in enumerate(points) if marks[point] == MONUMENT),
        districts=districts,
        district_of=district_of,
        district_rows=rows,
        sections=sections,
        crossing_pairs=pairs,
        conflicts=conflicts(toml, sections, station_cells, pairs),
        overhead=overhead_sections(toml, lines, overhead),
        has_crossings=CROSSING in marks.values(),
    )


def read_removed(
    toml: TomlTable, cells: tuple[str, ...], lines: list[tuple[Point, Point]]
) -> list[tuple[Point, Point]]:
    """The dotted lines without those that the city leaves out."""
    number = {cell: i for i, cell in enumerate(cells)}
    sections = [(number[format_cell(a)], number[format_cell(b)]) for a, b in lines]
    removed: set[int] = set()
    with toml.collecting():
        for text in toml.texts("removed") if toml.has("removed") else ():
            with toml.collecting():
                section = find_section(toml, "removed", text, cells, sections)
                if section in removed:
                    fail_both_directions(toml, "removed", text)
                removed.add(section)
    return [line for i, line in enumerate(lines) if i not in removed]


def fail_both_directions(toml: TomlTable, key: str, text: str) -> NoReturn:
    toml.fail(
        key, Message("{text!r} is listed twice, once in each direction", text=text), cells=cells_in(text)
    )


def read_overhead(toml: TomlTable, picture: Picture, points: list[Point]) -> dict[Point, str]:
    """The two directions of every overhead crossing."""
    found: dict[Point, str] = {}
    with toml.collecting():
        table = toml.subtable("crossings")
        for cell in table.table:
            with toml.collecting():
                found |= read_directions(table, cell, points)
        for point in points:
            if point not in found and format_cell(point) not in table.table:
                with toml.collecting():
                    picture.fail(point, Message("crossings does not give the directions of this one"))
    return found


def read_directions(table: TomlTable, cell: str, points: list[Point]) -> dict[Point, str]:
    directions = table.text(cell)
    try:
        point = parse_cell(cell)
    except BadNotation as error:
        assert isinstance(error.message, Message)
        table.fail(cell, error.message)
    if point not in points:
        table.fail(cell, Message("the picture shows no crossing (+) there"), cells=[cell])
    if len(set(directions)) != 2 or len(directions) != 2 or not set(directions) <= set(DIRECTIONS):
        table.fail(cell, Message("needs two different directions of - | / \\"), cells=[cell])
    return {point: directions}


def crossing_pairs(
    lines: list[tuple[Point, Point]], overhead: dict[Point, str]
) -> tuple[tuple[int, int], ...]:
    """Sections that intersect away from their ends and from overhead crossings."""
    found = []
    for i, (a, b) in enumerate(lines):
        for j in range(i):
            c, d = lines[j]
            point = meeting_point(a, b, c, d)
            if point is not None and not any(point == p for p in (a, b, c, d, *overhead)):
                found.append((j, i))
    return tuple(sorted(found))


def conflicts(
    toml: TomlTable,
    sections: tuple[tuple[int, int], ...],
    station_cells: tuple[int, ...],
    pairs: tuple[tuple[int, int], ...],
) -> tuple[tuple[int, ...], ...]:
    """For every section, those it excludes: crossed, or between the same stations."""
    found: list[set[int]] = [set() for _ in sections]
    ends = [frozenset((station_cells[a], station_cells[b])) for a, b in sections]
    twins = [(i, j) for i in range(len(ends)) for j in range(i) if ends[i] == ends[j]]
    for i, j in [*pairs, *twins]:
        found[i].add(j)
        found[j].add(i)
    if len(sections) + sum(map(len, found)) > MAX_CONFLICTS:
        with toml.collecting():
            toml.fail("stations", Message("has too many crossings"))
    return tuple(tuple(sorted(others)) for others in found)


def overhead_sections(
    toml: TomlTable, lines: list[tuple[Point, Point]], overhead: dict[Point, str]
) -> dict[str, tuple[int, int]]:
    """The two sections through every overhead crossing."""
    found = {}
    for point, marks in overhead.items():
        over = []
        for mark in marks:
            step = DIRECTIONS[mark]
            over += [i for i, (a, b) in enumerate(lines) if passes(a, b, point, step)]
        if len(over) == 2:
            found[format_cell(point)] = (over[0], over[1])
            continue
        with toml.collecting():
            cell = format_cell(point)
            reason = Message("no section passes in both directions")
            toml.subtable("crossings").fail(cell, reason, cells=[cell])
    if len(found) > MAX_CROSSINGS:
        with toml.collecting():
            toml.fail("crossings", maximum(len(found), MAX_CROSSINGS))
    return found


def maximum(count: int, most: int) -> Message:
    return Message("has {count}; the maximum is {most}", count=count, most=most)


def passes(a: Point, b: Point, point: Point, step: Point) -> bool:
    """Whether the section a-b runs over `point` in direction `step`."""
    span = max(abs(b[0] - a[0]), abs(b[1] - a[1]))
    sense = ((b[0] - a[0]) // span, (b[1] - a[1]) // span)
    if step not in (sense, (-sense[0], -sense[1])):
        return False
    return any((a[0] + k * sense[0], a[1] + k * sense[1]) == point for k in range(1, span))


def read_districts(
    picture: Picture, size: Point, points: tuple[Point, ...], station_cells: tuple[int, ...]
) -> tuple[tuple[str, ...], tuple[int, ...]]:
    """Letters of the districts in reading order, and the district of every cell."""
    toml = picture.toml
    if picture.size != size:
        toml.fail("districts", Message("is not as wide and high as the picture of the stations"))
    letters: list[str] = []
    for y, row in enumerate(picture.rows):
        for x, letter in enumerate(row):
            if letter == NOTHING or letter in letters:
                continue
            if letter.isascii() and letter.isalpha():
                letters.append(letter)
                continue
            with toml.collecting():
                picture.fail((x, y), Message("{letter!r} is not a letter", letter=letter))
    if len(letters) > MAX_DISTRICTS:
        with toml.collecting():
            toml.fail("districts", maximum(len(letters), MAX_DISTRICTS))
    district_of = []
    for point in points:
        letter = picture.rows[point[1]][point[0]]
        if letter == NOTHING:
            with toml.collecting():
                picture.fail(point, Message("this station is in no district"))
        district_of.append(letters.index(letter) if letter in letters else NO_DISTRICT)
    for number, letter in enumerate(letters):
        if points and number not in district_of:
            with toml.collecting():
                cells = [
                    format_cell((x, y))
                    for y, row in enumerate(picture.rows)
                    for x, own in enumerate(row)
                    if own == letter
                ]
                toml.fail("districts", Message("{letter} has no station", letter=letter), cells=cells)
    districts_of = {(mask, d) for mask, d in zip(station_cells, district_of, strict=True)}
    if len(districts_of) != len(set(station_cells)):
        with toml.collecting():
            cells = [format_cell(p) for p, mask in zip(points, station_cells, strict=True) if mask & mask - 1]
            toml.fail("districts", Message("the platform lies in more than one"), cells=cells)
    return tuple(letters), tuple(district_of)


def sketched_districts(
    rows: tuple[tuple[str, ...], ...],
    letters: tuple[str, ...],
    district_of: tuple[int, ...],
    size: Point,
    cells: int,
) -> tuple[tuple[tuple[str, ...], ...], tuple[str, ...], tuple[int, ...]]:
    """The districts of a map with mistakes: as large as the map, and one more for stations in none."""
    rows = tuple(
        tuple(
            rows[y][x] if y < len(rows) and x < len(rows[y]) and rows[y][x] in letters else NOTHING
            for x in range(size[0])
        )
        for y in range(size[1])
    )
    if len(district_of) != cells:
        district_of = (NO_DISTRICT,) * cells
    if NO_DISTRICT not in district_of:
        return rows, letters, district_of
    place = len(letters)
    return rows, (*letters, NOTHING), tuple(place if d == NO_DISTRICT else d for d in district_of)
