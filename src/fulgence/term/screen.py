"""A sheet drawn as text: the map, the panel beside it and the numbered moves below."""

from __future__ import annotations

import shutil
import textwrap
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TextIO

from fulgence.language import translate
from fulgence.rules.game import Game
from fulgence.rules.view import View
from fulgence.term import words
from fulgence.term.canvas import Canvas
from fulgence.term.glyphs import UNICODE, Glyphs, glyphs_for
from fulgence.term.guide import legend
from fulgence.term.ink import BOLD, CLEAR, COLOURLESS, PLAIN, QUIET, Ink, Style, ink_for, is_terminal
from fulgence.term.options import Option
from fulgence.term.panel import WIDTH, Panel
from fulgence.term.plan import Plan, plan_width
from fulgence.term.result import draw_result
from fulgence.term.stations import station
from fulgence.term.task import task

COLUMNS = 80
ITEM = 16  # columns of one numbered move


@dataclass(frozen=True)
class Screen:
    """Pages for the eye. `opening` is what a terminal is sent before each of them."""

    glyphs: Glyphs = UNICODE
    ink: Ink = COLOURLESS
    columns: int = COLUMNS
    opening: str = ""

    def decision(self, view: View, choices: Sequence[Option]) -> list[str]:
        canvas = Canvas()
        Plan(canvas, self.glyphs, view.city, view.sheet).draw(choices)
        Panel(canvas, self.glyphs, view, *self.beside(canvas, view)).write()
        self.write(canvas, canvas.height + 1, task(view), BOLD)
        if choices:
            self.list_choices(canvas, canvas.height, view, choices)
        keys = [translate(words.KEYS_DRAW)] if choices else []
        keys.append(translate(words.KEYS_OTHERS if len(view.names) > 1 else words.KEYS))
        self.write(canvas, canvas.height, ", ".join(keys), QUIET)
        return canvas.rows(self.ink)

    def write(self, canvas: Canvas, y: int, text: str, style: Style) -> None:
        for line in textwrap.wrap(text, self.columns):
            canvas.put(0, y, line, style)
            y += 1

    def atlas(self, view: View, choices: Sequence[Option]) -> list[str]:
        return self.decision(view, choices)

    def others(self, view: View) -> list[str]:
        rows: list[str] = []
        for seat in range(len(view.names)):
            if seat != view.seat:
                canvas = Canvas()
                Plan(canvas, self.glyphs, view.city, view.sheets[seat]).draw()
                Panel(canvas, self.glyphs, view, *self.beside(canvas, view)).write_other(seat)
                rows += [*canvas.rows(self.ink), ""]
        return rows

    def prose(self, rows: Sequence[str]) -> list[str]:
        wrapped = [textwrap.wrap(row, self.columns, subsequent_indent="    ") or [""] for row in rows]
        return [line for lines in wrapped for line in lines]

    def legend(self, view: View) -> list[str]:
        return legend(view, self.glyphs)

    def final(self, game: Game, people: Sequence[int]) -> list[str]:
        """The sheets of the people, then everybody's score side by side."""
        rows: list[str] = []
        for seat in people:
            canvas = Canvas()
            Plan(canvas, self.glyphs, game.city, game.sheets[seat]).draw()
            rows += [self.ink.paint(words.player(game.names[seat]), BOLD), *canvas.rows(self.ink), ""]
        canvas = Canvas()
        draw_result(canvas, game, self.glyphs)
        return [*rows, *canvas.rows(self.ink)]

    def beside(self, canvas: Canvas, view: View) -> tuple[int, int]:
        """Where the panel goes: to the right of the map, or below it if the terminal is narrow."""
        right = plan_width(view.city) + 2
        return (right, 0) if right + WIDTH <= self.columns else (0, canvas.height + 1)

    def list_choices(self, canvas: Canvas, y: int, view: View, choices: Sequence[Option]) -> None:
        """The numbered moves in columns, and what the signs behind them mean."""
        city = view.city
        x = 0
        for choice in choices:
            if x + ITEM > self.columns:
                x, y = 0, y + 1
            before, after = station(city, view.sheet, choice.end).brackets
            sign = f"{before}{self.glyphs.symbols[city.symbols[choice.end]]}{after}"
            canvas.put(x, y, f"{choice.number:>2}", BOLD)
            canvas.put(x + 3, y, f"{choice.move} {sign}{self.flags(choice)}")
            x += ITEM
        self.explain_flags(canvas, y + 1, view, choices)

    def flags(self, choice: Option) -> str:
        flags = ((self.glyphs.river, choice.crosses_river), ("!", choice.needs_power), ("&", choice.links))
        return "".join(sign for sign, is_so in flags if is_so)

    def explain_flags(self, canvas: Canvas, y: int, view: View, choices: Sequence[Option]) -> None:
        used = {sign for choice in choices for sign in self.flags(choice)}
        texts = {
            self.glyphs.river: words.under_river(view.city),
            "!": translate(words.POWER_FLAG),
            "&": translate(words.LINK_FLAG),
        }
        text = "   ".join(f"{sign} {text}" for sign, text in texts.items() if sign in used)
        self.write(canvas, y, text, PLAIN)


def screen_for(out: TextIO, colour: bool | None) -> Screen:
    """What the terminal behind `out` can show."""
    terminal = is_terminal(out)
    glyphs, ink = glyphs_for(out), ink_for(out, colour)
    columns = shutil.get_terminal_size((COLUMNS, 40)).columns if terminal else COLUMNS
    if ink.colours:
        glyphs = replace(glyphs, used="")
    return Screen(glyphs, ink, columns, CLEAR if terminal else "")
