"""A table as a parallel environment: everybody at once, a flip when all are done."""

from typing import Any

import pytest

pytest.importorskip("fulgence.env", exc_type=ImportError)

import numpy as np

from fulgence.env.table import TableEnv, parallel_env
from fulgence.rules.cityfile.city_reader import city_names, load_city
from fulgence.rules.errors import BadDeal, IllegalMove
from fulgence.rules.generator import Generator
from random_games import SAMPLER, addon_sets

CASES = [
    (name, addons, 1 + number % 4)
    for name in (*city_names(), SAMPLER)
    for number, addons in enumerate(addon_sets(load_city(name)))
]


def random_actions(told: dict[str, Any], rng: Generator) -> dict[str, int]:
    actions = {}
    for agent, info in told.items():
        legal = np.flatnonzero(info["action_mask"])
        actions[agent] = int(legal[rng.draw(len(legal))])
    return actions


@pytest.mark.parametrize(("city", "addons", "seats"), CASES, ids=str)
def test_a_table_plays_a_game_of_the_rules(city: str, addons: tuple[str, ...], seats: int) -> None:
    env, rng = parallel_env(city, seats, addons), Generator(2)
    _, told = env.reset(seed=7)
    totals = dict.fromkeys(env.agents, 0.0)
    while env.agents:
        for seat, agent in enumerate(env.agents):
            view = env.game.view(seat)
            legal = [env.city.move_names[move] for move in np.flatnonzero(told[agent]["action_mask"])]
            assert sorted(legal) == sorted(view.moves or ["pass"])
            assert told[agent]["done"] is env.game.is_done(seat)
        seen, rewards, over, _, told = env.step(random_actions(told, rng))
        assert all(seen[agent] in env.observation_space(agent) for agent in seen)
        for agent, reward in rewards.items():
            totals[agent] += reward
    pads = env.game.pads()
    assert list(totals.values()) == [pad.total for pad in pads]
    assert all(over.values())
    winners = [f"seat_{seat}" for seat in env.game.winners()]
    assert [info["winners"] for info in told.values()] == [winners] * seats


def test_who_is_done_waits_for_the_flip() -> None:
    """With gates a turn of one seat may have more decisions than that of another."""
    env, rng = TableEnv("london", 4, ("gates", "powers"), illegal="error"), Generator(5)
    _, told = env.reset(seed=3)
    waited = 0
    while env.agents:
        waiting = [agent for agent in env.agents if told[agent]["done"]]
        before = [list(map(list, moves)) for moves in env.game.moves]
        for agent in waiting:
            assert np.flatnonzero(told[agent]["action_mask"]).tolist() == [0]
            waited += 1
        _, _, _, _, told = env.step(random_actions(told, rng))
        for agent in waiting:
            seat = env.places[agent]
            assert env.game.moves[seat][: len(before[seat])] == before[seat]
    assert waited


def test_scores_are_those_of_the_last_flip_with_the_own_first() -> None:
    env, rng = TableEnv("toy", 3), Generator(5)
    seen, told = env.reset(seed=3)
    for _ in range(10):
        seen, _, _, _, told = env.step(random_actions(told, rng))
    totals = [env.game.view(0).pad(seat).total for seat in range(3)]
    assert [seen[agent]["scores"].tolist() for agent in env.agents] == [
        totals,
        [totals[1], totals[2], totals[0]],
        [totals[2], totals[0], totals[1]],
    ]


def test_a_table_may_refuse_what_is_not_legal() -> None:
    env = TableEnv("toy", 2, illegal="error")
    _, told = env.reset(seed=1)
    bad = int(np.flatnonzero(told["seat_1"]["action_mask"] == 0)[0])
    with pytest.raises(IllegalMove):
        env.step({"seat_0": 0, "seat_1": bad})
    assert not env.game.is_done(0)


def test_a_table_has_one_to_four_seats() -> None:
    with pytest.raises(BadDeal, match="5 seats: a game has 1 to 4"):
        parallel_env("toy", 5)


def test_all_sheets_are_drawn() -> None:
    env = parallel_env("toy", 2, render_mode="ansi")
    env.reset(seed=1)
    assert "seat 1" in (env.render() or "") and "seat 2" in (env.render() or "")


def test_a_table_before_and_after_its_game_does_as_the_library_says(
    caplog: pytest.LogCaptureFixture,
) -> None:
    env = TableEnv("toy", 2, render_mode="ansi")
    for call in (lambda: env.step({}), env.render):
        with pytest.raises(AssertionError, match=r"reset\(\) needs to be called before"):
            call()
    env.reset(seed=1)
    while env.agents:
        env.step(dict.fromkeys(env.agents, 0))
    assert not caplog.records
    assert env.step({}) == ({}, {}, {}, {}, {})
    assert "Should reset() first" in caplog.text


def test_a_normalized_table_is_between_zero_and_one() -> None:
    env, rng = TableEnv("london", 3, normalize=True), Generator(5)
    seen, told = env.reset(seed=3)
    while env.agents:
        assert all(seen[agent] in env.observation_space(agent) for agent in seen)
        seen, _, _, _, told = env.step(random_actions(told, rng))
    scores = seen["seat_0"]["scores"]
    assert scores.dtype == np.float32
    assert (scores * 512).tolist() == [env.game.view(0).pad(seat).total for seat in range(3)]
    space = env.observation_space("seat_0")
    assert all((box.low.min(), box.high.max()) == (0, 1) for box in space.values())  # type: ignore[attr-defined]
