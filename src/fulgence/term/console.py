"""Output and input of a game: plain lines, or a terminal that always shows a complete page."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from itertools import groupby
from typing import Protocol, TextIO

from fulgence.language import N_, translate
from fulgence.term.canvas import plain_spaces
from fulgence.term.colours import CLEAR, is_terminal
from fulgence.term.display import Display
from fulgence.term.keyboard import Keyboard, Resized
from fulgence.term.screen import Screen, screen_for
from fulgence.term.spoken_display import SpokenDisplay

MORE_PAGES = N_("Page {page} of {pages}. Enter = next page, q = skip the rest:")
LAST_PAGE = N_("Enter = back to the game:")

TYPED = 12  # columns reserved for typing after a prompt
AFTERWARDS = 3  # rows left for messages below the last page

DrawPage = Callable[[Display, Sequence[str]], list[str]]
DrawText = Callable[[Display], list[str]]
DrawOnScreen = Callable[[Screen, Sequence[str]], list[str]]


class Console(Protocol):
    def show(self, draw: DrawPage) -> None:
        """Show a page, drawn by a display with the notes below it."""

    def say(self, *rows: str) -> None:
        """Add notes to the page."""

    def read(self, write: DrawText) -> None:
        """Show a long text, page by page."""

    def ask(self, prompt: str) -> str:
        """What the player types; EOFError at the end of the input."""

    def finish(self, draw: DrawPage, notes: Sequence[str]) -> None:
        """Show the last page."""


def has_pages(out: TextIO, *, accessible: bool) -> bool:
    """Whether the game is shown in pages: on a terminal, unless for a screen reader."""
    return is_terminal(out) and not accessible


@contextmanager
def console_for(
    out: TextIO, reader: Callable[[str], str], *, accessible: bool, colour: bool | None
) -> Iterator[Console]:
    """A TerminalConsole if the output has pages, otherwise a LineConsole."""
    if not has_pages(out, accessible=accessible):
        yield LineConsole(out, reader, SpokenDisplay() if accessible else screen_for(out, colour))
        return
    with Keyboard(reader) as keyboard:
        window = TerminalConsole(out, keyboard, partial(screen_for, out, colour))
        try:
            yield window
        finally:
            window.close()


class LineConsole:
    """Writes each line once, below the others: for pipes and screen readers."""

    def __init__(self, out: TextIO, reader: Callable[[str], str], display: Display) -> None:
        self.out = out
        self.reader = reader
        self.display = display

    def show(self, draw: DrawPage) -> None:
        self.out.write("\n")
        self.say(*draw(self.display, ()))

    def say(self, *rows: str) -> None:
        for row in rows:
            self.out.write(f"{plain_spaces(row)}\n")

    def read(self, write: DrawText) -> None:
        self.say(*write(self.display))

    def ask(self, prompt: str) -> str:
        self.out.flush()
        return self.reader(f"{plain_spaces(prompt)} ")

    def finish(self, draw: DrawPage, notes: Sequence[str]) -> None:
        self.out.write("\n")
        self.say(*draw(self.display, notes))


class TerminalConsole:
    """Draws the page and its notes whenever it asks for input, and again when the terminal is resized."""

    def __init__(self, out: TextIO, keyboard: Keyboard, screen: Callable[[], Screen]) -> None:
        self.out = out
        self.keyboard = keyboard
        self.screen = screen  # of the terminal's current size
        self.draw: DrawPage = lambda display, notes: list(notes)
        self.notes: list[str] = []

    def show(self, draw: DrawPage) -> None:
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

    def ask_below(self, draw: DrawOnScreen, prompt: Callable[[Screen], str]) -> str:
        """Draw and ask. All but the last row of a long prompt belong to the page."""
        while True:
            screen = self.screen()
            *above, last = textwrap.wrap(prompt(screen), max(TYPED, screen.columns - TYPED))
            self.write(CLEAR, draw(screen, above))
            try:
                return self.keyboard.read(f"{plain_spaces(last)} ", partial(self.is_now, screen))
            except Resized:
                continue

    def is_now(self, screen: Screen) -> bool:
        return self.screen() == screen

    def write(self, opening: str, rows: Sequence[str]) -> None:
        self.out.write(opening + "".join(f"{plain_spaces(row)}\n" for row in rows))
        self.out.flush()

    def read(self, write: DrawText) -> None:
        book = Pager(write, 0)
        while True:
            answer = self.ask_below(book.page, book.prompt)
            if book.is_at_end(self.screen()) or answer.strip().lower() in ("q", "quit"):
                return
            book.number += 1

    def finish(self, draw: DrawPage, notes: Sequence[str]) -> None:
        book = Pager(lambda display: draw(display, notes), AFTERWARDS)
        while not book.is_at_end(self.screen()):
            self.ask_below(book.page, book.prompt)
            book.number += 1
        self.write(CLEAR, book.page(self.screen(), ()))

    def close(self) -> None:
        """Write the notes that have not been shown."""
        self.write("", self.notes)
        self.notes.clear()


class Pager:
    """A long text, read page by page with `spare` rows left free on each."""

    def __init__(self, text: DrawText, spare: int) -> None:
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
            return translate(LAST_PAGE)
        return translate(MORE_PAGES, page=self.number + 1, pages=len(self.pages(screen)))


def paged(rows: Sequence[str], room: int) -> list[list[str]]:
    """Split rows into pages of `room` rows, preferably at empty rows."""
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
