"""A puzzle in the terminal: the page of the decision, one answer, and what it is worth."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import TextIO

from fulgence.language import N_, translate
from fulgence.prose.options import options
from fulgence.prose.wording import as_sentence
from fulgence.puzzles.puzzle import Puzzle, position_game
from fulgence.puzzles.verdict import Verdict, verdict
from fulgence.rules.game import Game
from fulgence.term import prompts
from fulgence.term.console import console_for
from fulgence.term.play import PlayerQuit, TerminalGame

QUESTION = N_("What now? One move is clearly the best, and it is not the one that gives most points at once.")
LOST = N_("{move} loses {points} points.")
RANKED = N_("{rank}. {move}: {points}")
RANKING = N_("The best moves, with the total that each leads to on average:")


class TerminalPuzzle(TerminalGame):
    """A game of one decision: the first legal move ends it."""

    def answer(self) -> str | None:
        """The move, or None if the player gives up."""
        game = self.game
        assert isinstance(game, Game), "a puzzle is at home"
        view = game.view(0)
        choices = options(view)
        self.show(view, choices)
        prompt = translate(prompts.YOUR_MOVE)
        try:
            while True:
                text = self.ask(prompt)
                before = len(game.moves[0][-1])
                if self.command(text, view, choices) is None and self.move(text, view, choices):
                    return game.city.move_names[game.moves[0][-1][before]]
        except PlayerQuit:
            return None

    def confirm_stop(self) -> None:
        """Nothing is lost."""
        raise PlayerQuit


def ask_puzzle(
    puzzle: Puzzle,
    *,
    reader: Callable[[str], str] = input,
    out: TextIO | None = None,
    accessible: bool = False,
    colour: bool | None = None,
) -> Verdict | None:
    """Ask for a move and say what it is worth; None if the player gives up."""
    with console_for(out or sys.stdout, reader, accessible=accessible, colour=colour) as console:
        session = TerminalPuzzle(position_game(puzzle), {}, console, None, {}, [translate(QUESTION)])
        move = session.answer()
        if move is None:
            return None
        found = verdict(puzzle, move)
        session.say("", *answer_rows(found))
        return found


def answer_rows(found: Verdict) -> list[str]:
    """The answer in sentences: how good the move is, why, and the best moves."""
    rows = [translate(found.text)]
    if not found.is_solved:
        rows.append(translate(LOST, move=move_name(found.own.move), points=f"{found.lost:.1f}"))
    rows += [as_sentence(translate(found.why)), translate(RANKING)]
    for rank, value in enumerate(found.best, 1):
        rows.append(translate(RANKED, rank=rank, move=move_name(value.move), points=f"{value.expected:.1f}"))
    return rows


def move_name(move: str) -> str:
    return translate("Pass") if move == "pass" else move
