"""The part below the map: the task, the numbered moves, the keys and the notes."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence

from fulgence.language import N_, translate
from fulgence.prose import wording
from fulgence.prose.options import Option
from fulgence.prose.stations import station
from fulgence.prose.task import task
from fulgence.rules.view import View
from fulgence.term.canvas import Canvas, text_width
from fulgence.term.colours import BOLD, PLAIN, QUIET, Style
from fulgence.term.glyphs import Glyphs

KEYS_DRAW = N_("number or d3-c4 = draw, p pass")
KEYS = N_("u undo, m map, s score, ? help, q quit")
KEYS_OTHERS = N_("u undo, m map, s score, o others, ? help, q quit")
MORE_MOVES = N_("{count} more: type l")

ITEM = 16  # columns of one numbered move


class Footer:
    """Written below the rest of the page, in the rows that are left."""

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
        """The minimal height: the task, and one row for moves or notes."""
        return len(self.task) + bool(self.choices or self.notes)

    @property
    def height(self) -> int:
        """The full height, with an empty row above."""
        return 1 + len(self.task) + self.moves.height + len(self.flags) + len(self.keys) + len(self.notes)

    def write(self, canvas: Canvas, room: int) -> None:
        """The task always; then, if there is room, notes, moves, flags and keys."""
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
        self.item = max([ITEM, *(4 + text_width(text) for _, text in self.texts)])
        self.across = max(1, columns // self.item)

    @property
    def height(self) -> int:
        return -(-len(self.texts) // self.across)

    def write(self, canvas: Canvas, y: int, rows: int) -> int:
        """Write the list; the last row says how many moves are left out. Returns the row below."""
        shown = self.shown(rows)
        for place, (number, text) in enumerate(self.texts[:shown]):
            x, row = self.place(place, y)
            canvas.put(x, row, f"{number:>2}", BOLD)
            canvas.put(x + 3, row, text)
        if rows > 0 and shown < len(self.texts):
            canvas.put(*self.place(shown, y), self.more(shown), QUIET)
        return y + max(0, rows)

    def shown(self, rows: int) -> int:
        """How many moves fit beside the remark about the others."""
        if rows >= self.height:
            return len(self.texts)
        remark = -(-text_width(self.more(0)) // self.item)
        return max(0, rows * self.across - remark)

    def more(self, shown: int) -> str:
        return translate(MORE_MOVES, count=len(self.texts) - shown)

    def place(self, number: int, y: int) -> tuple[int, int]:
        return self.item * (number % self.across), y + number // self.across


def put_lines(canvas: Canvas, y: int, lines: Sequence[str], style: Style, x: int = 0) -> int:
    """Write the lines from row `y` on and return the row below them."""
    for line in lines:
        canvas.put(x, y, line, style)
        y += 1
    return y


def described(glyphs: Glyphs, view: View, choice: Option) -> str:
    """`e10-f10 (▲)~`: the move, the station where it ends, and its flags."""
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
        glyphs.river: wording.under_river(view.city),
        "!": translate(wording.POWER_FLAG),
        "&": translate(wording.LINK_FLAG),
    }
    return "   ".join(f"{sign} {text}" for sign, text in texts.items() if sign in used)


def known_keys(view: View, choices: Sequence[Option]) -> str:
    keys = [translate(KEYS_DRAW)] if choices else []
    return ", ".join([*keys, translate(KEYS_OTHERS if len(view.names) > 1 else KEYS)])
