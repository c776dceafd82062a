"""The log of a table does not grow for ever, and every game can still be played to its end."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from fulgence.server.limits import Limits
from fulgence.table import requests
from fulgence.table.refusals import Refused
from fulgence.table.seats import hashed
from server.local_tables import LocalTables, Player, first_move, play_out, token_of, with_tables
from server.server_process import serving

FEW = replace(Limits(), entries=12)


def has_seen_more(player: Player, views: int) -> bool:
    return len(player.views) > views


async def draw_and_undo(player: Player) -> str:
    """For ever, or until it is refused: with which code."""
    while True:
        await player.play(player.moves[0], ready=False)
        views = len(player.views)
        reply = await player.tell(type="undo", ply=player.ply)
        if reply != "ack":
            return reply
        await player.until(partial(has_seen_more, player, views))


def test_who_draws_and_takes_back_for_ever_is_stopped_and_plays_to_the_end(tmp_path: Path) -> None:
    async def test(tables: LocalTables) -> None:
        tables.registry.limits = FEW
        local = await tables.write("t", 1, city="toy")
        ann = await local.connect(0)
        assert await draw_and_undo(ann) == "too-many"
        assert local.table.seats[0].written == 12
        complaint = ann.heard[-1]
        assert complaint["message"] == "too much has happened at this seat: it can only be played to the end"
        if not ann.moves:  # the turn was kept open
            assert await ann.tell(type="ready", ply=ann.ply) == "ack"
            await ann.until_flip(1)
        await play_out([ann], first_move)
        assert ann.phase == "over"

    with_tables(tmp_path, test)


def test_the_others_may_take_back_what_they_like(tmp_path: Path) -> None:
    async def test(tables: LocalTables) -> None:
        tables.registry.limits = FEW
        local = await tables.write("t", 2, city="toy")
        ann, ben = await local.everybody()
        assert await draw_and_undo(ann) == "too-many"
        await ben.play(ben.moves[0], ready=False)
        assert await ben.tell(type="undo", ply=1) == "ack"

    with_tables(tmp_path, test)


def test_who_is_ready_cannot_say_so_for_ever(tmp_path: Path) -> None:
    async def test(tables: LocalTables) -> None:
        tables.registry.limits = FEW
        local = await tables.write("t", 2, city="toy")
        ann, ben = await local.everybody()
        await ann.play("pass")
        replies = [await ann.tell(type="ready", ply=ply) for ply in range(1, 12)]
        assert replies == ["ack"] * 10 + ["too-many"]
        await ben.play("pass")
        await ann.until_flip(1)
        assert await ann.tell(type="move", ply=11, move="pass", ready=False) == "ack"
        assert await ann.tell(type="ready", ply=12) == "ack"  # for the first time in this turn
        assert await ann.tell(type="ready", ply=13) == "too-many"

    with_tables(tmp_path, test)


def test_a_seat_that_was_taken_and_left_again_and_again_stays_free(tmp_path: Path) -> None:
    async def test(tables: LocalTables) -> None:
        tables.registry.limits = FEW
        key = hashed(token_of("Ben"))
        local = await tables.write("u", 3, free=2, city="toy")
        for _ in range(6):
            await local.ask(requests.Join(hashed(local.invite), "Ben", key))
            await local.ask(requests.Leave(key))
        with pytest.raises(Refused) as refused:
            await local.ask(requests.Join(hashed(local.invite), "Ben", key))
        assert refused.value.code == "too-many"
        await local.ask(requests.Hand(local.key(0), 1, "random"))  # the host may still begin with a bot

    with_tables(tmp_path, test)


def test_a_seat_that_was_handed_over_again_and_again_is_played_by_a_bot_to_the_end(tmp_path: Path) -> None:
    async def test(tables: LocalTables) -> None:
        tables.registry.limits = FEW
        local = await tables.write("t", 2, city="toy")
        ann, ben = await local.everybody()
        with pytest.raises(Refused) as refused:
            for _ in range(20):
                await local.ask(requests.Hand(local.key(0), 1, "random"))
                await local.ask(requests.Return(local.key(1), 1))
        assert refused.value.code == "too-many"
        assert local.table.seats[1].bot  # who was to return
        again: list[requests.AnyRequest] = [
            requests.Reissue(local.key(0), 1, "new"),
            requests.Leave(local.key(1)),
            requests.Hand(local.key(0), 1, "greedy"),
        ]
        for request in again:
            with pytest.raises(Refused, match="too much has happened"):
                await local.ask(request)
        await play_out([ann], first_move)
        assert ann.phase == "over" and ben.phase == "over"

    with_tables(tmp_path, test)


def test_the_limit_can_be_set(tmp_path: Path) -> None:
    with serving(tmp_path, "--limit=entries=2") as server, server.open(city="toy")[0].connect() as player:
        player.play(player.moves[0], ready=False)  # after the joining
        player.say(type="undo", ply=1)
        assert player.hear()["code"] == "too-many"
