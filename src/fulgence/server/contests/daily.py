"""The daily games of a server: seeds, cards, and the one process that closes days and plays par."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
from collections.abc import Callable
from datetime import date, timedelta
from functools import lru_cache

from fulgence.contests.calendar import DAYS_AHEAD, close_of, day_at
from fulgence.contests.cards import PAR, frozen_cards
from fulgence.contests.daily import DailyContest, daily_cities, daily_deal, format_daily
from fulgence.fair import new_seed
from fulgence.review.parts import HINDSIGHT
from fulgence.rules.cityfile.city_reader import load_city
from fulgence.rules.errors import FulgenceError
from fulgence.rules.message import Message
from fulgence.server.contests.pars import Pars
from fulgence.server.contests.standings import Standings
from fulgence.server.contests.weekly import Weekly
from fulgence.server.store.days import (
    Day,
    add_days,
    close_day,
    known_days,
    open_days,
    take_lease,
)
from fulgence.server.store.games import begun_contests
from fulgence.server.store.store import Store
from fulgence.server.workers.pool import Workers
from fulgence.table.entries import now
from fulgence.table.refusals import Refused

log = logging.getLogger(__name__)

LEASE = "daily"
START_SECONDS = 10.0  # until the first look at what has to be done: players come first
KEEP_SECONDS = 30.0  # between two looks
LEASE_MS = 120_000  # milliseconds after which another process may do it


class Daily:
    """`now`: the time in milliseconds since 1970. `make_seed`: for the days to come."""

    def __init__(
        self,
        store: Store,
        workers: Workers,
        now: Callable[[], int] = now,
        make_seed: Callable[[], str] = new_seed,
    ) -> None:
        self.store = store
        self.pars = Pars(store, workers)
        self.standings = Standings(store, now)
        self.weekly = Weekly(store, workers, self.pars, now, make_seed)
        self.now = now
        self.make_seed = make_seed
        self._name = secrets.token_hex(16)
        self._task: asyncio.Task[None] | None = None
        self._begun = asyncio.Event()  # somebody has begun a game of today, or of the week

    @property
    def today(self) -> date:
        return day_at(self.now())

    # Days.

    async def days(self, wanted: list[date]) -> dict[date, Day]:
        """Those that have a seed. Days to come get one when they are first asked for."""
        found = await known_days(self.store, wanted)
        missing = [day for day in wanted if day not in found and self.is_announced(day)]
        if missing:
            await add_days(self.store, {day: self.make_seed() for day in missing})
            found |= await known_days(self.store, missing)
        return found

    def is_announced(self, day: date) -> bool:
        return self.today <= day <= self.today + timedelta(days=DAYS_AHEAD)

    async def coming(self) -> list[Day]:
        """Today and the days whose commitments are published."""
        wanted = [self.today + timedelta(days=number) for number in range(DAYS_AHEAD + 1)]
        found = await self.days(wanted)
        return [found[day] for day in wanted]

    async def day(self, day: date) -> Day:
        if day > self.today:
            raise Refused("too-early", Message("this day has not begun"))
        found = (await self.days([day])).get(day)
        if found is None:
            raise Refused("no-day", Message("there was no daily game on this day"), 404)
        return found

    async def cards(self, contest: DailyContest) -> str:
        """The frozen cards of a day that has begun."""
        return cards_of(contest.city, contest.day, (await self.day(contest.day)).seed)

    def is_open(self, day: date) -> bool:
        """Whether a game that counts can be begun."""
        return day == self.today

    # What one process does for all.

    def game_begun(self) -> None:
        """Par is played while they play."""
        self._begun.set()

    async def begin(self) -> None:
        self._task = asyncio.create_task(self._keep_forever(), name="daily games")

    async def _keep_forever(self) -> None:
        pause = START_SECONDS
        while True:
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._begun.wait(), pause)
            self._begun.clear()
            pause = KEEP_SECONDS
            try:
                if await self.keep():
                    await self.weekly.keep(self._holds_lease)
            except FulgenceError:
                pass  # the store has logged the reason
            except Exception:
                log.exception("the daily games cannot be looked after")

    async def keep(self) -> bool:
        """Announce days, play par where somebody plays, and close days, if no other process does it. Whether
        it was done here."""
        if not await self._holds_lease():
            return False
        await self.coming()
        contests = {format_daily(contest): contest for contest in self.contests_on(self.today)}
        for name in await begun_contests(self.store, list(contests)):
            await self.play_par(contests[name], PAR)
        for day in await open_days(self.store, self.today):
            if close_of(day.day) <= self.now():
                await self.close_day(day.day)
        return True

    async def _holds_lease(self) -> bool:
        at = self.now()
        return await take_lease(self.store, LEASE, self._name, at, at + LEASE_MS)

    def contests_on(self, day: date) -> list[DailyContest]:
        return [DailyContest(day, city) for city in daily_cities()]

    async def close_day(self, day: date) -> None:
        """Its seed is public from then on."""
        await close_day(self.store, day, self.now())
        for contest in self.contests_on(day):
            await self.play_par(contest, (*PAR, HINDSIGHT))

    async def play_par(self, contest: DailyContest, players: tuple[str, ...]) -> None:
        name = format_daily(contest)
        for player in await self.pars.missing(name, players):
            await self.pars.play(name, await self.cards(contest), player)
            if not await self._holds_lease():  # it took too long
                return

    async def close(self) -> None:
        self.pars.close()
        if self._task:
            self._task.cancel()


@lru_cache(maxsize=64)
def cards_of(city: str, day: date, seed: str) -> str:
    return frozen_cards(daily_deal(load_city(city), day, seed))
