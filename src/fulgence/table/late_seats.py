"""Late seats: whoever waits for one may let a bot play it. Nothing is forced, and its owner may return."""

from __future__ import annotations

from fulgence.table.state import PLAYING, Table

LATE_MS = 24 * 3600 * 1000  # milliseconds of a turn without a clock


def late_seats(table: Table, at: int) -> list[int]:
    """Seats of people that are late, at this time in milliseconds since 1970: their time ran out in the turn
    before, or there is no clock and this turn began a day ago.

    Everybody may know this: it does not tell what their owners have done in this turn."""
    if table.phase != PLAYING:
        return []
    is_old = table.opened.clock is None and at - table.turn_began >= LATE_MS
    return [
        number for number, seat in enumerate(table.seats) if (is_old or seat.ran_out_of_time) and not seat.bot
    ]


def may_hand_over(table: Table, own: int, seat: int, at: int) -> bool:
    """Whether the owner of a seat may let a bot play another one: they are done with this turn and wait, and
    the other is late and has neither drawn nor passed."""
    game = table.game
    if game is None or seat not in late_seats(table, at):
        return False
    return table.seats[own].is_ready and not table.seats[seat].is_ready and not game.moves[seat][-1]
