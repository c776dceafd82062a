"""A seat's sheet as text, drawn as the game in the terminal draws it."""

from __future__ import annotations

from fulgence.rules.game import Game
from fulgence.term.canvas import Canvas
from fulgence.term.panel import Panel
from fulgence.term.plan import Plan, plan_size
from fulgence.term.screen import Screen


def drawing(game: Game, seat: int = 0) -> str:
    screen = Screen()
    if game.is_over:
        return "\n".join(screen.final(game, [seat]))
    view = game.view(seat)
    canvas = Canvas()
    Plan(canvas, screen.glyphs, view.city, view.sheet).draw()
    Panel(canvas, screen.glyphs, view, plan_size(view.city)[0] + 2, 0).write()
    return "\n".join(canvas.rows(screen.ink))
