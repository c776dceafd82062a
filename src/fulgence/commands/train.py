"""`fulgence train`: learn the value of a game by self-play, for as long as one likes."""

from __future__ import annotations

import json
import sys
import time
from argparse import Namespace
from dataclasses import asdict, replace
from pathlib import Path

from fulgence.bots.calibration import Miss, doubts, lift, lifts, watch
from fulgence.bots.training import Training, trial
from fulgence.bots.value import Value
from fulgence.bots.weights import ANY, About, facts_of, file_name, write_weights
from fulgence.build import is_compiled, note
from fulgence.commands.options import BadOption, city_of, names, seed_of
from fulgence.commands.progress import Progress
from fulgence.folders import data_folder
from fulgence.rules.chance import Generator
from fulgence.rules.deal import deal

SAVED_EVERY = 60.0  # seconds
TRIAL_GAMES = 1000
CALIBRATION = 0.1  # of the minutes
WATCHED = 400  # games are enough for it
LONGEST = 100_000  # minutes


def run(options: Namespace) -> int:
    city, addons = city_of(options), addons_of(options)
    if addons != [ANY]:
        deal(city, addons, 1, Generator(0))  # refuses what cannot be played
    if not 0 < options.minutes < LONGEST:
        raise BadOption(f"--minutes must be more than 0 and less than {LONGEST:,}")
    if not is_compiled():
        print(note(), file=sys.stderr)
    training = Training(city, addons, seed_of(options))
    stopped = data_folder() / "training" / file_name(city.key, addons).replace(".weights", ".state")
    if stopped.exists() and not options.afresh:
        training.restore(stopped)
        done = f"{training.minutes:.1f} minutes and {training.games:,} games"
        print(f"goes on after {done}; --afresh begins again", file=sys.stderr)
    try:
        train(training, options.minutes, stopped)
        value = Value(facts_of(city), training.trainer.averaged())
        doubt = calibrate(training, value, CALIBRATION * options.minutes)
    except KeyboardInterrupt:
        training.save(stopped)
        print(f"\nkept in {stopped}; the same command goes on from there", file=sys.stderr)
        raise
    path = Path(options.output or data_folder() / "weights" / file_name(city.key, addons))
    about = replace(training.about(), doubt=doubt)
    write_weights(path, about, value.kept)
    stopped.unlink(missing_ok=True)
    tell(about, trial(city, addons, value, TRIAL_GAMES, training.seed + 1), path, options.json)
    return 0


def addons_of(options: Namespace) -> list[str]:
    addons = names(options.addons)
    if ANY in addons and addons != [ANY]:
        raise BadOption(f"--addons {ANY} stands alone: it means other add-ons in every game")
    return addons


def train(training: Training, minutes: float, stopped: Path) -> None:
    """Batches until the time is over; what was learned is kept on the way."""
    means: list[float] = []
    last = saved = time.monotonic()
    with Progress("s", max(round(60 * minutes), 1), prints=False) as progress:
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


def calibrate(training: Training, value: Value, minutes: float) -> tuple[float, ...]:
    """Watch the expert play with the value for a while, and bring what that expects into line; the errors."""
    luck = training.luck(0)
    games: list[list[Miss]] = []
    end = time.monotonic() + 60 * minutes
    with Progress("games of the expert", WATCHED, prints=False) as progress:
        for number in range(WATCHED):
            addons = training.choices[number % len(training.choices)]
            games.append(watch(training.city, addons, value, luck))
            progress.step()
            if time.monotonic() > end:
                break
    lift(value, lifts(miss for game in games for miss in game))
    return doubts(games)


def tell(about: About, played: tuple[float, float], path: Path, as_json: bool) -> None:
    """How well the value plays by itself, on deals it has not seen."""
    mean, error = played
    if as_json:
        print(json.dumps({**asdict(about), "file": str(path), "mean": mean, "se": round(error, 3)}))
    else:
        print(f"{about.games:,} games in {about.minutes:.1f} minutes: {path}")
        print(f"played without search it means {mean:.1f} (se {error:.1f}) points over {TRIAL_GAMES:,} games")
