"""A table is what its entries make of it, and what is refused leaves no trace."""

from __future__ import annotations

from pathlib import Path

import pytest

from fulgence.rules.errors import BadNotation, FulgenceError, IllegalMove
from fulgence.rules.generator import Generator
from fulgence.rules.kinds import PASS, TURN_OVER
from fulgence.table.entries import (
    Closed,
    Entry,
    Handed,
    JoinedSeat,
    Left,
    Moved,
    Opened,
    Reissued,
    Rematched,
    Returned,
    SaidReady,
    SeatPlan,
    TimedOut,
    TookBack,
)
from fulgence.table.refusals import Outdated, Refused
from fulgence.table.state import Table
from random_games import SAMPLER
from table.table_log import NAMES, SEED, TableLog, everything, full, opened, random_entry

TABLES = [
    ("london", ("objectives", "powers", "gates"), 2),
    ("paris", ("gates",), 3),
    ("berlin", ("objectives", "acceleration"), 2),
    ("toy", ("powers",), 1),
]


@pytest.mark.parametrize(("city", "addons", "seats"), TABLES)
def test_the_entries_make_the_same_table_after_every_one_of_them(
    city: str, addons: tuple[str, ...], seats: int
) -> None:
    log = opened(city, addons, seats)
    for seat in range(seats):
        assert everything(log.read()) == everything(log.table)
        log.write(JoinedSeat(seat, NAMES[seat], f"key {seat}"))
    rng = Generator(seats)
    while log.table.phase == "playing":
        try:
            log.write(random_entry(log, rng))
        except FulgenceError:
            continue
        assert everything(log.read()) == everything(log.table)
        assert log.table.written == len(log.entries)
    log.write(Rematched("next"))
    assert everything(log.read()) == everything(log.table)
    assert log.table.phase == "over"


def test_a_log_with_a_move_that_a_ruling_forbids_by_now_is_told_in_a_sentence() -> None:
    log = full("london", (), 1)
    wrong = next(move for move in log.game.city.moves if move not in log.game.view(0).moves)
    log.entries.append((99, Moved(0, wrong)))
    with pytest.raises(Outdated, match=f"a ruling has changed since it was played \\({wrong}: "):
        log.read()


@pytest.mark.parametrize(("city", "addons", "seats"), TABLES)
def test_a_refused_entry_leaves_no_trace(city: str, addons: tuple[str, ...], seats: int) -> None:
    log = full(city, addons, seats)
    rng = Generator(7)
    refused: dict[type[Entry], int] = {}
    while log.table.phase == "playing":
        seat = rng.draw(seats)
        moves = log.game.view(seat).moves
        wrong = [move for move in log.game.city.moves if move not in moves]
        before = everything(log.table)
        tries: list[Entry] = [Moved(seat, wrong[rng.draw(len(wrong))]), Moved(seat, "a1-z9")]
        tries += [SaidReady(seat)] if moves else [Moved(seat, "pass")]
        tries += [] if log.game.moves[seat][-1] else [TookBack(seat)]
        for entry in tries:
            with pytest.raises((IllegalMove, BadNotation)):
                log.table.apply(entry, 99)
            refused[type(entry)] = refused.get(type(entry), 0) + 1
            assert everything(log.table) == before
        log.write(Moved(seat, moves[rng.draw(len(moves))], rng.draw(3) > 0) if moves else SaidReady(seat))
    assert min(refused.values()) > 10 and len(refused) == 3


ALL_KINDS: list[Entry] = [
    *(Moved(0, "pass"), TookBack(0), SaidReady(0), TimedOut(0), Closed()),
    *(JoinedSeat(0, "Eve", "k"), Left(0), Handed(0, "greedy"), Returned(0), Reissued(0, "k")),
]


@pytest.mark.parametrize("is_closed", [False, True])
@pytest.mark.parametrize("entry", ALL_KINDS, ids=lambda entry: type(entry).__name__)
def test_nothing_happens_after_the_end(entry: Entry, is_closed: bool) -> None:
    log = full("toy")
    if is_closed:
        log.write(Closed())
    while log.table.phase == "playing":
        for seat in (0, 1):
            log.write(TimedOut(seat))
    before = everything(log.table)
    with pytest.raises(Refused, match=r"^the game is over$") as caught:
        log.table.apply(entry, 99)
    assert caught.value.code == "not-playing"
    assert everything(log.table) == before


@pytest.mark.parametrize("entry", ALL_KINDS[:4], ids=lambda entry: type(entry).__name__)
def test_nobody_plays_before_the_game_has_begun(entry: Entry) -> None:
    log = opened()
    log.write(JoinedSeat(0, "Ann", "key 0"))
    before = everything(log.table)
    with pytest.raises(Refused, match=r"^the game has not begun: a seat is free$"):
        log.table.apply(entry, 99)
    assert everything(log.table) == before


# The turn.


def test_a_seat_that_keeps_its_turn_open_may_take_back_and_is_ready_when_it_says_so() -> None:
    log = full()
    log.write(Moved(1, "pass"))
    move = log.game.view(0).moves[0]
    log.write(Moved(0, move, ready=False))
    assert [seat.is_ready for seat in log.table.seats] == [False, True]
    log.write(TookBack(0))
    assert move in log.game.view(0).moves
    log.write(Moved(0, move, ready=False))
    assert log.game.turn == 0
    log.write(SaidReady(0))
    assert log.game.turn == 1
    assert [seat.is_ready for seat in log.table.seats] == [False, False]


def test_taking_back_withdraws_readiness() -> None:
    log = full()
    log.write(Moved(0, "pass"))
    assert log.table.seats[0].is_ready
    log.write(TookBack(0))
    assert not log.table.seats[0].is_ready
    log.write(Moved(1, "pass"))
    assert log.game.turn == 0
    log.write(Moved(0, "pass"))
    assert log.game.turn == 1


def test_nothing_is_taken_back_after_the_flip() -> None:
    log = full()
    log.write(Moved(0, "pass"))
    log.write(Moved(1, "pass"))
    for seat in (0, 1):
        with pytest.raises(IllegalMove, match=r"^there is nothing to take back in this turn$"):
            log.write(TookBack(seat))


def undecided(log: TableLog, passes: int) -> bool:
    """Whether something has been drawn in this turn and so many decisions are still to be waived."""
    sheet = log.game.sheets[0].copy()
    for _ in range(passes):
        if sheet.permit == TURN_OVER:
            return False
        sheet.play(PASS)
    return bool(log.game.moves[0][-1]) and sheet.permit == TURN_OVER


@pytest.mark.parametrize("passes", [1, 2])
def test_the_clock_passes_all_that_is_left_of_a_turn_and_keeps_what_was_drawn(passes: int) -> None:
    text = Path(SAMPLER).read_text(encoding="utf-8")
    log = full("own.toml", ("powers", "gates"), 1, city_file=text)
    rng = Generator(2)
    while not undecided(log, passes):
        moves = log.game.view(0).moves
        log.write(Moved(0, moves[rng.draw(len(moves))]))
        assert log.table.phase == "playing"
    drawn = log.game.moves[0][-1][:]
    log.write(TimedOut(0))
    assert log.game.moves[0][-2:] == [[*drawn, *[PASS] * passes], []]


# Seats.


def test_a_seat_left_before_the_start_is_free_again_with_nothing_of_its_owner() -> None:
    log = opened(seats=2)
    log.write(JoinedSeat(1, "Ben", "key 1", "5a"))
    log.write(Left(1))
    seat = log.table.seats[1]
    assert (seat.is_free, seat.name, seat.key, seat.salt, seat.is_left) == (True, "", "", "", False)
    assert log.table.free_seat() == 0
    assert log.table.seat_of("") is None


def test_without_a_host_whoever_joins_first_is_the_host() -> None:
    log = TableLog(Table("t", Opened("toy", (), (SeatPlan(), SeatPlan()), SEED, "", ""), 0))
    assert log.table.host is None
    log.write(JoinedSeat(1, "Ben", "key 1"))
    log.write(JoinedSeat(0, "Ann", "key 0"))
    assert log.table.host == 1


def test_the_cards_come_from_the_seed_the_table_and_all_salts() -> None:
    piles = set()
    for id, salt in (("t", ""), ("t", "01"), ("u", "")):
        table = Table(id, Opened("london", (), (SeatPlan(), SeatPlan()), SEED, "", ""), 0)
        table.apply(JoinedSeat(0, "Ann", "a", salt), 0)
        table.apply(JoinedSeat(1, "Ben", "b"), 0)
        assert table.game is not None
        piles.add(table.game.deal.rounds)
    assert len(piles) == 3


def test_the_seed_is_told_when_the_game_has_ended_and_not_before() -> None:
    log = full("toy")
    assert log.table.fair is None
    log.write(Closed())
    assert log.table.fair is not None
    assert (log.table.fair.seed, log.table.fair.salts, log.table.fair.table) == (SEED, ("", "5a"), "t")
    assert log.table.phase == "closed"


def test_a_bot_is_called_what_it_is_and_a_handed_seat_keeps_its_name() -> None:
    plans = (SeatPlan(), SeatPlan(bot="greedy"), SeatPlan(bot="random"), SeatPlan(bot="greedy"))
    log = TableLog(Table("t", Opened("toy", (), plans, SEED, "", ""), 0))
    log.write(JoinedSeat(0, "Ann", "a"))
    assert log.game.names == ("Ann", "greedy", "random", "greedy")
    log.write(Handed(0, "random"))
    assert (log.table.seats[0].name, log.table.seats[0].bot) == ("Ann", "random")
    log.write(Returned(0))
    assert (log.table.seats[0].name, log.table.seats[0].bot) == ("Ann", "")
