"""The bots at the tables, which think in worker processes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from fulgence.api.jobs import ExplainPad, FindHints, choose_job
from fulgence.bots.bot import EXPERT
from fulgence.server.limits import Limits
from fulgence.server.workers.fair_queue import QUICK
from fulgence.server.workers.pool import Workers
from fulgence.table.messages import GameView
from fulgence.table.refusals import Refused
from fulgence.table.state import Table


class Bots:
    def __init__(self, workers: int | None = None, budget: float = Limits.cpu) -> None:
        self.workers = Workers(workers, budget)

    async def choose(
        self,
        bot: str,
        table: Table,
        seat: int,
        ply: int,
        game: GameView,
        done: Sequence[bool],
        kind: int,
        owner: str,
    ) -> str:
        """The bot's move. It passes if its worker fails twice, so the game goes on."""
        job = choose_job(table, seat, ply, bot, game, done)
        try:
            return msgspec.json.decode(await self.workers.answer(job, kind, owner, table.id), type=str)
        except Refused:
            return "pass"

    async def explain(
        self, table: Table, game: GameView, reader: int, seat: int, language: str, owner: str
    ) -> bytes:
        """The message that explains the numbers of a seat's score pad, or Refused."""
        self.workers.check_share(owner)
        job = ExplainPad(game, reader, seat, language, table.opened.city_file)
        return await self.workers.answer(job, QUICK, owner)

    async def hints(
        self, table: Table, game: GameView, seat: int, ply: int, language: str, owner: str
    ) -> bytes:
        """The message with the best moves of a decision, or Refused."""
        self.workers.check_share(owner)
        job = FindHints(game, seat, ply, language, table.opened.city_file)
        return await self.workers.answer(job, QUICK, owner)

    def check_share(self, owner: str, bots: Iterable[str]) -> None:
        """Refuse costly bots to an address that is over its budget while others wait."""
        if any(map(is_costly, bots)):
            self.workers.check_share(owner)

    async def close(self) -> None:
        await self.workers.close()


def is_costly(bot: str) -> bool:
    """Whether it thinks as long as the expert, or longer."""
    number = bot.partition(":")[2]
    return bot == "expert" or (number.isdecimal() and int(number) >= EXPERT)
