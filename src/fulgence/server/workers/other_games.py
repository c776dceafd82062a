"""Games of other players with the same cards, played by workers in slices."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator

import msgspec

from fulgence.api.jobs import PlayOn
from fulgence.api.review_lines import FailedLine, GameLine
from fulgence.server.workers.fair_queue import PATIENT, Ticket
from fulgence.server.workers.pool import MAX_TRIES, Worker, Workers

GAME_SECONDS = 120.0  # for the game of one other player


class Kind(msgspec.Struct):
    type: str


async def game_lines(job: PlayOn, workers: Workers, address: str) -> AsyncIterator[bytes]:
    """The worker that began a game continues it, and does other jobs in between."""
    until = time.monotonic() + GAME_SECONDS
    worker: Worker | None = None
    failures = 0
    while time.monotonic() < until and failures < MAX_TRIES:
        answer, worker = await workers.ask(job, Ticket(PATIENT, address, wanted=worker))
        if answer is None or answer.is_refusal:
            failures += 1
            continue
        yield answer.data
        if msgspec.json.decode(answer.data, type=Kind).type == "game":
            return
    yield msgspec.json.encode(FailedLine(job.player)) + b"\n"


async def whole_game(job: PlayOn, workers: Workers, address: str) -> GameLine | None:
    """The game once it is finished; None if that fails."""
    lines = [line async for line in game_lines(job, workers, address)]
    if msgspec.json.decode(lines[-1], type=Kind).type != "game":
        return None
    return msgspec.json.decode(lines[-1], type=GameLine)
