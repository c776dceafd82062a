"""Who gets a worker next, with made-up owners, costs and times."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable

import pytest

from fulgence.server.workers.fair_queue import ALONE, PATIENT, PEOPLE, QUICK, FairQueue, Ticket

WORKERS = ("first", "second")
FREE = ("first", "second", "third")  # so that none of two is the last


def add(queue: FairQueue, *tickets: Ticket, now: float = 0.0) -> None:
    for ticket in tickets:
        queue.add(ticket, now)


def owners(tickets: Iterable[Ticket | None]) -> list[str]:
    return [ticket.owner for ticket in tickets if ticket is not None]


def served(
    queue: FairQueue, cost: Callable[[Ticket], float], most: int = 1000, now: float = 0.0
) -> list[Ticket]:
    """One after the other, by one worker of several, until nobody waits or so many were served."""
    order: list[Ticket] = []
    while len(order) < most and (ticket := queue.next(FREE, now)):
        queue.done(ticket, cost(ticket), now)
        order.append(ticket)
    return order


def test_whoever_came_first_goes_first_if_nobody_has_had_anything() -> None:
    queue = FairQueue(budget=20)
    add(queue, Ticket(PEOPLE, "ann"), Ticket(PEOPLE, "ben"), Ticket(PEOPLE, "cleo"))
    assert owners(queue.next(FREE, 0.0) for _ in range(3)) == ["ann", "ben", "cleo"]
    assert queue.next(FREE, 0.0) is None


def test_the_opponents_of_people_go_before_games_of_bots_and_both_before_what_can_wait() -> None:
    queue = FairQueue(budget=20)
    add(queue, *(Ticket(kind, f"owner {kind}") for kind in (PATIENT, ALONE, PEOPLE, QUICK)))
    assert [ticket.kind for ticket in served(queue, lambda _: 1.0)] == [QUICK, PEOPLE, ALONE, PATIENT]


def test_owners_share_the_time_and_not_the_number_of_jobs() -> None:
    queue = FairQueue(budget=1e9)
    add(queue, *(Ticket(ALONE, "slow", f"table {n % 26}") for n in range(400)))
    add(queue, *(Ticket(ALONE, "quick") for _ in range(4000)))
    cost = {"slow": 0.5, "quick": 0.05}
    order = served(queue, lambda ticket: cost[ticket.owner], most=1100)
    seconds: Counter[str] = Counter()
    for ticket in order:
        seconds[ticket.owner] += cost[ticket.owner]  # type: ignore[assignment]  # a Counter of seconds
    assert seconds["slow"] == pytest.approx(seconds["quick"], abs=1.0)


def test_whoever_comes_into_a_long_queue_is_served_next() -> None:
    queue = FairQueue(budget=1e9)
    add(queue, *(Ticket(PEOPLE, "crowd", f"table {n % 26}") for n in range(104)))
    for _ in range(10):
        served(queue, lambda _: 0.25, most=3)
        add(queue, Ticket(PEOPLE, "ann"))
        assert owners(served(queue, lambda _: 0.01, most=1)) == ["ann"]


def test_nobody_saves_up_turns_by_waiting() -> None:
    queue = FairQueue(budget=1e9)
    add(queue, *(Ticket(ALONE, "ann") for _ in range(200)))
    served(queue, lambda _: 1.0, most=100)  # a hundred seconds, alone
    add(queue, *(Ticket(ALONE, "ben") for _ in range(200)))
    order = owners(served(queue, lambda _: 1.0, most=20))
    assert order.count("ann") == pytest.approx(10, abs=1)


def test_tables_of_an_owner_share_its_time() -> None:
    queue = FairQueue(budget=1e9)
    add(queue, *(Ticket(PEOPLE, "school", "costly") for _ in range(20)))
    add(queue, *(Ticket(PEOPLE, "school", "cheap") for _ in range(20)))
    cost = {"costly": 1.0, "cheap": 0.1}
    order = [ticket.table for ticket in served(queue, lambda ticket: cost[ticket.table], most=22)]
    assert order.count("costly") == pytest.approx(2, abs=1)
    assert order.count("cheap") >= 19


def test_an_owner_above_its_budget_goes_last_whatever_it_asks_for() -> None:
    queue = FairQueue(budget=20)
    add(queue, Ticket(PEOPLE, "greedy"))
    served(queue, lambda _: 21.0)
    add(
        queue, Ticket(QUICK, "greedy"), Ticket(PEOPLE, "greedy"), Ticket(PATIENT, "ann"), Ticket(ALONE, "ben")
    )
    assert owners(served(queue, lambda _: 0.1)) == ["ben", "ann", "greedy", "greedy"]


def test_a_budget_comes_back_with_time() -> None:
    queue = FairQueue(budget=20)
    add(queue, Ticket(PEOPLE, "greedy"))
    served(queue, lambda _: 30.0)
    assert queue.is_over_budget("greedy", 0.0)
    assert queue.is_over_budget("greedy", 20.0)
    assert not queue.is_over_budget("greedy", 30.0)


def test_a_budget_is_told_to_be_used_up_once() -> None:
    queue = FairQueue(budget=20)
    told = []
    for _ in range(5):
        add(queue, Ticket(ALONE, "greedy"))
        ticket = queue.next(FREE, 0.0)
        assert ticket is not None
        told.append(queue.done(ticket, 8.0, 0.0))
    assert told == [False, False, True, False, False]


def test_the_last_worker_is_kept_from_whoever_has_one() -> None:
    queue = FairQueue(budget=20)
    add(queue, Ticket(PEOPLE, "crowd"), Ticket(PEOPLE, "crowd"))
    assert owners([queue.next(WORKERS, 0.0)]) == ["crowd"]
    assert queue.next(WORKERS[:1], 0.0) is None
    add(queue, Ticket(PEOPLE, "ann"))
    assert owners([queue.next(WORKERS[:1], 0.0)]) == ["ann"]


@pytest.mark.parametrize("kind", [ALONE, PATIENT])
def test_the_last_worker_is_for_people_only(kind: int) -> None:
    queue = FairQueue(budget=20)
    add(queue, Ticket(kind, "ann"))
    assert queue.next(WORKERS[:1], 0.0) is None
    assert queue.next(WORKERS, 0.0) is not None


def test_what_is_done_in_a_moment_gets_the_last_worker_too_within_the_budget() -> None:
    queue = FairQueue(budget=20)
    add(queue, Ticket(PEOPLE, "ann"), Ticket(QUICK, "ann"))
    assert owners([queue.next(WORKERS, 0.0)]) == ["ann"]
    add(queue, Ticket(QUICK, "ann"))
    ticket = queue.next(WORKERS[:1], 0.0)
    assert ticket is not None
    queue.done(ticket, 21.0, 0.0)
    add(queue, Ticket(QUICK, "ann"))
    assert queue.next(WORKERS[:1], 0.0) is None


def test_a_job_that_was_begun_waits_for_its_worker_and_holds_nobody_up() -> None:
    queue = FairQueue(budget=20)
    add(queue, Ticket(PATIENT, "ann", wanted="third"), Ticket(PATIENT, "ben"))
    assert owners([queue.next(WORKERS, 0.0)]) == ["ben"]
    assert queue.next(WORKERS, 0.0) is None
    assert owners([queue.next(FREE, 0.0)]) == ["ann"]


def test_whoever_has_gone_is_not_served() -> None:
    queue = FairQueue(budget=20)
    gone, staying = Ticket(PEOPLE, "ann", "table"), Ticket(PEOPLE, "ann", "table")
    add(queue, gone, staying)
    queue.discard(gone)
    assert queue.lengths() == [0, 1, 0, 0]
    assert queue.next(FREE, 0.0) is staying
    assert queue.lengths() == [0, 0, 0, 0]


def test_only_who_is_above_its_budget_while_others_wait_is_refused() -> None:
    queue = FairQueue(budget=20)
    add(queue, Ticket(ALONE, "greedy"))
    served(queue, lambda _: 21.0)
    assert not queue.must_wait("greedy", 0.0)  # nobody else is here
    add(queue, Ticket(PEOPLE, "ann"))
    assert queue.must_wait("greedy", 0.0)
    assert not queue.must_wait("ann", 0.0)
    served(queue, lambda _: 0.1)
    assert not queue.must_wait("greedy", 0.0)  # she did not have to wait


def test_that_others_had_to_wait_is_remembered_for_a_while() -> None:
    queue = FairQueue(budget=20)
    add(queue, Ticket(ALONE, "greedy"))
    served(queue, lambda _: 40.0)
    add(queue, Ticket(PEOPLE, "ann"), now=0.0)
    served(queue, lambda _: 0.1, now=2.0)
    assert queue.must_wait("greedy", 5.0)
    assert not queue.must_wait("greedy", 15.0)


def test_time_is_counted_by_kind() -> None:
    queue = FairQueue(budget=1)
    add(queue, Ticket(PEOPLE, "ann"), Ticket(PEOPLE, "ben"), Ticket(PATIENT, "ann"))
    served(queue, lambda ticket: 0.5 if ticket.kind == PEOPLE else 2.0)
    assert queue.seconds == [0, 1.0, 0, 2.0]
    assert queue.over_budget(0.0) == 1


def test_owners_that_are_quiet_are_forgotten() -> None:
    queue = FairQueue(budget=20)
    for number in range(5000):
        add(queue, Ticket(PEOPLE, f"owner {number}"), now=number)
        served(queue, lambda _: 0.005, now=number)
    assert len(queue._accounts) <= 1001
