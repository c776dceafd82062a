"""Cells, sections and moves as text; every `parse_x` is the inverse of `format_x`."""

from __future__ import annotations

import re
import string
from typing import TYPE_CHECKING

from fulgence.rules.errors import BadNotation
from fulgence.rules.kinds import PASS
from fulgence.rules.message import Message

if TYPE_CHECKING:
    from fulgence.rules.city import City

CELL = re.compile(r"([a-z])([1-9][0-9]?)")


def parse_cell(text: str) -> tuple[int, int]:
    """`d3` as (column from the left, row from the top), both from 0."""
    match = CELL.fullmatch(text)
    if not match:
        raise BadNotation(
            Message("{text!r} is not a cell: write a column letter and a row number, as d3", text=text)
        )
    return ord(match[1]) - ord("a"), int(match[2]) - 1


def format_cell(point: tuple[int, int]) -> str:
    return f"{string.ascii_lowercase[point[0]]}{point[1] + 1}"


def parse_section(city: City, text: str) -> int:
    """The number of a section, written in either direction."""
    return (parse_directed(city, text) - 1) // 2


def format_section(city: City, section: int) -> str:
    return format_move(city, 1 + 2 * section)


def parse_directed(city: City, text: str) -> int:
    start, dash, end = text.partition("-")
    if not dash:
        raise BadNotation(Message("{text!r} is not a section: write two cells, as d3-c4", text=text))
    for cell in (start, end):
        if cell not in city.cell_numbers:
            raise BadNotation(Message("{move}: there is no station at {cell}", move=text, cell=cell))
    move = city.moves.get(text)
    if move is None:
        raise BadNotation(
            Message("{move}: no dotted line joins {start} and {end}", move=text, start=start, end=end)
        )
    return move


def parse_move(city: City, text: str) -> int:
    """`pass`, a section in the direction it is drawn (`d3-c4`), or a circled station (`d3*`)."""
    if text == "pass":
        return PASS
    if len(text) > 1 and text.endswith("*"):
        cell = text[:-1]
        if cell not in city.cell_numbers:
            raise BadNotation(Message("{move}: there is no station at {cell}", move=text, cell=cell))
        return city.first_circle + city.cell_numbers[cell]
    return parse_directed(city, text)


def format_move(city: City, move: int) -> str:
    return city.move_names[move]
