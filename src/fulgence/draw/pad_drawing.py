"""The score pad as a ticket: boxes on a grid of 8, and a perforation between its two halves."""

from __future__ import annotations

from dataclasses import dataclass

from fulgence.draw.font import BOLD, REGULAR, fitted, text_width
from fulgence.draw.pad_rows import Filled, ItemRow, LineRow, explanations, has_extras, item_rows, line_rows
from fulgence.draw.pencils import css_of
from fulgence.draw.shapes import MINUS, TIMES, box, circle, escaped, line, number, text
from fulgence.draw.svg import badge
from fulgence.language import translate
from fulgence.rules.city import City

ROW, BOX, SUM = 40.0, 32.0, 56.0  # heights of a row and a box, width of a box with a sum
SAMPLE, OPERATOR = 72.0, 16.0
HEADING = 16.0  # a line of text
COUNT = 26.0  # width of a counting box
STEP, STEPS = 19.0, 12  # along a track: from one step to the next, how many beside each other
NOTCH = 7.0
CURVE = 0.5523  # of a quarter circle as a Bezier curve


@dataclass(frozen=True)
class Block:
    """Half of a ticket, drawn from 0, 0."""

    svg: str
    width: float
    height: float


def figure(value: int | None) -> str:
    return "" if value is None else str(value).replace("-", MINUS)


def field(x: float, y: float, wide: float, value: int | None, css: str = "") -> str:
    """A box with its number, or an empty one."""
    kind = f"{css} open".strip() if value is None else css
    frame = box((x, y), wide, BOX, f"box {kind}".strip())
    if value is None:
        return frame
    size = 7.0 if css == "total" else 6.0
    return frame + text((x + wide / 2, y + BOX / 2 + size), figure(value), f"figure {css}".strip())


def operator(x: float, y: float, sign: str) -> str:
    return text((x, y + BOX / 2 + 4.5), sign, "operator")


def lines_block(city: City, filled: Filled | None) -> Block:
    """Districts x most stations + extras = points, for every pencil."""
    notes = explanations(city)
    sides = max(1, len(city.sides))
    wide = 40.0 if sides == 1 else 34.0
    extras = has_extras(city)
    boxes = 2 * sides + extras
    width = SAMPLE + boxes * (wide + OPERATOR) + SUM
    parts = []
    for place, words in enumerate(notes):
        short, size = fitted(words, 12, width)
        parts.append(text((0, 11 + HEADING * place), short, "remark", size))
    y = HEADING * len(notes) + 8
    if sides > 1:
        for side, prefix in enumerate(city.sides):
            middle = SAMPLE + side * 2 * (wide + OPERATOR) + wide + OPERATOR / 2
            parts.append(text((middle, y + 8), translate(city.prefixes.get(prefix, prefix)), "fine middle"))
        y += HEADING
    for row in line_rows(city, filled):
        parts.append(line_row(city, row, y, wide, extras))
        y += ROW
    return Block("".join(parts), width, y)


def line_row(city: City, row: LineRow, y: float, wide: float, extras: bool) -> str:
    name = translate(row.pencil)
    short, size = fitted(name, 10, SAMPLE - 24)
    parts = [
        f'<g id="pad-{escaped(row.pencil)}"><title>{escaped(name)}</title>',
        sample(city, row.pencil, y + 11),
        text((20, y + 32), short, "fine", size),
    ]
    x = SAMPLE
    for side, (districts, most) in enumerate(row.parts):
        if side:
            parts.append(operator(x - OPERATOR / 2, y, "+"))
        parts.append(field(x, y, wide, districts))
        parts.append(operator(x + wide + OPERATOR / 2, y, TIMES))
        parts.append(field(x + wide + OPERATOR, y, wide, most))
        x += 2 * (wide + OPERATOR)
    if extras:
        parts.append(operator(x - OPERATOR / 2, y, "+"))
        parts.append(field(x, y, wide, row.extras))
        x += wide + OPERATOR
    parts.append(operator(x - OPERATOR / 2, y, "="))
    parts.append(field(x, y, SUM, row.points, "sum"))
    return "".join([*parts, "</g>"])


def sample(city: City, pencil: str, y: float) -> str:
    """A piece of the pencil's line, with its letter."""
    css = css_of(city, pencil)
    strokes = line((12, 0), (72, 0), f"stroke {css}") + line((12, 0), (72, 0), f"pattern {css}")
    return f'<g transform="translate(0 {number(y)}) scale(0.75)">{strokes}{badge(city, (12, 0), pencil)}</g>'


def items_block(city: City, filled: Filled | None, width: float, least: float = 0) -> Block:
    """What is added to the lines, and the total at the bottom of at least `least`."""
    parts = []
    y = 0.0
    for row in item_rows(city, filled):
        drawn, height = item_row(row, width)
        if row.name == "total":
            y = max(y, least - height)
        parts.append(f'<g id="pad-{row.name}" transform="translate(0 {number(y)})">{drawn}</g>')
        y += height
    return Block("".join(parts), width, y)


def item_row(row: ItemRow, width: float) -> tuple[str, float]:
    """The row and its height; a label that finds no room beside the boxes stands above them."""
    css = "total" if row.name == "total" else "sum"
    tracks = max(1, -(-len(row.steps) // STEPS))
    middle = STEP * (tracks - 1) / 2
    operands, left = counted(row, width - SUM, middle)
    boxes = operands + field(width - SUM, middle, SUM, row.points, css)
    height = ROW + STEP * (tracks - 1)
    label, weight = translate(row.label), BOLD if css == "total" else REGULAR
    if text_width(label, 11, weight) > left - 6:
        short, size = fitted(label, 13, width, weight)
        words = text((0, 12), short, f"label {css}", size)
        return f'{words}<g transform="translate(0 {number(HEADING + 4)})">{boxes}</g>', height + HEADING + 4
    short, size = fitted(label, 13, left - 6, weight)
    return text((0, middle + BOX / 2 + 4.5), short, f"label {css}", size) + boxes, height


def counted(row: ItemRow, right: float, middle: float) -> tuple[str, float]:
    """What the points of an item come from, to the left of `right`; and where that begins."""
    parts = []
    left = right
    if row.counters or row.steps:
        parts.append(operator(right - OPERATOR / 2, middle, "="))
        left -= OPERATOR
    elif row.name == "handicap" and row.points is None:
        parts.append(operator(right - OPERATOR / 2, middle, MINUS))
        left -= OPERATOR
    for counter in reversed(row.counters):
        sign = f"{TIMES}{counter.points}"
        wide = text_width(sign, 13) + 8
        left -= COUNT + wide
        parts.append(field(left, middle, COUNT, counter.count))
        parts.append(operator(left + COUNT + wide / 2, middle, sign))
    if row.steps:
        left -= STEP * min(STEPS, len(row.steps)) - 1
        for place, points in enumerate(row.steps):
            done = " done" if place < row.done else ""
            x, y = left + STEP * (place % STEPS + 0.5), BOX / 2 + STEP * (place // STEPS)
            parts.append(circle((x, y), STEP / 2 - 1, f"step{done}"))
            parts.append(text((x, y + 3.3), str(points), f"step-figure{done}"))
    return "".join(parts), left


def outline(width: float, height: float, tear: float) -> str:
    """The paper of a ticket with a line of holes at `tear` from the left, and a notch at both ends of it."""
    edge = [
        "M0 8",
        corner(0, 8, 8, 0, 0, 0),
        notch(tear, 0, 1),
        f"L{number(width - 8)} 0",
        corner(width - 8, 0, width, 8, width, 0),
        f"L{number(width)} {number(height - 8)}",
        corner(width, height - 8, width - 8, height, width, height),
        notch(tear, height, -1),
        f"L8 {number(height)}",
        corner(8, height, 0, height - 8, 0, height),
        "Z",
    ]
    return f'<path class="ticket" d="{"".join(edge)}"/>' + line((tear, 14), (tear, height - 14), "tear")


def corner(ax: float, ay: float, bx: float, by: float, cx: float, cy: float) -> str:
    """A quarter circle from a to b around the inside of the corner c."""
    first = (ax + (cx - ax) * CURVE, ay + (cy - ay) * CURVE)
    second = (bx + (cx - bx) * CURVE, by + (cy - by) * CURVE)
    return "C" + " ".join(number(n) for n in (*first, *second, bx, by))


def notch(x: float, y: float, way: int) -> str:
    """A half circle cut into the upper edge, which runs to the right (1), or the lower one (-1)."""
    start, end, deep = x - way * NOTCH, x + way * NOTCH, y + way * NOTCH
    first = corner(start, y, x, deep, start, deep)
    return f"L{number(start)} {number(y)}{first}{corner(x, deep, end, y, end, deep)}"
