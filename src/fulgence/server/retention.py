"""Deletes old tables of nobody, and old games on paper, while the server runs."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable

from fulgence.rules.errors import FulgenceError
from fulgence.server.store.companions import delete_old_companions
from fulgence.server.store.retention import delete_old_tables
from fulgence.server.store.store import Store
from fulgence.table.entries import now

log = logging.getLogger(__name__)

DAY_MS = 24 * 3600 * 1000
START_SECONDS = 10.0  # players come first
PAUSE_SECONDS = 3600.0
BREATH_SECONDS = 0.1  # between two batches


class Retention:
    """`days`: how long finished tables are kept in which no player has a seat, and games on paper after their
    last step; 0: for ever."""

    def __init__(self, store: Store, days: int, now: Callable[[], int] = now) -> None:
        self.store = store
        self.days = days
        self.now = now
        self._task: asyncio.Task[None] | None = None

    def begin(self) -> None:
        if self.days:
            self._task = asyncio.create_task(self._clean_forever(), name="retention")

    async def clean(self) -> int:
        """Delete all that are old enough. Several processes may do so at once."""
        total, before = 0, self.now() - self.days * DAY_MS
        for delete_some in (delete_old_tables, delete_old_companions):
            while deleted := await delete_some(self.store, before):
                total += deleted
                await asyncio.sleep(BREATH_SECONDS)
        return total

    async def _clean_forever(self) -> None:
        await asyncio.sleep(START_SECONDS)
        while True:
            try:
                if deleted := await self.clean():
                    log.info("old tables were deleted", extra={"tables": deleted})
            except FulgenceError:
                pass  # the store has logged the reason
            except Exception:
                log.exception("old tables cannot be deleted")
            await asyncio.sleep(PAUSE_SECONDS)

    def close(self) -> None:
        if self._task:
            self._task.cancel()
