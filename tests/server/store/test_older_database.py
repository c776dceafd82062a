"""A database of an earlier version opens, shows what it showed, and its games go on."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from typing import Any

import pytest

from fulgence.rules.text.record import parse_record, replay
from server.server_process import Seat, Server, play_out, serving

OLDER = Path(__file__).parent / "older"
WRITTEN: dict[str, Any] = json.loads((OLDER / "version_0_1_0.json").read_text(encoding="utf-8"))


@contextmanager
def serving_older(folder: Path) -> Iterator[Server]:
    with closing(sqlite3.connect(folder / "games.db")) as database:
        database.executescript((OLDER / "version_0_1_0.sql").read_text(encoding="utf-8"))
    with serving(folder) as running:
        yield running


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Where nobody plays."""
    with serving_older(tmp_path_factory.mktemp("older")) as running:
        yield running


@pytest.fixture(scope="module")
def server_for_play(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Where the games go on, each of them once."""
    with serving_older(tmp_path_factory.mktemp("played")) as running:
        yield running


def seats_of(server: Server, name: str) -> list[Seat]:
    written = WRITTEN[name]
    return [Seat(server, written["table"], n, token, {}) for n, token in enumerate(written["tokens"])]


@pytest.mark.parametrize("name", WRITTEN)
def test_every_seat_sees_what_it_saw_before(server: Server, name: str) -> None:
    for seat, view in zip(seats_of(server, name), WRITTEN[name]["views"], strict=True):
        with seat.connect() as player:
            assert only_known(player.view, view) == view


def only_known(now: Any, then: Any) -> Any:
    """Without keys that are newer than what it is compared with."""
    if isinstance(now, dict) and isinstance(then, dict):
        return {key: only_known(value, then[key]) for key, value in now.items() if key in then}
    if isinstance(now, list) and isinstance(then, list) and len(now) == len(then):
        return [only_known(new, old) for new, old in zip(now, then, strict=True)]
    return now


@pytest.mark.parametrize("name", ["running", "paris", "berlin"])
def test_a_game_that_was_running_goes_on_to_its_end(server_for_play: Server, name: str) -> None:
    seats = seats_of(server_for_play, name)
    with ExitStack() as stack:
        players = [stack.enter_context(seat.connect()) for seat in seats]
        for player in players:
            while player.moves and player.view["game"]["can_undo"]:  # finish the turn that was begun
                player.play(player.moves[0])
            if player.view["game"]["can_undo"] and not player.view["seats"][player.view["you"]]["ready"]:
                player.say(type="ready", ply=player.view["ply"])
                player.until("ack")
        play_out(players)
        assert players[0].view["phase"] == "over"
    record = parse_record(json.dumps(seats[0].call("GET", "/record")))
    assert record.is_finished
    assert [pad.total for pad in replay(record).pads] == [
        sheet["pad"]["total"] for sheet in players[0].view["game"]["sheets"]
    ]


def test_the_record_of_a_finished_game_is_the_same_text(server: Server) -> None:
    [seat, _] = seats_of(server, "finished")
    assert seat.call("GET", "/record") == json.loads(WRITTEN["finished"]["record"])
