"""A page of characters: each is put at its place, later ones over earlier ones."""

from __future__ import annotations

import sys
from unicodedata import combining, east_asian_width

from fulgence.term.ink import PLAIN, Ink, Style

NO_BREAK = "\u00a0"


class Canvas:
    def __init__(self) -> None:
        self.marks: dict[tuple[int, int], tuple[str, Style]] = {}

    def put(self, x: int, y: int, text: str, style: Style = PLAIN) -> int:
        """Write the text from left to right; the column after its last character."""
        for sign in plain_blanks(text):
            if combining(sign):
                before, old = self.marks.get((x - 1, y), (" ", style))
                self.marks[x - 1, y] = (before + sign, old)
                continue
            self.marks[x, y] = (sign if sign.isprintable() else "?", style)
            x += 1
            if east_asian_width(sign) in "WF":
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

    def rows(self, ink: Ink, left: int = 0, columns: int = sys.maxsize) -> list[str]:
        """So many columns of the page from `left` on, as lines of text without blanks at their ends."""
        lines: list[list[tuple[int, str, Style]]] = [[] for _ in range(self.height)]
        for (x, y), (sign, style) in sorted(self.marks.items()):
            if left <= x < left + columns:
                lines[y].append((x - left, sign, style))
        return [painted(line, ink) for line in lines]


def painted(line: list[tuple[int, str, Style]], ink: Ink) -> str:
    """Neighbours of one style are painted together."""
    runs: list[tuple[str, Style]] = []
    column = 0
    for x, sign, style in line:
        if x > column:
            runs.append((" " * (x - column), PLAIN))
        if runs and runs[-1][1] == style:
            runs[-1] = (runs[-1][0] + sign, style)
        else:
            runs.append((sign, style))
        column = x + 1
    return "".join(ink.paint(text, style) for text, style in runs).rstrip()


def plain_blanks(text: str) -> str:
    """No-break blanks have done their work once a text is in lines."""
    return text.replace(NO_BREAK, " ")


def width(text: str) -> int:
    """How many columns of a terminal the text takes."""
    return sum(0 if combining(sign) else 2 if east_asian_width(sign) in "WF" else 1 for sign in text)


def cut(text: str, columns: int) -> str:
    """As much of the text as fits."""
    while text and width(text) > columns:
        text = text[:-1]
    return text
