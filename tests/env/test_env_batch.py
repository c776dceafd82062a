"""Thousands of games at once are the same games as one at a time, compiled or not."""

import json
import os
import subprocess
import sys
from array import array

import pytest

pytest.importorskip("fulgence.env", exc_type=ImportError)

import numpy as np

from fulgence.env.batch import GameBatch
from fulgence.env.solo import Solo
from fulgence.env.vector import SoloVector
from fulgence.rules.cityfile.city_reader import city_names, load_city
from fulgence.rules.errors import BadDeal, IllegalMove
from fulgence.rules.generator import Generator
from random_games import SAMPLER, addon_sets

CASES = [(name, addons) for name in (*city_names(), SAMPLER) for addons in addon_sets(load_city(name))]

# A digest of all that is told in some hundred steps of a few games.
DIGEST = """
import hashlib, json, sys
from fulgence.env.batch import GameBatch
from fulgence.rules.generator import Generator
from fulgence.build import is_compiled

found = []
for addons in ((), ("objectives",)):
    many, rng = GameBatch("toy", 5, addons, seed=3), Generator(9)
    digest = hashlib.sha256()
    for _ in range(200):
        rewards, dones = many.step(many.random_actions(rng))
        for part in (rewards, dones, many.masks, many.observations, many.totals, many.finals):
            digest.update(part.tobytes())
    found.append(digest.hexdigest())
print(json.dumps([is_compiled(), found]))
"""


@pytest.mark.parametrize(("city", "addons"), CASES, ids=str)
def test_many_games_are_the_games_of_the_single_environment(city: str, addons: tuple[str, ...]) -> None:
    number = 3
    many, rng = GameBatch(city, number, addons, seed=20), Generator(6)
    singles = [Solo(city, addons, illegal="error") for _ in range(number)]
    seen = [single.reset(seed=20 + n)[0] for n, single in enumerate(singles)]
    ended = 0
    for _ in range(100):
        assert np.array_equal(many.observations, [one["observation"] for one in seen])
        assert np.array_equal(many.masks, [one["action_mask"] for one in seen])
        actions = many.random_actions(rng).tolist()
        rewards, dones = many.step(actions)
        for n, single in enumerate(singles):
            seen[n], reward, over, _, info = single.step(actions[n])
            assert (rewards[n], dones[n]) == (reward, over)
            if over:
                ended += 1
                assert many.totals[n] == info["total"]
                assert np.array_equal(np.asarray(many.finals)[n], seen[n]["observation"])
                seen[n], _ = single.reset()
    assert ended >= number


def test_buffers_are_written_in_place() -> None:
    many, rng = GameBatch("toy", 4), Generator(1)
    masks, rows = np.asarray(many.masks), np.asarray(many.observations)
    assert (masks.shape, masks.dtype.name) == ((4, many.moves), "uint8")
    assert (rows.shape, rows.dtype.name) == ((4, many.size), "int8")
    before = rows.copy()
    many.step(many.random_actions(rng))
    assert not np.array_equal(before, rows)
    assert np.array_equal(masks, np.asarray(many.masks))


@pytest.mark.parametrize("kind", [np.int32, np.int64, np.uint8, list, lambda values: array("i", values)])
def test_actions_may_be_any_array_of_whole_numbers(kind: object) -> None:
    many, again = GameBatch("toy", 3, seed=1), GameBatch("toy", 3, seed=1)
    chosen = many.random_actions(Generator(2)).tolist()
    many.step(np.array(chosen))
    again.step(kind(chosen) if not isinstance(kind, type) or kind is list else np.array(chosen, kind))  # type: ignore[operator]
    assert np.array_equal(many.observations, again.observations)


def test_an_illegal_action_is_refused_before_anything_is_played() -> None:
    many = GameBatch("toy", 3)
    before = bytes(many.observations)
    bad = int(np.flatnonzero(np.asarray(many.masks)[1] == 0)[0])
    for action in (bad, -1, many.moves, 2**31 - 1):
        with pytest.raises(IllegalMove, match=r"^game 1: .* is not in the mask$"):
            many.step([0, action, 0])
        with pytest.raises(IllegalMove):
            many.step(np.array([0, action, 0]))
    with pytest.raises(IllegalMove):
        many.step(np.array([0, 2**32, 0]))
    with pytest.raises((TypeError, ValueError)):
        many.step(np.zeros(3))
    with pytest.raises(ValueError, match="2 actions for 3 games"):
        many.step([0, 0])
    assert bytes(many.observations) == before


def test_games_that_cannot_be_are_refused() -> None:
    with pytest.raises(BadDeal):
        GameBatch("toy", 2, ("tunnels",))
    with pytest.raises(ValueError, match="0 games"):
        GameBatch("toy", 0)


def test_what_is_not_wanted_is_not_written() -> None:
    many, all_of_it, rng = GameBatch("toy", 3, wanted=()), GameBatch("toy", 3), Generator(4)
    assert many.masks is None and many.observations is None
    for _ in range(60):
        actions = all_of_it.random_actions(rng).tolist()
        rewards, dones = all_of_it.step(actions)
        assert [list(part) for part in many.step(actions)] == [list(rewards), list(dones)]


def test_many_games_are_the_same_compiled_and_interpreted() -> None:
    answers = []
    for interpreted in "01":
        environment = {**os.environ, "FULGENCE_INTERPRETED": interpreted}
        done = subprocess.run(
            [sys.executable, "-c", DIGEST], env=environment, capture_output=True, text=True, check=True
        )
        answers.append(json.loads(done.stdout))
    if not answers[0][0]:
        pytest.skip("this installation has no compiled modules to compare with")
    assert not answers[1][0]
    assert answers[0][1] == answers[1][1]


@pytest.mark.parametrize("reward", ["gain", "total"])
def test_the_vector_environment_tells_the_same(reward: str) -> None:
    number = 4
    envs, rng = SoloVector(number, "paris", ("gates",), reward), Generator(6)
    singles = [Solo("paris", ("gates",), reward) for _ in range(number)]
    seen, told = envs.reset(seed=9)
    infos = [single.reset(seed=9 + n)[1] for n, single in enumerate(singles)]
    finished = 0
    for _ in range(120):
        assert np.array_equal(told["action_mask"], [info["action_mask"] for info in infos])
        actions = envs.batch.random_actions(rng).tolist()
        actions[0] = rng.draw(envs.batch.moves)  # most of these are not legal
        seen, rewards, over, cut, told = envs.step(np.array(actions))
        assert seen in envs.observation_space
        assert not cut.any()
        for n, single in enumerate(singles):
            observation, reward_of_one, is_over, _, infos[n] = single.step(actions[n])
            assert (rewards[n], over[n], told["illegal"][n]) == (reward_of_one, is_over, infos[n]["illegal"])
            if is_over:
                finished += 1
                last = told["final_obs"][n]
                assert all(np.array_equal(last[key], observation[key]) for key in last)
                assert told["final_info"]["total"][n] == infos[n]["total"]
                observation, infos[n] = single.reset()
            assert np.array_equal(seen["observation"][n], observation["observation"])
    assert finished >= number


def test_a_normalized_vector_environment_tells_the_same() -> None:
    envs, rng = SoloVector(2, "london", ("objectives",), normalize=True), Generator(6)
    singles = [Solo("london", ("objectives",), normalize=True) for _ in range(2)]
    seen, _ = envs.reset(seed=9)
    alone = [single.reset(seed=9 + n)[0] for n, single in enumerate(singles)]
    finished = 0
    for _ in range(60):
        assert seen in envs.observation_space
        assert np.array_equal(seen["observation"], [one["observation"] for one in alone])
        actions = envs.batch.random_actions(rng).tolist()
        seen, _, over, _, told = envs.step(np.array(actions))
        for n, single in enumerate(singles):
            alone[n] = single.step(actions[n])[0]
            if over[n]:
                finished += 1
                assert np.array_equal(told["final_obs"][n]["observation"], alone[n]["observation"])
                alone[n], _ = single.reset()
    assert finished >= 2


def test_a_vector_environment_has_its_masks_under_the_name_that_libraries_look_for() -> None:
    envs = SoloVector(3, "toy")
    _, told = envs.reset(seed=5)
    masks = envs.action_masks()
    assert np.array_equal(masks, told["action_mask"])
    envs.step(np.zeros(3, int))
    assert np.array_equal(masks, told["action_mask"])  # a copy


def test_a_vector_environment_is_seeded_as_the_library_says() -> None:
    envs = SoloVector(3, "toy")
    first = envs.reset(seed=5)[0]["observation"]
    assert np.array_equal(first, envs.reset(seed=[5, 6, 7])[0]["observation"])
    assert not np.array_equal(first, envs.reset()[0]["observation"])
    with pytest.raises(ValueError, match="2 seeds for 3 games"):
        envs.reset(seed=[1, 2])


def test_without_copies_the_arrays_stay_the_same() -> None:
    envs = SoloVector(3, "toy", copy=False)
    first = envs.reset(seed=5)[0]
    then = envs.step(np.zeros(3, int))[0]
    assert all(first[key].base is then[key].base for key in first)
