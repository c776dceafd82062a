"""The engine against the oracle, a slow second engine that shares no code with it."""

import json
import os

import pytest

import oracle
from fulgence.commands.replay import replay_object
from fulgence.rules.cityfile.city_reader import city_names
from fulgence.rules.text.record import format_record, replay
from random_games import random_records

GAMES = int(os.environ.get("FULGENCE_ORACLE_GAMES", "48"))


@pytest.mark.parametrize("city", city_names())
def test_random_games_have_the_same_legal_moves_and_scores_in_both_engines(city: str) -> None:
    for record in random_records(city, GAMES, seed=1):
        document = json.loads(format_record(record))
        assert replay_object(replay(record), legal=True) == oracle.replay(document, legal=True)
