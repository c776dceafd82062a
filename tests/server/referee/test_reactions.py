"""Reactions: a sign that everybody at the table sees for a moment, and that nothing remembers."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from fulgence.server.referee import referee
from fulgence.table import requests
from server.local_tables import LocalTables, Player, with_tables

NAMES = ("bravo", "wow", "hmm", "oops", "hurry", "thanks")


def reactions(player: Player) -> list[tuple[int, str]]:
    heard: list[dict[str, Any]] = player.heard
    return [(each["seat"], each["reaction"]) for each in heard if each["type"] == "reaction"]


def errors(player: Player) -> list[str]:
    return [each["code"] for each in player.heard if each["type"] == "error"]


def test_everybody_sees_a_reaction_and_nothing_is_written(tmp_path: Path) -> None:
    async def test(tables: LocalTables) -> None:
        local = await tables.open(2)
        ann, ben = await local.everybody()
        watcher = await local.spectate()
        before, views = await local.entries(), len(ann.views)
        ann.say(type="react", reaction="bravo")
        await local.quiet()
        ben.say(type="react", reaction="oops")
        await local.quiet()
        for player in (ann, ben, watcher):
            assert reactions(player) == [(0, "bravo"), (1, "oops")]
        assert await local.entries() == before
        assert len(ann.views) == views

    with_tables(tmp_path, test)


def test_a_seat_reacts_once_in_three_seconds(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def test(tables: LocalTables) -> None:
        local = await tables.open(2)
        ann, ben = await local.everybody()
        for reaction in NAMES:
            ann.say(type="react", reaction=reaction)
        await local.quiet()
        assert reactions(ben) == [(0, "bravo")]
        assert errors(ann) == ["rate"] * 5 and errors(ben) == []
        assert "3 seconds" in ann.heard[-1]["message"]
        monkeypatch.setattr(referee, "REACTION_SECONDS", 0)
        for reaction in NAMES:
            ann.say(type="react", reaction=reaction)
        await local.quiet()
        assert [reaction for _, reaction in reactions(ben)[1:]] == list(NAMES)

    with_tables(tmp_path, test)


def test_only_seats_react_and_only_with_one_of_the_signs(tmp_path: Path) -> None:
    async def test(tables: LocalTables) -> None:
        local = await tables.open(2)
        ann, _ = await local.everybody()
        watcher = await local.spectate()
        watcher.say(type="react", reaction="bravo")
        ann.say(type="react", reaction="<script>")
        ann.say(type="react")
        await local.quiet()
        assert errors(watcher) == ["not-your-seat"]
        assert errors(ann) == ["bad-message", "bad-message"]
        assert reactions(ann) == []

    with_tables(tmp_path, test)


def test_friends_react_before_the_game_and_after_it(tmp_path: Path) -> None:
    async def test(tables: LocalTables) -> None:
        local = await tables.open(2, free=1)
        ann = await local.connect(0)
        ann.say(type="react", reaction="hurry")
        await local.quiet()
        assert reactions(ann) == [(0, "hurry")]
        ben = await tables.connect(local.id, local.tokens[await local.join("b" * 32, "Ben")])
        await local.ask(requests.Close(local.key(0)))
        ben.say(type="react", reaction="thanks")
        await local.quiet()
        assert reactions(ann) == [(0, "hurry"), (1, "thanks")]

    with_tables(tmp_path, test)
