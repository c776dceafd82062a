"""A late seat may be given to a bot by whoever waits for it, and by nobody else."""

from __future__ import annotations

import pytest

from fulgence.table import commands, requests
from fulgence.table.entries import Handed, Moved, Returned, SaidReady, TimedOut
from fulgence.table.late_seats import LATE_MS, late_seats
from fulgence.table.refusals import Refused
from table.table_log import TableLog, full

DAY = 86_400


def hand(log: TableLog, own: int, seat: int, at: int = 0) -> object:
    return commands.decide(log.table, requests.Hand(f"key {own}", seat, "greedy"), at).entry


def timed_out(contest: str = "") -> TableLog:
    """The time of Cleo, who sits at seat 2, has run out in the first turn."""
    log = full("toy", seats=3, clock=DAY, contest=contest)
    for seat in (0, 1):
        log.write(Moved(seat, "pass"))
    log.write(TimedOut(2))
    return log


def test_who_waits_for_a_seat_whose_time_ran_out_may_give_it_to_a_bot() -> None:
    log = timed_out()
    assert late_seats(log.table, 0) == [2]
    with pytest.raises(Refused, match="a token of the table"):  # Ben does not wait: he has not played himself
        hand(log, 1, 2)
    log.write(Moved(1, "pass"))
    entry = hand(log, 1, 2)
    assert entry == Handed(2, "greedy")
    log.write(Handed(2, "greedy"))
    assert late_seats(log.table, 0) == []
    log.write(Returned(2))  # as before: the owner may come back
    assert log.table.seats[2].bot == ""


def test_a_seat_that_plays_again_is_not_taken_away() -> None:
    log = timed_out()
    log.write(Moved(1, "pass"))
    moves = log.game.view(2).moves
    log.write(Moved(2, moves[0], ready=False))
    assert late_seats(log.table, 0) == [2]  # nobody learns that Cleo has begun
    with pytest.raises(Refused):
        hand(log, 1, 2)
    log.write(Moved(0, "pass"))
    log.write(SaidReady(2))
    assert late_seats(log.table, 0) == []


def test_without_a_clock_a_seat_is_late_after_a_day() -> None:
    log = full("toy", seats=2, host=1)
    log.write(Moved(0, "pass"))
    began = log.table.turn_began
    assert late_seats(log.table, began + LATE_MS - 1) == []
    with pytest.raises(Refused):
        hand(log, 0, 1, began + LATE_MS - 1)
    assert hand(log, 0, 1, began + LATE_MS) == Handed(1, "greedy")


def test_a_seat_in_time_is_its_owners_and_the_hosts() -> None:
    log = full("toy", seats=3, clock=DAY)
    log.write(Moved(1, "pass"))
    with pytest.raises(Refused):
        hand(log, 1, 2, 10 * LATE_MS)  # the clock passes for whoever is late
    assert hand(log, 0, 2) == Handed(2, "greedy")
    assert hand(log, 2, 2) == Handed(2, "greedy")


def test_in_a_contest_nobody_plays_for_anybody() -> None:
    log = timed_out(contest="challenge-x")
    log.write(Moved(1, "pass"))
    with pytest.raises(Refused, match="others play the same cards"):
        hand(log, 1, 2)


def test_a_seat_that_does_not_exist_is_not_late() -> None:
    log = timed_out()
    with pytest.raises(Refused, match="no such seat"):
        hand(log, 0, 3)
    with pytest.raises(Refused, match="a token of the table"):
        commands.decide(log.table, requests.Hand("stranger", 2, "greedy"), 0)
