"""The statistics of a player's own games."""

from __future__ import annotations

from pathlib import Path

import pytest

from fulgence.server.store.days import Par, add_par
from server.contests.contest_server import DAY, HOUR, ContestServer, passing, with_server
from server.databases import ENGINES

SOLO: dict[str, object] = {"city": "toy", "name": "Ann"}


@pytest.mark.parametrize("engine", ENGINES)
def test_ones_own_finished_games_are_counted_by_city_and_add_ons(engine: str, tmp_path: Path) -> None:
    async def test(server: ContestServer) -> None:
        ann, ben = await server.person("Ann"), await server.person("Ben")
        assert await server.get("/api/player/statistics", ann) == {"games": 0, "groups": []}
        totals, tables = [], []
        for choose in (None, passing):
            opened = (await server.ask("POST", "/api/tables", SOLO, key=ann)).json
            totals.append(await server.play(opened, *([choose] if choose else [])))
            tables.append(opened["table"])
            server.time.now += 31 * DAY
        other = (await server.ask("POST", "/api/tables", {**SOLO, "addons": ["objectives"]}, key=ann)).json
        await server.play(other, passing)
        await server.ask("POST", "/api/tables", SOLO, key=ann)  # running: it does not count
        found = await server.get("/api/player/statistics", ann)
        assert found["games"] == 3
        assert [(group["addons"], group["games"]) for group in found["groups"]] == [
            ([], 2),
            (["objectives"], 1),
        ]
        group = found["groups"][0]
        assert totals[0] > totals[1]
        assert (group["best"], group["game"], group["seat"]) == (totals[0], tables[0], 0)
        assert group["mean"] == sum(totals) / 2
        assert [(span["month"], span["mean"]) for span in group["months"]] == [
            ("2026-11", totals[0]),
            ("2026-12", totals[1]),
        ]
        assert [mark["total"] for mark in group["marks"]][:2] == [21, 26]
        assert group["expert"] is None
        with_addon = await server.get("/api/player/statistics?city=toy&addons=objectives", ann)
        assert (with_addon["games"], len(with_addon["groups"])) == (1, 1)
        assert (await server.get("/api/player/statistics?city=london", ann))["games"] == 0
        assert (await server.get("/api/player/statistics", ben))["games"] == 0
        nobody = await server.ask("GET", "/api/player/statistics")
        assert (nobody.status, nobody.json["code"]) == (403, "no-player")

    with_server(engine, tmp_path, test)


def test_games_with_others_are_counted_apart(tmp_path: Path) -> None:
    async def test(server: ContestServer) -> None:
        ann = await server.person("Ann")
        alone = (await server.ask("POST", "/api/tables", SOLO, key=ann)).json
        await server.play(alone, passing)
        seats = [{"kind": "person"}, {"kind": "bot", "bot": "greedy"}]
        shared = (await server.ask("POST", "/api/tables", {**SOLO, "seats": seats}, key=ann)).json
        await server.play(shared, passing)
        groups = (await server.get("/api/player/statistics", ann))["groups"]
        assert {group["shared"]: group["game"] for group in groups} == {
            False: alone["table"],
            True: shared["table"],
        }
        for is_shared, opened in (("true", shared), ("false", alone)):
            listed = await server.get(f"/api/player/games?city=toy&addons=&shared={is_shared}", ann)
            assert [game["table"] for game in listed["finished"]] == [opened["table"]]

    with_server("sqlite", tmp_path, test)


def test_a_daily_game_is_compared_with_the_expert_on_the_same_cards(tmp_path: Path) -> None:
    async def test(server: ContestServer) -> None:
        ann = await server.person("Ann")
        total = await server.play_daily(ann, choose=passing)
        contest = f"daily-{server.daily.today.isoformat()}-london"
        await add_par(server.daily.store, contest, Par("greedy", 1, "{}"))
        await add_par(server.daily.store, contest, Par("expert", total + 7, "{}"))
        await server.play(await server.begin_daily(ann, practice=True), passing)  # compared with nobody
        (group,) = (await server.get("/api/player/statistics", ann))["groups"]
        assert group["games"] == 2
        assert group["expert"] == {"games": 1, "mean": -7, "error": 0, "ahead": 0}

    with_server("sqlite", tmp_path, test)


def test_the_latest_games_count(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("fulgence.server.http.routes.player_statistics.MAX_GAMES", 2)

    async def test(server: ContestServer) -> None:
        ann = await server.person("Ann")
        tables = []
        for _ in range(3):
            opened = (await server.ask("POST", "/api/tables", SOLO, key=ann)).json
            await server.play(opened, passing)
            tables.append(opened["table"])
            server.time.now += HOUR
        found = await server.get("/api/player/statistics", ann)
        assert found["games"] == 2
        assert found["groups"][0]["game"] == tables[1]

    with_server("sqlite", tmp_path, test)
