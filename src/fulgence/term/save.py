"""The record of a game on disk: whole or not at all."""

from __future__ import annotations

import os
from pathlib import Path

from fulgence.rules.game import Game
from fulgence.rules.record import format_record, record_of


def save(game: Game, path: Path) -> None:
    """Write the record of the game so far; a file that was there is replaced in one step."""
    draft = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        with draft.open("x", encoding="utf-8") as file:
            file.write(format_record(record_of(game)) + "\n")
            file.flush()
            os.fsync(file.fileno())
        draft.replace(path)
    finally:
        draft.unlink(missing_ok=True)
