"""`fulgence companion`: the same cards for the same seed, taken back, and resumed after a crash."""

import json
from pathlib import Path

import pytest

from commands.shell import ask
from fulgence.rules.cityfile.city_reader import load_city
from fulgence.rules.deal import deal
from fulgence.rules.generator import Generator
from random_games import SAMPLER


@pytest.fixture(autouse=True)
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("FULGENCE_DATA", str(tmp_path))
    return tmp_path


def test_a_game_is_flipped_to_its_end(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ("companion", "paris", "--names", "Ann,Bob", "--addons", "gates", "--seed", "7", "--json")
    steps = ask(capsys, *arguments, stdin=b"\n" * 99).objects
    cards = deal(load_city("paris"), ("gates",), 2, Generator(7))
    assert [step["cards"] for step in steps if step["phase"] == "turn"] == [
        list(turn) for turns in cards.turns for turn in turns
    ]
    assert steps[-1]["phase"] == "over"
    assert [step["step"] for step in steps] == list(range(len(steps)))


def test_a_flip_is_taken_back_and_the_game_goes_on_where_it_was(capsys: pytest.CaptureFixture[str]) -> None:
    start = ("companion", "london", "--names", "Ann", "--seed", "3", "--json")
    steps = ask(capsys, *start, stdin=b"\n\nu\nq\n").objects
    assert [step["step"] for step in steps] == [0, 1, 2, 1]
    (again,) = ask(capsys, "companion", "--json", stdin=b"q\n").objects
    assert again == steps[-1]


def test_cards_are_drawn_large_with_what_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    answer = ask(capsys, "companion", "london", "--names", "Ann,Bob", "--seed", "3", stdin=b"\nq\n")
    assert answer.code == 0
    assert "London. Round 1 of 4, turn 1." in answer.out
    assert "Ann starts with " in answer.out and "Card: " in answer.out
    assert sum("#####" in row or "█████" in row for row in answer.out.splitlines()) > 5


def test_a_custom_city_is_resumed_from_its_file(capsys: pytest.CaptureFixture[str]) -> None:
    ask(capsys, "companion", str(SAMPLER), "--names", "Ann", "--json", stdin=b"\n")
    (again,) = ask(capsys, "companion", "--json", stdin=b"q\n").objects
    assert again["step"] == 1


def test_what_is_wrong_is_said(capsys: pytest.CaptureFixture[str], data: Path) -> None:
    assert "no game on paper is saved" in ask(capsys, "companion").err
    assert "5 seats" in ask(capsys, "companion", "london", "--names", "a,b,c,d,e").err
    (data / "companion.json").write_text(json.dumps({"record": "{}", "city": "", "step": 0}))
    answer = ask(capsys, "companion")
    assert answer.code == 2 and "cannot be read" in answer.err
