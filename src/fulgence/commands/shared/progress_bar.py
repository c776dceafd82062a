"""A progress bar on standard error, hidden unless it is a terminal."""

from __future__ import annotations

import sys
import time
from types import TracebackType
from typing import Self

from fulgence.language import translate

WIDTH = 30
ESTIMATE_AFTER = 2.0  # seconds: an earlier guess would jump about


class ProgressBar:
    def __init__(self, what: str, total: int, prints: bool = True, patience: float = 0.0) -> None:
        """`prints`: whether the command writes to standard output meanwhile. `patience`: seconds before
        the bar appears."""
        self.what = what
        self.total = total
        self.done = 0
        # Records on the same terminal would run into the bar.
        self.shown = sys.stderr.isatty() and not (prints and sys.stdout.isatty())
        self.began_at = time.monotonic()
        self.shown_from = self.began_at + patience
        self.drawn_at = 0.0
        self.before = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self.shown and self.drawn_at:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()

    def step(self, number: int = 1) -> None:
        self.done = min(self.done + number, self.total)
        now = time.monotonic()
        if not self.shown or now < self.shown_from or now - self.drawn_at < 0.1:
            return
        self.drawn_at = now
        filled = WIDTH * self.done // self.total
        bar = "#" * filled + "." * (WIDTH - filled)
        sys.stderr.write(f"\r[{bar}] {self.done}/{self.total} {self.what}{self.time_left(now)}")
        sys.stderr.flush()

    def resume(self, number: int) -> None:
        """So many steps were done in an earlier run: they say nothing about the time left."""
        self.done = self.before = min(number, self.total)

    def time_left(self, now: float) -> str:
        """As `, 1:20 left`; empty while it is too early to tell."""
        passed, steps = now - self.began_at, self.done - self.before
        if passed < ESTIMATE_AFTER or not steps:
            return ""
        seconds = round(passed / steps * (self.total - self.done))
        left = translate("{time} left", time=f"{seconds // 60}:{seconds % 60:02}")
        return f", {left}\x1b[K"  # the text before may have been longer
