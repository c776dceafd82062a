"""Colours of the terminal: how many there are, and text painted with them."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TextIO

NONE, BASIC, RICH = 0, 16, 256  # how many colours a terminal shows

# Name -> (number in the palette of 256, code of the palette of 16). All are readable on black and on white.
COLOURS: Mapping[str, tuple[int, int]] = {
    "purple": (134, 35),
    "blue": (33, 94),
    "pink": (205, 95),
    "green": (35, 32),
    "orange": (208, 93),
    "brown": (137, 33),
    "water": (38, 36),
    "quiet": (244, 90),
    "rule": (242, 90),
}
UNKNOWN = (67, 36)  # a pencil that the table does not know
RESET = "\x1b[0m"
CLEAR = "\x1b[H\x1b[2J"


@dataclass(frozen=True)
class Style:
    colour: str = ""
    bold: bool = False
    reverse: bool = False
    struck: bool = False


PLAIN = Style()
BOLD = Style(bold=True)
QUIET = Style("quiet")


@dataclass(frozen=True)
class Ink:
    colours: int = NONE

    def paint(self, text: str, style: Style) -> str:
        codes = self.codes(style)
        return f"\x1b[{codes}m{text}{RESET}" if codes and text else text

    def codes(self, style: Style) -> str:
        if not self.colours:
            return ""
        codes = []
        if style.bold:
            codes.append("1")
        if style.reverse:
            codes.append("7")
        if style.struck:
            codes.append("9")
        if style.colour:
            rich, basic = COLOURS.get(style.colour, UNKNOWN)
            codes.append(f"38;5;{rich}" if self.colours == RICH else str(basic))
        return ";".join(codes)


COLOURLESS = Ink(NONE)


def is_terminal(out: TextIO, environ: Mapping[str, str] = os.environ) -> bool:
    """Whether `out` is a terminal that can move its cursor."""
    return out.isatty() and environ.get("TERM", "dumb") != "dumb"


def ink_for(out: TextIO, colour: bool | None, environ: Mapping[str, str] = os.environ) -> Ink:
    """The colours to use: `colour` forces or forbids them, None asks the terminal and NO_COLOR."""
    if colour is None:
        colour = is_terminal(out, environ) and not environ.get("NO_COLOR")
    if not colour:
        return COLOURLESS
    rich = "256" in environ.get("TERM", "") or bool(environ.get("COLORTERM"))
    return Ink(RICH if rich else BASIC)
