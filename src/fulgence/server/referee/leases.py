"""Leases: which process owns a table, exactly one at a time.

Safety does not depend on them: the store accepts each entry number once, so if two processes both think
that they own a table, only one of them can write.
"""

from __future__ import annotations

from typing import Protocol


class Elsewhere(Exception):
    """Another process owns the table."""

    def __init__(self, owner: str) -> None:
        super().__init__(owner)
        self.owner = owner


class Leases(Protocol):
    async def claim(self, table: str) -> None:
        """Make the table ours, or raise Elsewhere."""

    def release(self, table: str) -> None: ...


class Alone:
    """Leases of a server without others: it owns every table."""

    async def claim(self, table: str) -> None:
        return

    def release(self, table: str) -> None:
        return
