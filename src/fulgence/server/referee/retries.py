"""Retries with exponential backoff."""

from __future__ import annotations

from dataclasses import dataclass

FIRST_PAUSE = 5.0  # seconds until the first attempt
MAX_PAUSE = 300.0  # and between later ones at most


@dataclass
class Attempt:
    pause: float
    due: float
    is_made: bool = False


class Retries:
    """`now`: seconds, always of the same clock."""

    def __init__(self) -> None:
        self._attempts: dict[str, Attempt] = {}

    def add(self, name: str, now: float) -> None:
        """Schedule another attempt after a failure."""
        known = self._attempts.get(name)
        pause = min(2 * known.pause, MAX_PAUSE) if known else FIRST_PAUSE
        self._attempts[name] = Attempt(pause, now + pause)

    def due(self, now: float) -> list[str]:
        """What to try now, each once. After a long time without failure the backoff starts over."""
        for name, attempt in list(self._attempts.items()):
            if attempt.is_made and now > attempt.due + 2 * attempt.pause:
                del self._attempts[name]
        waiting = [name for name, attempt in self._attempts.items() if not attempt.is_made]
        found = [name for name in waiting if self._attempts[name].due <= now]
        for name in found:
            self._attempts[name].is_made = True
        return found
