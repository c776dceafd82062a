"""What a player has answered: points lost by puzzle and the streak, in a file of the data folder."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from pathlib import Path

from fulgence.files import write_atomically
from fulgence.folders import data_folder, make_private_folder

FILE = "puzzles.json"


@dataclass(frozen=True)
class PuzzleHistory:
    """`lost`: by puzzle, with the first answer; 0 is solved. `streak`: solved in a row."""

    lost: dict[str, float] = field(default_factory=dict)
    streak: int = 0

    @property
    def solved(self) -> int:
        return sum(not points for points in self.lost.values())

    def after(self, id: str, points: float) -> PuzzleHistory:
        """Only the first answer to a puzzle counts; one that is not the best move ends the streak."""
        if id in self.lost:
            return self
        return PuzzleHistory({**self.lost, id: points}, 0 if points else self.streak + 1)


def history_path() -> Path:
    return data_folder() / FILE


def read_history(path: Path) -> PuzzleHistory:
    """What the file says; one that is not there or cannot be read is an empty history."""
    try:
        document = json.loads(path.read_text(encoding="utf-8"))
        lost = {str(id): float(points) for id, points in document["lost"].items()}
        return PuzzleHistory(lost, int(document["streak"]))
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return PuzzleHistory()


def write_history(path: Path, history: PuzzleHistory) -> None:
    make_private_folder(path.parent)
    document = {"lost": dict(history.lost), "streak": history.streak}
    write_atomically(path, [json.dumps(document).encode() + b"\n"])
