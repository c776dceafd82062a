"""The two pictures of a city file, and what follows from them: cells, sections, what crosses what."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NoReturn

from fulgence.rules import kinds
from fulgence.rules.errors import BadNotation
from fulgence.rules.facts import Facts
from fulgence.rules.geometry import DIRECTIONS, Point, dotted_lines, meeting_point
from fulgence.rules.notation import format_cell, parse_cell
from fulgence.rules.tables import CELLS, CONFLICTS, CROSSINGS, DISTRICTS, SECTIONS

SYMBOLS = {"S": kinds.SQUARE, "T": kinds.TRIANGLE, "P": kinds.PENTAGON, "C": kinds.CIRCLE}
ANY_STATION, MONUMENT, PLATFORM, CROSSING, NOTHING = "?", "M", "#", "+", "."


@dataclass(frozen=True)
class CityMap:
    size: Point
    points: tuple[Point, ...]
    cells: tuple[str, ...]
    symbols: tuple[int, ...]
    whole: tuple[int, ...]
    monuments: tuple[int, ...]
    districts: tuple[str, ...]
    district_of: tuple[int, ...]
    district_rows: tuple[tuple[str, ...], ...]
    sections: tuple[tuple[int, int], ...]
    crossing_pairs: tuple[tuple[int, int], ...]
    conflicts: tuple[tuple[int, ...], ...]
    overhead: dict[str, tuple[int, int]]

    def cell(self, facts: Facts, key: str, text: str) -> int:
        """The number of a cell that a fact names."""
        if text not in self.cells:
            facts.fail(key, f"{text!r}: there is no station")
        return self.cells.index(text)

    def section(self, facts: Facts, key: str, text: str) -> int:
        start, _, end = text.partition("-")
        for cell in (start, end):
            if cell not in self.cells:
                facts.fail(key, f"{text!r}: a section is two stations, as d3-c4; there is none at {cell!r}")
        pair = sorted((self.cells.index(start), self.cells.index(end)))
        if (pair[0], pair[1]) not in self.sections:
            facts.fail(key, f"{text!r}: no dotted line joins {start} and {end}")
        return self.sections.index((pair[0], pair[1]))


@dataclass(frozen=True)
class Picture:
    """Signs by row, without the column letters and row numbers around them."""

    facts: Facts
    key: str
    rows: list[list[str]]
    lines: list[int]  # of the text, from 0, on which the rows stand

    @property
    def size(self) -> Point:
        return (len(self.rows[0]), len(self.rows))

    def fail(self, point: Point, reason: str) -> NoReturn:
        self.facts.fail(self.key, f"{format_cell(point)}: {reason}", self.lines[point[1]])


def read_map(facts: Facts) -> CityMap:
    picture = read_picture(facts, "stations")
    size = picture.size
    signs = {(x, y): sign for y, row in enumerate(picture.rows) for x, sign in enumerate(row)}
    stations = {point: sign for point, sign in signs.items() if sign not in (NOTHING, CROSSING)}
    for point, sign in stations.items():
        if sign not in SYMBOLS and sign not in (ANY_STATION, MONUMENT, PLATFORM):
            picture.fail(point, f"unknown sign {sign!r}; there are S T P C ? M # + .")
    if not stations:
        facts.fail("stations", "has no station")
    if len(stations) > CELLS:
        facts.fail("stations", f"has {len(stations)} station cells, at most {CELLS} fit")
    points = tuple(stations)
    platform = sum(1 << i for i, point in enumerate(points) if signs[point] == PLATFORM)
    whole = tuple(platform if signs[p] == PLATFORM else 1 << i for i, p in enumerate(points))
    overhead = read_overhead(facts, picture, [p for p, sign in signs.items() if sign == CROSSING])
    station_of = {point: whole[i] for i, point in enumerate(points)}
    lines = dotted_lines(size, station_of, overhead)
    number = {point: i for i, point in enumerate(points)}
    sections = tuple((number[a], number[b]) for a, b in lines)
    if not sections:
        facts.fail("stations", "has no two stations that a dotted line can join")
    if len(sections) > SECTIONS:
        facts.fail("stations", f"makes {len(sections)} sections, at most {SECTIONS} fit")
    pairs = crossing_pairs(lines, overhead)
    letters = read_picture(facts, "districts")
    districts, district_of = read_districts(letters, size, points, whole)
    return CityMap(
        size=size,
        points=points,
        cells=tuple(format_cell(point) for point in points),
        symbols=tuple(SYMBOLS.get(signs[point], kinds.ANY) for point in points),
        whole=whole,
        monuments=tuple(i for i, point in enumerate(points) if signs[point] == MONUMENT),
        districts=districts,
        district_of=district_of,
        district_rows=tuple(tuple(row) for row in letters.rows),
        sections=sections,
        crossing_pairs=pairs,
        conflicts=conflicts(facts, sections, whole, pairs),
        overhead=overhead_sections(facts, lines, overhead),
    )


def read_picture(facts: Facts, key: str) -> Picture:
    lines = facts.text(key).split("\n")
    top = next(i for i, line in enumerate(lines) if line.strip())
    head = lines[top].split()
    if len(head) > 26 or head != [format_cell((x, 0))[0] for x in range(len(head))]:
        facts.fail(key, "must begin with the column letters a b c ...", top)
    rows: list[list[str]] = []
    places: list[int] = []
    for place, line in enumerate(lines):
        if place <= top or not line.strip():
            continue
        number, *row = line.split()
        if number != str(len(rows) + 1):
            facts.fail(key, f"row {len(rows) + 1} must begin with its number", place)
        for sign in row:
            if len(sign) != 1:
                facts.fail(key, f"row {number}: {sign!r} is not one sign; put spaces between them", place)
        if len(row) != len(head):
            facts.fail(key, f"row {number} has {len(row)} signs for {len(head)} columns", place)
        rows.append(row)
        places.append(place)
    if not rows or len(rows) > 99:
        facts.fail(key, f"has {len(rows)} rows; 1 to 99 are possible")
    return Picture(facts, key, rows, places)


def read_overhead(facts: Facts, picture: Picture, points: list[Point]) -> dict[Point, str]:
    """The two directions of every overhead crossing."""
    table = facts.facts("crossings")
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
            picture.fail(point, "crossings does not tell the directions of this one")
    return found


def crossing_pairs(
    lines: list[tuple[Point, Point]], overhead: dict[Point, str]
) -> tuple[tuple[int, int], ...]:
    """Sections that meet where neither has an end and no overhead crossing parts them."""
    found = []
    for i, (a, b) in enumerate(lines):
        for j in range(i):
            c, d = lines[j]
            point = meeting_point(a, b, c, d)
            if point is not None and not any(point == p for p in (a, b, c, d, *overhead)):
                found.append((j, i))
    return tuple(sorted(found))


def conflicts(
    facts: Facts,
    sections: tuple[tuple[int, int], ...],
    whole: tuple[int, ...],
    pairs: tuple[tuple[int, int], ...],
) -> tuple[tuple[int, ...], ...]:
    """Of every section, those that cannot be drawn beside it: crossed, or between the same stations."""
    found: list[set[int]] = [set() for _ in sections]
    ends = [frozenset((whole[a], whole[b])) for a, b in sections]
    twins = [(i, j) for i in range(len(ends)) for j in range(i) if ends[i] == ends[j]]
    for i, j in [*pairs, *twins]:
        found[i].add(j)
        found[j].add(i)
    if len(sections) + sum(map(len, found)) > CONFLICTS:
        facts.fail("stations", "makes more crossings than fit")
    return tuple(tuple(sorted(others)) for others in found)


def overhead_sections(
    facts: Facts, lines: list[tuple[Point, Point]], overhead: dict[Point, str]
) -> dict[str, tuple[int, int]]:
    """The two sections that pass over every crossing."""
    found = {}
    for point, signs in overhead.items():
        over = []
        for sign in signs:
            step = DIRECTIONS[sign]
            over += [i for i, (a, b) in enumerate(lines) if passes(a, b, point, step)]
        if len(over) != 2:
            facts.facts("crossings").fail(format_cell(point), "no section passes in both directions")
        found[format_cell(point)] = (over[0], over[1])
    if len(found) > CROSSINGS:
        facts.fail("crossings", f"has {len(found)}, at most {CROSSINGS} fit")
    return found


def passes(a: Point, b: Point, point: Point, step: Point) -> bool:
    """Whether the section a-b runs over `point` in direction `step`."""
    span = max(abs(b[0] - a[0]), abs(b[1] - a[1]))
    sense = ((b[0] - a[0]) // span, (b[1] - a[1]) // span)
    if step not in (sense, (-sense[0], -sense[1])):
        return False
    return any((a[0] + k * sense[0], a[1] + k * sense[1]) == point for k in range(1, span))


def read_districts(
    picture: Picture, size: Point, points: tuple[Point, ...], whole: tuple[int, ...]
) -> tuple[tuple[str, ...], tuple[int, ...]]:
    """Letters of the districts in reading order, and the district of every cell."""
    facts = picture.facts
    if picture.size != size:
        facts.fail("districts", "is not as wide and high as the picture of the stations")
    letters: list[str] = []
    for y, row in enumerate(picture.rows):
        for x, letter in enumerate(row):
            if letter != NOTHING and not (letter.isascii() and letter.isalpha()):
                picture.fail((x, y), f"{letter!r} is no letter")
            if letter != NOTHING and letter not in letters:
                letters.append(letter)
    if len(letters) > DISTRICTS:
        facts.fail("districts", f"has {len(letters)}, at most {DISTRICTS} fit")
    district_of = []
    for point in points:
        letter = picture.rows[point[1]][point[0]]
        if letter == NOTHING:
            picture.fail(point, "this station is in no district")
        district_of.append(letters.index(letter))
    for number, letter in enumerate(letters):
        if number not in district_of:
            facts.fail("districts", f"{letter} has no station")
    if len({(mask, d) for mask, d in zip(whole, district_of, strict=True)}) != len(set(whole)):
        facts.fail("districts", "the platform lies in more than one")
    return tuple(letters), tuple(district_of)
