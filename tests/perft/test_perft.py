"""The counts of every position, agreed with the oracle before they were written down."""

import json
from pathlib import Path

import pytest

from fulgence.rules.cityfile.city_reader import city_names, load_city
from fulgence.rules.perft import divide, perft, perft_position
from fulgence.rules.text.record import parse_record
from perft.counting import oracle_perft
from perft.positions import POSITIONS
from random_games import addon_sets

FOLDER = Path(__file__).parent
ENTRIES = [
    json.loads(line)
    for file in sorted(FOLDER.glob("*.jsonl"))
    for line in file.read_text(encoding="utf-8").splitlines()
]
ORACLE_WAYS = 400  # the oracle is slow: deeper counts were compared when they were written down


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry["name"])
def test_the_engine_counts_what_is_written_down(entry: dict[str, object]) -> None:
    position = perft_position(parse_record(json.dumps(entry["record"])))
    for depth, expected in enumerate(entry["perft"], 1):  # type: ignore[arg-type,var-annotated]
        assert list(perft(position, depth)) == expected


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry["name"])
def test_the_oracle_counts_the_same(entry: dict[str, object]) -> None:
    record = parse_record(json.dumps(entry["record"]))
    for depth, expected in enumerate(entry["perft"], 1):  # type: ignore[arg-type,var-annotated]
        if expected[0] <= ORACLE_WAYS:
            assert list(oracle_perft(record, depth)) == expected


@pytest.mark.parametrize("entry", ENTRIES[:4], ids=lambda entry: entry["name"])
def test_the_counts_behind_the_first_moves_add_up(entry: dict[str, object]) -> None:
    position = perft_position(parse_record(json.dumps(entry["record"])))
    split = divide(position, 2)
    ways, _, points = perft(position, 2)
    assert sum(counts[0] for counts in split.values()) == ways
    assert sum(counts[2] for counts in split.values()) == points


def test_every_position_is_written_down() -> None:
    assert sorted(position.name for position in POSITIONS) == sorted(entry["name"] for entry in ENTRIES)


def test_every_city_and_add_on_has_a_position() -> None:
    for name in city_names():
        needed = {addon for chosen in addon_sets(load_city(name)) for addon in chosen}
        there = {addon for position in POSITIONS if position.city == name for addon in position.addons}
        assert needed == there, f"{name} needs perft positions with {needed - there}"
