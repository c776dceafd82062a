"""The game loop: people at one keyboard, bots at the other seats."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TextIO

from fulgence.bots.bot import Bot
from fulgence.bots.custom import play_by_bot
from fulgence.language import translate
from fulgence.rules.errors import FulgenceError
from fulgence.rules.game import Game
from fulgence.rules.view import View
from fulgence.term import words
from fulgence.term.console import Console, console_for
from fulgence.term.explain import explain
from fulgence.term.guide import guide
from fulgence.term.options import Option, options
from fulgence.term.result import outcome
from fulgence.term.save import NO_BOTS, save
from fulgence.term.ticket import formula

OK, FAILURE = 0, 1
NUMBER = re.compile(r"[0-9]{1,9}")
CELL = re.compile(r"[a-z][0-9]{1,2}")
TWO_CELLS = re.compile(r"([a-z][0-9]{1,2})[-\u2013 ]?([a-z][0-9]{1,2})")


def play(
    game: Game,
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
    """Play the game to its end, or until a person stops it; the exit code of the command.

    `colour`: None asks the terminal. The record goes to `record_path` after every turn and however the
    game ends, with `bot_names` by seat; KeyboardInterrupt is passed on after that. `news`: sentences under
    the first page.
    """
    out = out or sys.stdout
    with console_for(out, reader, accessible=accessible, colour=colour) as console:
        table = Table(game, bots, console, record_path, bot_names, news)
        try:
            table.run()
        except Stopped:
            table.say(translate(words.STOPPED))
        except KeyboardInterrupt:
            table.say("")
            table.keep()
            raise
        return OK if table.keep() else FAILURE


class Stopped(Exception):
    """A person has left the game."""


class Table:
    def __init__(
        self,
        game: Game,
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
        self.news = list(news)  # shown under the next page

    def run(self) -> None:
        game = self.game
        while not game.is_over:
            for seat, bot in self.bots.items():
                while not game.is_done(seat):
                    play_by_bot(game, seat, bot)
            for seat in self.people:
                self.take_turn(seat)
            number = game.round
            game.flip()
            if (failure := self.write()) and not game.is_over:
                self.news.append(failure)
            if game.round > number and not game.is_over:
                self.tell_round(number)
        notes = [translate(words.GAME_OVER), outcome(game)]
        self.console.finish(lambda face, notes: face.final(game, self.people, notes), notes)

    def take_turn(self, seat: int) -> None:
        """All decisions of a person in this turn, until they let it go."""
        while True:
            view = self.game.view(seat)
            choices = options(view)
            self.show(view, choices)
            if view.moves:
                if self.decide(view, choices):
                    return
            elif self.let_go(view):
                return

    def decide(self, view: View, choices: list[Option]) -> bool:
        """One decision, answered or taken back; True if the turn is over without another question."""
        prompt = self.named(view, words.YOUR_MOVE if choices else words.ONLY_PASS)
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

    def let_go(self, view: View) -> bool:
        """After the last decision: on to the next card, or back."""
        prompt = self.named(view, self.closing_prompt(view))
        while True:
            text = self.ask(prompt)
            if text == "":
                return True
            if text == "u":
                self.game.undo(view.seat)
                return False
            if self.command(text, view, []) is None:
                self.say(translate(words.NEEDS_ENTER))

    def closing_prompt(self, view: View) -> str:
        if view.seat != self.people[-1]:
            return words.NEXT_PLAYER_ASK
        rounds = self.game.deal.turns
        is_last = view.round + 1 == len(rounds) and view.turn + 1 == len(rounds[view.round])
        return words.LAST_CARD_ASK if is_last else words.NEXT_CARD_ASK

    def named(self, view: View, prompt: str) -> str:
        """The prompt with the name of the person, if there are several at the keyboard."""
        if len(self.people) == 1:
            return translate(prompt)
        name = words.player(view.names[view.seat])
        return translate(words.NAMED, name=name, prompt=translate(prompt))

    def move(self, text: str, view: View, choices: list[Option]) -> bool:
        """Play what was typed, if it is a legal move; otherwise say why not."""
        if not text:
            self.say(translate(words.NEEDS_INPUT, move=choices[0].move if choices else "d3-c4"))
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
        sentence = words.NO_NUMBER if choices else words.NO_NUMBERS
        self.say(translate(sentence, number=int(text), last=len(choices)))
        return None

    def ending_at(self, cell: str, choices: list[Option]) -> str | None:
        ends = [choice for choice in choices if self.game.city.cells[choice.end] == cell]
        if len(ends) == 1:
            return ends[0].move
        numbers = ", ".join(str(choice.number) for choice in ends)
        sentence = words.SEVERAL_MOVES if ends else words.NO_MOVE_TO
        self.say(translate(sentence, cell=cell, numbers=numbers))
        return None

    def attempt(self, act: Callable[[], None]) -> bool:
        try:
            act()
        except FulgenceError as error:
            self.say(words.sentence(translate(error.message)))
            return False
        return True

    def command(self, text: str, view: View, choices: list[Option]) -> str | None:
        """Answer a question about the game; None if the text is no such question."""
        if text == "m":
            self.console.read(lambda face: ["", *face.atlas(view, choices)])
        elif text == "l" and choices:
            self.console.read(lambda face: face.moves(view, choices))
        elif text == "s":
            self.console.read(lambda face: face.prose(explain(view, view.seat)))
        elif text == "o" and len(view.names) > 1:
            self.console.read(lambda face: face.others(view))
        elif text == "o":
            self.say(translate(words.NO_OTHERS))
        elif text in ("?", "h", "help"):
            self.console.read(lambda face: face.prose([*guide(view), *face.legend(view)]))
        elif text in ("q", "quit"):
            self.confirm_stop()
        else:
            return None
        return text

    def confirm_stop(self) -> None:
        question = translate(words.QUIT_LOSES)
        if self.record_path:
            question = translate(words.QUIT_SAVES, path=self.record_path)
        if self.ask(question) in [*words.YES.split(), *translate(words.YES).split()]:
            raise Stopped

    def ask(self, prompt: str) -> str:
        """What a person types, in small letters; the end of the input stops the game."""
        try:
            return self.console.ask(prompt).strip().lower()
        except EOFError:
            self.say("")
            raise Stopped from None

    def tell_round(self, number: int) -> None:
        self.news.append(translate(words.ROUND_OVER, round=number + 1))
        for name, pad in zip(self.game.names, self.game.pads(), strict=True):
            line = pad.lines[number]
            sum_ = formula(line) or "0"
            self.news.append(
                translate(
                    words.LINE_WORTH,
                    name=words.player(name),
                    pencil=translate(line.pencil),
                    formula=sum_,
                    points=line.points,
                )
            )

    def show(self, view: View, choices: list[Option]) -> None:
        """The page of a decision, then what has happened since the last one."""
        self.console.show(lambda face, notes: face.decision(view, choices, notes))
        self.say(*self.news)
        self.news.clear()

    def say(self, *rows: str) -> None:
        self.console.say(*rows)

    def keep(self) -> bool:
        """Write the record if one is wanted, and tell it; False if that failed."""
        path = self.record_path
        if path is None:
            return True
        failure = self.write()
        self.say(failure or translate(words.SAVED if self.game.is_over else words.SAVED_PART, path=path))
        return not failure

    def write(self) -> str:
        """Write the record if one is wanted; what to say if that failed."""
        if self.record_path is None:
            return ""
        try:
            save(self.game, self.record_path, self.bot_names)
        except OSError as error:
            return translate(words.NOT_SAVED, path=self.record_path, reason=error.strerror or error)
        return ""
