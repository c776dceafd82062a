"""The companions of one browser: games on paper, each written as a log whose last entry is how far it is."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from fulgence.api.companions import Companion, NewCompanion, opened
from fulgence.browser.local_table import Effects, Written
from fulgence.rules.message import Message
from fulgence.table.entries import now
from fulgence.table.refusals import Refused
from fulgence.table.seats import new_table_id

PREFIX = "here-paper-"  # of their ids: they are written where tables are


class OpenCompanion(NewCompanion, frozen=True):
    """`request`: a secret idempotency key."""

    request: str | None = None


class MakeStep(msgspec.Struct, frozen=True):
    start: int
    step: int


class Companions:
    def __init__(self) -> None:
        self._known: dict[str, tuple[int, Companion]] = {}  # with the number of entries

    def load(self, id: str, written: Sequence[Written]) -> None:
        """The last entry says all."""
        self._known[id] = (len(written), msgspec.json.decode(written[-1][1], type=Companion))

    def drop(self, id: str) -> None:
        self._known.pop(id, None)

    def found(self, id: str) -> Companion:
        if id not in self._known:
            raise Refused(
                "no-companion", Message("there is no such game on paper; perhaps it is too old"), 404
            )
        return self._known[id][1]

    def open(self, wanted: OpenCompanion) -> tuple[Companion, list[tuple[str, Effects]]]:
        """A retry finds the one that was opened before."""
        id = PREFIX + new_table_id(wanted.request or "", "companion")
        if id in self._known:
            return self._known[id][1], []
        return self._keep(opened(wanted, id, now()), 0)

    def step(self, id: str, wanted: MakeStep) -> tuple[Companion, list[tuple[str, Effects]]]:
        companion = self.found(id)
        after = companion.after(wanted.start, wanted.step, now())
        return (companion, []) if after is companion else self._keep(after, self._known[id][0])

    def _keep(self, companion: Companion, number: int) -> tuple[Companion, list[tuple[str, Effects]]]:
        self._known[companion.id] = (number + 1, companion)
        entry = (companion.changed_at, msgspec.json.encode(companion).decode())
        return companion, [(companion.id, Effects(number, [entry]))]
