"""`fulgence puzzles make` and `fulgence puzzle`."""

from __future__ import annotations

import datetime
import json
from pathlib import Path

import pytest

from commands.shell import ask
from fulgence.cli import main
from fulgence.puzzles.puzzle import parse_puzzle, position
from fulgence.puzzles.shipped import puzzle_of_day, puzzle_set
from fulgence.rules.text.record import parse_record

MAKE = ("puzzles", "make", "london", "--count", "4", "--seed", "5", "--bots", "greedy,casual")


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Four puzzles of a run that nobody interrupted."""
    path = tmp_path_factory.mktemp("made") / "made.jsonl"
    assert main([*MAKE, "--out", str(path)]) == 0
    return path.read_text()


def test_puzzles_are_made_for_every_round(made: str) -> None:
    puzzles = list(map(parse_puzzle, made.splitlines()))
    assert sorted(puzzle.round for puzzle in puzzles) == [0, 1, 2, 3]
    for puzzle in puzzles:
        assert sorted(position(puzzle).moves) == sorted(value.move for value in puzzle.values)
        assert puzzle.source.startswith("seed 5 game ")


@pytest.mark.parametrize("kept", [1, 3])
def test_an_interrupted_run_goes_on_to_the_same_bytes(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, made: str, kept: int
) -> None:
    path = tmp_path / "part.jsonl"
    lines = made.splitlines(keepends=True)
    path.write_text("".join(lines[:kept]) + lines[kept][:40])  # killed while it wrote the next line
    assert ask(capsys, *MAKE, "--out", path).code == 0
    assert path.read_text() == made


def test_two_processes_make_the_same_bytes(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, made: str
) -> None:
    path = tmp_path / "two.jsonl"
    assert ask(capsys, *MAKE, "--out", path, "--jobs", "2").code == 0
    assert path.read_text() == made


def test_a_file_of_another_seed_is_not_continued(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, made: str
) -> None:
    path = tmp_path / "other.jsonl"
    path.write_text(made)
    answer = ask(capsys, *MAKE[:-4], "--seed", "6", "--out", path)
    assert answer.code == 1
    assert "line 1 was made with another city or seed" in answer.err
    assert path.read_text() == made


def test_puzzles_are_made_from_records(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    games = ask(capsys, "simulate", "london", "--games", "40", "--bot", "casual", "--seats", "2")
    records, path = tmp_path / "games.jsonl", tmp_path / "made.jsonl"
    records.write_text(games.out)
    answer = ask(capsys, "puzzles", "make", "london", "--count", "50", "--records", records, "--out", path)
    puzzles = list(map(parse_puzzle, path.read_text().splitlines()))
    assert answer.code == 1 and answer.err == f"fulgence: only {len(puzzles)} of 50 puzzles were found\n"
    assert puzzles
    for puzzle in puzzles:
        number = int(puzzle.source.removeprefix("record "))
        record = parse_record(games.out.splitlines()[number])
        played = record.moves[number % 2]
        assert puzzle.moves[:-1] == played[: len(puzzle.moves) - 1]
        assert sorted(position(puzzle).moves) == sorted(value.move for value in puzzle.values)


@pytest.fixture
def own_data(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    monkeypatch.setenv("FULGENCE_DATA", str(tmp_path))
    return tmp_path


def test_a_puzzle_is_asked_and_answered_in_the_terminal(
    capsys: pytest.CaptureFixture[str], own_data: Path
) -> None:
    puzzle = puzzle_set("london", with_addons=False)[0]
    answer = ask(capsys, "puzzle", "london", stdin=f"z9-z8\n{puzzle.best.move}\n".encode())
    assert answer.code == 0
    assert "What now?" in answer.out
    assert "The best move!" in answer.out
    assert f"1. {puzzle.best.move}: {puzzle.best.expected:.1f}" in answer.out
    assert answer.out.endswith(f"Puzzle {puzzle.id}. Solved: 1; in a row: 1.\n")
    assert json.loads((own_data / "puzzles.json").read_text()) == {"lost": {puzzle.id: 0.0}, "streak": 1}


def test_a_puzzle_can_be_left_without_an_answer(capsys: pytest.CaptureFixture[str], own_data: Path) -> None:
    answer = ask(capsys, "puzzle", "london", "--accessible", stdin=b"q\n")
    assert answer.code == 0 and "The best moves" not in answer.out
    assert not (own_data / "puzzles.json").exists()


def test_the_next_puzzle_is_one_that_was_not_answered_and_a_mistake_ends_the_streak(
    capsys: pytest.CaptureFixture[str], own_data: Path
) -> None:
    first, second = puzzle_set("paris", with_addons=False)[:2]
    right = ask(capsys, "puzzle", "paris", "--answer", first.best.move, "--json")
    assert right.objects[0] | {"id": first.id, "solved": True, "lost": 0.0, "streak": 1} == right.objects[0]
    wrong = ask(capsys, "puzzle", "paris", "--answer", second.values[-1].move, "--json")
    assert (wrong.objects[0]["id"], wrong.objects[0]["streak"]) == (second.id, 0)
    assert wrong.objects[0]["lost"] == round(second.best.expected - second.values[-1].expected, 2)
    again = ask(capsys, "puzzle", "--id", second.id, "--answer", second.best.move, "--json")
    assert (again.objects[0]["solved"], again.objects[0]["streak"]) == (True, 0)  # the first answer counts


def test_the_puzzle_of_the_day_is_asked(capsys: pytest.CaptureFixture[str], own_data: Path) -> None:
    daily = ask(capsys, "puzzle", "berlin", "--daily", "--answer", "pass", "--json")
    assert daily.objects[0]["id"] == puzzle_of_day("berlin", datetime.date.today()).id


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (("puzzle", "rome"), "there are no puzzles for rome; there are some for berlin, london, paris"),
        (("puzzle", "--id", "london-1"), "there is no puzzle 'london-1'"),
        (("puzzle", "london", "--json"), "--json needs --answer"),
        (("puzzle", "london", "--answer", "x"), "x is not possible here"),
    ],
)
def test_what_cannot_be_asked_is_said(
    capsys: pytest.CaptureFixture[str], own_data: Path, arguments: tuple[str, ...], reason: str
) -> None:
    answer = ask(capsys, *arguments)
    assert answer.code != 0 and answer.err == f"fulgence: {reason}\n"
