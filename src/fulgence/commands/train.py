"""`fulgence train`: train the expert's value network by self-play."""

from __future__ import annotations

import json
import sys
import time
from argparse import Namespace
from dataclasses import asdict, replace
from pathlib import Path
from statistics import fmean

from fulgence.bots.network.quantized_network import quantized
from fulgence.bots.network.value_network import ValueNetwork
from fulgence.bots.network.weights import ANY, About, file_name, learned_value, write_weights
from fulgence.bots.training.calibration import (
    Residual,
    apply_corrections,
    bias_corrections,
    expert_residuals,
    standard_errors,
)
from fulgence.bots.training.training import Training, evaluate
from fulgence.build import is_compiled, note
from fulgence.commands.shared.options import BadOption, city_of, names, seed_of
from fulgence.commands.shared.progress_bar import ProgressBar
from fulgence.folders import data_folder
from fulgence.rules.deal import deal
from fulgence.rules.generator import Generator

SAVED_EVERY = 60.0  # seconds
TRIAL_GAMES = 1000
CALIBRATION = 0.1  # of the minutes
WATCHED = 400  # games are enough for it
LONGEST = 100_000  # minutes


def run(options: Namespace) -> int:
    city, addons = city_of(options), addons_of(options)
    if addons != [ANY]:
        deal(city, addons, 1, Generator(0))  # raises if the game is impossible
    if not 0 < options.minutes < LONGEST:
        raise BadOption(f"--minutes must be more than 0 and less than {LONGEST:,}")
    if not is_compiled():
        print(note(), file=sys.stderr)
    training = Training(
        city, addons, seed_of(options), learned_value(city, addons).network if options.improve else None
    )
    stopped = data_folder() / "training" / file_name(city.key, addons).replace(".weights", ".state")
    if stopped.exists() and not options.afresh:
        training.restore(stopped)
        done = f"{training.minutes:.1f} minutes and {training.games:,} games"
        print(f"resuming after {done}; --afresh starts over", file=sys.stderr)
    try:
        train(training, options.minutes, stopped, options.curve)
        network = training.network()
        doubt = calibrate(training, network, CALIBRATION * options.minutes)
    except KeyboardInterrupt:
        training.save(stopped)
        print(f"\nsaved to {stopped}; run the same command to resume", file=sys.stderr)
        raise
    path = Path(options.output or data_folder() / "weights" / file_name(city.key, addons))
    about = replace(training.about(), doubt=doubt)
    write_weights(path, about, quantized(network))
    stopped.unlink(missing_ok=True)
    report(about, evaluate(city, addons, network, TRIAL_GAMES, training.seed + 1), path, options.json)
    return 0


def addons_of(options: Namespace) -> list[str]:
    addons = names(options.addons)
    if ANY in addons and addons != [ANY]:
        raise BadOption(f"--addons {ANY} cannot be combined: it picks other add-ons in every game")
    return addons


def train(training: Training, minutes: float, stopped: Path, curve: str) -> None:
    """Train in batches until the time is up, saving the state and a point of the learning curve on the
    way."""
    batches: list[tuple[float, float]] = []
    last = saved = time.monotonic()
    with ProgressBar("s", max(round(60 * minutes), 1), prints=False) as progress:
        progress.step(round(60 * training.minutes))
        while training.minutes < minutes:
            batches.append(training.batch(training.minutes / minutes))
            now = time.monotonic()
            training.minutes += (now - last) / 60
            last = now
            points, _ = means(batches[-50:])
            progress.what = f"s, {training.games:,} games, lately {points:.1f} points"
            progress.step(round(60 * training.minutes) - progress.done)
            if now - saved > SAVED_EVERY or training.minutes >= minutes:
                training.save(stopped)
                if curve:
                    add_point(Path(curve), training, *means(batches))
                batches = batches[-1:]
                saved = now


def means(batches: list[tuple[float, float]]) -> tuple[float, float]:
    """The mean total, and the mean error of the network."""
    return fmean(points for points, _ in batches), fmean(error for _, error in batches)


def add_point(curve: Path, training: Training, points: float, error: float) -> None:
    """A line of JSON for the learning curve."""
    point = {
        "minutes": round(training.minutes, 2),
        "games": training.games,
        "mean": round(points, 2),
        "error": round(error, 3),
    }
    with curve.open("a", encoding="utf-8") as file:
        file.write(json.dumps(point) + "\n")


def calibrate(training: Training, network: ValueNetwork, minutes: float) -> tuple[float, ...]:
    """Let the expert play with the network for a while and correct its expectations; returns the errors."""
    rng = training.rng(0)
    player = quantized(network)
    games: list[list[Residual]] = []
    end = time.monotonic() + 60 * minutes
    with ProgressBar("games of the expert", WATCHED, prints=False) as progress:
        for number in range(WATCHED):
            addons = training.choices[number % len(training.choices)]
            games.append(expert_residuals(training.city, addons, player, rng))
            progress.step()
            if time.monotonic() > end:
                break
    apply_corrections(network, bias_corrections(residual for game in games for residual in game))
    return standard_errors(games)


def report(about: About, played: tuple[float, float], path: Path, as_json: bool) -> None:
    """Report how well the network plays without search, on new deals."""
    mean, error = played
    if as_json:
        print(json.dumps({**asdict(about), "file": str(path), "mean": mean, "se": round(error, 3)}))
    else:
        print(f"{about.games:,} games in {about.minutes:.1f} minutes: {path}")
        print(
            f"without search it scores {mean:.1f} points (se {error:.1f}) on average in {TRIAL_GAMES:,} games"
        )
