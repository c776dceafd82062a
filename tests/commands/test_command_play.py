"""`fulgence play --record` and `--resume`: games that are saved and resumed."""

from __future__ import annotations

import json
import os
import signal
import subprocess
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

from commands.shell import Answer, ask, command, environment
from fulgence.rules.text.record import parse_record, replay

TURN = b"pass\n\n"
GAME = ("play", "toy", "--seed", "5", "--accessible")


def play(capsys: pytest.CaptureFixture[str], *arguments: str | Path, typed: bytes = b"") -> Answer:
    return ask(capsys, *arguments, stdin=typed)


def saved(file: Path) -> Any:
    document = json.loads(file.read_text(encoding="utf-8"))
    replay(parse_record(json.dumps(document)) if document["city"] == "toy" else parse_record_of_file(file))
    return document


def parse_record_of_file(file: Path) -> Any:
    from fulgence.rules.cityfile.city_reader import load_city

    return parse_record(file.read_text(encoding="utf-8"), load_city(str(file.with_name("vienna.toml"))))


def turns(file: Path) -> list[int]:
    return [len(seat["moves"]) for seat in saved(file)["seats"]]


# Keeping.


def test_a_record_that_cannot_be_written_is_reported_before_the_game_begins(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "nowhere" / "game.json"
    answer = play(capsys, *GAME, "--record", file)
    assert (answer.code, answer.out) == (2, "")
    assert answer.err == f"fulgence: {file}: cannot be written: No such file or directory\n"


def test_an_existing_file_is_overwritten_only_with_force(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "game.json"
    file.write_text("precious", encoding="utf-8")
    answer = play(capsys, *GAME, "--record", file, typed=TURN)
    assert (answer.code, answer.out) == (2, "")
    assert answer.err == (
        f"fulgence: {file} already exists: --force overwrites it, --resume continues a saved game\n"
    )
    assert file.read_text(encoding="utf-8") == "precious"
    assert play(capsys, *GAME, "--record", file, "--force", typed=TURN).code == 0
    assert turns(file) == [1]


@pytest.mark.parametrize("options", [[], ["--force"]])
def test_what_is_no_file_is_never_replaced(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, options: list[str]
) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    for place in (tmp_path, pipe):
        answer = play(capsys, *GAME, "--record", place, *options)
        assert (answer.code, answer.out) == (2, "")
        assert answer.err == f"fulgence: {place}: cannot be written: it is not a regular file\n"
    assert list(tmp_path.iterdir()) == [pipe]


def test_a_link_to_a_record_stays_a_link(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file, link = tmp_path / "game.json", tmp_path / "latest.json"
    link.symlink_to(file)
    assert play(capsys, *GAME, "--record", link, typed=TURN).code == 0
    assert link.is_symlink()
    assert turns(file) == [1]


def test_force_without_a_record_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    answer = play(capsys, *GAME, "--force")
    assert (answer.code, answer.err) == (2, "fulgence: --force needs --record\n")


def test_a_killed_game_has_lost_its_last_turn_at_most(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    process = subprocess.Popen(
        command(*GAME, "--record", str(file)),
        env=environment(LANGUAGE="en"),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )
    assert process.stdin is not None
    assert process.stdout is not None
    for turn in range(3):
        until(process, b"Your move")
        assert turns(file) == [turn]
        process.stdin.write(TURN)
        process.stdin.flush()
    until(process, b"Your move")
    process.send_signal(signal.SIGKILL)
    process.communicate()
    assert turns(file) == [3]
    assert list(tmp_path.iterdir()) == [file]


def until(process: subprocess.Popen[bytes], text: bytes) -> None:
    """Read what the game writes up to this text; a game that ends before is a failure."""
    assert process.stdout is not None
    seen = b""
    while not seen.endswith(text):
        sign = process.stdout.read(1)
        assert sign, seen
        seen += sign


# Going on.


def test_a_game_goes_on_with_the_same_cards_names_and_bots(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "game.json"
    play(capsys, *GAME, "--players", "Ann,Ben", "--bots", "greedy", "--record", file, typed=2 * TURN + TURN)
    before = saved(file)
    assert [seat.get("bot") for seat in before["seats"]] == [None, None, "greedy"]
    assert turns(file) == [2, 1, 2]  # Ann, and the bot, were done with the second turn

    answer = play(capsys, "play", "--resume", file, "--accessible", typed=2 * TURN)
    assert answer.code == 0
    assert "Ann" in answer.out
    assert "--seed" not in answer.err  # the cards come from the file
    after = saved(file)
    assert turns(file)[:2] == [2, 2]
    assert after["deal"] == before["deal"]
    assert [seat["moves"][0] for seat in after["seats"]] == [seat["moves"][0] for seat in before["seats"]]
    assert [(seat["name"], seat["pencils"], seat.get("bot")) for seat in after["seats"]] == [
        (seat["name"], seat["pencils"], seat.get("bot")) for seat in before["seats"]
    ]


def test_a_game_in_pieces_is_the_same_as_in_one(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    whole, pieces = tmp_path / "whole.json", tmp_path / "pieces.json"
    play(capsys, *GAME, "--record", whole, typed=30 * TURN)
    play(capsys, *GAME, "--record", pieces, typed=TURN)
    for _ in range(30):
        play(capsys, "play", "--resume", pieces, "--accessible", typed=TURN)
    assert saved(pieces) == saved(whole)
    assert parse_record(whole.read_text(encoding="utf-8")).is_finished


def test_a_finished_game_does_not_go_on(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    play(capsys, *GAME, "--record", file, typed=30 * TURN)
    before = file.read_bytes()
    answer = play(capsys, "play", "--resume", file)
    assert (answer.code, answer.out) == (2, "")
    assert answer.err == f"fulgence: {file}: the game is over; `fulgence replay` shows how it ended\n"
    assert file.read_bytes() == before


def test_a_game_can_go_on_in_another_file(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file, other = tmp_path / "game.json", tmp_path / "other.json"
    play(capsys, *GAME, "--record", file, typed=TURN)
    assert play(capsys, "play", "--resume", file, "--record", other, "--accessible", typed=TURN).code == 0
    assert (turns(file), turns(other)) == ([1], [2])
    answer = play(capsys, "play", "--resume", file, "--record", other, "--accessible", typed=TURN)
    assert answer.code == 2
    assert " already exists" in answer.err
    assert play(capsys, "play", "--resume", file, "--record", file, "--accessible", typed=TURN).code == 0
    assert turns(file) == [2]


def test_a_game_in_a_custom_city_goes_on_with_its_file(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    city, file = tmp_path / "vienna.toml", tmp_path / "game.json"
    city.write_bytes((files("fulgence.cities") / "toy.toml").read_bytes())
    play(capsys, "play", city, "--accessible", "--record", file, typed=TURN)
    answer = play(capsys, "play", "--resume", file)
    assert (answer.code, answer.out) == (1, "")
    assert "records of a custom city are read with its file" in answer.err
    assert play(capsys, "play", city, "--resume", file, "--accessible", typed=TURN).code == 0
    assert turns(file) == [2]
    assert "city_digest" in saved(file)


def test_a_game_goes_on_in_its_own_city_only(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    play(capsys, *GAME, "--record", file, typed=TURN)
    answer = play(capsys, "play", "london", "--resume", file)
    assert (answer.code, answer.out) == (2, "")
    assert answer.err == f"fulgence: {file} is a game in Toy Town, not in London\n"
    assert play(capsys, "play", "toy", "--resume", file, "--accessible", typed=TURN).code == 0


@pytest.mark.parametrize(
    "options",
    [["--players", "Ann"], ["--addons", "powers"], ["--pencils", "pink,blue,green,purple"], ["--seed", "3"]],
)
def test_what_a_saved_game_has_already_is_not_chosen_again(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, options: list[str]
) -> None:
    file = tmp_path / "game.json"
    play(capsys, *GAME, "--record", file, typed=TURN)
    answer = play(capsys, "play", "--resume", file, *options)
    assert (answer.code, answer.out) == (2, "")
    assert answer.err == f"fulgence: {options[0]} does not apply to a saved game\n"


@pytest.mark.parametrize(
    ("changes", "code", "reason"),
    [
        ([{"bot": 5}], 1, "record 1: seat 0: bot must be a string"),
        ([{"bot": "genius"}], 2, "there is no bot 'genius'"),
        ([{"bot": "greedy"}] * 2, 1, "record 1: only bots play in this game"),
        ([{"moves": [["a1-a2"]]}], 1, "record 1: seat 0 (Ann), round 1, turn 1, move 1 'a1-a2': "),
    ],
)
def test_a_saved_game_with_a_mistake_is_refused(
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    changes: list[dict[str, object]],
    code: int,
    reason: str,
) -> None:
    file = tmp_path / "game.json"
    play(capsys, *GAME, "--players", "Ann,Ben", "--record", file, typed=TURN + TURN)
    document = saved(file)
    for seat, change in zip(document["seats"], changes, strict=False):
        seat |= change
    file.write_text(json.dumps(document), encoding="utf-8")
    answer = play(capsys, "play", "--resume", file)
    assert (answer.code, answer.out) == (code, "")
    assert reason in answer.err


def test_one_game_is_resumed_at_a_time_and_from_a_file(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "games.jsonl"
    play(capsys, *GAME, "--record", file, typed=TURN)
    answer = play(capsys, "play", "--resume", "-", typed=file.read_bytes())
    assert (answer.code, answer.err) == (
        2,
        "fulgence: --resume needs a file: standard input is the keyboard of the game\n",
    )
    file.write_bytes(2 * file.read_bytes())
    answer = play(capsys, "play", "--resume", file)
    assert (answer.code, answer.err) == (
        2,
        f"fulgence: {file} has 2 records; a saved game has one\n",
    )


def test_a_saved_game_that_does_not_exist_is_a_wrong_usage(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    answer = play(capsys, "play", "--resume", tmp_path / "game.json")
    assert (answer.code, answer.out) == (2, "")
    assert answer.err.endswith("game.json: cannot be read: No such file or directory\n")


def test_a_new_game_needs_a_city(capsys: pytest.CaptureFixture[str]) -> None:
    answer = play(capsys, "play")
    assert (answer.code, answer.out) == (2, "")
    assert answer.err == "fulgence: name a city to play in, or a saved game with --resume\n"


def test_without_pages_hints_go_to_standard_error(
    capsys: pytest.CaptureFixture[str],
) -> None:
    for face in ((), ("--accessible",)):
        answer = play(capsys, "play", "london", "--addons", "powers,gates", "--seed", "5", *face)
        hint = "powers and gates may be combined; the publisher recommends only one of them at a time"
        assert answer.err.startswith(f"fulgence: {hint}\n")
        assert hint[1:] not in answer.out
