"""A game on disk: its record, with the bots at its seats, whole or not at all."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from pathlib import Path

from fulgence.rules.game import Game
from fulgence.rules.record import format_record, record_of, typed

NO_BOTS: Mapping[int, str] = {}


def save(game: Game, path: Path, bots: Mapping[int, str] = NO_BOTS) -> None:
    """Write the game so far; a file that was there is replaced in one step. `bots`: their names by seat."""
    target = path.resolve()  # what a link leads to
    draft = target.with_name(f".{target.name}.{os.getpid()}.part")
    try:
        with draft.open("x", encoding="utf-8") as file:
            file.write(format_save(game, bots) + "\n")
            file.flush()
            os.fsync(file.fileno())
        draft.replace(target)
    finally:
        draft.unlink(missing_ok=True)


def format_save(game: Game, bots: Mapping[int, str]) -> str:
    """The record, with the key `bot` at the seats of bots."""
    document = json.loads(format_record(record_of(game)))
    for seat, bot in bots.items():
        document["seats"][seat]["bot"] = bot
    return json.dumps(document, ensure_ascii=False)


def parse_bots(text: str) -> dict[int, str]:
    """The bots of a saved game by seat; its text has been read as a record before."""
    seats = enumerate(json.loads(text)["seats"])
    return {number: typed(seat["bot"], str, f"seat {number}: bot") for number, seat in seats if "bot" in seat}
