"""Limits: how much one address may use. Rate limits by sliding window."""

from __future__ import annotations

import time
from collections import deque
from dataclasses import dataclass, fields

from fulgence.rules.errors import FulgenceError
from fulgence.rules.message import Message


class BadLimit(FulgenceError):
    """A limit that does not exist, or is not a number."""

    is_usage = True


@dataclass(frozen=True)
class Limits:
    messages: int = 100  # on a socket in 20 seconds
    sockets: int = 40  # of one address at a time
    connections: int = 100  # of one address at a time, besides sockets
    clients: int = 10_000  # connections and sockets of all addresses at a time
    tables: int = 30  # that one address opens in a minute
    requests: int = 600  # of one address in a minute
    players: int = 30  # that are new at one address in an hour
    loaded: int = 20_000  # tables in memory
    entries: int = 2_000  # at one seat, after which nothing more is taken back there
    queue: int = 64  # messages waiting for a slow client
    body: int = 65_536  # bytes of a request
    frame: int = 8_192  # bytes of a message
    reviews: int = 4  # of games at a time
    thoughts: int = 8  # about positions at a time
    cpu: int = 20  # seconds of CPU time in about a minute, after which an address lets others go first


def parse_limits(texts: list[str]) -> Limits:
    """From texts like NAME=NUMBER."""
    known = {field.name for field in fields(Limits)}
    chosen: dict[str, int] = {}
    for text in texts:
        name, _, number = text.partition("=")
        if name not in known or not number.isdecimal() or not int(number):
            names = ", ".join(sorted(known))
            raise BadLimit(
                Message("{text!r} is not a limit: write NAME=NUMBER, with {names}", text=text, names=names)
            )
        chosen[name] = int(number)
    return Limits(**chosen)


class Rate:
    """A rate limit: at most so many events in a span of seconds."""

    def __init__(self, most: int, seconds: float) -> None:
        self.most = most
        self.seconds = seconds
        self.times: deque[float] = deque()

    def allows(self) -> bool:
        """Count one more event, unless it is one too many."""
        now = time.monotonic()
        times = self.times
        while times and times[0] <= now - self.seconds:
            times.popleft()
        if len(times) >= self.most:
            return False
        times.append(now)
        return True


class Rates:
    """A rate limit for each address; quiet ones are forgotten."""

    def __init__(self, most: int, seconds: float) -> None:
        self.most = most
        self.seconds = seconds
        self.rates: dict[str, Rate] = {}

    def allows(self, address: str) -> bool:
        if address not in self.rates:
            if len(self.rates) > 10_000:
                self.forget_quiet()
            self.rates[address] = Rate(self.most, self.seconds)
        return self.rates[address].allows()

    def forget_quiet(self) -> None:
        limit = time.monotonic() - self.seconds
        self.rates = {key: rate for key, rate in self.rates.items() if rate.times and rate.times[-1] > limit}
