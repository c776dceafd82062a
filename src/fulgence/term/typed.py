"""What is wrong with a text that somebody has typed as a move."""

from __future__ import annotations

import re

from fulgence.language import translate
from fulgence.rules.city import City
from fulgence.term import words

MOVE = re.compile(r"([a-z][0-9]{1,2})(?:\*|-([a-z][0-9]{1,2}))")


def no_move(city: City, text: str) -> str:
    """A sentence about a text that is no move of the city, whatever was drawn; else nothing."""
    if text in city.moves:
        return ""
    match = MOVE.fullmatch(text)
    if not match:
        return translate(words.NO_MOVE, text=text)
    for cell in match.groups():
        if cell and cell not in city.cell_numbers:
            return translate(words.NO_STATION, move=text, cell=cell)
    return translate(words.NO_DOTTED_LINE, move=text, start=match[1], end=match[2])
