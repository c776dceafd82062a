"""Where a game is shown and asked about: a stream of lines, or a terminal whose page is always whole."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from itertools import groupby
from typing import Protocol, TextIO

from fulgence.language import translate
from fulgence.term import words
from fulgence.term.canvas import plain_blanks
from fulgence.term.face import Face
from fulgence.term.ink import CLEAR, is_terminal
from fulgence.term.keyboard import Keyboard, Resized
from fulgence.term.screen import Screen, screen_for
from fulgence.term.spoken import Spoken

TYPED = 12  # columns for what is typed behind a prompt
AFTERWARDS = 3  # rows for what is told when the last page is there

Draw = Callable[[Face, Sequence[str]], list[str]]
Write = Callable[[Face], list[str]]
Page = Callable[[Screen, Sequence[str]], list[str]]


class Console(Protocol):
    def show(self, draw: Draw) -> None:
        """A page, made of a face and of what has been said about it."""

    def say(self, *rows: str) -> None:
        """Sentences about the page."""

    def read(self, write: Write) -> None:
        """A long text."""

    def ask(self, prompt: str) -> str:
        """What a person types; EOFError at the end of the input."""

    def finish(self, draw: Draw, notes: Sequence[str]) -> None:
        """The last page."""


def has_pages(out: TextIO, *, accessible: bool) -> bool:
    """Whether the game is shown page after page, on a terminal, unless it is to be told in words."""
    return is_terminal(out) and not accessible


@contextmanager
def console_for(
    out: TextIO, reader: Callable[[str], str], *, accessible: bool, colour: bool | None
) -> Iterator[Console]:
    """A window where there are pages."""
    if not has_pages(out, accessible=accessible):
        yield Stream(out, reader, Spoken() if accessible else screen_for(out, colour))
        return
    with Keyboard(reader) as keyboard:
        window = Window(out, keyboard, partial(screen_for, out, colour))
        try:
            yield window
        finally:
            window.close()


class Stream:
    """Line after line, each written once and below the others: for pipes and for screen readers."""

    def __init__(self, out: TextIO, reader: Callable[[str], str], face: Face) -> None:
        self.out = out
        self.reader = reader
        self.face = face

    def show(self, draw: Draw) -> None:
        self.out.write("\n")
        self.say(*draw(self.face, ()))

    def say(self, *rows: str) -> None:
        for row in rows:
            self.out.write(f"{plain_blanks(row)}\n")

    def read(self, write: Write) -> None:
        self.say(*write(self.face))

    def ask(self, prompt: str) -> str:
        self.out.flush()
        return self.reader(f"{plain_blanks(prompt)} ")

    def finish(self, draw: Draw, notes: Sequence[str]) -> None:
        self.out.write("\n")
        self.say(*draw(self.face, notes))


class Window:
    """A terminal: a page and what was said about it are drawn when something is asked, and anew when
    the terminal has another size."""

    def __init__(self, out: TextIO, keyboard: Keyboard, screen: Callable[[], Screen]) -> None:
        self.out = out
        self.keyboard = keyboard
        self.screen = screen  # as the terminal is now
        self.draw: Draw = lambda face, notes: list(notes)
        self.notes: list[str] = []

    def show(self, draw: Draw) -> None:
        self.draw = draw
        self.notes.clear()

    def say(self, *rows: str) -> None:
        self.notes += rows

    def ask(self, prompt: str) -> str:
        try:
            return self.ask_below(self.current, lambda _: prompt)
        finally:
            self.notes.clear()

    def current(self, screen: Screen, above: Sequence[str]) -> list[str]:
        return self.draw(screen, [*self.notes, *above])

    def ask_below(self, draw: Page, prompt: Callable[[Screen], str]) -> str:
        """Draw and ask; rows of a long prompt before its last one belong to the page."""
        while True:
            screen = self.screen()
            *above, last = textwrap.wrap(prompt(screen), max(TYPED, screen.columns - TYPED))
            self.write(CLEAR, draw(screen, above))
            try:
                return self.keyboard.read(f"{plain_blanks(last)} ", partial(self.is_now, screen))
            except Resized:
                continue

    def is_now(self, screen: Screen) -> bool:
        return self.screen() == screen

    def write(self, opening: str, rows: Sequence[str]) -> None:
        self.out.write(opening + "".join(f"{plain_blanks(row)}\n" for row in rows))
        self.out.flush()

    def read(self, write: Write) -> None:
        book = Book(write, 0)
        while True:
            answer = self.ask_below(book.page, book.prompt)
            if book.is_at_end(self.screen()) or answer.strip().lower() in ("q", "quit"):
                return
            book.number += 1

    def finish(self, draw: Draw, notes: Sequence[str]) -> None:
        book = Book(lambda face: draw(face, notes), AFTERWARDS)
        while not book.is_at_end(self.screen()):
            self.ask_below(book.page, book.prompt)
            book.number += 1
        self.write(CLEAR, book.page(self.screen(), ()))

    def close(self) -> None:
        """What was said and not shown goes below everything else."""
        self.write("", self.notes)
        self.notes.clear()


class Book:
    """A long text that is read page by page, with `spare` rows left free on each."""

    def __init__(self, text: Write, spare: int) -> None:
        self.text = text
        self.spare = spare
        self.number = 0

    def pages(self, screen: Screen) -> list[list[str]]:
        return paged(self.text(screen), max(1, screen.room - self.spare))

    def is_at_end(self, screen: Screen) -> bool:
        return self.number + 1 >= len(self.pages(screen))

    def page(self, screen: Screen, above: Sequence[str]) -> list[str]:
        pages = self.pages(screen)
        return [*pages[min(self.number, len(pages) - 1)][: screen.room - len(above)], *above]

    def prompt(self, screen: Screen) -> str:
        if self.is_at_end(screen):
            return translate(words.LAST_PAGE)
        return translate(words.MORE_PAGES, page=self.number + 1, pages=len(self.pages(screen)))


def paged(rows: Sequence[str], room: int) -> list[list[str]]:
    """The rows in pages of so many; what has no empty row in it stays together if it can."""
    pages: list[list[str]] = [[]]
    for is_text, group in groupby(rows, key=bool):
        block = list(group) if is_text else []
        for piece in (block[place : place + room] for place in range(0, len(block), room)):
            between = [""] if pages[-1] else []
            if len(pages[-1]) + len(between) + len(piece) > room and pages[-1]:
                pages.append(piece)
            else:
                pages[-1] += [*between, *piece]
    return pages
