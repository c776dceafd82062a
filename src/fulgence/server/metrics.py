"""Metrics of a running server, in the text format of Prometheus.

Everything is counted in one event loop, so nothing needs a lock.
"""

from __future__ import annotations

import asyncio
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import accumulate

LATENCIES = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
THOUGHTS = (0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0)
LAG_INTERVAL = 0.25  # seconds between two measurements of the loop's lag
MEDIA_TYPE = "text/plain; version=0.0.4; charset=utf-8"


class Histogram:
    """How many values were up to each bound, in seconds."""

    def __init__(self, bounds: tuple[float, ...] = LATENCIES) -> None:
        self.bounds = bounds
        self.counts = [0] * (len(bounds) + 1)
        self.total = 0.0

    def observe(self, seconds: float) -> None:
        self.counts[bisect_left(self.bounds, seconds)] += 1
        self.total += seconds

    def cumulative(self) -> Iterator[tuple[str, int]]:
        return zip([*map(str, self.bounds), "+Inf"], accumulate(self.counts), strict=True)


class Metrics:
    """Counters and histograms. Lengths of queues are read only when somebody asks."""

    def __init__(self) -> None:
        self.moves: Counter[str] = Counter()  # by whom
        self.entries = 0
        self.refusals: Counter[str] = Counter()  # by code
        self.failures: Counter[str] = Counter()  # of the store, by outcome
        self.commits = Histogram()
        self.acknowledged = Histogram()  # from the arrival of an entry to its acknowledgement
        self.thoughts = Histogram(THOUGHTS)  # from a bot's turn to its answer
        self.lag = Histogram()
        self.pushes: Counter[str] = Counter()  # notices to devices, by outcome


async def watch_loop(lag: Histogram) -> None:
    """Measure how late the loop wakes up, for ever."""
    loop = asyncio.get_running_loop()
    while True:
        due = loop.time() + LAG_INTERVAL
        await asyncio.sleep(LAG_INTERVAL)
        lag.observe(max(0.0, loop.time() - due))


# Families of samples as text.


def gauge(name: str, help: str, value: float, **labels: str) -> Iterator[str]:
    yield from head(name, "gauge", help)
    yield sample(name, value, **labels)


def gauges(name: str, help: str, label: str, values: Iterable[tuple[str, float]]) -> Iterator[str]:
    yield from head(name, "gauge", help)
    for text, value in values:
        yield sample(name, value, **{label: text})


def counter(name: str, help: str, value: float) -> Iterator[str]:
    yield from head(name, "counter", help)
    yield sample(name, value)


def counters(name: str, help: str, label: str, values: Counter[str]) -> Iterator[str]:
    yield from head(name, "counter", help)
    for text in sorted(values):
        yield sample(name, values[text], **{label: text})


def histogram(name: str, help: str, values: Histogram) -> Iterator[str]:
    yield from head(name, "histogram", help)
    for bound, count in values.cumulative():
        yield sample(f"{name}_bucket", count, le=bound)
    yield sample(f"{name}_sum", values.total)
    yield sample(f"{name}_count", sum(values.counts))


def head(name: str, kind: str, help: str) -> Iterator[str]:
    yield f"# HELP {name} {help}\n"
    yield f"# TYPE {name} {kind}\n"


def sample(name: str, value: float, **labels: str) -> str:
    """Names and labels are ours, so there is nothing to escape."""
    pairs = ",".join(f'{label}="{text}"' for label, text in labels.items())
    return f"{name}{{{pairs}}} {value!r}\n" if pairs else f"{name} {value!r}\n"
