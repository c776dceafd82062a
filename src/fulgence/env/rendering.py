"""A seat's sheet as text, drawn like in the terminal."""

from __future__ import annotations

from fulgence.rules.game import Game
from fulgence.term.canvas import Canvas
from fulgence.term.panel import Panel
from fulgence.term.screen import Screen
from fulgence.term.text_map import TextMap, text_map_size


def drawing(game: Game, seat: int = 0) -> str:
    screen = Screen()
    if game.is_over:
        return "\n".join(screen.final_page(game, [seat]))
    view = game.view(seat)
    canvas = Canvas()
    TextMap(canvas, screen.glyphs, view.city, view.sheet).draw()
    Panel(canvas, screen.glyphs, view, text_map_size(view.city)[0] + 2, 0).write()
    return "\n".join(canvas.rows(screen.palette))
