"""A picture of a city file: a character for every cell, below column letters and beside row numbers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NoReturn

from fulgence.rules.city import Point
from fulgence.rules.cityfile.toml_reader import TomlTable
from fulgence.rules.message import Message
from fulgence.rules.text.notation import format_cell

NOTHING = "."


@dataclass(frozen=True)
class Picture:
    """Characters by row, without the column letters and row numbers around them."""

    toml: TomlTable
    key: str
    rows: list[list[str]]
    lines: list[int]  # of the rows in the string, from 0

    @property
    def size(self) -> Point:
        return (len(self.rows[0]), len(self.rows))

    def fail(self, point: Point, reason: Message) -> NoReturn:
        cell = format_cell(point)
        message = Message("{cell}: {reason}", cell=cell, reason=reason)
        self.toml.fail(self.key, message, self.lines[point[1]], [cell])


def read_picture(toml: TomlTable, key: str) -> Picture:
    """With mistakes in its shape, a picture that is filled up to a rectangle."""
    lines = toml.text(key).split("\n")
    top = next(i for i, line in enumerate(lines) if line.strip())
    head = lines[top].split()
    if len(head) > 26 or head != [format_cell((x, 0))[0] for x in range(len(head))]:
        toml.fail(key, Message("must begin with the column letters a b c ..."), top)
    rows: list[list[str]] = []
    places: list[int] = []
    for place, line in enumerate(lines):
        if place <= top or not line.strip():
            continue
        number, *row = line.split()
        with toml.collecting():
            check_row(toml, key, number, row, len(rows), len(head), place)
        rows.append(["".join(row)[x : x + 1] or NOTHING for x in range(len(head))])
        places.append(place)
    if not rows or len(rows) > 99:
        toml.fail(key, Message("has {count} rows; 1 to 99 are possible", count=len(rows)))
    return Picture(toml, key, rows, places)


def check_row(
    toml: TomlTable, key: str, number: str, row: list[str], above: int, width: int, place: int
) -> None:
    """`above`: how many rows are above this one."""
    cells = [format_cell((x, above)) for x in range(width)] if above < 99 else []
    if number != str(above + 1):
        toml.fail(key, Message("row {row} must begin with its number", row=above + 1), place, cells)
    for mark in row:
        if len(mark) != 1:
            reason = Message(
                "row {row}: {mark!r} is not a single character; put spaces between them",
                row=number,
                mark=mark,
            )
            toml.fail(key, reason, place, cells)
    if len(row) != width:
        reason = Message(
            "row {row} has {count} characters for {width} columns", row=number, count=len(row), width=width
        )
        toml.fail(key, reason, place, cells)
