"""Shapes as SVG elements: symbols of stations and cards, rings, stars, boxes, text."""

from __future__ import annotations

import math
import re

from fulgence.draw.layout import Spot
from fulgence.rules import kinds

TIMES, MINUS, TO = "\u00d7", "\u2212", "\u2013"
# Control characters, surrogates and noncharacters.
NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
SIDES = {kinds.SQUARE: (4, 45.0, 1.12), kinds.TRIANGLE: (3, -90.0, 1.12), kinds.PENTAGON: (5, -90.0, 1.0)}


def number(value: float) -> str:
    """At most one decimal."""
    return f"{value:.1f}".rstrip("0").rstrip(".")


def polygon(centre: Spot, radius: float, corners: int, turn: float) -> str:
    points = []
    for corner in range(corners):
        angle = math.radians(turn + 360 * corner / corners)
        points.append((centre[0] + radius * math.cos(angle), centre[1] + radius * math.sin(angle)))
    return " ".join(f"{number(x)},{number(y)}" for x, y in points)


def symbol(kind: int, centre: Spot, size: float, css: str = "symbol") -> str:
    """The symbol of a station or card, centred; a star for any symbol."""
    if kind == kinds.CIRCLE:
        return circle(centre, size * 0.82, css)
    if kind in SIDES:
        corners, turn, grown = SIDES[kind]
        middle = (centre[0], centre[1] + size * 0.12) if kind == kinds.TRIANGLE else centre
        return f'<polygon class="{css}" points="{polygon(middle, size * grown, corners, turn)}"/>'
    return star(centre, size * 1.15, css)


def star(centre: Spot, radius: float, css: str) -> str:
    points = []
    for corner in range(10):
        reach = radius if corner % 2 == 0 else radius * 0.45
        angle = math.radians(36 * corner - 90)
        points.append((centre[0] + reach * math.cos(angle), centre[1] + reach * math.sin(angle)))
    text = " ".join(f"{number(x)},{number(y)}" for x, y in points)
    return f'<polygon class="{css}" points="{text}"/>'


def serrated(centre: Spot, inner: float, outer: float, teeth: int, css: str) -> str:
    """The ring of a sight."""
    points = []
    for tooth in range(2 * teeth):
        reach = outer if tooth % 2 == 0 else inner
        angle = math.radians(180 * tooth / teeth)
        points.append((centre[0] + reach * math.cos(angle), centre[1] + reach * math.sin(angle)))
    text = " ".join(f"{number(x)},{number(y)}" for x, y in points)
    return f'<polygon class="{css}" points="{text}"/>'


def circle(centre: Spot, radius: float, css: str) -> str:
    return f'<circle class="{css}" cx="{number(centre[0])}" cy="{number(centre[1])}" r="{number(radius)}"/>'


def line(start: Spot, end: Spot, css: str) -> str:
    ends = f'x1="{number(start[0])}" y1="{number(start[1])}" x2="{number(end[0])}" y2="{number(end[1])}"'
    return f'<line class="{css}" {ends}/>'


def text(spot: Spot, words: str, css: str, size: float | None = None) -> str:
    """`size`: overrides that of the class."""
    own = "" if size is None else f' font-size="{size:g}"'
    return f'<text class="{css}"{own} x="{number(spot[0])}" y="{number(spot[1])}">{escaped(words)}</text>'


def box(corner: Spot, wide: float, high: float, css: str, round_: float = 4) -> str:
    place = f'x="{number(corner[0])}" y="{number(corner[1])}" width="{number(wide)}" height="{number(high)}"'
    return f'<rect class="{css}" {place} rx="{number(round_)}"/>'


def escaped(words: str) -> str:
    """For text or an attribute; characters that XML forbids become question marks."""
    safe = words.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace('"', "&quot;")
    return NOT_XML.sub("?", safe)


def smooth(spots: tuple[Spot, ...]) -> str:
    """A smooth path through the spots (Catmull-Rom spline as Bezier curves)."""
    parts = [f"M{number(spots[0][0])} {number(spots[0][1])}"]
    for i in range(len(spots) - 1):
        before, here = spots[max(0, i - 1)], spots[i]
        there, after = spots[i + 1], spots[min(len(spots) - 1, i + 2)]
        first = (here[0] + (there[0] - before[0]) / 6, here[1] + (there[1] - before[1]) / 6)
        second = (there[0] - (after[0] - here[0]) / 6, there[1] - (after[1] - here[1]) / 6)
        numbers = " ".join(f"{number(x)} {number(y)}" for x, y in (first, second, there))
        parts.append(f"C{numbers}")
    return "".join(parts)
