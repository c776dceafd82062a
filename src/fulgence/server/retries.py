"""What is to be tried again, and when: the more often in vain, the later."""

from __future__ import annotations

from dataclasses import dataclass

FIRST = 5.0  # seconds until the first attempt
LONGEST = 300.0  # and between later ones at most


@dataclass
class Attempt:
    pause: float
    due: float
    is_made: bool = False


class Retries:
    """`now` is always the time of the same clock, in seconds."""

    def __init__(self) -> None:
        self._attempts: dict[str, Attempt] = {}

    def add(self, name: str, now: float) -> None:
        """It has failed, perhaps again."""
        known = self._attempts.get(name)
        pause = min(2 * known.pause, LONGEST) if known else FIRST
        self._attempts[name] = Attempt(pause, now + pause)

    def due(self, now: float) -> list[str]:
        """What is to be tried now, each once. What then goes well for long is as if it had never failed."""
        for name, attempt in list(self._attempts.items()):
            if attempt.is_made and now > attempt.due + 2 * attempt.pause:
                del self._attempts[name]
        waiting = [name for name, attempt in self._attempts.items() if not attempt.is_made]
        found = [name for name in waiting if self._attempts[name].due <= now]
        for name in found:
            self._attempts[name].is_made = True
        return found
