"""Quitting a game, and the record that is saved."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from fulgence.rules.text.record import parse_record, replay
from fulgence.term.play import play
from fulgence.term.saved_game import save
from term.scripted_games import ScriptedKeyboard, play_scripted, toy_game


def moves_in(path: Path) -> list[list[str]]:
    """The moves of the first seat, after the record was replayed without a complaint."""
    record = parse_record(path.read_text(encoding="utf-8"))
    replay(record)
    assert not record.is_finished
    return [list(turn) for turn in record.moves[0]]


def test_quitting_asks_first() -> None:
    game = toy_game("Ann")
    keyboard = ScriptedKeyboard("q", "n", "q", "", "q", "x", "1")
    play_scripted(game, keyboard)
    assert len(keyboard.prompts) == 8
    assert game.moves == [[[game.city.moves["c2-b1"]]]]


def test_quitting_writes_the_game_so_far(tmp_path: Path) -> None:
    record = tmp_path / "game.json"
    keyboard = ScriptedKeyboard("1", "", "c2-a2", "", "q", "Y")
    played = play_scripted(toy_game("Ann"), keyboard, record=record)
    assert keyboard.prompts[-1] == f"Stop here? The game so far will be saved in {record}. (y/n) "
    assert played.code == 0
    assert played.lines[-2:] == [
        "Stopped.",
        f"The game so far is saved in {record}; --resume continues it.",
    ]
    assert moves_in(record) == [["c2-b1"], ["c2-a2"]]


def test_quitting_without_a_record_tells_how_to_keep_one() -> None:
    keyboard = ScriptedKeyboard("q", "yes")
    played = play_scripted(toy_game("Ann"), keyboard)
    assert played.code == 0
    assert "--record FILE" in keyboard.prompts[-1]
    assert played.lines[-1] == "Stopped."


def test_the_end_of_the_input_quits_and_writes_the_game_so_far(tmp_path: Path) -> None:
    record = tmp_path / "game.json"
    played = play_scripted(toy_game("Ann"), ScriptedKeyboard("1", "", "1", ""), record=record)
    assert played.code == 0
    assert moves_in(record) == [["c2-b1"], ["b1-a2"]]


def test_a_turn_not_finished_by_everybody_is_in_the_record_of_those_who_did(tmp_path: Path) -> None:
    record = tmp_path / "game.json"
    play_scripted(toy_game("Ann", "Bob"), ScriptedKeyboard("1", ""), record=record)
    seats = parse_record(record.read_text(encoding="utf-8"))
    assert seats.moves == ((("c2-b1",),), ())
    replay(seats)


def test_an_interrupt_reaches_the_caller_and_the_record_is_there(tmp_path: Path) -> None:
    record = tmp_path / "game.json"
    keyboard = ScriptedKeyboard("1", "")

    def reader(prompt: str) -> str:
        if not keyboard.answers:
            raise KeyboardInterrupt
        return keyboard(prompt)

    out = io.StringIO()
    with pytest.raises(KeyboardInterrupt):
        play(toy_game("Ann"), {}, reader=reader, out=out, colour=True, record_path=record)
    assert moves_in(record) == [["c2-b1"]]
    painted, _, plain = out.getvalue().rpartition("\x1b[")
    assert plain.startswith("0m")  # the last code ends all colour
    assert painted


def test_a_record_that_cannot_be_written_is_a_failure_with_a_reason(tmp_path: Path) -> None:
    record = tmp_path / "nowhere" / "game.json"
    played = play_scripted(toy_game("Ann"), ScriptedKeyboard(), record=record)
    assert played.code == 1
    assert played.lines[-1] == f"The record could not be saved in {record}: No such file or directory."


def test_a_failed_record_leaves_nothing_half_written(tmp_path: Path) -> None:
    record = tmp_path / "taken"
    record.mkdir()
    played = play_scripted(toy_game("Ann"), ScriptedKeyboard(), record=record)
    assert played.code == 1
    assert list(tmp_path.iterdir()) == [record]
    assert list(record.iterdir()) == []


def test_a_record_replaces_an_older_one_whole(tmp_path: Path) -> None:
    record = tmp_path / "game.json"
    record.write_text("x" * 100_000, encoding="utf-8")
    save(toy_game("Ann"), record)
    assert moves_in(record) == []
    assert list(tmp_path.iterdir()) == [record]
