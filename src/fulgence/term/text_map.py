"""The map of a sheet in characters: four columns and two rows per cell, or twice as many.

Sections are straight and do not cross, so each has its own characters; only at an overhead crossing
do two sections share one.
"""

from __future__ import annotations

from collections.abc import Sequence

from fulgence.pencils import pencils_of
from fulgence.prose.options import Option
from fulgence.prose.stations import drawn_sections, station
from fulgence.rules import kinds
from fulgence.rules.city import City, Point
from fulgence.rules.sheet import Sheet
from fulgence.rules.text.notation import format_cell, parse_cell
from fulgence.term.canvas import Canvas
from fulgence.term.colours import BOLD, QUIET, RULE, WATER, Style, colour_of
from fulgence.term.glyphs import Glyphs

ACROSS, DOWN = 4, 2  # characters of a cell
LEFT, TOP = 4, 1  # room for row numbers and column letters
HORIZONTAL, VERTICAL, FALLING, RISING = range(4)  # places in Glyphs.stroke


class TextMap:
    """One map, drawn from the top left corner of a canvas; `scale` multiplies the size of a cell."""

    def __init__(self, canvas: Canvas, glyphs: Glyphs, city: City, sheet: Sheet, scale: int = 1) -> None:
        self.canvas = canvas
        self.scale = scale
        self.glyphs = glyphs
        self.city = city
        self.sheet = sheet
        self.pencils = [city.pencils[number] for number in sheet.terms.pencils]
        self.letters = pencil_letters(city)
        self.own = Style(colour_of(city, self.pencils[min(sheet.round, kinds.ROUNDS - 1)]), bold=True)
        self.taken: set[Point] = set()  # characters that numbers and letters must not cover

    def draw(self, choices: Sequence[Option] = ()) -> None:
        self.draw_margins()
        self.draw_rules()
        self.draw_dotted()
        for cell in range(len(self.city.cells)):
            self.draw_station(cell, any(choice.end == cell for choice in choices))
        for number in range(kinds.ROUNDS):
            self.draw_line(number)
        for choice in choices:
            self.draw_track(choice)
        for choice in choices:
            self.draw_number(choice)

    def place(self, point: Point) -> Point:
        return LEFT + ACROSS * self.scale * point[0], TOP + DOWN * self.scale * point[1]

    def way(self, section: int) -> tuple[int, list[Point]]:
        """The direction of a section and the places of its characters, from its first cell to its second."""
        (ax, ay), (bx, by) = (self.place(self.city.points[cell]) for cell in self.city.sections[section])
        if ay == by:
            return HORIZONTAL, [(x, ay) for x in range(ax + 1, bx)]
        step = (bx - ax) // (by - ay)
        places = [(ax + step * n, ay + n) for n in range(1, by - ay)]
        return (VERTICAL if step == 0 else FALLING if step > 0 else RISING), places

    def draw_margins(self) -> None:
        columns, rows = self.city.size
        for x in range(columns):
            self.canvas.put(self.place((x, 0))[0], 0, format_cell((x, 0))[0], QUIET)
        for y in range(rows):
            self.canvas.put(0, self.place((0, y))[1], f"{y + 1:>2}", QUIET)

    def draw_rules(self) -> None:
        """Borders of districts, halfway between two cells."""
        rows = self.city.district_rows
        across, down = ACROSS * self.scale // 2, DOWN * self.scale // 2
        right, bottom = self.place((self.city.size[0] - 1, self.city.size[1] - 1))
        districts = {(x, y): letter for y, row in enumerate(rows) for x, letter in enumerate(row)}
        for (x, y), here in districts.items():
            left, top = self.place((x, y))
            east, south = districts.get((x + 1, y), here), districts.get((x, y + 1), here)
            if east != here:
                for row in range(max(TOP, top - down + 1), min(bottom + 1, top + down)):
                    self.canvas.put(left + across, row, self.glyphs.rule[3], RULE)
            if south != here:
                for column in range(max(LEFT - 1, left - across + 1), min(right + 2, left + across)):
                    self.canvas.put(column, top + down, self.glyphs.rule[12], RULE)
            corner = districts.get((x + 1, y + 1))
            if corner is not None:
                sides = (here != east, south != corner, here != south, east != corner)
                if any(sides):
                    sign = self.glyphs.rule[sum(is_there << n for n, is_there in enumerate(sides))]
                    self.canvas.put(left + across, top + down, sign, RULE)

    def draw_dotted(self) -> None:
        for section in range(len(self.city.sections)):
            way, places = self.way(section)
            for x, y in places[1::2] if way == HORIZONTAL else places:
                if self.canvas.is_free(x, y):
                    self.canvas.put(x, y, self.glyphs.dot, RULE)
            if section in self.city.river:
                self.canvas.put(*places[len(places) // 2], self.glyphs.river, WATER)
        for cell in self.city.overhead:
            self.canvas.put(*self.place(parse_cell(cell)), self.glyphs.overhead, QUIET)

    def draw_station(self, cell: int, is_target: bool) -> None:
        what = station(self.city, self.sheet, cell)
        before, after = what.brackets
        style = BOLD
        if (self.sheet.side[0] | self.sheet.side[1]) >> cell & 1:
            style = self.own
        if is_target:
            style = Style(self.own.colour, bold=True, reverse=True)
        if what.departure:
            style = Style(colour_of(self.city, what.departure), bold=True, reverse=True)
            before, after = self.letters[what.departure], after or what.side
        x, y = self.place(self.city.points[cell])
        for dx, sign in ((-1, before), (0, self.glyphs.symbols[what.symbol]), (1, after)):
            if sign:
                self.canvas.put(x + dx, y, sign, style)
                self.taken.add((x + dx, y))

    def draw_line(self, number: int) -> None:
        """The sections of a round in its pencil's colour, each with the pencil's letter."""
        pencil = self.pencils[number]
        style = Style(colour_of(self.city, pencil), bold=True)
        overhead = {self.place(parse_cell(cell)) for cell in self.city.overhead}
        for section in drawn_sections(self.city, self.sheet, number):
            way, places = self.way(section)
            free = [place for place in places if place not in self.taken]
            for place in free:
                self.canvas.put(*place, self.glyphs.stroke[way], style)
            for place in overhead & self.taken & set(places):
                self.canvas.put(*place, self.glyphs.both, style)
            self.taken.update(places)
            if way != HORIZONTAL or not free:  # beside the stroke, to leave it unbroken
                free = [(x + 1, y) for x, y in places] + [(x - 1, y) for x, y in places]
                free = [place for place in free if place not in self.taken][: len(places)]
            if free:
                middle = free[(len(free) - 1) // 2]
                self.canvas.put(*middle, self.letters[pencil], style)
                self.taken.add(middle)

    def draw_track(self, choice: Option) -> None:
        if choice.is_circle:
            return
        for place in self.way(self.section(choice))[1]:
            if place not in self.taken:
                self.canvas.put(*place, self.glyphs.track, self.own)

    def section(self, choice: Option) -> int:
        first, second = sorted((choice.start, choice.end))
        return self.city.sections.index((first, second))

    def draw_number(self, choice: Option) -> None:
        """Put the number on the section, near its end, or beside the station if there is no room."""
        text = str(choice.number)
        spots = [[(x + n, y) for n in range(len(text))] for x, y in self.spots(choice, len(text))]
        best = next((spot for spot in spots if not self.taken & set(spot)), spots[0])
        x, y = self.canvas.put(*best[0], text, Style(self.own.colour, bold=True, reverse=True)), best[0][1]
        self.taken.update([(best[0][0] - 1, y), *best, (x, y)])  # two numbers never touch

    def spots(self, choice: Option, size: int) -> list[Point]:
        """Where a number of `size` digits may start, best place first."""
        x, y = self.place(self.city.points[choice.end])
        columns = (x + 1, x - size, x, x + 2, x - size - 1)
        beside = [(column, y + dy) for dy in (0, 1, -1) for column in columns if column != x or dy]
        if choice.is_circle:
            return beside
        way, places = self.way(self.section(choice))
        if choice.end == max(choice.start, choice.end):
            places.reverse()
        found = []
        for px, py in places:
            if way in (FALLING, RISING):  # the two diagonals of a cell use different sides
                found.append((px + 1, py) if x > px else (px - size, py))
            found += [(px, py), (px + 1 - size, py)]
        return [*found, *beside]


def pencil_letters(city: City) -> dict[str, str]:
    """In lowercase, because capitals mean symbols and sides."""
    return {name: pencil.letter.lower() for name, pencil in pencils_of(city.pencils).items()}


def text_map_size(city: City, scale: int = 1) -> tuple[int, int]:
    """Columns and rows of the map."""
    columns, rows = city.size
    return LEFT + ACROSS * scale * (columns - 1) + 2, TOP + DOWN * scale * (rows - 1) + 1
