"""What the libraries themselves demand of an environment; a warning counts as a failure."""

import pytest

pytest.importorskip("fulgence.env", exc_type=ImportError)

import gymnasium
from gymnasium.utils.env_checker import check_env, check_returned_data_not_reused
from pettingzoo.test.parallel_test import parallel_api_test
from pettingzoo.test.seed_test import parallel_seed_test

from fulgence.env import ENVIRONMENT
from fulgence.env.table import TableEnv, parallel_env
from fulgence.env.vector import SoloVector
from fulgence.rules.cityfile.city_reader import city_names, load_city

CASES = [(name, addons) for name in city_names() for addons in ((), tuple(load_city(name).addons))]


@pytest.mark.parametrize(("city", "addons"), CASES, ids=str)
def test_gymnasium_finds_nothing_to_say_about_a_solo_game(city: str, addons: tuple[str, ...]) -> None:
    check_env(gymnasium.make(ENVIRONMENT, city=city, addons=addons).unwrapped)


@pytest.mark.parametrize("reward", ["gain", "total"])
def test_gymnasium_accepts_both_rewards(reward: str) -> None:
    check_env(gymnasium.make(ENVIRONMENT, city="toy", reward=reward).unwrapped)


def test_the_libraries_accept_normalized_observations() -> None:
    check_env(gymnasium.make(ENVIRONMENT, city="toy", normalize=True).unwrapped)
    parallel_api_test(parallel_env("toy", 2, normalize=True))


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
@pytest.mark.parametrize(("city", "addons"), CASES, ids=str)
def test_pettingzoo_accepts_a_table(city: str, addons: tuple[str, ...], seats: int) -> None:
    def make() -> TableEnv:
        return parallel_env(city, seats, addons)

    parallel_api_test(make())
    parallel_seed_test(make)  # type: ignore[no-untyped-call]


def test_an_environment_is_made_by_name_from_another_program() -> None:
    env = gymnasium.make("fulgence.env:Fulgence-v0", city="toy")
    observation, info = env.reset(seed=1)
    assert observation in env.observation_space
    assert info["action_mask"].dtype == "int8"


def test_many_games_are_made_by_the_same_name() -> None:
    envs = gymnasium.make_vec(ENVIRONMENT, num_envs=3, vectorization_mode="vector_entry_point", city="toy")
    assert isinstance(envs.unwrapped, SoloVector)
    assert envs.metadata["autoreset_mode"] is gymnasium.vector.AutoresetMode.SAME_STEP
    observation, _ = envs.reset(seed=1)
    assert observation in envs.observation_space


def test_what_a_vector_environment_returned_is_not_written_over() -> None:
    check_returned_data_not_reused(SoloVector(1, "toy"))  # type: ignore[arg-type]  # is made for both
