"""Steps per second of the environments: one JSON line for each way of using them.

CPU time of this process, the best of several rounds, as other programs slow a machine down and never up.
Many games at once take a random legal action each, chosen in compiled code or by numpy from the masks.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fulgence.build import is_compiled
from fulgence.env.batch import EVERYTHING, MASKS, GameBatch
from fulgence.env.solo import Solo
from fulgence.env.table import parallel_env
from fulgence.env.vector import SoloVector
from fulgence.rules.cityfile.city_reader import load_city
from fulgence.rules.generator import Generator

Step = Callable[[], int]  # how many steps of a game it has made


def many(city: str, number: int, addons: tuple[str, ...], wanted: tuple[str, ...]) -> Step:
    games, rng = GameBatch(city, number, addons, wanted=wanted), Generator(1)

    def step() -> int:
        games.step(games.random_actions(rng))
        return number

    return step


def chosen(masks: NDArray[Any], rng: np.random.Generator) -> NDArray[np.intp]:
    """A random legal action for every row, `pass` only where nothing else is legal."""
    found = np.flatnonzero(masks.view(np.bool_))  # much faster than of numbers
    rows, actions = np.divmod(found, masks.shape[1])
    counts = np.bincount(rows, minlength=len(masks))
    places = 1 + (rng.random(len(masks)) * (counts - 1)).astype(np.intp)
    firsts = np.cumsum(counts) - counts
    picked: NDArray[np.intp] = actions[firsts + np.minimum(places, counts - 1)]
    return picked


def many_by_numpy(city: str, number: int, wanted: tuple[str, ...]) -> Step:
    games, rng = GameBatch(city, number, wanted=wanted), np.random.default_rng(1)
    masks = np.asarray(games.masks)

    def step() -> int:
        games.step(chosen(masks, rng))
        return number

    return step


def vector(city: str, number: int, copy: bool) -> Step:
    envs, rng = SoloVector(number, city, illegal="error", copy=copy), np.random.default_rng(1)
    envs.reset(seed=1)

    def step() -> int:
        envs.step(chosen(envs.masks, rng))
        return number

    return step


def solo(city: str) -> Step:
    env, rng = Solo(city), Generator(1)
    masks = [env.reset(seed=1)[1]["action_mask"]]

    def step() -> int:
        legal = np.flatnonzero(masks[0])
        _, _, over, _, info = env.step(legal[rng.draw(len(legal))])
        masks[0] = (env.reset()[1] if over else info)["action_mask"]
        return 1

    return step


def table(city: str, seats: int) -> Step:
    env, rng = parallel_env(city, seats), Generator(1)
    told = [env.reset(seed=1)[1]]

    def step() -> int:
        legal = {agent: np.flatnonzero(info["action_mask"]) for agent, info in told[0].items()}
        infos = env.step({agent: moves[rng.draw(len(moves))] for agent, moves in legal.items()})[4]
        told[0] = infos if env.agents else env.reset()[1]
        return seats

    return step


def speed(step: Step, seconds: float, rounds: int) -> float:
    best = 0.0
    for _ in range(rounds):
        start, steps = time.process_time(), 0
        while time.process_time() - start < seconds:
            steps += step()
        best = max(best, steps / (time.process_time() - start))
    return best


def scenarios(city: str, number: int) -> dict[str, Step]:
    addons = tuple(load_city(city).addons)
    return {
        "step": many(city, number, (), ()),
        "step and masks": many(city, number, (), (MASKS,)),
        "step, masks and observations": many(city, number, (), EVERYTHING),
        "step and masks, all add-ons": many(city, number, addons, (MASKS,)),
        "step, masks and observations, all add-ons": many(city, number, addons, EVERYTHING),
        "step and masks, actions by numpy": many_by_numpy(city, number, (MASKS,)),
        "step, masks and observations, actions by numpy": many_by_numpy(city, number, EVERYTHING),
        "SoloVector without copies, actions by numpy": vector(city, number, False),
        "SoloVector, actions by numpy": vector(city, number, True),
        "Solo": solo(city),
        "table of four": table(city, 4),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description="Steps per second of the environments.")
    parser.add_argument("city", nargs="?", default="london")
    parser.add_argument("--games", type=int, default=1024, help="how many at once (default: %(default)s)")
    parser.add_argument("--seconds", type=float, default=0.5, help="of each round (default: %(default)s)")
    parser.add_argument("--rounds", type=int, default=5, help="(default: %(default)s)")
    options = parser.parse_args()
    for name, step in scenarios(options.city, options.games).items():
        found = speed(step, options.seconds, options.rounds)
        told = {"scenario": name, "city": options.city, "games": options.games, "compiled": is_compiled()}
        print(json.dumps({**told, "steps_per_s": round(found)}), flush=True)


if __name__ == "__main__":
    main()
