"""Cards in characters, large enough to be read across a table."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

from fulgence.prose import wording
from fulgence.rules import kinds
from fulgence.rules.city import City

ROWS, COLUMNS = 13, 26  # of the symbol
Shape = Callable[[float, float], bool]


def polygon(corners: int, turn: float = -90.0, inner: float = 1.0) -> Shape:
    """Whether a point lies in it; every second corner of a star is nearer to the middle."""
    points = []
    for n in range(corners):
        angle = math.radians(turn + 360 * n / corners)
        r = inner if n % 2 else 1.0
        points.append((r * math.cos(angle), r * math.sin(angle)))

    def contains(x: float, y: float) -> bool:
        inside = False
        for (ax, ay), (bx, by) in zip(points, [*points[1:], points[0]], strict=True):
            if (ay > y) != (by > y) and x < (bx - ax) * (y - ay) / (by - ay) + ax:
                inside = not inside
        return inside

    return contains


def switch(x: float, y: float) -> bool:
    """A straight track and one that leaves it."""
    return abs(x + 0.6) < 0.13 or (-0.6 < x < 0.8 and abs(y - 0.35 + 0.9 * (x + 0.6)) < 0.2)


SHAPES: dict[str, Shape] = {
    "square": lambda x, y: max(abs(x), abs(y)) < 0.85,
    "triangle": polygon(3),
    "pentagon": polygon(5),
    "circle": lambda x, y: math.hypot(x, y) < 0.95,
    kinds.SWITCH_CARD: switch,
}
STAR = polygon(10, inner=0.42)


def symbol_rows(name: str, mark: str) -> list[str]:
    shape = SHAPES.get(name, STAR)
    rows = []
    for row in range(ROWS):
        y = 2 * (row + 0.5) / ROWS - 1
        cells = [mark if shape(2 * (x + 0.5) / COLUMNS - 1, y) else " " for x in range(COLUMNS)]
        rows.append("".join(cells))
    return rows


def card_rows(city: City, cards: Sequence[str], mark: str = "#") -> list[str]:
    """The cards of a turn beside each other; those that can end the round have a bar."""
    pictures = []
    for card in cards:
        prefix, _, symbol = card.partition(":")
        bar = mark if prefix in city.closing else " "
        name = wording.card_name(city, card).upper()[:COLUMNS]
        rows = [bar * COLUMNS, "", *symbol_rows(symbol or card, mark), "", name.center(COLUMNS)]
        pictures.append([f"| {row:<{COLUMNS}} |" for row in rows])
    edge = "  ".join("+" + "-" * (COLUMNS + 2) + "+" for _ in cards)
    return [edge, *("  ".join(rows) for rows in zip(*pictures, strict=True)), edge]
