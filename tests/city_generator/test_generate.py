"""New cities: the same seed gives the same file, and every one keeps the laws and can be played."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from functools import cache

import pytest

from fulgence.bots.playout import greedy_games
from fulgence.city_generator.district_plans import plans_with
from fulgence.city_generator.generate import (
    NewCity,
    NoModel,
    chosen_model,
    model_names,
    model_scores,
    new_city,
)
from fulgence.city_generator.laws import broken_series_laws
from fulgence.city_generator.model import features_of
from fulgence.city_generator.playability import DISTRICTS_REACHED, Scores, districts_reached
from fulgence.draw.layout import layout_of
from fulgence.rules import kinds
from fulgence.rules.city import City
from fulgence.rules.cityfile.city_reader import load_city, parse_city
from fulgence.rules.cityfile.draft import format_draft, parse_draft
from fulgence.rules.deal import deal
from fulgence.rules.generator import Generator
from fulgence.rules.solo_game import SoloGame

# Changed on purpose only: people keep seeds.
DIGESTS = {
    "london": (8, "7112514e6d2dc4b9bbb894a82409b2a0da8bcf18ba2663080970048261b33602"),
    "paris": (7, "aec1f82381a9f1fa50eb386481a8ed0dc4919beae961bfd44203f18abd09ad01"),
    "berlin": (3, "53dc8fcf72526b218792df49893201927826b7272860187f9bb73f2a5325660a"),
}
SEEDS = [*(("london", seed) for seed in range(12)), ("paris", 7), ("berlin", 3)]
MORE = [(like, seed) for like in DIGESTS for seed in range(100, 160)]


@cache
def made(like: str, seed: int) -> NewCity:
    return new_city(seed, like)


def city_of(found: NewCity) -> City:
    return parse_city(found.file, "city.toml", "city.toml")


@pytest.mark.parametrize("like", DIGESTS)
def test_a_seed_always_gives_the_same_file(like: str) -> None:
    seed, digest = DIGESTS[like]
    assert hashlib.sha256(made(like, seed).file.encode()).hexdigest() == digest


def test_compiled_and_interpreted_rules_make_the_same_city() -> None:
    program = (
        "from fulgence.city_generator.generate import new_city; print(new_city(8, 'london').file, end='')"
    )
    for setting in ({"PYTHONHASHSEED": "1"}, {"PYTHONHASHSEED": "2", "FULGENCE_INTERPRETED": "1"}):
        told = subprocess.run(
            [sys.executable, "-c", program], env={**os.environ, **setting}, capture_output=True, check=True
        )
        assert hashlib.sha256(told.stdout).hexdigest() == DIGESTS["london"][1]


@pytest.mark.parametrize(("like", "seed"), SEEDS)
def test_a_new_city_keeps_the_laws_and_plays(like: str, seed: int) -> None:
    check(like, seed)


@pytest.mark.long
@pytest.mark.parametrize(("like", "seed"), MORE)
def test_more_new_cities_keep_the_laws_and_play(like: str, seed: int) -> None:
    check(like, seed)


def check(like: str, seed: int) -> None:
    found = made(like, seed)
    city, model = city_of(found), load_city(like)
    assert format_draft(parse_draft(found.file)) == found.file
    assert broken_series_laws(city) == []
    assert features_of(city).river_sections in range(19, 29) if model.river else not city.river
    same = (
        "stations",
        "main_districts",
        "sides",
        "central",
        "sites",
        "monuments",
        "crossings",
        "has_platform",
    )
    assert [getattr(features_of(city), name) for name in same] == [
        getattr(features_of(model), name) for name in same
    ]
    assert (city.worth, city.addons, city.closing) == (model.worth, model.addons, model.closing)
    starts = [cell for cells in city.departures.values() for cell in cells]
    assert all(districts_reached(city, cell) >= DISTRICTS_REACHED for cell in starts)
    check_starts(city)
    for addons in ((), tuple(city.addons)):
        greedy_games(deal(city, addons, 1, Generator(seed)).terms(0), 5, Generator(seed))


def check_starts(city: City) -> None:
    """No first card of a game is dead."""
    game = SoloGame(city, (), Generator(1))
    for _ in range(40):
        game.deal()
        assert game.sheet.count_moves()


def test_a_river_is_drawn_from_edge_to_edge_and_named_in_its_objective() -> None:
    city = city_of(made("london", 8))
    assert len(layout_of(city).river) > 50
    river = next(card for card in city.objectives if card.kind == kinds.OBJECTIVES[kinds.RIVER])
    assert river.name == f"six-{city.river_name.lower()}"


def test_a_model_is_chosen_by_the_seed() -> None:
    assert new_city(0).file == made("london", 0).file
    assert [chosen_model(seed) for seed in (0, 1, 2)] == ["london", "berlin", "paris"]


def test_a_city_without_a_plan_is_no_model() -> None:
    assert model_names() == ("berlin", "london", "paris")
    assert not plans_with(features_of(load_city("toy")).main_districts)
    with pytest.raises(NoModel, match="no new city can be like 'toy'; choose from berlin, london, paris"):
        new_city(1, "toy")


def test_scores_are_compared_without_rounding() -> None:
    model = model_scores("london")
    assert model.is_like(model)
    for off, verdict in ((107, True), (109, False), (93, True), (91, False)):
        shifted = model.total * off // 100
        squares = model.squares + (shifted**2 - model.total**2) // model.games  # the same variance
        assert Scores(model.games, shifted, squares).is_like(model) is verdict
    narrow = model.total**2 // model.games + model.scaled_variance // model.games // 2
    assert not Scores(model.games, model.total, narrow).is_like(model)


def test_each_family_plays_like_its_model() -> None:
    for like, (seed, _) in DIGESTS.items():
        found, model = made(like, seed), model_scores(like)
        assert abs(found.scores.mean - model.mean) <= 0.08 * model.mean
        assert abs(found.scores.spread - model.spread) <= 0.2 * model.spread
