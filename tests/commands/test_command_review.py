"""`fulgence review`: its text, its JSON and its errors."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from commands.shell import Answer, ask
from fulgence.build import is_compiled
from fulgence.rules.text.record import format_record, replay
from random_games import random_record
from random_weights import without_weights, write_random_weights

pytestmark = pytest.mark.skipif(not is_compiled(), reason="takes long where the rules are not compiled")

PAIR = random_record("toy", ("powers",), 2, 3)
TURNS = 4
UNTRAINED = "The expert is not trained for this game: expected points are too low."


@pytest.fixture(autouse=True)
def data(tmp_path: Path) -> Iterator[Path]:
    with pytest.MonkeyPatch.context() as patch:
        yield without_weights(patch, tmp_path)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A game of two after a few turns."""
    document = json.loads(format_record(PAIR))
    for seat in document["seats"]:
        seat["moves"] = seat["moves"][:TURNS]
    document["seats"][1]["name"] = "Zoë\n"
    path = tmp_path / "game.json"
    path.write_text(json.dumps(document), encoding="utf-8")
    return path


def test_the_words(capsys: pytest.CaptureFixture[str], file: Path) -> None:
    answer = ask(capsys, "review", file, "--seat", "2")
    assert (answer.code, answer.err) == (0, "")
    lines = answer.out.splitlines()
    assert lines[0].startswith("Zoë\\n in Toy Town: ") and lines[0].endswith(" points")
    assert lines[1] == UNTRAINED
    chart = [line for line in lines if "|" in line]
    assert len(chart) == 8
    assert sum(line.count("●") for line in chart) == TURNS
    assert f"       +{'-' * TURNS}" in lines
    at = lines.index("Round 1")
    for turn in range(TURNS):
        row = lines[at + 1 + turn].split()
        assert row[0] == str(turn + 1)
        assert PAIR.moves[1][turn][0] in row
        assert "±" in row
    assert lines[-3].startswith("All turns together cost ")
    assert lines[-2].startswith("With the same cards, the expert scored ")
    assert lines[-1].startswith("Knowing all cards in advance, ")


def test_the_object_for_programs(capsys: pytest.CaptureFixture[str], file: Path) -> None:
    answer = ask(capsys, "review", file, "--json")
    assert (answer.code, answer.err) == (0, "")
    (found,) = answer.objects
    assert list(found) == [
        *("city", "seat", "name", "total", "learned", "loss", "loss_error", "turns", "expert", "hindsight")
    ]
    assert (found["city"], found["seat"], found["name"], found["learned"]) == ("toy", 0, "seat 1", False)
    assert [turn["turn"] for turn in found["turns"]] == list(range(TURNS))
    for number, turn in enumerate(found["turns"]):
        assert list(turn) == [
            *("turn", "round", "cards", "before", "after", "loss", "loss_error", "label", "choices")
        ]
        assert turn["cards"] == list(PAIR.deal.turns[0][number])
        assert [choice["own"]["move"] for choice in turn["choices"]] == list(PAIR.moves[0][number])
        assert turn["after"] == turn["choices"][-1]["own"]
        assert turn["before"] == turn["choices"][0]["best"][0]
        assert (turn["label"] is None) == (turn["loss"] == 0)
        for choice in turn["choices"]:
            assert list(choice) == ["own", "best", "options"]
            assert list(choice["own"]) == ["move", "expected", "error"]
            assert choice["best"][0]["expected"] >= choice["own"]["expected"]
    assert found["loss"] == pytest.approx(sum(turn["loss"] for turn in found["turns"]), abs=0.05)
    whole = sum(map(len, PAIR.deal.turns))
    for other in ("expert", "hindsight"):
        assert list(found[other]) == ["total", "moves"]
        assert len(found[other]["moves"]) == whole
    assert found["hindsight"]["total"] >= found["expert"]["total"] > 0


def test_the_words_of_a_whole_game_end_with_its_total(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "toy.json"
    record = random_record("toy", (), 1, 6)
    file.write_text(format_record(record), encoding="utf-8")
    total = replay(record).pads[0].total
    lines = ask(capsys, "review", file).out.splitlines()
    assert lines[0] == f"seat 1 in Toy Town: {total} points"
    assert [line for line in lines if line.startswith("Round ")] == [f"Round {n}" for n in (1, 2, 3, 4)]
    (last,) = [line for line in lines if line.split()[:1] == [str(len(record.moves[0]))]]
    assert f" {total}.0 ± 0.0" in last
    told = [line for line in lines if line.startswith("Turn ") and " cost " in line]
    assert len(told) == 3
    assert all(line.endswith(".") and "points: " in line for line in told)


def test_a_review_says_that_the_expert_is_trained(
    capsys: pytest.CaptureFixture[str], file: Path, data: Path
) -> None:
    write_random_weights(data, PAIR.deal.city, PAIR.deal.addons)
    assert UNTRAINED not in ask(capsys, "review", file).out
    assert ask(capsys, "review", file, "--json").objects[0]["learned"]


@pytest.mark.parametrize("lang", ["fr", "de", "it"])
def test_other_languages_are_spoken(capsys: pytest.CaptureFixture[str], file: Path, lang: str) -> None:
    answer = ask(capsys, "review", file, "--lang", lang)
    assert (answer.code, answer.err) == (0, "")
    assert "●" in answer.out


def test_one_of_several_records(capsys: pytest.CaptureFixture[str], file: Path, tmp_path: Path) -> None:
    both = tmp_path / "both.jsonl"
    empty = json.loads(file.read_text(encoding="utf-8"))
    for seat in empty["seats"]:
        seat["moves"] = []
    both.write_text(json.dumps(empty) + "\n" + file.read_text(encoding="utf-8") + "\n", encoding="utf-8")
    assert ask(capsys, "review", both, "--record", "2", "--json").objects[0]["city"] == "toy"
    refused(ask(capsys, "review", both), 1, f"{both}: record 1: nothing was played in this game")
    refused(ask(capsys, "review", both, "--record", "3"), 2, f"{both}: there is no record 3; the file has 2")


def test_a_seat_that_does_not_exist(capsys: pytest.CaptureFixture[str], file: Path) -> None:
    refused(ask(capsys, "review", file, "--seat", "3"), 2, "there is no seat 3; the record has 2")
    assert ask(capsys, "review", file, "--seat", "0").code == 2


def test_a_file_that_does_not_exist(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    missing = tmp_path / "missing.json"
    refused(ask(capsys, "review", missing), 2, f"{missing}: cannot be read: No such file or directory")


def test_a_wrong_record_is_reported_precisely(
    capsys: pytest.CaptureFixture[str], file: Path, tmp_path: Path
) -> None:
    document = json.loads(file.read_text(encoding="utf-8"))
    document["seats"][0]["moves"][1] = ["a1-a2"]
    bad = tmp_path / "bad.json"
    bad.write_text(json.dumps(document), encoding="utf-8")
    answer = ask(capsys, "review", bad)
    assert (answer.code, answer.out) == (1, "")
    assert answer.err.startswith(f"fulgence: {bad}: record 1: seat 0 (")
    assert "round 1, turn 2, move 1 'a1-a2'" in answer.err
    bad.write_text("no record", encoding="utf-8")
    assert ask(capsys, "review", bad).err.startswith(f"fulgence: {bad}: record 1: this is not a record: ")
    bad.write_text("", encoding="utf-8")
    assert (ask(capsys, "review", bad).code, ask(capsys, "review", bad).out) == (1, "")


def refused(answer: Answer, code: int, sentence: str) -> None:
    assert (answer.code, answer.out, answer.err) == (code, "", f"fulgence: {sentence}\n")
