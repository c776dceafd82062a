"""Answers to puzzles belong to the player: one list for all devices, and gone with them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from fulgence.puzzles.puzzle import points_lost
from fulgence.puzzles.shipped import puzzle_set
from server.contests.contest_server import ContestServer, with_server
from server.databases import ENGINES

PUZZLES = puzzle_set("london", with_addons=False)
LOST = round(points_lost(PUZZLES[2], PUZZLES[2].values[-1].move), 2)
PATH = "/api/player/puzzles"


def answer(number: int, lost: float = 0.0) -> dict[str, object]:
    return {"puzzle": PUZZLES[number].id, "lost": lost}


async def sent(server: ContestServer, key: str, *answers: dict[str, object]) -> Any:
    told = await server.ask("POST", PATH, {"answers": answers}, key=key)
    assert told.status == 200, told.body
    return told.json


@pytest.mark.parametrize("engine", ENGINES)
def test_the_answers_of_all_devices_are_one_list(engine: str, tmp_path: Path) -> None:
    async def test(server: ContestServer) -> None:
        key = await server.person("Ann")
        assert await server.get(PATH, key) == {"answers": [], "streak": 0, "longest": 0}
        assert (await sent(server, key, answer(0), answer(1)))["streak"] == 2
        assert await sent(server, key, answer(2, LOST)) == {
            "answers": [answer(0), answer(1), answer(2, LOST)],
            "streak": 0,
            "longest": 2,
        }
        unknown = {"puzzle": "london-00000000", "lost": 0}
        told = await sent(server, key, answer(2), unknown, answer(3, 0.123), answer(4))
        assert told["answers"] == [answer(0), answer(1), answer(2, LOST), answer(4)]
        assert (told["streak"], told["longest"]) == (1, 2)
        assert await server.get(PATH, key) == told
        assert (await server.ask("DELETE", "/api/player", key=key)).status == 204
        assert (await server.get(PATH, await server.person("Ann")))["answers"] == []

    with_server(engine, tmp_path, test)


def test_answers_need_a_player_and_come_in_limited_numbers(tmp_path: Path) -> None:
    async def test(server: ContestServer) -> None:
        for method, body in (("GET", None), ("POST", {"answers": []})):
            nobody = await server.ask(method, PATH, body)
            assert (nobody.status, nobody.json["code"]) == (403, "no-player")
        key = await server.person("Ann")
        many = await server.ask("POST", PATH, {"answers": [answer(0)] * 501}, key=key)
        assert many.status == 422

    with_server("sqlite", tmp_path, test)
