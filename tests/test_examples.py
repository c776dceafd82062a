"""The examples run; the one that plays online does so in every city, and when the server dies on the way."""

import json
import runpy
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from fulgence.fair import check_fair, parse_fairness
from fulgence.rules.cityfile.city_reader import city_names
from fulgence.rules.text.record import parse_record, replay
from server.server_process import Server, serving, start

EXAMPLES = Path(__file__).parent.parent / "examples"
ONLINE = EXAMPLES / "play_online.py"
TRAINING = EXAMPLES / "train_in_a_minute.py"
OFFLINE = sorted(set(EXAMPLES.glob("*.py")) - {ONLINE, TRAINING})


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("server")) as running:
        yield running


def output(file: Path, *arguments: str) -> str:
    done = subprocess.run([sys.executable, str(file), *arguments], capture_output=True, text=True, check=True)
    assert not done.stderr
    return done.stdout


def check_game(document: Any) -> list[list[list[str]]]:
    """The moves of the seats of a game that was played fairly to its end."""
    record = parse_record(json.dumps(document))
    assert record.is_finished
    assert min(pad.total for pad in replay(record).pads) > 0
    check_fair(record, parse_fairness(document["fair"]))
    return [seat["moves"] for seat in document["seats"]]


@pytest.mark.parametrize("file", OFFLINE, ids=lambda file: file.name)
def test_an_example_runs_and_tells_something(file: Path) -> None:
    assert output(file)


@pytest.mark.long
def test_training_makes_a_player_better() -> None:
    pytest.importorskip("fulgence.env", exc_type=ImportError)
    told = output(TRAINING, "toy", "--corrections", "15")
    before, after = (float(line.split()[1]) for line in told.splitlines())
    assert after > before + 1


@pytest.mark.parametrize("city", city_names())
def test_a_game_is_played_online_in_every_city(server: Server, city: str) -> None:
    document = json.loads(output(ONLINE, server.url, city))
    assert (document["city"], [seat["name"] for seat in document["seats"]]) == (city, ["Ann", "greedy"])
    assert parse_fairness(document["fair"]).origins == ["promised", "none"]
    check_game(document)


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (
            ["http://127.0.0.1:9"],
            "No game server answers at http://127.0.0.1:9 ([Errno 111] Connection refused). ",
        ),
        (["nonsense"], "No game server answers at nonsense (unknown url type: 'nonsense/api/tables'). "),
    ],
)
def test_without_a_server_the_example_says_so_in_a_sentence(arguments: list[str], sentence: str) -> None:
    done = subprocess.run([sys.executable, str(ONLINE), *arguments], capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == f"{sentence}Start one with `fulgence serve`.\n"


def test_what_the_server_refuses_is_told_by_the_example(server: Server) -> None:
    done = subprocess.run(
        [sys.executable, str(ONLINE), server.url, "atlantis"], capture_output=True, text=True
    )
    assert done.returncode == 1
    assert done.stderr.startswith(f"{server.url} refuses: ")
    assert "unknown city 'atlantis'" in done.stderr


def test_a_game_online_outlives_the_server(tmp_path: Path) -> None:
    play = runpy.run_path(str(ONLINE))["play"]
    servers = [start(tmp_path)]
    port = servers[0].url.rpartition(":")[2]
    chosen: list[str] = []

    revival = threading.Thread(target=lambda: servers.append(start(tmp_path, f"--port={port}")))

    def choose_and_kill(moves: list[str]) -> str:
        """The server dies while we think about our sixth move, and is back some time later."""
        if len(chosen) == 5:
            servers[0].kill()
            revival.start()
        chosen.append(moves[0])
        return moves[0]

    documents: list[Any] = []
    address = servers[0].url
    game = threading.Thread(
        target=lambda: documents.append(play(address, "toy", choose_and_kill)), daemon=True
    )
    game.start()
    game.join(60)
    revival.join()
    servers[-1].process.terminate()
    servers[-1].wait()
    assert len(servers) == 2
    anns, _ = check_game(documents[0])
    assert [move for turn in anns for move in turn] == chosen


def test_there_are_examples() -> None:
    assert OFFLINE
