"""The two pictures of a city file, and what follows from them: cells, sections, crossings, districts."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NoReturn

from fulgence.rules import kinds
from fulgence.rules.city import Point
from fulgence.rules.city_tables import MAX_CELLS, MAX_CONFLICTS, MAX_CROSSINGS, MAX_DISTRICTS, MAX_SECTIONS
from fulgence.rules.cityfile.geometry import DIRECTIONS, dotted_lines, meeting_point
from fulgence.rules.cityfile.toml_reader import TomlTable
from fulgence.rules.errors import BadNotation
from fulgence.rules.text.notation import format_cell, parse_cell

SYMBOLS = {"S": kinds.SQUARE, "T": kinds.TRIANGLE, "P": kinds.PENTAGON, "C": kinds.CIRCLE}
ANY_STATION, MONUMENT, PLATFORM, CROSSING, NOTHING = "?", "M", "#", "+", "."


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

    def cell(self, toml: TomlTable, key: str, text: str) -> int:
        """The number of a cell that a key names."""
        if text not in self.cells:
            toml.fail(key, f"there is no station at {text}")
        return self.cells.index(text)

    def section(self, toml: TomlTable, key: str, text: str) -> int:
        start, _, end = text.partition("-")
        for cell in (start, end):
            if cell not in self.cells:
                toml.fail(key, f"{text!r}: a section is two stations, as d3-c4; there is none at {cell!r}")
        pair = sorted((self.cells.index(start), self.cells.index(end)))
        if (pair[0], pair[1]) not in self.sections:
            toml.fail(key, f"{text!r}: no dotted line joins {start} and {end}")
        return self.sections.index((pair[0], pair[1]))


@dataclass(frozen=True)
class Picture:
    """Characters by row, without the column letters and row numbers around them."""

    toml: TomlTable
    key: str
    rows: list[list[str]]
    lines: list[int]  # of the rows in the string, from 0

    @property
    def size(self) -> Point:
        return (len(self.rows[0]), len(self.rows))

    def fail(self, point: Point, reason: str) -> NoReturn:
        self.toml.fail(self.key, f"{format_cell(point)}: {reason}", self.lines[point[1]])


def read_map(toml: TomlTable) -> ParsedMap:
    picture = read_picture(toml, "stations")
    size = picture.size
    marks = {(x, y): mark for y, row in enumerate(picture.rows) for x, mark in enumerate(row)}
    stations = {point: mark for point, mark in marks.items() if mark not in (NOTHING, CROSSING)}
    for point, mark in stations.items():
        if mark not in SYMBOLS and mark not in (ANY_STATION, MONUMENT, PLATFORM):
            picture.fail(point, f"unknown character {mark!r}; expected one of S T P C ? M # + .")
    if not stations:
        toml.fail("stations", "has no station")
    if len(stations) > MAX_CELLS:
        toml.fail("stations", f"has {len(stations)} station cells; the maximum is {MAX_CELLS}")
    points = tuple(stations)
    platform = sum(1 << i for i, point in enumerate(points) if marks[point] == PLATFORM)
    station_cells = tuple(platform if marks[p] == PLATFORM else 1 << i for i, p in enumerate(points))
    overhead = read_overhead(toml, picture, [p for p, mark in marks.items() if mark == CROSSING])
    station_of = {point: station_cells[i] for i, point in enumerate(points)}
    lines = dotted_lines(size, station_of, overhead)
    number = {point: i for i, point in enumerate(points)}
    sections = tuple((number[a], number[b]) for a, b in lines)
    if not sections:
        toml.fail("stations", "has no two stations that a dotted line can join")
    if len(sections) > MAX_SECTIONS:
        toml.fail("stations", f"makes {len(sections)} sections; the maximum is {MAX_SECTIONS}")
    pairs = crossing_pairs(lines, overhead)
    letters = read_picture(toml, "districts")
    districts, district_of = read_districts(letters, size, points, station_cells)
    return ParsedMap(
        size=size,
        points=points,
        cells=tuple(format_cell(point) for point in points),
        symbols=tuple(SYMBOLS.get(marks[point], kinds.ANY) for point in points),
        station_cells=station_cells,
        monuments=tuple(i for i, point in enumerate(points) if marks[point] == MONUMENT),
        districts=districts,
        district_of=district_of,
        district_rows=tuple(tuple(row) for row in letters.rows),
        sections=sections,
        crossing_pairs=pairs,
        conflicts=conflicts(toml, sections, station_cells, pairs),
        overhead=overhead_sections(toml, lines, overhead),
    )


def read_picture(toml: TomlTable, key: str) -> Picture:
    lines = toml.text(key).split("\n")
    top = next(i for i, line in enumerate(lines) if line.strip())
    head = lines[top].split()
    if len(head) > 26 or head != [format_cell((x, 0))[0] for x in range(len(head))]:
        toml.fail(key, "must begin with the column letters a b c ...", top)
    rows: list[list[str]] = []
    places: list[int] = []
    for place, line in enumerate(lines):
        if place <= top or not line.strip():
            continue
        number, *row = line.split()
        if number != str(len(rows) + 1):
            toml.fail(key, f"row {len(rows) + 1} must begin with its number", place)
        for mark in row:
            if len(mark) != 1:
                toml.fail(
                    key,
                    f"row {number}: {mark!r} is not a single character; put spaces between them",
                    place,
                )
        if len(row) != len(head):
            toml.fail(key, f"row {number} has {len(row)} characters for {len(head)} columns", place)
        rows.append(row)
        places.append(place)
    if not rows or len(rows) > 99:
        toml.fail(key, f"has {len(rows)} rows; 1 to 99 are possible")
    return Picture(toml, key, rows, places)


def read_overhead(toml: TomlTable, picture: Picture, points: list[Point]) -> dict[Point, str]:
    """The two directions of every overhead crossing."""
    table = toml.subtable("crossings")
    found: dict[Point, str] = {}
    for cell in table.table:
        directions = table.text(cell)
        try:
            point = parse_cell(cell)
        except BadNotation as error:
            table.fail(cell, str(error))
        if point not in points:
            table.fail(cell, f"the picture shows no crossing ({CROSSING}) there")
        if len(set(directions)) != 2 or len(directions) != 2 or not set(directions) <= set(DIRECTIONS):
            table.fail(cell, "needs two different directions of - | / \\")
        found[point] = directions
    for point in points:
        if point not in found:
            picture.fail(point, "crossings does not give the directions of this one")
    return found


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
        toml.fail("stations", "has too many crossings")
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
        if len(over) != 2:
            toml.subtable("crossings").fail(format_cell(point), "no section passes in both directions")
        found[format_cell(point)] = (over[0], over[1])
    if len(found) > MAX_CROSSINGS:
        toml.fail("crossings", f"has {len(found)}; the maximum is {MAX_CROSSINGS}")
    return found


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
        toml.fail("districts", "is not as wide and high as the picture of the stations")
    letters: list[str] = []
    for y, row in enumerate(picture.rows):
        for x, letter in enumerate(row):
            if letter != NOTHING and not (letter.isascii() and letter.isalpha()):
                picture.fail((x, y), f"{letter!r} is not a letter")
            if letter != NOTHING and letter not in letters:
                letters.append(letter)
    if len(letters) > MAX_DISTRICTS:
        toml.fail("districts", f"has {len(letters)}; the maximum is {MAX_DISTRICTS}")
    district_of = []
    for point in points:
        letter = picture.rows[point[1]][point[0]]
        if letter == NOTHING:
            picture.fail(point, "this station is in no district")
        district_of.append(letters.index(letter))
    for number, letter in enumerate(letters):
        if number not in district_of:
            toml.fail("districts", f"{letter} has no station")
    if len({(mask, d) for mask, d in zip(station_cells, district_of, strict=True)}) != len(
        set(station_cells)
    ):
        toml.fail("districts", "the platform lies in more than one")
    return tuple(letters), tuple(district_of)
