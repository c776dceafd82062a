"""The game in a pseudo-terminal that is resized while the player types."""

from __future__ import annotations

import contextlib
import os
import re
import select
import struct
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

fcntl = pytest.importorskip("fcntl")
termios = pytest.importorskip("termios")
pytest.importorskip("readline")

PATIENCE = 60  # seconds; a page is there at once, unless the machine does other things as well
CODE = re.compile(r"\x1b\[([?0-9;]*)([A-Za-z])|\x1b[=>]")
# The terminal becomes the one that controls the process, as in a shell: then it is told of every change.
START = """
import fcntl, runpy, sys, termios
fcntl.ioctl(0, termios.TIOCSCTTY, 0)
sys.argv[0] = "fulgence"
runpy.run_module("fulgence", run_name="__main__")
"""


class Screen:
    """What a terminal shows; knows the codes of our pages and of the line editor, and counts scrolling."""

    def __init__(self, columns: int, rows: int) -> None:
        self.resize(columns, rows)

    def resize(self, columns: int, rows: int) -> None:
        self.columns, self.rows = columns, rows
        self.clear()

    def clear(self) -> None:
        self.lines = [[" "] * self.columns for _ in range(self.rows)]
        self.x = self.y = self.scrolled = 0

    def feed(self, text: str) -> None:
        while text:
            if match := CODE.match(text):
                self.obey(match[1] or "", match[2] or "")
                text = text[match.end() :]
            else:
                self.put(text[0])
                text = text[1:]

    def obey(self, numbers: str, code: str) -> None:
        if code == "J":
            self.clear()
        elif code == "K":
            self.lines[self.y][self.x :] = [" "] * (self.columns - self.x)
        elif code == "C":
            self.x += int(numbers or 1)
        elif code == "H":
            self.x = self.y = 0

    def put(self, sign: str) -> None:
        if sign == "\r":
            self.x = 0
        elif sign == "\b":
            self.x -= 1
        elif sign == "\n":
            self.down()
        elif sign.isprintable():
            if self.x == self.columns:
                self.x = 0
                self.down()
            self.lines[self.y][self.x] = sign
            self.x += 1

    def down(self) -> None:
        if self.y + 1 < self.rows:
            self.y += 1
            return
        self.scrolled += 1
        self.lines = [*self.lines[1:], [" "] * self.columns]

    @property
    def shown(self) -> list[str]:
        return ["".join(line).rstrip() for line in self.lines]

    @property
    def prompt(self) -> str:
        """The line that the cursor is in."""
        return self.shown[self.y]


class Sitting:
    """A person before a game."""

    def __init__(self, master: int, process: subprocess.Popen[bytes]) -> None:
        self.master = master
        self.process = process
        self.screen = Screen(80, 24)
        self.rest = b""

    def resize(self, columns: int, rows: int) -> None:
        self.wait_for_reading()
        self.screen.resize(columns, rows)
        fcntl.ioctl(self.master, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def wait_for_reading(self) -> None:
        """Until the game sleeps: a signal between its prompt and its reading would wait for the next key."""
        state = Path(f"/proc/{self.process.pid}/stat")
        end = time.monotonic() + PATIENCE
        while state.exists() and state.read_text().rpartition(")")[2].split()[0] != "S":
            assert time.monotonic() < end

    def type(self, text: str) -> None:
        os.write(self.master, text.encode())

    def until(self, holds: Callable[[Screen], bool]) -> list[str]:
        """What is shown as soon as it is so."""
        end = time.monotonic() + PATIENCE
        while not holds(self.screen):
            assert time.monotonic() < end, "\n".join(self.screen.shown)
            if select.select([self.master], [], [], 1)[0]:
                self.hear()
        return self.screen.shown

    def hear(self) -> None:
        """All that is whole: codes and characters may come in pieces."""
        try:
            self.rest += os.read(self.master, 65536)
        except OSError:  # so Linux says that the other end is closed
            self.rest += b""
        cut = len(self.rest)
        with contextlib.suppress(ValueError):
            last = self.rest.rindex(b"\x1b")
            if not CODE.match(self.rest[last:].decode(errors="replace")):
                cut = last
        while cut and self.rest[cut - 1] >= 0x80:
            with contextlib.suppress(UnicodeDecodeError):
                self.rest[:cut].decode()
                break
            cut -= 1
        self.screen.feed(self.rest[:cut].decode())
        self.rest = self.rest[cut:]

    def answer(self, text: str) -> list[str]:
        """Type a line, and wait for the page that answers it."""
        self.screen.clear()
        self.type(f"{text}\r")
        return self.until(asks)


def asks(screen: Screen) -> bool:
    """A whole page with its prompt is there."""
    return screen.y > 0 and bool(re.search(r": *$", screen.prompt)) and bool(screen.shown[0])


def asks_below_a_page(screen: Screen, prompt: str) -> bool:
    """readline repeats the prompt on its own before the page is drawn again; that does not count."""
    return screen.y > 0 and screen.prompt == prompt


@contextlib.contextmanager
def sitting(*arguments: str, start: str = START) -> Iterator[Sitting]:
    master, slave = os.openpty()
    fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
    environ = {**os.environ, "TERM": "xterm-256color", "LANG": "C.UTF-8", "LANGUAGE": "en"}
    for name in ("COLUMNS", "LINES", "NO_COLOR"):
        environ.pop(name, None)
    command = [sys.executable, "-c", start, "play", *arguments]
    process = subprocess.Popen(
        command, stdin=slave, stdout=slave, stderr=slave, env=environ, start_new_session=True
    )
    os.close(slave)
    try:
        yield Sitting(master, process)
    finally:
        process.kill()
        process.wait()
        os.close(master)


def check(person: Sitting) -> None:
    assert person.screen.scrolled == 0
    assert person.screen.shown[0].split()[:3] == ["a", "b", "c"]


def test_a_whole_game_at_80_by_24_never_scrolls_and_always_shows_the_map() -> None:
    with sitting("paris", "--addons", "objectives,powers,gates", "--seed", "5") as person:
        person.until(asks)
        pages = 0
        while "end of the game" not in person.screen.prompt:
            check(person)
            text = "\n".join(person.screen.shown)
            assert "round" in text
            assert "total" in text
            person.answer("1" if "Your move" in person.screen.prompt else "")
            pages += 1
        check(person)
        assert pages > 40
        person.screen.clear()
        person.type("\r")
        last = person.until(lambda screen: "--seed 5" in "\n".join(screen.shown))
        assert person.process.wait(PATIENCE) == 0
        check(person)
        assert any("The game is over." in row for row in last)


def test_what_is_to_be_known_about_the_game_is_on_its_first_page() -> None:
    with sitting("london", "--addons", "powers,gates", "--seed", "5") as person:
        first = " ".join(" ".join(person.until(asks)).split())
        check(person)
        assert "may be combined; the publisher recommends only one of them at a time." in first
        assert "publisher" not in " ".join(person.answer("1"))
    with sitting("toy", "--bots", "mcts:1", "--seed", "5") as person:
        first = " ".join(" ".join(person.until(asks)).split())
        assert "mcts:1 is not trained for this game" in first


def test_a_change_of_size_draws_anew_and_keeps_what_was_typed() -> None:
    with sitting("london", "--seed", "5") as person:
        small = person.until(asks)
        check(person)
        move = next(
            re.findall(r"[a-j]\d+-[a-j]\d+", row)[0] for row in small if row.startswith(" 1 ") and "-" in row
        )
        person.type(move[:3])
        person.until(lambda screen: screen.prompt == f"Your move: {move[:3]}")

        person.resize(132, 43)
        person.until(lambda screen: asks_below_a_page(screen, f"Your move: {move[:3]}"))
        check(person)
        assert person.screen.shown[0].startswith("    a       b       c")

        person.resize(60, 20)
        person.until(lambda screen: asks_below_a_page(screen, f"Your move: {move[:3]}"))
        assert person.screen.scrolled == 0
        assert person.screen.shown[0].startswith("The map needs 80 x 24 characters")

        person.resize(80, 24)
        person.until(lambda screen: asks_below_a_page(screen, f"Your move: {move[:3]}"))
        check(person)
        assert person.answer(move[3:])[-1].startswith("Enter = next card")
        check(person)


def test_without_a_line_editor_a_change_of_size_asks_again_from_the_start() -> None:
    start = 'import sys; sys.modules["readline"] = None' + START
    with sitting("london", "--seed", "5", start=start) as person:
        person.until(asks)
        person.type("zz")
        person.until(lambda screen: screen.prompt == "Your move: zz")
        person.resize(100, 30)
        person.until(asks)
        check(person)
        assert person.screen.prompt == "Your move:"
        person.answer("p")
        assert person.screen.prompt == "Enter = next card, u = undo:"


def test_the_help_is_read_page_by_page() -> None:
    with sitting("berlin", "--seed", "5") as person:
        person.until(asks)
        page = person.answer("?")
        assert page[0] == "What you can type"
        assert "Page 1 of " in person.screen.prompt
        person.answer("")
        assert "The rules in brief" in person.screen.shown
        assert person.screen.scrolled == 0
        person.answer("q")
        check(person)
