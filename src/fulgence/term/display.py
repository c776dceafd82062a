"""The protocol of a display: Screen draws, SpokenDisplay writes sentences."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from fulgence.prose.options import Option
from fulgence.rules.game import Game
from fulgence.rules.view import View


class Display(Protocol):
    """Renders a game as pages; a page is a list of lines."""

    def decision(self, view: View, choices: Sequence[Option], notes: Sequence[str] = ()) -> list[str]:
        """Everything a seat needs to decide, then the notes. Without choices its turn is complete."""

    def whole_map(self, view: View, choices: Sequence[Option]) -> list[str]:
        """The whole sheet."""

    def moves(self, view: View, choices: Sequence[Option]) -> list[str]:
        """All choices."""

    def other_sheets(self, view: View) -> list[str]:
        """The other seats' sheets as of the last flip."""

    def wrap(self, rows: Sequence[str]) -> list[str]:
        """Wrapped sentences. Those that start with spaces belong to the one above."""

    def legend(self, view: View) -> list[str]:
        """The part of the help that explains this display."""

    def final_page(self, game: Game, people: Sequence[int], notes: Sequence[str] = ()) -> list[str]:
        """The scores of a finished game, then the notes. `people` are the human seats."""
