"""A sheet drawn as text: the map, the panel beside it, the task and the numbered moves below.

On paper that has no end everything is told at length. A terminal has a height as well: the page is
made to fit it, so that nothing scrolls away.
"""

from __future__ import annotations

import os
import shutil
import textwrap
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TextIO

from fulgence.language import translate
from fulgence.rules.game import Game
from fulgence.rules.view import View
from fulgence.term import words
from fulgence.term.canvas import Canvas
from fulgence.term.footer import Footer, MoveList, explained_flags, put_lines
from fulgence.term.glyphs import UNICODE, Glyphs, glyphs_for
from fulgence.term.guide import legend
from fulgence.term.ink import BOLD, COLOURLESS, PLAIN, QUIET, Ink, ink_for, is_terminal
from fulgence.term.options import Option
from fulgence.term.panel import LEVELS, NO_GATES, ROOMY, WIDTH, Panel, panel_height
from fulgence.term.plan import Plan, plan_size
from fulgence.term.result import draw_result, result_width

COLUMNS, ROWS = 80, 24
NARROW, WIDE = 28, 44  # columns of a panel
BELOW = 4  # rows that a page needs below the map: a task of two, moves, the prompt
SCALES = (2, 1)  # of the map, the better one first


@dataclass(frozen=True)
class Form:
    """How a page is laid out: the scale of the map, 0 for none, and the panel.

    `is_close`: moves and keys below may be shortened for the panel's sake.
    """

    scale: int
    x: int
    y: int
    columns: int
    level: int
    is_close: bool = False


def forms_at(scale: int, x: int, y: int, columns: int) -> Iterator[Form]:
    yield from (Form(scale, x, y, columns, level) for level in LEVELS)
    yield Form(scale, x, y, columns, LEVELS[-1], is_close=True)


@dataclass(frozen=True)
class Screen:
    """Pages for the eye. `rows`: of the terminal, 0 if pages may have any height."""

    glyphs: Glyphs = UNICODE
    ink: Ink = COLOURLESS
    columns: int = COLUMNS
    rows: int = 0

    @property
    def room(self) -> int:
        """Rows above the prompt."""
        return self.rows - 1

    def decision(self, view: View, choices: Sequence[Option], notes: Sequence[str] = ()) -> list[str]:
        footer = Footer(self.glyphs, self.columns, view, choices, notes)
        form = self.fitting(view, footer) if self.rows else self.endless(view)
        canvas = Canvas()
        if form.scale:
            Plan(canvas, self.glyphs, view.city, view.sheet, form.scale).draw(choices)
        else:
            put_lines(canvas, 0, self.needs(view), QUIET)
        Panel(canvas, self.glyphs, view, form.x, form.y, form.columns, form.level).write()
        footer.write(canvas, self.room - canvas.height if self.rows else footer.height)
        return self.paint(canvas)

    def paint(self, canvas: Canvas) -> list[str]:
        rows = canvas.rows(self.ink, columns=self.columns)
        return rows[: self.room] if self.rows else rows

    def endless(self, view: View) -> Form:
        """The panel to the right of the map, or below it if the page is narrow."""
        across, down = plan_size(view.city)
        if across + 2 + WIDTH <= self.columns:
            return Form(1, across + 2, 0, WIDTH, ROOMY)
        return Form(1, 0, down + 1, WIDTH, ROOMY)

    def fitting(self, view: View, footer: Footer) -> Form:
        """The best form that fits; if none does, the closest one."""
        for form in self.forms(view):
            panel = form.y + panel_height(self.glyphs, view, form.columns, form.level)
            down = plan_size(view.city, form.scale)[1] if form.scale else 0
            below = footer.least if form.is_close or panel <= down else footer.height
            if max(panel, down) + below <= self.room:
                return form
        return form

    def forms(self, view: View) -> Iterator[Form]:
        """From the roomiest to the closest: a large map, a map beside the panel or above it, no map."""
        across, down = plan_size(view.city, 2)
        columns = min(WIDE, self.columns - across - 2)
        if columns >= WIDTH and down + BELOW <= self.rows:  # but not at the price of what was dealt
            yield from (Form(2, across + 2, 0, columns, level) for level in LEVELS if level < NO_GATES)
        across, down = plan_size(view.city)
        columns = min(WIDE, self.columns - across - 2)
        if columns >= NARROW:
            yield from forms_at(1, across + 2, 0, columns)
        columns = min(WIDE, self.columns)
        if across <= self.columns:
            yield from forms_at(1, 0, down, columns)
        yield from forms_at(0, 0, len(self.needs(view)), columns)

    def needs(self, view: View) -> list[str]:
        """What a terminal must have to show the map, told where it has not."""
        across, down = plan_size(view.city)
        rows = BELOW + max(down, panel_height(self.glyphs, view, WIDTH, LEVELS[-1]))
        text = translate(words.NEEDS_ROOM, columns=across + 2 + WIDTH, rows=rows)
        return textwrap.wrap(text, self.columns)

    def atlas(self, view: View, choices: Sequence[Option]) -> list[str]:
        """On a terminal the map alone, as large as it can be, in strips if it is too wide."""
        if not self.rows:
            return self.decision(view, choices)
        sizes = {scale: plan_size(view.city, scale) for scale in SCALES}
        fits = [scale for scale, (x, y) in sizes.items() if x <= self.columns and y <= self.room]
        canvas = Canvas()
        Plan(canvas, self.glyphs, view.city, view.sheet, (*fits, 1)[0]).draw(choices)
        rows: list[str] = []
        for left in range(0, canvas.width, self.columns):
            rows += [*canvas.rows(self.ink, left, self.columns), ""]
        return rows

    def others(self, view: View) -> list[str]:
        rows: list[str] = []
        for seat in range(len(view.names)):
            if seat != view.seat:
                form = self.endless(view)
                canvas = Canvas()
                Plan(canvas, self.glyphs, view.city, view.sheets[seat]).draw()
                Panel(canvas, self.glyphs, view, form.x, form.y).write_other(seat)
                rows += [*canvas.rows(self.ink, columns=self.columns), ""]
        return rows

    def moves(self, view: View, choices: Sequence[Option]) -> list[str]:
        canvas = Canvas()
        listed = MoveList(self.glyphs, self.columns, view, choices)
        y = listed.write(canvas, 0, listed.height)
        flags = textwrap.wrap(explained_flags(self.glyphs, view, choices), self.columns)
        put_lines(canvas, y, flags, PLAIN)
        return canvas.rows(self.ink, columns=self.columns)

    def prose(self, rows: Sequence[str]) -> list[str]:
        wrapped = [textwrap.wrap(row, self.columns, subsequent_indent="    ") or [""] for row in rows]
        return [line for lines in wrapped for line in lines]

    def legend(self, view: View) -> list[str]:
        return legend(view, self.glyphs)

    def final(self, game: Game, people: Sequence[int], notes: Sequence[str] = ()) -> list[str]:
        """The sheets of the people, then everybody's score side by side, at the right of a sheet alone."""
        left = plan_size(game.city)[0] + 2
        if self.rows and len(people) == 1 and left + max(WIDTH, result_width(game)) <= self.columns:
            canvas = Canvas()
            draw_result(canvas, game, self.glyphs, left)
            lines = [line for note in notes for line in textwrap.wrap(note, self.columns - left)]
            put_lines(canvas, canvas.height + 1, lines, BOLD, left)
            Plan(canvas, self.glyphs, game.city, game.sheets[people[0]]).draw()
            return canvas.rows(self.ink)
        rows: list[str] = []
        for seat in people:
            canvas = Canvas()
            Plan(canvas, self.glyphs, game.city, game.sheets[seat]).draw()
            name = self.ink.paint(words.player(game.names[seat]), BOLD)
            rows += [name, *canvas.rows(self.ink, columns=self.columns), ""]
        canvas = Canvas()
        draw_result(canvas, game, self.glyphs)
        return [*rows, *canvas.rows(self.ink, columns=self.columns), *self.prose(notes)]


def screen_for(out: TextIO, colour: bool | None) -> Screen:
    """What the terminal behind `out` can show."""
    glyphs, ink = glyphs_for(out), ink_for(out, colour)
    if ink.colours:
        glyphs = replace(glyphs, used="")
    if not is_terminal(out):
        return Screen(glyphs, ink)
    columns, rows = terminal_size(out)
    return Screen(glyphs, ink, columns, rows)


def terminal_size(out: TextIO) -> tuple[int, int]:
    """Columns and rows, as the terminal itself says if it does."""
    try:
        columns, rows = os.get_terminal_size(out.fileno())
    except OSError:
        columns = rows = 0
    if columns and rows:
        return columns, rows
    return shutil.get_terminal_size((COLUMNS, ROWS))
