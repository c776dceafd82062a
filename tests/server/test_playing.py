"""Whole games over the API."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from fulgence.fair import check_fair, parse_fairness
from fulgence.rules.text.record import parse_record, replay
from server.server_process import Server, play_out, serving


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder: Path = tmp_path_factory.mktemp("server")
    with serving(folder) as running:
        yield running


@pytest.mark.parametrize("city", ["london", "paris", "berlin", "toy"])
def test_two_people_and_a_bot_play_a_whole_game(server: Server, city: str) -> None:
    ann, ben = server.open(2, ["greedy"], city=city)
    players = [ann.connect(), ben.connect()]
    play_out(players)
    text = json.dumps(ann.call("GET", "/record"))
    record = parse_record(text)
    assert record.is_finished
    totals = [pad.total for pad in replay(record).pads]
    assert [sheet["pad"]["total"] for sheet in players[0].view["game"]["sheets"]] == totals
    check_fair(record, parse_fairness(json.loads(text)["fair"]))
    for player in players:
        player.close()
