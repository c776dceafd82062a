"""Sheets of games as their players would copy them from paper."""

from __future__ import annotations

from typing import Any

from fulgence.bots.bot import make_bot
from fulgence.rules.deal import Deal
from fulgence.rules.game import Game
from fulgence.rules.generator import Generator
from fulgence.rules.text.notation import format_move


def played(cards: Deal, names: tuple[str, ...] = (), bot: str = "greedy", seed: int = 5) -> Game:
    game, player = Game(cards, names), make_bot(bot, Generator(seed))
    while not game.is_over:
        for seat in range(len(game.names)):
            while not game.is_done(seat):
                game.play(seat, player.choose(game.view(seat)))
        game.flip()
    return game


def sheet_of(game: Game, seat: int) -> dict[str, Any]:
    """Only what a sheet and the cards on the table show: nothing is told of what counts twice by itself."""
    deal, city, sheet = game.deal, game.city, game.sheets[seat]
    lines: dict[str, list[str]] = {pencil: [] for pencil in deal.pencils[seat]}
    circled = []
    turns = iter(game.moves[seat])
    for pencil, shown in zip(deal.pencils[seat], deal.turns, strict=True):
        for _ in shown:
            for text in (format_move(city, move) for move in next(turns)):
                if text.endswith("*"):
                    circled.append(f"{pencil}:{text[:-1]}")
                elif text != "pass":
                    lines[pencil].append(text)
    return {
        "city": city.key,
        "name": game.names[seat],
        "lines": lines,
        "boxed": [city.cells[cell] for cell in city.stations if sheet.boxed >> cell & 1],
        "circled": circled,
        "objectives": list(deal.objectives),
        "powers": dict(deal.powers),
        "gates": dict(deal.gates),
        "acceleration": dict(zip(deal.pencils[seat], deal.acceleration, strict=False)),
        **({"solo": list(deal.addons)} if len(game.names) == 1 else {}),
    }
