"""The bots at the tables; their workers do the thinking."""

from __future__ import annotations

import hmac
from collections.abc import Sequence

import msgspec

from fulgence.server.jobs import Choose
from fulgence.server.messages import GameView
from fulgence.server.state import Table
from fulgence.server.workers import Workers


class Bots:
    def __init__(self, workers: int | None = None) -> None:
        self.workers = Workers(workers)

    async def choose(
        self, bot: str, table: Table, seat: int, ply: int, game: GameView, done: Sequence[bool]
    ) -> str:
        """The bot's move. If its worker fails twice it passes: a game goes on."""
        seed = bot_seed(table, seat, ply)
        job = Choose(bot, seed, seat, list(done), game, table.opened.city_file)
        answer = await self.workers.hurry(msgspec.json.encode(job))
        return msgspec.json.decode(answer, type=str) if answer else "pass"

    async def close(self) -> None:
        await self.workers.close()


def bot_seed(table: Table, seat: int, ply: int) -> int:
    """The same table gives the same bot the same luck; it tells nothing of the cards."""
    text = f"bot|{table.id}|{seat}|{ply}".encode()
    return int.from_bytes(hmac.digest(bytes.fromhex(table.opened.seed), text, "sha256")[:7], "big")
