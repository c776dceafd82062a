"""The queue for workers: start-time fair queueing by the CPU time that was really used.

Every job belongs to an owner, the address that it is done for, and to a table. The order is: owners within
their budget before those above it; then by kind: quick jobs, opponents of people, games of bots alone, and
what can wait; then the owner who has had the least, its table that has had the least, and first come, first
served. "The least" is measured in virtual time: an owner who returns after a pause starts where the others
are, so nobody saves up turns and nobody is punished for having played before.

The last idle worker is reserved for owners within their budget: for quick jobs, and for opponents of people
whose owner has no other job running. However long the jobs of one owner take, somebody else's opponent does
not wait for them.
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field

KINDS = ("quick", "people", "alone", "patient")
QUICK, PEOPLE, ALONE, PATIENT = range(len(KINDS))

SPAN = 60.0  # seconds after which a second of CPU time counts for 1/e
NOTICED = 0.1  # seconds of waiting that people notice
RECENT = 10.0  # seconds that this is remembered
QUIET = 0.01  # seconds of CPU time below which an idle owner is forgotten
MAX_ACCOUNTS = 1000  # above this, quiet ones are forgotten


@dataclass(eq=False)
class Ticket:
    """A job that waits or runs. `wanted`: the only worker that can do it."""

    kind: int
    owner: str
    table: str = ""
    wanted: object | None = None
    number: int = 0
    since: float = 0.0
    expected: float = 0.0  # CPU seconds that its owner was charged in advance


WaitingByTable = dict[str, deque[Ticket]]  # what waits, by table


@dataclass
class Account:
    """What an owner has used, and what waits for it."""

    used: float = 0.0  # CPU seconds, decaying
    used_at: float = 0.0
    usual: float = 0.0  # CPU seconds of a job
    finish: float = 0.0  # virtual time up to which it has been served
    finishes: dict[str, float] = field(default_factory=dict)  # the same by table, in the owner's own time
    virtual: float = 0.0
    running: int = 0
    waited_at: float = -math.inf  # when it last had to wait
    is_reported: bool = False  # as above its budget
    waiting: list[WaitingByTable] = field(default_factory=lambda: [{} for _ in KINDS])

    @property
    def is_waiting(self) -> bool:
        return any(self.waiting)

    def used_by(self, now: float) -> float:
        return self.used * math.exp((self.used_at - now) / SPAN)

    def charge(self, seconds: float, now: float) -> None:
        self.used, self.used_at = self.used_by(now) + seconds, now
        self.usual += (seconds - self.usual) / 4

    def first(self, kind: int, idle: Collection[object]) -> Ticket | None:
        """Of the table that has had the least; None if all of them want a worker that is busy."""
        heads = [
            ticket
            for tickets in self.waiting[kind].values()
            for ticket in [next((each for each in tickets if takes(each, idle)), None)]
            if ticket is not None
        ]
        return min(heads, key=lambda head: (self.start_of(head.table), head.number), default=None)

    def start_of(self, table: str) -> float:
        return max(self.finishes.get(table, 0.0), self.virtual)


def takes(ticket: Ticket, idle: Collection[object]) -> bool:
    return ticket.wanted is None or ticket.wanted in idle


class FairQueue:
    """`budget`: CPU seconds in about a minute, above which an owner comes after all others."""

    def __init__(self, budget: float) -> None:
        self.budget = budget
        self.virtual = 0.0
        self.seconds = [0.0] * len(KINDS)  # of CPU time, by kind, since the beginning
        self._accounts: dict[str, Account] = {}
        self._waiting: dict[str, Account] = {}  # those who wait
        self._number = 0

    def add(self, ticket: Ticket, now: float) -> None:
        account = self._account(ticket.owner, now)
        self._number += 1
        ticket.number, ticket.since = self._number, now
        account.waiting[ticket.kind].setdefault(ticket.table, deque()).append(ticket)
        self._waiting[ticket.owner] = account

    def discard(self, ticket: Ticket) -> None:
        """It no longer waits."""
        account = self._accounts[ticket.owner]
        tables = account.waiting[ticket.kind]
        tables[ticket.table].remove(ticket)
        if not tables[ticket.table]:
            del tables[ticket.table]
        if not account.is_waiting:
            self._waiting.pop(ticket.owner, None)

    def next(self, idle: Collection[object], now: float) -> Ticket | None:
        """The job that gets one of these workers; it counts as running until `done`."""
        for _, account, kind in sorted(self._candidates(len(idle) == 1, now), key=lambda each: each[0]):
            ticket = account.first(kind, idle)
            if ticket is not None:
                self._begin(ticket, account, now)
                return ticket
        return None

    def _candidates(
        self, is_last: bool, now: float
    ) -> Iterator[tuple[tuple[bool, int, float, int], Account, int]]:
        for account in self._waiting.values():
            is_over = account.used_by(now) > self.budget
            allowed = len(KINDS)
            if is_last:
                allowed = 0 if is_over else PEOPLE if account.running else ALONE
            for kind, tables in enumerate(account.waiting[:allowed]):
                if tables:
                    number = next(iter(tables.values()))[0].number
                    yield (is_over, kind, max(account.finish, self.virtual), number), account, kind

    def _begin(self, ticket: Ticket, account: Account, now: float) -> None:
        self.discard(ticket)
        if now - ticket.since > NOTICED:
            account.waited_at = now
        account.running += 1
        ticket.expected = account.usual
        self.virtual = max(account.finish, self.virtual)
        account.finish = self.virtual + ticket.expected
        account.virtual = account.start_of(ticket.table)
        account.finishes[ticket.table] = account.virtual + ticket.expected

    def done(self, ticket: Ticket, seconds: float, now: float) -> bool:
        """Charge its CPU time; returns whether its owner has just gone above its budget."""
        account = self._accounts[ticket.owner]
        account.running -= 1
        account.charge(seconds, now)
        account.finish += seconds - ticket.expected
        finish = account.finishes.get(ticket.table, account.virtual)
        account.finishes[ticket.table] = finish + seconds - ticket.expected
        if len(account.finishes) > MAX_ACCOUNTS or not (account.is_waiting or account.running):
            account.finishes = {
                table: finish for table, finish in account.finishes.items() if finish > account.virtual
            }
        self.seconds[ticket.kind] += seconds
        was_reported = account.is_reported
        account.is_reported = account.used > self.budget or (was_reported and account.used > self.budget / 2)
        return account.is_reported and not was_reported

    # Owners.

    def must_wait(self, owner: str, now: float) -> bool:
        """Whether it is above its budget while others wait, or have just waited."""
        if not self.is_over_budget(owner, now):
            return False
        return any(
            account.is_waiting or now - account.waited_at < RECENT
            for other, account in self._accounts.items()
            if other != owner
        )

    def is_over_budget(self, owner: str, now: float) -> bool:
        account = self._accounts.get(owner)
        return account is not None and account.used_by(now) > self.budget

    def over_budget(self, now: float) -> int:
        return sum(account.used_by(now) > self.budget for account in self._accounts.values())

    def lengths(self) -> list[int]:
        """How many jobs of each kind wait."""
        lengths = [0] * len(KINDS)
        for account in self._waiting.values():
            for kind, tables in enumerate(account.waiting):
                lengths[kind] += sum(map(len, tables.values()))
        return lengths

    def _account(self, owner: str, now: float) -> Account:
        if owner not in self._accounts:
            if len(self._accounts) >= MAX_ACCOUNTS:
                self._forget_quiet(now)
            self._accounts[owner] = Account(used_at=now)
        return self._accounts[owner]

    def _forget_quiet(self, now: float) -> None:
        self._accounts = {
            owner: account
            for owner, account in self._accounts.items()
            if account.is_waiting or account.running or account.used_by(now) > QUIET
        }
