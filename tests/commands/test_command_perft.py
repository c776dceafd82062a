"""`fulgence perft`: counts of the ways to play on."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from commands.records import PAIR, TOY, cut
from commands.shell import CITIES, ask

# Ways, distinct sheets and summed points after 1, 2, ... turns; the second engine counts the same.
POSITIONS = [
    (cut(TOY, 0), [[7, 7, 13], [33, 27, 118], [316, 191, 1674]]),
    (cut(TOY, 5), [[3, 3, 46], [6, 6, 114], [30, 27, 683]]),
    (cut(PAIR, 11, 0), [[8, 8, 268], [730, 421, 29322]]),
]


@pytest.mark.parametrize(("record", "counts"), POSITIONS)
def test_the_ways_from_the_end_of_a_record_are_counted(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, record: Any, counts: list[list[int]]
) -> None:
    file = tmp_path / "position.json"
    file.write_text(json.dumps(record), encoding="utf-8")
    answer = ask(capsys, "perft", file, "--depth", str(len(counts)), "--json")
    assert (answer.code, answer.err) == (0, "")
    assert answer.objects == [{"perft": counts}]


@pytest.mark.parametrize(("record", "counts"), POSITIONS)
def test_the_counts_behind_the_first_moves_sum_up_to_the_whole(
    capsys: pytest.CaptureFixture[str], record: Any, counts: list[list[int]]
) -> None:
    stdin = json.dumps(record).encode()
    for depth, (ways, _, points) in enumerate(counts, 1):
        answer = ask(capsys, "perft", "-", "--divide", "--json", "--depth", str(depth), stdin=stdin)
        (split,) = answer.objects
        assert list(split) == sorted(split)
        assert "pass" in split
        assert len(split) == counts[0][0]
        assert sum(row[0] for row in split.values()) == ways
        assert sum(row[2] for row in split.values()) == points


def test_counts_are_shown_for_people(capsys: pytest.CaptureFixture[str]) -> None:
    answer = ask(capsys, "perft", "-", "--depth", "2", "--divide", stdin=json.dumps(cut(TOY, 5)).encode())
    assert answer.out.splitlines() == [
        "c5-a5                  2 ways          2 sheets             40 points",
        "d1-b1                  2 ways          2 sheets             37 points",
        "pass                   2 ways          2 sheets             37 points",
        "depth 1                3 ways          3 sheets             46 points",
        "depth 2                6 ways          6 sheets            114 points",
    ]


def test_a_new_game_is_counted_by_seed(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ("perft", "toy", "--addons", "powers", "--depth", "2", "--json", "--seed")
    first, second = ask(capsys, *arguments, "4"), ask(capsys, *arguments, "4")
    assert first.code == 0
    assert first == second
    assert first.out != ask(capsys, *arguments, "5").out


@pytest.mark.parametrize("options", [[], ["--divide"]])
def test_a_count_that_takes_long_shows_how_far_it_is(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, options: list[str]
) -> None:
    monkeypatch.setattr("fulgence.commands.perft.PATIENCE", 0.0)
    quiet = ask(capsys, "perft", "toy", "--depth", "3", *options)
    with monkeypatch.context() as patch:
        patch.setattr("sys.stderr.isatty", lambda: True)
        shown = ask(capsys, "perft", "toy", "--depth", "3", *options)
    assert quiet.err == ""
    assert (shown.code, shown.out) == (0, quiet.out)
    assert shown.err.startswith("\r[") and shown.err.endswith("\r\x1b[K")
    assert "ways to play the first turn" in shown.err


def test_a_quick_count_shows_no_bar(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("fulgence.commands.perft.PATIENCE", 1000.0)
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    assert ask(capsys, "perft", "toy", "--depth", "2").err == ""


def test_a_city_file_is_for_records_only(capsys: pytest.CaptureFixture[str]) -> None:
    answer = ask(capsys, "perft", "toy", "--city", "own.toml")
    reason = "--city is for records; for a new game name the city file instead of the city"
    assert (answer.code, answer.out, answer.err) == (2, "", f"fulgence: {reason}\n")


def test_counting_stops_at_the_end_of_the_game(capsys: pytest.CaptureFixture[str]) -> None:
    last_turn = json.dumps(cut(TOY, 22)).encode()
    assert ask(capsys, "perft", "-", "--depth", "1", "--json", stdin=last_turn).code == 0
    for options in (["--depth", "2"], ["--depth", "2", "--divide"], ["--depth", "2", "--divide", "--json"]):
        answer = ask(capsys, "perft", "-", *options, stdin=last_turn)
        assert (answer.code, answer.out) == (1, "")
        assert answer.err == "fulgence: the game is over before that depth\n"


@pytest.mark.parametrize(
    ("arguments", "code", "sentence"),
    [
        (["atlantis"], 2, f"unknown city 'atlantis'; choose from {CITIES}"),
        (
            ["toy", "--addons", "gates"],
            2,
            "Toy Town has no add-on 'gates'; it allows objectives, powers",
        ),
        (["toy", "--depth", "0"], 2, "--depth 0: at least one turn is played"),
        (["toy", "--depth", "0", "--divide"], 2, "--depth 0: at least one turn is played"),
        (["nowhere.json"], 2, "nowhere.json: cannot be read: No such file or directory"),
        (["nowhere.toml"], 2, "nowhere.toml: cannot be read: No such file or directory"),
        (["-"], 1, "this is not a record: the text is empty"),
    ],
)
def test_what_cannot_be_counted_is_refused_in_one_sentence(
    capsys: pytest.CaptureFixture[str], arguments: list[str], code: int, sentence: str
) -> None:
    answer = ask(capsys, "perft", *arguments)
    assert (answer.code, answer.out, answer.err) == (code, "", f"fulgence: {sentence}\n")
