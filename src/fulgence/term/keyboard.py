"""Line input from a terminal that may be resized while the player types (SIGWINCH)."""

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
    """The terminal was resized: redraw the page, then ask again."""


class Keyboard:
    """Reads lines; resizing the terminal meanwhile raises Resized.

    With `readline`, what was typed so far reappears after the next prompt; without it, it is discarded.
    """

    def __init__(self, reader: Callable[[str], str]) -> None:
        self.reader = reader
        self.is_asking = False
        self.typed = ""

    def __enter__(self) -> Self:
        if WINDOW_CHANGED and threading.current_thread() is threading.main_thread():
            self.before = signal.signal(WINDOW_CHANGED, self.resized)
            # After installing ours, so that readline sees the signal too and passes it on.
            with contextlib.suppress(ImportError):
                import readline  # noqa: F401
        return self

    def __exit__(self, *_: object) -> None:
        if WINDOW_CHANGED and threading.current_thread() is threading.main_thread():
            signal.signal(WINDOW_CHANGED, self.before or signal.SIG_DFL)

    def read(self, prompt: str, is_current: Callable[[], bool]) -> str:
        """Read a line. `is_current` says whether the page still has the terminal's size."""
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
                discard_typed()
            raise Resized

    def put_back(self) -> None:
        """Make the next prompt start with what was typed at an interrupted one."""
        if readline := sys.modules.get("readline"):
            typed = self.typed
            readline.set_startup_hook((lambda: readline.insert_text(typed)) if typed else None)


def discard_typed() -> None:
    """Discard what the terminal driver buffers until Enter; it would be invisible after the next prompt."""
    import termios  # exists wherever SIGWINCH does

    with contextlib.suppress(OSError, ValueError, termios.error):
        termios.tcflush(sys.stdin.fileno(), termios.TCIFLUSH)
