"""The city of the week on a server: its seed, the city that a worker makes of it, par, and the closing."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from datetime import date, timedelta

import msgspec

from fulgence.api.jobs import MakeCity
from fulgence.api.new_cities import NewCityFile
from fulgence.contests.cards import PAR, frozen_cards
from fulgence.contests.weekly import (
    WeeklyContest,
    city_seeds,
    close_of_week,
    format_weekly,
    model_of_week,
    week_at,
    weekly_deal,
)
from fulgence.review.parts import HINDSIGHT
from fulgence.rules.message import Message
from fulgence.server.contests.pars import Pars
from fulgence.server.store.games import begun_contests
from fulgence.server.store.store import Store
from fulgence.server.store.weeks import (
    CityOfWeek,
    Week,
    add_city,
    add_weeks,
    close_week,
    known_weeks,
    open_weeks,
)
from fulgence.server.workers.fair_queue import PATIENT
from fulgence.server.workers.pool import Workers
from fulgence.table.refusals import Refused
from fulgence.table.seats import file_name_of
from fulgence.table.state import custom_city

log = logging.getLogger(__name__)

WEEK = timedelta(days=7)
OWNER = "city of the week"  # in the queue for workers
MAX_CITIES = 5  # seeds that are tried: for some the generator finds no good city


class Weekly:
    """`now`: the time in milliseconds since 1970. `make_seed`: for the weeks to come."""

    def __init__(
        self,
        store: Store,
        workers: Workers,
        pars: Pars,
        now: Callable[[], int],
        make_seed: Callable[[], str],
    ) -> None:
        self.store = store
        self.workers = workers
        self.pars = pars
        self.now = now
        self.make_seed = make_seed
        self._making = asyncio.Lock()  # on Monday many ask at once

    @property
    def this_week(self) -> date:
        return week_at(self.now())

    async def announced(self) -> tuple[Week, Week]:
        """This week and the next, whose commitments are published."""
        wanted = [self.this_week, self.this_week + WEEK]
        found = await known_weeks(self.store, wanted)
        if missing := [monday for monday in wanted if monday not in found]:
            await add_weeks(self.store, {monday: self.make_seed() for monday in missing})
            found |= await known_weeks(self.store, missing)
        return found[wanted[0]], found[wanted[1]]

    async def week(self, monday: date) -> tuple[Week, CityOfWeek]:
        """A week that has begun, and its city; that of this week is made if it is not there yet."""
        if monday > self.this_week:
            raise Refused("too-early", Message("this week has not begun"))
        if monday == self.this_week:
            async with self._making:
                week, _ = await self.announced()
                if week.city is None:
                    await add_city(self.store, monday, await self.new_city(week))
        found = (await known_weeks(self.store, [monday])).get(monday)
        if found is None or found.city is None:
            raise Refused("no-week", Message("there was no city of the week in this week"), 404)
        return found, found.city

    async def new_city(self, week: Week) -> CityOfWeek:
        """What the seed gives. It takes a worker some seconds."""
        for seed in city_seeds(week.monday, week.seed, MAX_CITIES):
            job = MakeCity(seed, model_of_week(week.monday))
            try:
                answer = await self.workers.answer(job, PATIENT, OWNER)
            except Refused as error:
                if error.code == "busy":  # that says nothing about the seed
                    raise
                log.warning("no city of the week", extra={"city_seed": seed, "reason": str(error)})
                continue
            made = msgspec.json.decode(answer, type=NewCityFile)
            city = custom_city(made.file, file_name_of(made.name))
            return CityOfWeek(made.name, made.file, frozen_cards(weekly_deal(city, week.monday, week.seed)))
        raise Refused("busy", Message("the city of the week is not ready; try again later"), 503)

    # What one process does for all.

    async def keep(self, holds_lease: Callable[[], Awaitable[bool]]) -> None:
        """Announce weeks, close them, make the city, and play par once somebody plays."""
        await self.announced()
        for past in await open_weeks(self.store, self.this_week):
            if close_of_week(past.monday) <= self.now():
                await close_week(self.store, past.monday, self.now())
                if past.city is not None:
                    await self.play_par(past, past.city, (*PAR, HINDSIGHT), holds_lease)
        week, city = await self.week(self.this_week)
        if await begun_contests(self.store, [format_weekly(WeeklyContest(week.monday))]):
            await self.play_par(week, city, PAR, holds_lease)

    async def play_par(
        self,
        week: Week,
        city: CityOfWeek,
        players: tuple[str, ...],
        holds_lease: Callable[[], Awaitable[bool]],
    ) -> None:
        name = format_weekly(WeeklyContest(week.monday))
        for player in await self.pars.missing(name, players):
            await self.pars.play(name, city.cards, player, city.city_file)
            if not await holds_lease():  # it took too long
                return
