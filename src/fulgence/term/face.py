"""What the game loop needs of a way to show a game; Screen and Spoken are two."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from fulgence.rules.game import Game
from fulgence.rules.view import View
from fulgence.term.options import Option


class Face(Protocol):
    """Every page is a list of lines."""

    @property
    def opening(self) -> str:
        """What is written before a page, such as the code that clears the screen."""

    def decision(self, view: View, choices: Sequence[Option]) -> list[str]:
        """All that a seat needs to decide; without choices its turn is complete."""

    def atlas(self, view: View, choices: Sequence[Option]) -> list[str]:
        """The whole sheet."""

    def others(self, view: View) -> list[str]:
        """The other seats' sheets as of the last flip."""

    def prose(self, rows: Sequence[str]) -> list[str]:
        """Sentences; those that begin with blanks belong to the one above."""

    def legend(self, view: View) -> list[str]:
        """What the help has to say about this way of showing a game."""

    def final(self, game: Game, people: Sequence[int]) -> list[str]:
        """The scores of a finished game; `people` are the seats without a bot."""
