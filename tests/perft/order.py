"""The order in which moves are generated: seeded bots depend on it."""

from __future__ import annotations

from fulgence.rules.perft import begun, perft_position
from fulgence.rules.text.notation import format_move
from perft.positions import POSITIONS


def move_orders() -> str:
    lines = []
    for position in POSITIONS:
        place = perft_position(position.record())
        moves = [format_move(place.deal.city, move) for move in begun(place).legal_moves()]
        lines.append(f"{position.name}: {' '.join(moves)}")
    return "\n".join(lines) + "\n"
