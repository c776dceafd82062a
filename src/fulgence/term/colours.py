"""Terminal colours: how many the terminal has, and escape codes for styled text."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple, TextIO

from fulgence.pencils import pencils_of
from fulgence.rules.city import City

NONE, BASIC, RICH = 0, 16, 256  # numbers of colours

RESET = "\x1b[0m"
CLEAR = "\x1b[H\x1b[2J"


class Colour(NamedTuple):
    """Its number among 256 colours and its code among 16; readable on black and on white."""

    rich: int
    basic: int


@dataclass(frozen=True)
class Style:
    colour: Colour | None = None
    bold: bool = False
    reverse: bool = False
    struck: bool = False


PLAIN = Style()
BOLD = Style(bold=True)
QUIET, RULE, WATER = Style(Colour(244, 90)), Style(Colour(242, 90)), Style(Colour(38, 36))


@dataclass(frozen=True)
class Palette:
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
            codes.append(f"38;5;{style.colour.rich}" if self.colours == RICH else str(style.colour.basic))
        return ";".join(codes)


NO_COLOURS = Palette(NONE)


def colour_of(city: City, pencil: str) -> Colour:
    style = pencils_of(city.pencils)[pencil]
    return Colour(style.rich, style.basic)


def is_terminal(out: TextIO, environ: Mapping[str, str] = os.environ) -> bool:
    """Whether `out` is a terminal that can move its cursor."""
    return out.isatty() and environ.get("TERM", "dumb") != "dumb"


def palette_for(out: TextIO, colour: bool | None, environ: Mapping[str, str] = os.environ) -> Palette:
    """The colours to use. `colour` forces or forbids them; None decides by the terminal and NO_COLOR."""
    if colour is None:
        colour = is_terminal(out, environ) and not environ.get("NO_COLOR")
    if not colour:
        return NO_COLOURS
    rich = "256" in environ.get("TERM", "") or bool(environ.get("COLORTERM"))
    return Palette(RICH if rich else BASIC)
