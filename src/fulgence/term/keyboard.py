"""What a person types at a terminal that may change its size while they do."""

from __future__ import annotations

import contextlib
import signal
import sys
import threading
from collections.abc import Callable
from types import FrameType
from typing import Self

WINDOW_CHANGED = getattr(signal, "SIGWINCH", None)  # not on Windows


class Resized(Exception):
    """The terminal has another size now: draw the page anew, then ask again."""


class Keyboard:
    """Reads lines; while one is typed, a change of the terminal's size raises Resized.

    With `readline` what was typed by then stands behind the next prompt; without it, it is forgotten.
    """

    def __init__(self, reader: Callable[[str], str]) -> None:
        self.reader = reader
        self.is_asking = False
        self.typed = ""

    def __enter__(self) -> Self:
        if WINDOW_CHANGED and threading.current_thread() is threading.main_thread():
            self.before = signal.signal(WINDOW_CHANGED, self.resized)
            # After ours, so that it learns the size as well and passes the signal on.
            with contextlib.suppress(ImportError):
                import readline  # noqa: F401
        return self

    def __exit__(self, *_: object) -> None:
        if WINDOW_CHANGED and threading.current_thread() is threading.main_thread():
            signal.signal(WINDOW_CHANGED, self.before or signal.SIG_DFL)

    def read(self, prompt: str, is_current: Callable[[], bool]) -> str:
        """A line. `is_current`: whether the page above the prompt still has the size of the terminal."""
        self.put_back()
        try:
            self.is_asking = True
            if not is_current():
                raise Resized
            line = self.reader(prompt)
        finally:
            self.is_asking = False
        self.typed = ""
        return line

    def resized(self, number: int, frame: FrameType | None) -> None:
        if self.is_asking:
            self.is_asking = False
            if readline := sys.modules.get("readline"):
                self.typed = readline.get_line_buffer()
            else:
                forget_typed()
            raise Resized

    def put_back(self) -> None:
        """Before a prompt: what was typed at the last one, if that was interrupted."""
        if readline := sys.modules.get("readline"):
            typed = self.typed
            readline.set_startup_hook((lambda: readline.insert_text(typed)) if typed else None)


def forget_typed() -> None:
    """The terminal itself keeps what was typed until Enter; nobody would see it behind the next prompt."""
    import termios  # where there is the signal, there is this

    with contextlib.suppress(OSError, ValueError, termios.error):
        termios.tcflush(sys.stdin.fileno(), termios.TCIFLUSH)
