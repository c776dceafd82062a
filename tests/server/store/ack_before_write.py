"""The same server with a store that says "written" before anything is. The kill test must notice."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from fulgence.cli import main
from fulgence.server.store.store import Store

DELAY = 0.05  # seconds from the acknowledgement to the commit

honest = Store.append
commits: set[asyncio.Task[None]] = set()


async def append(
    self: Store,
    table: str,
    number: int,
    entries: Sequence[tuple[int, str]],
    row: dict[str, object] | None = None,
    games: Sequence[dict[str, object]] = (),
) -> None:
    if number == 0:  # a new table is read back at once
        await honest(self, table, number, entries, row, games)
        return

    async def later() -> None:
        await asyncio.sleep(DELAY)
        await honest(self, table, number, entries, row, games)

    commit = asyncio.create_task(later())
    commits.add(commit)
    commit.add_done_callback(commits.discard)


if __name__ == "__main__":
    Store.append = append  # type: ignore[method-assign]  # that is the whole difference
    raise SystemExit(main())
