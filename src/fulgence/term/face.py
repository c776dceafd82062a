"""What the game loop needs of a way to show a game; Screen and Spoken are two."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from fulgence.rules.game import Game
from fulgence.rules.view import View
from fulgence.term.options import Option


class Face(Protocol):
    """Every page is a list of lines."""

    def decision(self, view: View, choices: Sequence[Option], notes: Sequence[str] = ()) -> list[str]:
        """All that a seat needs to decide, then the notes; without choices its turn is complete."""

    def atlas(self, view: View, choices: Sequence[Option]) -> list[str]:
        """The whole sheet."""

    def moves(self, view: View, choices: Sequence[Option]) -> list[str]:
        """All choices."""

    def others(self, view: View) -> list[str]:
        """The other seats' sheets as of the last flip."""

    def prose(self, rows: Sequence[str]) -> list[str]:
        """Sentences; those that begin with blanks belong to the one above."""

    def legend(self, view: View) -> list[str]:
        """What the help has to say about this way of showing a game."""

    def final(self, game: Game, people: Sequence[int], notes: Sequence[str] = ()) -> list[str]:
        """The scores of a finished game, then the notes; `people` are the seats without a bot."""
