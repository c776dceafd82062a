"""Speed, measured in one run because machines are noisy: medians of interleaved rounds.

The yardstick is `london_kernel.cpp`, a plain C++ kernel of the London base game; without a C++
compiler only our own numbers are printed.
"""

from __future__ import annotations

import json
import os
import shutil
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

HERE = Path(__file__).parent
ROUNDS = 5
SECONDS = "1"
COMMAND = [sys.executable, "-m", "fulgence"]
HELP = ("play", "simulate", "replay", "score", "perft", "bench", "city", "doctor")


def main() -> None:
    measures: dict[str, Callable[[], float]] = {
        "random": lambda: ours("random"),
        "greedy": lambda: ours("greedy"),
        "random, objectives and powers": lambda: ours("random", "--addons", "objectives,powers"),
        "random, all add-ons": lambda: ours("random", "--addons", "objectives,powers,gates"),
        "random, interpreted": lambda: ours("random", interpreted=True),
    }
    kernel = build_kernel()
    if kernel:
        measures["random, C++"] = lambda: theirs(kernel, "random")
        measures["greedy, C++"] = lambda: theirs(kernel, "greedy")
    found: dict[str, list[float]] = {name: [] for name in measures}
    for number in range(ROUNDS):
        for name, measure in measures.items():
            print(f"\rround {number + 1}/{ROUNDS}: {name:<40}", end="", file=sys.stderr)
            found[name].append(measure())
    print(file=sys.stderr)
    medians = {name: statistics.median(values) for name, values in found.items()}
    for name, median in medians.items():
        low, high = min(found[name]), max(found[name])
        print(f"{name:<34}{median:>12,.0f} London games/s   ({low:,.0f} - {high:,.0f})")
    if kernel:
        print(f"random, of C++: {medians['random'] / medians['random, C++']:.2f}")
        print(f"greedy, of C++: {medians['greedy'] / medians['greedy, C++']:.2f}")
    for name in ("random, objectives and powers", "random, all add-ons"):
        print(f"{name}, of the base game: {medians[name] / medians['random']:.2f}")
    for command in HELP:
        times = [timed([*COMMAND, command, "--help"]) for _ in range(ROUNDS)]
        print(f"fulgence {command} --help: {statistics.median(times):.3f} s")


def ours(bot: str, *options: str, interpreted: bool = False) -> float:
    environment = {**os.environ, "FULGENCE_INTERPRETED": "1" if interpreted else "0"}
    command = [*COMMAND, "bench", "london", "--json", "--seconds", SECONDS, "--bot", bot, *options]
    text = subprocess.run(command, env=environment, capture_output=True, text=True, check=True).stdout
    return float(json.loads(text)["london"][f"{bot}_games_per_s"])


def theirs(kernel: Path, bot: str) -> float:
    games = {"random": "500000", "greedy": "300000"}[bot]
    command = [str(kernel), "--player", bot, "--games", games]
    text = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    return float(json.loads(text)["games_per_s"])


def build_kernel() -> Path | None:
    compiler = shutil.which("g++")
    if not compiler:
        print("no g++: the C++ yardstick is left out", file=sys.stderr)
        return None
    kernel = HERE / "london_kernel"
    source = HERE / "london_kernel.cpp"
    subprocess.run([compiler, "-O3", "-std=c++17", str(source), "-o", str(kernel)], check=True)
    return kernel


def timed(command: list[str]) -> float:
    start = time.perf_counter()
    subprocess.run(command, capture_output=True, check=True)
    return time.perf_counter() - start


if __name__ == "__main__":
    main()
