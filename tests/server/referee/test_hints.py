"""What the expert would do: for a player alone where nothing counts, and the game is marked for good."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from fulgence.contests.cards import frozen_cards
from fulgence.rules.cityfile.city_reader import load_city
from fulgence.rules.deal import deal
from fulgence.rules.generator import Generator
from fulgence.server.referee.finished_games import finished_games
from fulgence.table import requests
from fulgence.table.entries import Hinted
from server.local_tables import LocalTables, Player, first_move, play_out, with_tables


async def hear(player: Player, kind: str) -> dict[str, object]:
    """The next message of this kind, or an error."""
    before = len(player.heard)
    player.say(type="hint")
    await player.until(lambda: any(each["type"] in (kind, "error") for each in player.heard[before:]))
    return next(each for each in player.heard[before:] if each["type"] in (kind, "error"))


def test_a_hint_names_the_best_moves_and_marks_the_game(tmp_path: Path) -> None:
    async def test(tables: LocalTables) -> None:
        local = await tables.open(1, city="toy")
        [ann] = await local.everybody()
        assert not ann.view["helped"]
        hints = await hear(ann, "hints")
        moves = hints["moves"]
        assert isinstance(moves, list) and 1 <= len(moves) <= 3
        assert {each["move"] for each in moves} <= set(ann.moves)
        expected = [each["expected"] for each in moves]
        assert expected == sorted(expected, reverse=True)
        assert hints["ply"] == ann.ply == 0
        await hear(ann, "hints")
        assert [entry for entry in await local.history() if isinstance(entry, Hinted)] == [Hinted(0)]
        assert ann.view["helped"]
        await play_out([ann], first_move)
        record = json.loads((await local.ask(requests.GetRecord(""))).text)
        assert record["helped"] is True
        [row] = finished_games(local.table)
        assert json.loads(str(row["items"]))["helped"] is True

    with_tables(tmp_path, test)


@pytest.mark.parametrize("case", ["friends", "contest", "nothing to decide", "spectator", "over"])
def test_no_hints_where_others_play_or_nothing_is_to_decide(tmp_path: Path, case: str) -> None:
    async def test(tables: LocalTables) -> None:
        more: dict[str, Any] = {}
        if case == "contest":
            more = {"contest": "challenge-x", "cards": frozen_cards(deal(load_city("toy"), rng=Generator(1)))}
        local = await tables.open(2 if case == "friends" else 1, city="toy", **more)
        player = await (local.spectate() if case == "spectator" else local.connect(0))
        if case == "over":
            await play_out([player], first_move)
        if case == "nothing to decide":
            while player.moves:
                await player.play(player.moves[0], ready=False)
        code = {"spectator": "not-your-seat", "over": "not-playing"}.get(case, "no-hint")
        assert (await hear(player, "hints"))["code"] == code
        assert not (await local.written()).is_helped

    with_tables(tmp_path, test)
