"""Par: what bots, and hindsight, make of the cards of a contest. Each of them plays once."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from dataclasses import replace

from fulgence.api.jobs import PlayOn
from fulgence.contests.cards import PAR
from fulgence.rules.errors import FulgenceError
from fulgence.rules.text.record import format_record
from fulgence.server.store.days import Par, add_par, pars_of
from fulgence.server.store.store import Store
from fulgence.server.workers.other_games import whole_game
from fulgence.server.workers.pool import Workers
from fulgence.table.seats import new_token
from fulgence.table.state import read_record

log = logging.getLogger(__name__)


class Pars:
    def __init__(self, store: Store, workers: Workers) -> None:
        self.store = store
        self.workers = workers
        self.tasks: set[asyncio.Task[None]] = set()

    def begin(self, contest: str, cards: str, city_file: str, owner: str) -> None:
        """Let all bots play, and do not wait for them."""
        task = asyncio.create_task(self._play_all(contest, cards, city_file, owner), name="par of a contest")
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    async def _play_all(self, contest: str, cards: str, city_file: str, owner: str) -> None:
        try:
            for bot in await self.missing(contest, PAR):
                await self.play(contest, cards, bot, city_file, owner)
        except FulgenceError as error:
            log.error("par cannot be played", extra={"contest": contest, "reason": str(error)})

    async def missing(self, contest: str, players: Sequence[str]) -> list[str]:
        done = {par.player for par in await pars_of(self.store, contest)}
        return [player for player in players if player not in done]

    async def play(self, contest: str, cards: str, player: str, city_file: str = "", owner: str = "") -> None:
        """`owner`: the address that it is done for, in the queue for workers."""
        job = PlayOn(new_token(), player, cards, 0, city_file)
        game = await whole_game(job, self.workers, owner or contest)
        if game is None:
            log.error("a bot cannot play the cards of a contest", extra={"contest": contest, "bot": player})
            return
        moves = tuple(tuple(turn) for turns in game.rounds for turn in turns)
        record = replace(read_record(cards, city_file), names=(player,), moves=(moves,))
        await add_par(self.store, contest, Par(player, game.total, format_record(record)))

    def close(self) -> None:
        for task in self.tasks:
            task.cancel()
