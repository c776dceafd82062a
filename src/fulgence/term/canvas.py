"""A grid of characters; later ones overwrite earlier ones."""

from __future__ import annotations

import sys
from functools import cache
from unicodedata import combining, east_asian_width

from fulgence.term.colours import PLAIN, Palette, Style

NO_BREAK = "\u00a0"


class Canvas:
    def __init__(self) -> None:
        self.marks: dict[tuple[int, int], tuple[str, Style]] = {}

    def put(self, x: int, y: int, text: str, style: Style = PLAIN) -> int:
        """Write the text from left to right and return the column after it."""
        for char in plain_spaces(text):
            width = char_width(char)
            if not width:
                before, old = self.marks.get((x - 1, y), (" ", style))
                self.marks[x - 1, y] = (before + char, old)
                continue
            self.marks[x, y] = (char if char.isprintable() else "?", style)
            x += 1
            if width == 2:
                self.marks[x, y] = ("", style)
                x += 1
        return x

    def is_free(self, x: int, y: int) -> bool:
        return (x, y) not in self.marks

    @property
    def height(self) -> int:
        return 1 + max((y for _, y in self.marks), default=-1)

    @property
    def width(self) -> int:
        return 1 + max((x for x, _ in self.marks), default=-1)

    def rows(self, palette: Palette, left: int = 0, columns: int = sys.maxsize) -> list[str]:
        """The columns from `left` on as lines of text, without trailing spaces."""
        lines: list[list[tuple[int, str, Style]]] = [[] for _ in range(self.height)]
        for (x, y), (char, style) in sorted(self.marks.items()):
            if left <= x < left + columns:
                lines[y].append((x - left, char, style))
        return [paint_row(line, palette) for line in lines]


def paint_row(line: list[tuple[int, str, Style]], palette: Palette) -> str:
    """One escape sequence per run of characters in the same style."""
    runs: list[tuple[str, Style]] = []
    column = 0
    for x, char, style in line:
        if x > column:
            runs.append((" " * (x - column), PLAIN))
        if runs and runs[-1][1] == style:
            runs[-1] = (runs[-1][0] + char, style)
        else:
            runs.append((char, style))
        column = x + 1
    return "".join(palette.paint(text, style) for text, style in runs).rstrip()


def plain_spaces(text: str) -> str:
    """Replace non-breaking spaces, once the text has been wrapped."""
    return text.replace(NO_BREAK, " ")


def text_width(text: str) -> int:
    """The number of terminal columns that the text takes."""
    return len(text) if text.isascii() else sum(map(char_width, text))


@cache
def char_width(char: str) -> int:
    return 0 if combining(char) else 2 if east_asian_width(char) in "WF" else 1


def truncate(text: str, columns: int) -> str:
    """The text, cut to fit the columns."""
    while text and text_width(text) > columns:
        text = text[:-1]
    return text
