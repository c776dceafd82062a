"""What stands below the map: the task, the numbered moves, the keys, and what was said last."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence

from fulgence.language import translate
from fulgence.rules.view import View
from fulgence.term import words
from fulgence.term.canvas import Canvas, width
from fulgence.term.glyphs import Glyphs
from fulgence.term.ink import BOLD, PLAIN, QUIET, Style
from fulgence.term.options import Option
from fulgence.term.stations import station
from fulgence.term.task import task

ITEM = 16  # columns of one numbered move


class Footer:
    """Written below what a page has already, in as many rows as are left."""

    def __init__(
        self, glyphs: Glyphs, columns: int, view: View, choices: Sequence[Option], notes: Sequence[str]
    ) -> None:
        self.columns = columns
        self.choices = choices
        self.task = textwrap.wrap(task(view), columns)
        self.flags = textwrap.wrap(explained_flags(glyphs, view, choices), columns)
        self.keys = textwrap.wrap(known_keys(view, choices), columns)
        self.moves = MoveList(glyphs, columns, view, choices)
        self.notes = [line for note in notes for line in textwrap.wrap(note, columns) or [""]]

    @property
    def least(self) -> int:
        """The task, and a row for whatever is next in importance."""
        return len(self.task) + bool(self.choices or self.notes)

    @property
    def height(self) -> int:
        """With everything, and an empty row above."""
        return 1 + len(self.task) + self.moves.height + len(self.flags) + len(self.keys) + len(self.notes)

    def write(self, canvas: Canvas, room: int) -> None:
        """The task always; then what was said, then moves, signs and keys, as far as there is room."""
        is_whole = room >= self.height
        left = room - len(self.task)
        notes = self.notes
        if not is_whole:  # several sentences may share a row; the map has the numbers of the moves too
            notes = textwrap.wrap(" ".join(notes), self.columns)[: max(1, left)]
        left -= len(notes)
        moves = min(self.moves.height, left)
        left -= moves
        flags = self.flags if len(self.flags) <= left else []
        keys = self.keys if len(flags) + len(self.keys) <= left else []
        y = put_lines(canvas, canvas.height + is_whole, self.task, BOLD)
        y = self.moves.write(canvas, y, moves)
        y = put_lines(canvas, y, flags, PLAIN)
        y = put_lines(canvas, y, keys, QUIET)
        put_lines(canvas, y, notes, PLAIN)


class MoveList:
    """The numbered moves in columns."""

    def __init__(self, glyphs: Glyphs, columns: int, view: View, choices: Sequence[Option]) -> None:
        self.texts = [(str(choice.number), described(glyphs, view, choice)) for choice in choices]
        self.item = max([ITEM, *(4 + width(text) for _, text in self.texts)])
        self.across = max(1, columns // self.item)

    @property
    def height(self) -> int:
        return -(-len(self.texts) // self.across)

    def write(self, canvas: Canvas, y: int, rows: int) -> int:
        """In so many rows, the last of which tells how many are left out; the row below them."""
        shown = self.shown(rows)
        for place, (number, text) in enumerate(self.texts[:shown]):
            x, row = self.place(place, y)
            canvas.put(x, row, f"{number:>2}", BOLD)
            canvas.put(x + 3, row, text)
        if rows > 0 and shown < len(self.texts):
            canvas.put(*self.place(shown, y), self.more(shown), QUIET)
        return y + max(0, rows)

    def shown(self, rows: int) -> int:
        """How many moves there is room for, beside the remark about the others."""
        if rows >= self.height:
            return len(self.texts)
        remark = -(-width(self.more(0)) // self.item)
        return max(0, rows * self.across - remark)

    def more(self, shown: int) -> str:
        return translate(words.MORE_MOVES, count=len(self.texts) - shown)

    def place(self, number: int, y: int) -> tuple[int, int]:
        return self.item * (number % self.across), y + number // self.across


def put_lines(canvas: Canvas, y: int, lines: Sequence[str], style: Style, x: int = 0) -> int:
    """The lines from row `y` on; the row below them."""
    for line in lines:
        canvas.put(x, y, line, style)
        y += 1
    return y


def described(glyphs: Glyphs, view: View, choice: Option) -> str:
    """`e10-f10 (▲)~`: the move, where it ends, and what it does besides."""
    city = view.city
    before, after = station(city, view.sheet, choice.end).brackets
    sign = f"{before}{glyphs.symbols[city.symbols[choice.end]]}{after}"
    return f"{choice.move} {sign}{flags_of(glyphs, choice)}"


def flags_of(glyphs: Glyphs, choice: Option) -> str:
    flags = ((glyphs.river, choice.crosses_river), ("!", choice.needs_power), ("&", choice.links))
    return "".join(sign for sign, is_so in flags if is_so)


def explained_flags(glyphs: Glyphs, view: View, choices: Sequence[Option]) -> str:
    used = {sign for choice in choices for sign in flags_of(glyphs, choice)}
    texts = {
        glyphs.river: words.under_river(view.city),
        "!": translate(words.POWER_FLAG),
        "&": translate(words.LINK_FLAG),
    }
    return "   ".join(f"{sign} {text}" for sign, text in texts.items() if sign in used)


def known_keys(view: View, choices: Sequence[Option]) -> str:
    keys = [translate(words.KEYS_DRAW)] if choices else []
    return ", ".join([*keys, translate(words.KEYS_OTHERS if len(view.names) > 1 else words.KEYS)])
