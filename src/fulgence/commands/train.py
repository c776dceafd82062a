"""`fulgence train`: train the expert's value network by self-play."""

from __future__ import annotations

import json
import sys
import time
from argparse import Namespace
from dataclasses import asdict, replace
from pathlib import Path

from fulgence.bots.network.value_network import ValueNetwork
from fulgence.bots.network.weights import ANY, About, feature_count, file_name, write_weights
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
    training = Training(city, addons, seed_of(options))
    stopped = data_folder() / "training" / file_name(city.key, addons).replace(".weights", ".state")
    if stopped.exists() and not options.afresh:
        training.restore(stopped)
        done = f"{training.minutes:.1f} minutes and {training.games:,} games"
        print(f"resuming after {done}; --afresh starts over", file=sys.stderr)
    try:
        train(training, options.minutes, stopped)
        network = ValueNetwork(feature_count(city), training.optimizer.average_weights())
        doubt = calibrate(training, network, CALIBRATION * options.minutes)
    except KeyboardInterrupt:
        training.save(stopped)
        print(f"\nsaved to {stopped}; run the same command to resume", file=sys.stderr)
        raise
    path = Path(options.output or data_folder() / "weights" / file_name(city.key, addons))
    about = replace(training.about(), doubt=doubt)
    write_weights(path, about, network.weights_array)
    stopped.unlink(missing_ok=True)
    report(about, evaluate(city, addons, network, TRIAL_GAMES, training.seed + 1), path, options.json)
    return 0


def addons_of(options: Namespace) -> list[str]:
    addons = names(options.addons)
    if ANY in addons and addons != [ANY]:
        raise BadOption(f"--addons {ANY} cannot be combined: it picks other add-ons in every game")
    return addons


def train(training: Training, minutes: float, stopped: Path) -> None:
    """Train in batches until the time is up, saving the state on the way."""
    means: list[float] = []
    last = saved = time.monotonic()
    with ProgressBar("s", max(round(60 * minutes), 1), prints=False) as progress:
        progress.step(round(60 * training.minutes))
        while training.minutes < minutes:
            means = [*means[-49:], training.batch(training.minutes / minutes)]
            now = time.monotonic()
            training.minutes += (now - last) / 60
            last = now
            progress.what = f"s, {training.games:,} games, lately {sum(means) / len(means):.1f} points"
            progress.step(round(60 * training.minutes) - progress.done)
            if now - saved > SAVED_EVERY:
                training.save(stopped)
                saved = now


def calibrate(training: Training, network: ValueNetwork, minutes: float) -> tuple[float, ...]:
    """Let the expert play with the network for a while and correct its expectations; returns the errors."""
    rng = training.rng(0)
    games: list[list[Residual]] = []
    end = time.monotonic() + 60 * minutes
    with ProgressBar("games of the expert", WATCHED, prints=False) as progress:
        for number in range(WATCHED):
            addons = training.choices[number % len(training.choices)]
            games.append(expert_residuals(training.city, addons, network, rng))
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
