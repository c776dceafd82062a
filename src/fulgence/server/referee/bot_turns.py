"""What workers do for a table: the moves of its bots, explanations of score pads, and hints.

These are functions of the referee and not a part of it: an object that pointed back at it would be a
reference cycle, and the collector rarely runs."""

from __future__ import annotations

import logging
import time
from collections.abc import Awaitable
from typing import TYPE_CHECKING

from fulgence.rules.errors import FulgenceError
from fulgence.server.referee.inbox import Batch, BotMove, Visitor
from fulgence.server.workers.fair_queue import ALONE, PEOPLE
from fulgence.table.entries import Moved, SaidReady
from fulgence.table.refusals import Refused
from fulgence.table.state import PLAYING

if TYPE_CHECKING:
    from fulgence.server.referee.referee import Referee

log = logging.getLogger(__name__)


def wake_bots(referee: Referee) -> None:
    """Let every bot think that has a decision to make and is not at it yet."""
    if referee.table.phase != PLAYING:
        return
    for number, seat in enumerate(referee.table.seats):
        if seat.bot and not seat.is_ready and referee.thinking.get(number) != seat.ply:
            referee.thinking[number] = seat.ply
            referee.start(think(referee, number, seat.ply, seat.bot))


async def think(referee: Referee, seat: int, ply: int, bot: str) -> None:
    table, audience = referee.table, referee.audience
    assert table.game is not None
    seen = audience.views.game(table.game, seat)
    done = [other.is_ready for other in table.seats]
    move = "pass"
    if seen.moves:
        began = time.perf_counter()
        kind = PEOPLE if audience.has_players else ALONE
        bots = referee.registry.bots
        move = await bots.choose(bot, table, seat, ply, seen, done, kind, referee.address)
        referee.metrics.thoughts.observe(time.perf_counter() - began)
    referee.put(BotMove(seat, ply, move))


def enter_bot_move(referee: Referee, bot_move: BotMove, batch: Batch) -> None:
    """Unless the seat has moved on since, or a person plays it again."""
    table, seat = referee.table, referee.table.seats[bot_move.seat]
    if referee.thinking.get(bot_move.seat) == bot_move.ply:
        del referee.thinking[bot_move.seat]
    if table.phase != PLAYING or not seat.bot or seat.ply != bot_move.ply:
        return
    assert table.game is not None
    if table.game.is_done(bot_move.seat):
        referee.enter_turn(SaidReady(bot_move.seat), batch)
        return
    try:
        referee.enter_turn(Moved(bot_move.seat, bot_move.move), batch)
    except FulgenceError as error:
        log.error("a bot's move was refused", extra={"table": table.id, "reason": str(error)})
        referee.enter_turn(Moved(bot_move.seat, "pass"), batch)


async def explain(referee: Referee, visitor: Visitor, seat: int) -> None:
    """Send where the numbers of a seat's pad come from, or why that is refused."""
    table, audience = referee.table, referee.audience
    assert table.game is not None
    reader = audience.views.eyes(visitor.seat)
    seen = audience.views.game(table.game, reader)
    bots = referee.registry.bots
    await tell(
        referee, visitor, bots.explain(table, seen, reader, seat, visitor.language.tag, visitor.address)
    )


async def hint(referee: Referee, visitor: Visitor) -> None:
    """Send what the expert would do, or why that is refused."""
    table, seat = referee.table, visitor.seat
    assert table.game is not None
    seen = referee.audience.views.game(table.game, seat)
    bots, ply = referee.registry.bots, table.seats[seat].ply
    await tell(referee, visitor, bots.hints(table, seen, seat, ply, visitor.language.tag, visitor.address))


async def tell(referee: Referee, visitor: Visitor, answer: Awaitable[bytes]) -> None:
    """Send the message once it is there, or why it is refused; nothing if the visitor has gone meanwhile."""
    refusal, message = None, b""
    try:
        message = await answer
    except Refused as error:
        refusal = error
    if visitor not in referee.audience.visitors:
        return
    if refusal:
        referee.refuse(visitor, refusal, None)
    else:
        visitor.send(message)
