"""Saved games: a record with the bots at its seats, written atomically."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

from fulgence.files import write_atomically
from fulgence.rules.game import Game
from fulgence.rules.text.record import format_record, record_of, typed

NO_BOTS: Mapping[int, str] = {}


def save(game: Game, path: Path, bots: Mapping[int, str] = NO_BOTS) -> None:
    """Write the game so far, replacing the file atomically. `bots`: names by seat."""
    write_atomically(path, [f"{format_save(game, bots)}\n".encode()])


def format_save(game: Game, bots: Mapping[int, str]) -> str:
    """The record, with the key `bot` at the seats of bots."""
    document = json.loads(format_record(record_of(game)))
    for seat, bot in bots.items():
        document["seats"][seat]["bot"] = bot
    return json.dumps(document, ensure_ascii=False)


def parse_bots(text: str) -> dict[int, str]:
    """The bots of a saved game by seat. The text must be a valid record."""
    seats = enumerate(json.loads(text)["seats"])
    return {number: typed(seat["bot"], str, f"seat {number}: bot") for number, seat in seats if "bot" in seat}
