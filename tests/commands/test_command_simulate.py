"""`fulgence simulate`: games of bots as records."""

from __future__ import annotations

import hashlib
import json
from importlib.resources import files
from pathlib import Path

import pytest

import oracle
from commands.shell import CITIES, ask, run
from fulgence.rules.cityfile.city_reader import city_names, load_city
from random_games import addon_sets

ADDONS = ("objectives", "powers", "gates", "acceleration")

NO_GENIUS = (
    "there is no bot 'genius'; there are random, beginner, greedy, casual, skilled, expert, flat:N, mcts:N "
    "(N: 1 to 1000000)"
)


def test_the_same_seed_gives_the_same_bytes(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ("simulate", "london", "--seats", "2", "--games", "3", "--addons", "powers", "--seed", "7")
    first, second = ask(capsys, *arguments), ask(capsys, *arguments)
    assert (first.code, first.err) == (0, "")
    assert first.out == second.out
    assert first.out.count("\n") == 3
    assert len(set(first.out.splitlines())) == 3


def test_the_same_seed_gives_the_same_bytes_in_every_process_compiled_or_not() -> None:
    arguments = ("simulate", "toy", "--seats", "2", "--bot", "greedy,random", "--games", "2", "--seed", "3")
    one = run(*arguments, PYTHONHASHSEED="1")
    two = run(*arguments, PYTHONHASHSEED="2", FULGENCE_INTERPRETED="1")
    assert (one.returncode, two.returncode) == (0, 0)
    assert one.stdout.count(b"\n") == 2
    assert one.stdout == two.stdout


def test_another_seed_gives_other_games(capsys: pytest.CaptureFixture[str]) -> None:
    outs = {ask(capsys, "simulate", "toy", "--seed", str(seed)).out for seed in range(10)}
    assert len(outs) == 10


def test_no_seed_is_seed_0(capsys: pytest.CaptureFixture[str]) -> None:
    assert ask(capsys, "simulate", "toy").out == ask(capsys, "simulate", "toy", "--seed", "0").out


def test_a_seed_may_be_larger_than_a_machine_word(capsys: pytest.CaptureFixture[str]) -> None:
    answer = ask(capsys, "simulate", "toy", "--seed", "123456789012345678901234567890")
    assert (answer.code, answer.err, answer.out.count("\n")) == (0, "", 1)


def test_more_games_begin_with_the_same_ones(capsys: pytest.CaptureFixture[str]) -> None:
    few = ask(capsys, "simulate", "toy", "--games", "2", "--seed", "4").out
    many = ask(capsys, "simulate", "toy", "--games", "5", "--seed", "4").out
    assert many.startswith(few)
    assert many.count("\n") == 5


def test_no_games_are_no_lines(capsys: pytest.CaptureFixture[str]) -> None:
    answer = ask(capsys, "simulate", "toy", "--games", "0")
    assert (answer.code, answer.out, answer.err) == (0, "", "")


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
@pytest.mark.parametrize(
    ("city", "addons"),
    [(city, ",".join(addons)) for city in city_names() for addons in addon_sets(load_city(city))],
)
def test_a_simulated_game_is_a_finished_record_that_both_engines_replay(
    capsys: pytest.CaptureFixture[str], city: str, addons: str, seats: int
) -> None:
    simulated = ask(capsys, "simulate", city, "--seats", str(seats), "--addons", addons, "--bot", "random")
    assert simulated.code == 0
    assert ("the publisher recommends only one of them at a time" in simulated.err) == (
        "powers" in addons and "gates" in addons
    )
    (record,) = simulated.objects
    assert record["fulgence"] == 1
    assert record["addons"] == [name for name in ADDONS if name in addons.split(",")]
    assert list(record["deal"]) == ["rounds", *ADDONS]
    assert [name for name in ADDONS if record["deal"][name]] == record["addons"]
    replayed = ask(capsys, "replay", "-", "--json", "--legal", stdin=simulated.out.encode())
    assert (replayed.code, replayed.err) == (0, "")
    (result,) = replayed.objects
    assert result["finished"] is True
    assert len(result["seats"]) == seats
    assert result == oracle.replay(record, legal=True)


def test_bots_are_named_after_their_kind_and_seat(capsys: pytest.CaptureFixture[str]) -> None:
    answer = ask(capsys, "simulate", "toy", "--seats", "3", "--bot", "greedy, random,greedy")
    (record,) = answer.objects
    assert [seat["name"] for seat in record["seats"]] == ["greedy 1", "random 2", "greedy 3"]


def test_one_bot_plays_all_seats(capsys: pytest.CaptureFixture[str]) -> None:
    (record,) = ask(capsys, "simulate", "toy", "--seats", "4", "--bot", "random").objects
    assert [seat["name"] for seat in record["seats"]] == ["random 1", "random 2", "random 3", "random 4"]


def test_the_default_bot_is_greedy(capsys: pytest.CaptureFixture[str]) -> None:
    (record,) = ask(capsys, "simulate", "toy").objects
    assert [seat["name"] for seat in record["seats"]] == ["greedy 1"]


def test_addons_may_be_named_in_any_order_with_spaces(capsys: pytest.CaptureFixture[str]) -> None:
    (record,) = ask(capsys, "simulate", "london", "--addons", " powers, objectives,").objects
    assert record["addons"] == ["objectives", "powers"]


def test_a_city_file_can_be_simulated(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "village.toml"
    toy = files("fulgence.cities") / "toy.toml"
    file.write_bytes(toy.read_bytes())
    answer = ask(capsys, "simulate", str(file), "--seed", "1")
    assert (answer.code, answer.err) == (0, "")
    (record,) = answer.objects
    (same,) = ask(capsys, "simulate", "toy", "--seed", "1").objects
    digest = hashlib.sha256(toy.read_bytes()).hexdigest()
    assert record == {**same, "city": "village.toml", "city_digest": digest}
    alone = ask(capsys, "replay", "-", stdin=answer.out.encode())
    assert alone.code == 1
    assert "city 'village.toml' is none of" in alone.err
    replayed = ask(capsys, "replay", "-", "--json", "--city", str(file), stdin=answer.out.encode())
    assert replayed.code == 0
    assert replayed.objects[0]["city"] == "village.toml"


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["atlantis"], f"unknown city 'atlantis'; choose from {CITIES}"),
        (["London"], f"unknown city 'London'; choose from {CITIES}"),
        (
            ["london", "--addons", "tunnels"],
            "London has no add-on 'tunnels'; it allows objectives, powers, gates",
        ),
        (
            ["london", "--addons", "acceleration"],
            "London has no add-on 'acceleration'; it allows objectives, powers, gates",
        ),
        (["toy", "--addons", "gates"], "Toy Town has no add-on 'gates'; it allows objectives, powers"),
        (["toy", "--addons", "powers,powers"], "an add-on is named twice"),
        (
            ["toy", "--addons", "powers,gates"],
            "Toy Town has no add-on 'gates'; it allows objectives, powers",
        ),
        (["london", "--addons", "powers,gates", "--seats", "5"], "5 seats: a game has 1 to 4"),
        (["toy", "--bot", "genius"], NO_GENIUS),
        (
            ["toy", "--bot", "greedy,genius", "--seats", "2"],
            NO_GENIUS,
        ),
        (["toy", "--bot", "greedy,random"], "--bot names 2 bots for 1 seats"),
        (["toy", "--bot", "greedy,random", "--seats", "3"], "--bot names 2 bots for 3 seats"),
        (["toy", "--bot", ","], "--bot names 0 bots for 1 seats"),
        (["toy", "--seats", "0"], "0 seats: a game has 1 to 4"),
        (["toy", "--seats", "5"], "5 seats: a game has 1 to 4"),
        (["toy", "--seats", "-1"], "-1 seats: a game has 1 to 4"),
        (["toy", "--seats", "9999999999999"], "9999999999999 seats: a game has 1 to 4"),
    ],
)
@pytest.mark.parametrize("games", ["0", "2"])
def test_what_cannot_be_simulated_is_refused_in_one_sentence(
    capsys: pytest.CaptureFixture[str], arguments: list[str], sentence: str, games: str
) -> None:
    answer = ask(capsys, "simulate", *arguments, "--games", games)
    assert (answer.code, answer.out) == (2, "")
    assert answer.err == f"fulgence: {sentence}\n"


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ([], "the following arguments are required: CITY"),
        (["toy", "--seats", "abc"], "argument --seats: invalid int value: 'abc'"),
        (["toy", "--seats", "1.5"], "argument --seats: invalid int value: '1.5'"),
        (["toy", "--games", "-1"], "argument --games: '-1' is not a whole number of at least 0"),
        (["toy", "--games", "many"], "argument --games: 'many' is not a whole number of at least 0"),
        (["toy", "--seed", "-1"], "argument --seed: '-1' is not a whole number of at least 0"),
        (["toy", "--seed", "0x7"], "argument --seed: '0x7' is not a whole number of at least 0"),
        (["toy", "--seed", "9" * 5000], f"argument --seed: invalid natural value: '{'9' * 5000}'"),
        (["toy", "--seed"], "argument --seed: expected one argument"),
    ],
)
def test_options_that_are_no_numbers_are_a_wrong_usage(
    capsys: pytest.CaptureFixture[str], arguments: list[str], sentence: str
) -> None:
    answer = ask(capsys, "simulate", *arguments)
    assert (answer.code, answer.out) == (2, "")
    usage, _, reason = answer.err.rstrip("\n").rpartition("\n")
    assert usage.startswith("usage: fulgence simulate ")
    assert reason == f"fulgence simulate: error: {sentence}"


def test_unknown_options_and_commands_are_a_wrong_usage(capsys: pytest.CaptureFixture[str]) -> None:
    for arguments in (["simulate", "toy", "--colour", "blue"], ["simulated", "toy"], ["--seed", "1"]):
        answer = ask(capsys, *arguments)
        assert (answer.code, answer.out) == (2, "")
        assert answer.err.startswith("usage: fulgence ")


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"name = 1\n", ":1: name: must be a string"),
        (b"\xff", ": is not UTF-8 text"),
        (None, ": cannot be read: No such file or directory"),
    ],
)
def test_a_city_file_with_a_mistake_cannot_be_simulated(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, content: bytes | None, sentence: str
) -> None:
    file = tmp_path / "wrong.toml"
    if content is not None:
        file.write_bytes(content)
    answer = ask(capsys, "simulate", file)
    assert (answer.code, answer.out) == (2 if content is None else 1, "")
    assert answer.err == f"fulgence: {file}{sentence}\n"


def test_every_line_of_a_simulation_is_one_record(capsys: pytest.CaptureFixture[str]) -> None:
    answer = ask(capsys, "simulate", "toy", "--games", "20", "--bot", "random", "--seats", "2")
    assert all(json.loads(line)["city"] == "toy" for line in answer.out.splitlines())
    replayed = ask(capsys, "replay", "-", "--json", stdin=answer.out.encode())
    assert (replayed.code, len(replayed.objects)) == (0, 20)
