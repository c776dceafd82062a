"""A solo game as an environment: its masks, rewards and seeds, and what it must not tell."""

from dataclasses import replace

import pytest

pytest.importorskip("fulgence.env", exc_type=ImportError)

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.error import ResetNeeded

from fulgence.env import ENVIRONMENT
from fulgence.env.observation import Row
from fulgence.env.solo import Solo
from fulgence.env.stepping import BadChoice
from fulgence.rules.cityfile.city_reader import city_names, load_city
from fulgence.rules.deal import Deal, deal
from fulgence.rules.errors import BadDeal, IllegalMove, NoCity
from fulgence.rules.generator import Generator
from fulgence.rules.text.record import record_of, replay
from random_games import SAMPLER, addon_sets

CITIES = (*city_names(), SAMPLER)
CASES = [(name, addons) for name in CITIES for addons in addon_sets(load_city(name))]


def random_action(mask: Row, rng: Generator) -> int:
    legal = np.flatnonzero(mask)
    return int(legal[rng.draw(len(legal))])


@pytest.mark.parametrize(("city", "addons"), CASES, ids=str)
def test_masks_are_the_moves_of_the_view_and_rewards_add_up_to_the_record(
    city: str, addons: tuple[str, ...]
) -> None:
    env, rng = Solo(city, addons), Generator(3)
    for seed in range(3):
        observation, info = env.reset(seed=seed)
        total, over = 0.0, False
        assert env.game is not None
        while not over:
            view = env.game.view(0)
            names = [env.city.move_names[move] for move in np.flatnonzero(info["action_mask"])]
            assert sorted(names) == sorted(view.moves)
            assert (observation["action_mask"] == info["action_mask"]).all()
            assert observation in env.observation_space
            observation, reward, over, truncated, info = env.step(random_action(info["action_mask"], rng))
            total += reward
            assert not truncated and not info["illegal"]
        assert not info["action_mask"].any()
        assert total == info["total"] == replay(record_of(env.game)).pads[0].total


def test_the_total_may_come_at_the_end_instead() -> None:
    env, rng = Solo("berlin", ("objectives",), reward="total"), Generator(1)
    _, info = env.reset(seed=2)
    rewards, over = [], False
    while not over:
        _, reward, over, _, info = env.step(random_action(info["action_mask"], rng))
        rewards.append(reward)
    assert not any(rewards[:-1])
    assert env.game is not None
    assert rewards[-1] == env.game.pads()[0].total


def history(env: Solo, seed: int | None, games: int) -> list[bytes]:
    rng, told = Generator(4), []
    for number in range(games):
        _, info = env.reset(seed=None if number else seed)
        over = False
        while not over:
            observation, reward, over, _, info = env.step(random_action(info["action_mask"], rng))
            told += [
                observation["observation"].tobytes(),
                info["action_mask"].tobytes(),
                repr(reward).encode(),
            ]
    return told


def test_a_seed_decides_this_game_and_those_after_it() -> None:
    assert history(Solo("paris"), 5, 3) == history(Solo("paris"), 5, 3)
    assert history(Solo("paris"), 5, 3) != history(Solo("paris"), 6, 3)
    assert history(Solo("toy"), None, 2) != history(Solo("toy"), None, 2)


def twin(made: Deal, number: int, kept: int, rng: Generator) -> Deal:
    """The same deal with other cards after the first `kept` of a round, and in all later rounds."""
    rounds = [list(pile) for pile in made.rounds]
    for later in range(number, len(rounds)):
        first = kept if later == number else 0
        if len(rounds[later]) == len(made.city.cards):
            rest = rounds[later][first:]
            rng.shuffle(rest)
            rounds[later][first:] = rest
    return replace(made, rounds=tuple(map(tuple, rounds)))


@pytest.mark.parametrize("city", CITIES)
def test_games_that_differ_only_in_what_is_hidden_look_the_same(city: str) -> None:
    """Two deals are alike up to a card; until then nothing told may differ."""
    place = load_city(city)
    changes = 0
    for addons in ((), tuple(place.addons)):
        for seed in range(24):
            rng = Generator(seed)
            made = deal(place, addons, 1, rng)
            number = seed % 4
            turns = made.turns[number]
            turn = rng.draw(len(turns))
            is_shown = made.acceleration[number : number + 1] == ("visible-cards",)
            kept = sum(map(len, turns[: turn + 1])) + (is_shown and turn + 1 < len(turns))
            try:
                other = twin(made, number, kept, rng)
            except BadDeal:  # the switch that comes back would come too soon
                continue
            changes += other.rounds[number] != made.rounds[number]
            assert seen(made, addons, number, turn) == seen(other, addons, number, turn)
    assert changes > 20


def seen(made: Deal, addons: tuple[str, ...], number: int, turn: int) -> list[bytes]:
    """All that is told until the decisions of a turn are over."""
    env, rng = Solo(made.city, addons), Generator(8)
    observation, info = env.reset(options={"deal": made})
    told = []
    assert env.game is not None
    while (env.game.round, env.game.turn) <= (number, turn) and not env.game.is_over:
        told += [observation["observation"].tobytes(), repr(info).encode()]
        observation, _, _, _, info = env.step(random_action(info["action_mask"], rng))
    return told


def test_a_deal_of_another_game_is_refused() -> None:
    env = Solo("toy")
    for made in (
        deal(load_city("london")),
        deal(load_city("toy"), ("powers",)),
        deal(load_city("toy"), (), 2),
    ):
        with pytest.raises(BadDeal, match="the deal is for another city"):
            env.reset(options={"deal": made})


def test_an_action_outside_the_mask_passes_and_is_told() -> None:
    env = Solo("toy")
    _, info = env.reset(seed=1)
    bad = int(np.flatnonzero(info["action_mask"] == 0)[0])
    _, reward, _, _, info = env.step(bad)
    assert (reward, info["illegal"]) == (0, True)
    assert env.game is not None
    assert env.game.move_texts(0) == [["pass"]]


def test_an_action_outside_the_mask_can_be_an_error_with_its_reason() -> None:
    env = Solo("toy", illegal="error")
    _, info = env.reset(seed=1)
    bad = int(np.flatnonzero(info["action_mask"] == 0)[0])
    with pytest.raises(IllegalMove, match=f"^{env.city.move_names[bad]}: ."):
        env.step(bad)
    with pytest.raises(IllegalMove, match=r"^-1: a move is a number from 0 to"):
        env.step(-1)
    env.step(0)


def test_a_game_that_is_over_needs_a_reset() -> None:
    env = Solo("toy")
    env.reset(seed=1)
    while not env.step(0)[2]:
        pass
    with pytest.raises(ResetNeeded, match="the game is over: call reset"):
        env.step(0)
    env.reset()
    env.step(0)


def test_a_mask_is_asked_for_as_maskable_policies_do() -> None:
    """sb3-contrib calls `action_masks` through all wrappers, and in each environment of a vector."""
    env = gymnasium.make(ENVIRONMENT, city="toy")
    _, info = env.reset(seed=1)
    assert np.array_equal(env.get_wrapper_attr("action_masks")(), info["action_mask"])
    envs = gymnasium.make_vec(ENVIRONMENT, num_envs=2, vectorization_mode="sync", city="toy")
    _, told = envs.reset(seed=1)
    masks = envs.call("action_masks")  # type: ignore[attr-defined]  # this kind has it
    assert np.array_equal(np.stack(masks), told["action_mask"])


@pytest.mark.parametrize(("city", "addons"), CASES, ids=str)
def test_a_normalized_observation_is_the_same_between_zero_and_one(
    city: str, addons: tuple[str, ...]
) -> None:
    plain, scaled, rng = Solo(city, addons), Solo(city, addons, normalize=True), Generator(3)
    box = scaled.encoder.space()["observation"]
    assert isinstance(box, spaces.Box)
    assert (box.low.min(), box.high.max(), box.dtype) == (0, 1, np.dtype(np.float32))
    seen, info = plain.reset(seed=4)
    small, _ = scaled.reset(seed=4)
    over, most = False, np.zeros(seen["observation"].shape)
    while not over:
        assert small in scaled.observation_space and seen in plain.observation_space
        expected = np.minimum(seen["observation"] / np.array(plain.encoder.observer.scale), 1)
        assert np.allclose(small["observation"], expected)
        assert np.array_equal(small["action_mask"], seen["action_mask"])
        most = np.maximum(most, small["observation"])
        action = random_action(info["action_mask"], rng)
        seen, _, over, _, info = plain.step(action)
        small = scaled.step(action)[0]
    fields = scaled.encoder.fields(most)
    assert fields["turn"].max() > 0.5 and fields["closing"].max() == 1  # the scale is that of the game


def test_an_objective_that_is_met_is_one_when_normalized() -> None:
    env = Solo("london", ("objectives",), normalize=True)
    counts = env.encoder.fields(env.encoder.scaled(np.full(env.encoder.observer.size, 127, np.int8)))[
        "counts"
    ]
    assert counts.tolist() == [1] * 5
    scale = env.encoder.fields(np.array(env.encoder.observer.scale))["counts"]
    assert scale.tolist() == [objective.count for objective in env.city.objectives]


def test_options_that_do_not_exist_are_refused() -> None:
    with pytest.raises(NoCity):
        Solo("atlantis")
    with pytest.raises(BadDeal):
        Solo("toy", ("gates",))
    with pytest.raises(BadChoice, match="reward is 'points'; it must be 'gain' or 'total'"):
        Solo("toy", reward="points")


@pytest.mark.parametrize(("city", "addons"), CASES[::3], ids=str)
def test_a_sheet_is_drawn_at_every_moment(city: str, addons: tuple[str, ...]) -> None:
    env, rng = Solo(city, addons, render_mode="ansi"), Generator(1)
    _, info = env.reset(seed=1)
    over = False
    while not over:
        assert len((env.render() or "").splitlines()) > 10
        _, _, over, _, info = env.step(random_action(info["action_mask"], rng))
    assert str(info["total"]) in (env.render() or "")


def test_parts_of_an_observation_have_names() -> None:
    env = Solo("london", ("powers",))
    observation, _ = env.reset(seed=1)
    fields = env.encoder.fields(observation["observation"])
    assert sum(part.size for part in fields.values()) == observation["observation"].size
    assert fields["round"].tolist() == [1, 0, 0, 0]
    assert fields["remaining"].sum() in (9, 10)
    assert fields["lines"].sum() == fields["ends"].sum() == 1
    assert fields["powers"].sum(axis=1).tolist() == [1, 1, 1, 1]
    assert "gates" not in fields
