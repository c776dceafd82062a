"""Which process is the referee of a table: exactly one at a time.

That is for order. Safety does not hang on it: the store takes every number of an entry once, so of two
referees who both think that a table is theirs only one can write.
"""

from __future__ import annotations

from typing import Protocol


class Elsewhere(Exception):
    """The table is another process's."""

    def __init__(self, owner: str) -> None:
        super().__init__(owner)
        self.owner = owner


class Leases(Protocol):
    async def claim(self, table: str) -> None:
        """Make the table ours, or raise Elsewhere."""

    def release(self, table: str) -> None: ...


class Alone:
    """The only process there is."""

    async def claim(self, table: str) -> None:
        return

    def release(self, table: str) -> None:
        return
