"""The game loop of `fulgence play`: people at one keyboard, bots at the other seats."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Protocol, TextIO

from fulgence.bots.bot import Bot
from fulgence.bots.custom import play_by_bot
from fulgence.language import translate
from fulgence.prose import wording
from fulgence.prose.options import Option, options
from fulgence.prose.outcome import outcome
from fulgence.prose.pad_rows import formula
from fulgence.prose.score_explained import explain_score
from fulgence.rules.city import City
from fulgence.rules.errors import FulgenceError
from fulgence.rules.game import Game
from fulgence.rules.score_pad import ScorePad
from fulgence.rules.view import View
from fulgence.term import prompts
from fulgence.term.console import Console, console_for
from fulgence.term.help import help_rows
from fulgence.term.saved_game import NO_BOTS, save

OK, FAILURE = 0, 1
NUMBER = re.compile(r"[0-9]{1,9}")
CELL = re.compile(r"[a-z][0-9]{1,2}")
TWO_CELLS = re.compile(r"([a-z][0-9]{1,2})[-\u2013 ]?([a-z][0-9]{1,2})")


class GameElsewhere(Protocol):
    """A game at a server, which knows no more than what its player may know."""

    city: City

    @property
    def names(self) -> tuple[str, ...]: ...
    @property
    def is_over(self) -> bool: ...
    @property
    def round(self) -> int: ...
    def view(self, seat: int) -> View: ...
    def is_done(self, seat: int) -> bool: ...
    def is_last_turn(self, view: View) -> bool: ...
    def pads(self) -> list[ScorePad]: ...
    def play(self, seat: int, move: str) -> None: ...
    def undo(self, seat: int) -> None: ...
    def flip(self) -> None: ...
    def finished(self) -> Game:
        """The whole game, once it is over."""


def play(
    game: Game | GameElsewhere,
    bots: Mapping[int, Bot],
    *,
    reader: Callable[[str], str] = input,
    out: TextIO | None = None,
    accessible: bool = False,
    colour: bool | None = None,
    record_path: Path | None = None,
    bot_names: Mapping[int, str] = NO_BOTS,
    news: Sequence[str] = (),
) -> int:
    """Play until the game ends or a player quits. Returns the exit code of the command.

    `colour`: None decides by the terminal. The record is saved to `record_path` after every turn and at the
    end, with `bot_names` by seat, even on KeyboardInterrupt. `news`: sentences below the first page.
    """
    out = out or sys.stdout
    with console_for(out, reader, accessible=accessible, colour=colour) as console:
        session = TerminalGame(game, bots, console, record_path, bot_names, news)
        try:
            session.run()
        except PlayerQuit:
            session.say(translate(prompts.STOPPED))
        except KeyboardInterrupt:
            session.say("")
            session.save_and_report()
            raise
        return OK if session.save_and_report() else FAILURE


class PlayerQuit(Exception):
    """A player has quit the game."""


class TerminalGame:
    def __init__(
        self,
        game: Game | GameElsewhere,
        bots: Mapping[int, Bot],
        console: Console,
        record_path: Path | None,
        bot_names: Mapping[int, str],
        news: Sequence[str],
    ) -> None:
        self.game = game
        self.bots = bots
        self.console = console
        self.record_path = record_path
        self.bot_names = bot_names
        self.people = [seat for seat in range(len(game.names)) if seat not in bots]
        self.news = list(news)  # shown below the next page

    def run(self) -> None:
        game = self.game
        while not game.is_over:
            for seat, bot in self.bots.items():
                assert isinstance(game, Game), "bots at a server play there"
                while not game.is_done(seat):
                    play_by_bot(game, seat, bot)
            for seat in self.people:
                self.take_turn(seat)
            number = game.round
            game.flip()
            if (failure := self.write()) and not game.is_over:
                self.news.append(failure)
            if game.round > number and not game.is_over:
                self.report_round(number)
        whole = game if isinstance(game, Game) else game.finished()
        notes = [translate(prompts.GAME_OVER), outcome(whole)]
        self.console.finish(lambda display, notes: display.final_page(whole, self.people, notes), notes)

    def take_turn(self, seat: int) -> None:
        """All decisions of a player in this turn, until they confirm it."""
        while True:
            view = self.game.view(seat)
            choices = options(view)
            self.show(view, choices)
            if view.moves:
                if self.decide(view, choices):
                    return
            elif self.confirm_turn(view):
                return

    def decide(self, view: View, choices: list[Option]) -> bool:
        """One decision, made or undone; True if the turn is over without a confirmation."""
        prompt = self.named(view, prompts.YOUR_MOVE if choices else prompts.ONLY_PASS)
        while True:
            text = self.ask(prompt)
            if not choices and text in ("", "p", "pass"):
                self.game.play(view.seat, "pass")
                return True
            if text == "u":
                done = self.attempt(lambda: self.game.undo(view.seat))
            else:
                done = self.command(text, view, choices) is None and self.move(text, view, choices)
            if done:
                return False

    def confirm_turn(self, view: View) -> bool:
        """After the last decision: on to the next card, or undo."""
        prompt = self.named(view, self.closing_prompt(view))
        while True:
            text = self.ask(prompt)
            if text == "":
                return True
            if text == "u":
                self.game.undo(view.seat)
                return False
            if self.command(text, view, []) is None:
                self.say(translate(prompts.NEEDS_ENTER))

    def closing_prompt(self, view: View) -> str:
        if view.seat != self.people[-1]:
            return prompts.NEXT_PLAYER_ASK
        return prompts.LAST_CARD_ASK if self.game.is_last_turn(view) else prompts.NEXT_CARD_ASK

    def named(self, view: View, prompt: str) -> str:
        """The prompt, with the player's name if several share the keyboard."""
        if len(self.people) == 1:
            return translate(prompt)
        name = wording.player_name(view.names[view.seat])
        return translate(prompts.NAMED, name=name, prompt=translate(prompt))

    def move(self, text: str, view: View, choices: list[Option]) -> bool:
        """Play what was typed if it is legal; otherwise say why not."""
        if not text:
            self.say(translate(prompts.NEEDS_INPUT, move=choices[0].move if choices else "d3-c4"))
            return False
        move: str | None = "pass" if text == "p" else text
        if NUMBER.fullmatch(text):
            move = self.numbered(text, choices)
        elif CELL.fullmatch(text):
            move = self.ending_at(text, choices)
        elif match := TWO_CELLS.fullmatch(text):
            move = f"{match[1]}-{match[2]}"
        if move is None:
            return False
        return self.attempt(lambda: self.game.play(view.seat, move))

    def numbered(self, text: str, choices: list[Option]) -> str | None:
        for choice in choices:
            if choice.number == int(text):
                return choice.move
        sentence = prompts.NO_NUMBER if choices else prompts.NO_NUMBERS
        self.say(translate(sentence, number=int(text), last=len(choices)))
        return None

    def ending_at(self, cell: str, choices: list[Option]) -> str | None:
        ends = [choice for choice in choices if self.game.city.cells[choice.end] == cell]
        if len(ends) == 1:
            return ends[0].move
        numbers = ", ".join(str(choice.number) for choice in ends)
        sentence = prompts.SEVERAL_MOVES if ends else prompts.NO_MOVE_TO
        self.say(translate(sentence, cell=cell, numbers=numbers))
        return None

    def attempt(self, act: Callable[[], None]) -> bool:
        try:
            act()
        except FulgenceError as error:
            self.say(wording.as_sentence(translate(error.message)))
            return False
        return True

    def command(self, text: str, view: View, choices: list[Option]) -> str | None:
        """Run a command such as `m` or `?`; None if the text is not a command."""
        if text == "m":
            self.console.read(lambda display: ["", *display.whole_map(view, choices)])
        elif text == "l" and choices:
            self.console.read(lambda display: display.moves(view, choices))
        elif text == "s":
            self.console.read(lambda display: display.wrap(explain_score(view, view.seat)))
        elif text == "o" and len(view.names) > 1:
            self.console.read(lambda display: display.other_sheets(view))
        elif text == "o":
            self.say(translate(prompts.NO_OTHERS))
        elif text in ("?", "h", "help"):
            self.console.read(lambda display: display.wrap([*help_rows(view), *display.legend(view)]))
        elif text in ("q", "quit"):
            self.confirm_stop()
        else:
            return None
        return text

    def confirm_stop(self) -> None:
        question = translate(prompts.QUIT_LOSES if isinstance(self.game, Game) else prompts.QUIT_ONLINE)
        if self.record_path:
            question = translate(prompts.QUIT_SAVES, path=self.record_path)
        if self.ask(question) in [*prompts.YES.split(), *translate(prompts.YES).split()]:
            raise PlayerQuit

    def ask(self, prompt: str) -> str:
        """What the player types, in lowercase; the end of the input quits the game."""
        try:
            return self.console.ask(prompt).strip().lower()
        except EOFError:
            self.say("")
            raise PlayerQuit from None

    def report_round(self, number: int) -> None:
        self.news.append(translate(prompts.ROUND_OVER, round=number + 1))
        for name, pad in zip(self.game.names, self.game.pads(), strict=True):
            line = pad.lines[number]
            sum_ = formula(line) or "0"
            self.news.append(
                translate(
                    prompts.LINE_WORTH,
                    name=wording.player_name(name),
                    pencil=translate(line.pencil),
                    formula=sum_,
                    points=line.points,
                )
            )

    def show(self, view: View, choices: list[Option]) -> None:
        """The page of a decision, then the news since the last one."""
        self.console.show(lambda display, notes: display.decision(view, choices, notes))
        self.say(*self.news)
        self.news.clear()

    def say(self, *rows: str) -> None:
        self.console.say(*rows)

    def save_and_report(self) -> bool:
        """Save the record if there is a path, and say so; False if that failed."""
        path = self.record_path
        if path is None:
            return True
        failure = self.write()
        self.say(failure or translate(prompts.SAVED if self.game.is_over else prompts.SAVED_PART, path=path))
        return not failure

    def write(self) -> str:
        """Save the record if there is a path; returns the error message, if any."""
        if self.record_path is None or not isinstance(self.game, Game):
            return ""
        try:
            save(self.game, self.record_path, self.bot_names)
        except OSError as error:
            return translate(prompts.NOT_SAVED, path=self.record_path, reason=error.strerror or error)
        return ""
