"""The results of a table as rows of the store, written with the entry that ends the game."""

from __future__ import annotations

import msgspec

from fulgence.table.results import results_of
from fulgence.table.state import Table


def finished_games(table: Table) -> list[dict[str, object]]:
    return [
        {
            **game_row(table, result.seat, result.name),
            "ended_at": table.turn_began,  # the last flip
            "total": result.total,
            "items": msgspec.json.encode(result.items).decode(),
        }
        for result in results_of(table)
    ]


def game_row(table: Table, seat: int, name: str) -> dict[str, object]:
    """What is known of a game from its beginning."""
    return {
        "table_id": table.id,
        "seat": seat,
        "name": name,
        "city": table.city.key,
        "addons": ",".join(table.opened.addons),
        "contest": table.opened.contest,
        "began_at": table.opened_at,
        "seats": len(table.seats),
    }
