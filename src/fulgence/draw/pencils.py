"""How each pencil is told apart: by colour, by the pattern inside its line, and by a letter.

Colours after Okabe and Ito, which people with any colour vision can tell apart; the patterns and
letters do without colours.
"""

from __future__ import annotations

import re
from dataclasses import dataclass


@dataclass(frozen=True)
class Style:
    """`dash`: lengths of light and gap along the middle of the line; empty for none."""

    colour: str
    dash: str
    letter: str


STYLES = {
    "purple": Style("#7b3fa0", "", "P"),
    "blue": Style("#0072b2", "2 14", "B"),
    "pink": Style("#d6568f", "16 12", "K"),
    "green": Style("#00805f", "30 10", "G"),
    "orange": Style("#d05f00", "16 12", "O"),
    "brown": Style("#7a5230", "30 10 2 10", "N"),
}
UNKNOWN = Style("#444444", "8 8", "X")  # a pencil that only an own city has


def style_of(pencil: str) -> Style:
    return STYLES.get(pencil, Style(UNKNOWN.colour, UNKNOWN.dash, pencil[:1].upper() or UNKNOWN.letter))


def css_of(pencil: str) -> str:
    """Its name as a class of SVG elements."""
    return re.sub(r"\W", "-", pencil)
