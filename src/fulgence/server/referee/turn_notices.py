"""Who is told that it is their turn: players who are not looking, once a turn, and once more near its end.

Functions of the referee, like those about bots. Sending is the notifier's, which makes nobody wait."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from fulgence.table.state import PLAYING, Table

if TYPE_CHECKING:
    from fulgence.server.referee.referee import Referee

MISSED_SECONDS = 60  # a turn that began so long ago was notified by whoever had the table then


@dataclass(frozen=True)
class TurnNotice:
    """For the player at a seat. `city`: its name, to be translated. `seconds_left`: None without a clock."""

    table: str
    seat: int
    turn: int
    is_reminder: bool
    city: str
    others: tuple[str, ...]
    seconds_left: float | None

    @property
    def step(self) -> int:
        """Grows from notice to notice of a seat."""
        return 2 * self.turn + self.is_reminder


class Notifier(Protocol):
    """`delay`: seconds after the flip, for players whose page is about to reconnect."""

    delay: float

    def put(self, notice: TurnNotice) -> None:
        """Send it some time, unless it was sent before or nobody wants it."""


def call_players(referee: Referee) -> None:
    """If a turn has just begun, tell everybody who does not see it."""
    table, notifier = referee.table, referee.registry.notifier
    if notifier is None or table.phase != PLAYING or referee.notified_turn == table.turn:
        return
    referee.notified_turn = table.turn
    if referee.registry.now() - table.turn_began < MISSED_SECONDS * 1000 and seats_to_call(table):
        referee.start(call_later(referee, notifier, table.turn))


async def call_later(referee: Referee, notifier: Notifier, turn: int) -> None:
    await asyncio.sleep(notifier.delay)
    if referee.table.turn == turn:
        notify(referee, notifier, is_reminder=False)


def remind_players(referee: Referee) -> None:
    """The time of this turn runs out: tell everybody who does not look and has not played."""
    table, notifier = referee.table, referee.registry.notifier
    if notifier is not None and table.ends is not None and referee.registry.now() < table.ends:
        notify(referee, notifier, is_reminder=True)


def notify(referee: Referee, notifier: Notifier, *, is_reminder: bool) -> None:
    table, now = referee.table, referee.registry.now()
    left = None if table.opened.clock is None or table.ends is None else (table.ends - now) / 1000
    for seat in seats_to_call(table):
        if not referee.audience.is_looking(seat):
            others = tuple(other.name for number, other in enumerate(table.seats) if number != seat)
            notifier.put(TurnNotice(table.id, seat, table.turn, is_reminder, table.city.name, others, left))


def seats_to_call(table: Table) -> list[int]:
    """Those of people who have not played yet, at tables where other people play too."""
    people = [n for n, seat in enumerate(table.seats) if seat.key and not seat.bot and not seat.is_left]
    if table.phase != PLAYING or len(people) < 2:
        return []
    return [number for number in people if not table.seats[number].is_ready]
