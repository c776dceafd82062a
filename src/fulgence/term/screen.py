"""A sheet drawn as text: the map, the panel beside it, the task and the numbered moves below.

Without a terminal, pages have any height and show everything. On a terminal, the page is laid out to
fit, so that nothing scrolls away.
"""

from __future__ import annotations

import os
import shutil
import textwrap
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TextIO

from fulgence.language import N_, translate
from fulgence.prose import wording
from fulgence.prose.options import Option
from fulgence.rules.game import Game
from fulgence.rules.view import View
from fulgence.term.canvas import Canvas
from fulgence.term.colours import BOLD, NO_COLOURS, PLAIN, QUIET, Palette, is_terminal, palette_for
from fulgence.term.footer import Footer, MoveList, explained_flags, put_lines
from fulgence.term.glyphs import UNICODE, Glyphs, glyphs_for
from fulgence.term.help import legend
from fulgence.term.panel import LEVELS, NO_GATES, ROOMY, WIDTH, Panel, panel_height
from fulgence.term.result import draw_result, result_width
from fulgence.term.text_map import TextMap, text_map_size

NEEDS_ROOM = N_("The map needs {columns} x {rows} characters; type m to see it in parts.")

COLUMNS, ROWS = 80, 24
NARROW, WIDE = 28, 44  # columns of a panel
BELOW = 4  # rows that a page needs below the map: a task of two, moves, the prompt
SCALES = (2, 1)  # of the map, the larger one first


@dataclass(frozen=True)
class PageLayout:
    """How a page is laid out: the scale of the map (0: no map) and the panel.

    `is_close`: moves and keys may be shortened to make room for the panel.
    """

    scale: int
    x: int
    y: int
    columns: int
    level: int
    is_close: bool = False


def layouts_at(scale: int, x: int, y: int, columns: int) -> Iterator[PageLayout]:
    yield from (PageLayout(scale, x, y, columns, level) for level in LEVELS)
    yield PageLayout(scale, x, y, columns, LEVELS[-1], is_close=True)


@dataclass(frozen=True)
class Screen:
    """The drawn display. `rows`: height of the terminal, 0 if there is no limit."""

    glyphs: Glyphs = UNICODE
    palette: Palette = NO_COLOURS
    columns: int = COLUMNS
    rows: int = 0

    @property
    def room(self) -> int:
        """The number of rows above the prompt."""
        return self.rows - 1

    def decision(self, view: View, choices: Sequence[Option], notes: Sequence[str] = ()) -> list[str]:
        footer = Footer(self.glyphs, self.columns, view, choices, notes)
        layout = self.fitting_layout(view, footer) if self.rows else self.unlimited_layout(view)
        canvas = Canvas()
        if layout.scale:
            TextMap(canvas, self.glyphs, view.city, view.sheet, layout.scale).draw(choices)
        else:
            put_lines(canvas, 0, self.map_needs_room(view), QUIET)
        Panel(canvas, self.glyphs, view, layout.x, layout.y, layout.columns, layout.level).write()
        footer.write(canvas, self.room - canvas.height if self.rows else footer.height)
        return self.paint(canvas)

    def paint(self, canvas: Canvas) -> list[str]:
        rows = canvas.rows(self.palette, columns=self.columns)
        return rows[: self.room] if self.rows else rows

    def unlimited_layout(self, view: View) -> PageLayout:
        """For pages of any height: the panel beside the map, or below it if the page is narrow."""
        across, down = text_map_size(view.city)
        if across + 2 + WIDTH <= self.columns:
            return PageLayout(1, across + 2, 0, WIDTH, ROOMY)
        return PageLayout(1, 0, down + 1, WIDTH, ROOMY)

    def fitting_layout(self, view: View, footer: Footer) -> PageLayout:
        """The first layout that fits; otherwise the smallest."""
        for layout in self.layouts(view):
            panel = layout.y + panel_height(self.glyphs, view, layout.columns, layout.level)
            down = text_map_size(view.city, layout.scale)[1] if layout.scale else 0
            indented = footer.least if layout.is_close or panel <= down else footer.height
            if max(panel, down) + indented <= self.room:
                return layout
        return layout

    def layouts(self, view: View) -> Iterator[PageLayout]:
        """From the roomiest to the smallest: a large map, a map beside the panel, above it, no map."""
        across, down = text_map_size(view.city, 2)
        columns = min(WIDE, self.columns - across - 2)
        if columns >= WIDTH and down + BELOW <= self.rows:  # but not if that hides what was dealt
            yield from (PageLayout(2, across + 2, 0, columns, level) for level in LEVELS if level < NO_GATES)
        across, down = text_map_size(view.city)
        columns = min(WIDE, self.columns - across - 2)
        if columns >= NARROW:
            yield from layouts_at(1, across + 2, 0, columns)
        columns = min(WIDE, self.columns)
        if across <= self.columns:
            yield from layouts_at(1, 0, down, columns)
        yield from layouts_at(0, 0, len(self.map_needs_room(view)), columns)

    def map_needs_room(self, view: View) -> list[str]:
        """The message shown instead of the map if the terminal is too small."""
        across, down = text_map_size(view.city)
        rows = BELOW + max(down, panel_height(self.glyphs, view, WIDTH, LEVELS[-1]))
        text = translate(NEEDS_ROOM, columns=across + 2 + WIDTH, rows=rows)
        return textwrap.wrap(text, self.columns)

    def whole_map(self, view: View, choices: Sequence[Option]) -> list[str]:
        """On a terminal, only the map, as large as possible, in strips if it is too wide."""
        if not self.rows:
            return self.decision(view, choices)
        sizes = {scale: text_map_size(view.city, scale) for scale in SCALES}
        fits = [scale for scale, (x, y) in sizes.items() if x <= self.columns and y <= self.room]
        canvas = Canvas()
        TextMap(canvas, self.glyphs, view.city, view.sheet, (*fits, 1)[0]).draw(choices)
        rows: list[str] = []
        for left in range(0, canvas.width, self.columns):
            rows += [*canvas.rows(self.palette, left, self.columns), ""]
        return rows

    def other_sheets(self, view: View) -> list[str]:
        rows: list[str] = []
        for seat in range(len(view.names)):
            if seat != view.seat:
                layout = self.unlimited_layout(view)
                canvas = Canvas()
                TextMap(canvas, self.glyphs, view.city, view.sheets[seat]).draw()
                Panel(canvas, self.glyphs, view, layout.x, layout.y).write_other(seat)
                rows += [*canvas.rows(self.palette, columns=self.columns), ""]
        return rows

    def moves(self, view: View, choices: Sequence[Option]) -> list[str]:
        canvas = Canvas()
        listed = MoveList(self.glyphs, self.columns, view, choices)
        y = listed.write(canvas, 0, listed.height)
        flags = textwrap.wrap(explained_flags(self.glyphs, view, choices), self.columns)
        put_lines(canvas, y, flags, PLAIN)
        return canvas.rows(self.palette, columns=self.columns)

    def wrap(self, rows: Sequence[str]) -> list[str]:
        wrapped = [textwrap.wrap(row, self.columns, subsequent_indent="    ") or [""] for row in rows]
        return [line for lines in wrapped for line in lines]

    def legend(self, view: View) -> list[str]:
        return legend(view, self.glyphs)

    def final_page(self, game: Game, people: Sequence[int], notes: Sequence[str] = ()) -> list[str]:
        """The human players' sheets, then all scores; beside the map if there is only one sheet."""
        left = text_map_size(game.city)[0] + 2
        if self.rows and len(people) == 1 and left + max(WIDTH, result_width(game)) <= self.columns:
            canvas = Canvas()
            draw_result(canvas, game, self.glyphs, left)
            lines = [line for note in notes for line in textwrap.wrap(note, self.columns - left)]
            put_lines(canvas, canvas.height + 1, lines, BOLD, left)
            TextMap(canvas, self.glyphs, game.city, game.sheets[people[0]]).draw()
            return canvas.rows(self.palette)
        rows: list[str] = []
        for seat in people:
            canvas = Canvas()
            TextMap(canvas, self.glyphs, game.city, game.sheets[seat]).draw()
            name = self.palette.paint(wording.player_name(game.names[seat]), BOLD)
            rows += [name, *canvas.rows(self.palette, columns=self.columns), ""]
        canvas = Canvas()
        draw_result(canvas, game, self.glyphs)
        return [*rows, *canvas.rows(self.palette, columns=self.columns), *self.wrap(notes)]


def screen_for(out: TextIO, colour: bool | None) -> Screen:
    """What the terminal behind `out` can show."""
    glyphs, palette = glyphs_for(out), palette_for(out, colour)
    if palette.colours:
        glyphs = replace(glyphs, used="")
    if not is_terminal(out):
        return Screen(glyphs, palette)
    columns, rows = terminal_size(out)
    return Screen(glyphs, palette, columns, rows)


def terminal_size(out: TextIO) -> tuple[int, int]:
    """Columns and rows, preferably from the terminal itself."""
    try:
        columns, rows = os.get_terminal_size(out.fileno())
    except OSError:
        columns = rows = 0
    if columns and rows:
        return columns, rows
    return shutil.get_terminal_size((COLUMNS, ROWS))
