"""The final score pads of all seats, side by side."""

from __future__ import annotations

from fulgence.language import translate
from fulgence.prose import wording
from fulgence.prose.pad_rows import formula, items
from fulgence.rules.game import Game
from fulgence.term.canvas import Canvas, text_width, truncate
from fulgence.term.colours import BOLD, PLAIN, Style, colour_of
from fulgence.term.glyphs import Glyphs

LABEL, COLUMN = 14, 16


def result_width(game: Game) -> int:
    return LABEL + COLUMN * len(game.names)


def draw_result(canvas: Canvas, game: Game, glyphs: Glyphs, left: int = 0) -> None:
    """One column per seat, from `left` on."""
    city, pads = game.city, game.pads()
    labels = [name for name, _ in items(city, pads[0], bool(game.deal.objectives))]
    for y, pencil in enumerate(city.pencils, 1):
        canvas.put(left, y, translate(pencil), Style(colour_of(city, pencil), bold=True))
    indented = 1 + len(city.pencils)
    for y, label in enumerate(labels, indented):
        canvas.put(left, y, label)
    last = indented + len(labels)
    canvas.put(left, last, translate(wording.TOTAL), BOLD)
    for seat, pad in enumerate(pads):
        right = left + LABEL + COLUMN * (seat + 1)
        name = truncate(wording.player_name(game.names[seat]), COLUMN - 1)
        canvas.put(right - text_width(name), 0, name, BOLD)
        for line in pad.lines:
            y = 1 + city.pencils.index(line.pencil)
            sum_ = formula(line, glyphs.times).replace(" ", "")
            text = f"{sum_} = {line.points}" if line.parts else "0"
            canvas.put(right - text_width(text), y, text)
        for y, (_, points) in enumerate(items(city, pad, bool(game.deal.objectives)), indented):
            canvas.put(right - len(str(points)), y, str(points), PLAIN)
        canvas.put(right - len(str(pad.total)), last, str(pad.total), BOLD)
