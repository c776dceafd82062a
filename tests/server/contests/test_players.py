"""Players without accounts: a key, several devices, their games, and how to be forgotten."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from fulgence.rules.text.record import parse_record
from server.contests.contest_server import HOUR, ContestServer, passing, with_server
from server.databases import ENGINES

SOLO: dict[str, object] = {"city": "toy", "name": "Ann"}
UNKNOWN = "f" * 32


@pytest.fixture(params=ENGINES)
def engine(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def test_a_key_is_a_player_and_only_its_hash_is_stored(engine: str, tmp_path: Path) -> None:
    async def test(server: ContestServer) -> None:
        ann = await server.person("Ann")
        answer = await server.ask("POST", "/api/players", {"key": ann})  # another device
        assert (answer.status, answer.json["name"]) == (200, "Ann")
        assert f"player={ann}".encode() in answer.head and b"HttpOnly" in answer.head
        assert (await server.get("/api/player", ann))["name"] == "Ann"
        assert (await server.get("/api/player/key", ann)) == {"key": ann}
        assert (await server.ask("GET", "/api/player")).json["code"] == "no-player"
        unknown = await server.ask("POST", "/api/players", {"key": UNKNOWN})
        assert (unknown.status, unknown.json["code"]) == (404, "no-player")
        renamed = await server.ask("PUT", "/api/player/name", {"name": " Anna  B "}, key=ann)
        assert renamed.json["name"] == (await server.get("/api/player", ann))["name"] == "Anna B"
        bad = await server.ask("PUT", "/api/player/name", {"name": " "}, key=ann)
        assert (bad.status, bad.json["code"]) == (422, "bad-name")

    with_server(engine, tmp_path, test)
    if engine == "sqlite":
        kept = b"".join(file.read_bytes() for file in tmp_path.iterdir() if file.is_file())
        assert b"Anna B" in kept and b"Ann".hex().rjust(32, "0").encode() not in kept


def test_ones_games_are_listed_and_played_on_another_device(engine: str, tmp_path: Path) -> None:
    async def test(server: ContestServer) -> None:
        ann, ben = await server.person("Ann"), await server.person("Ben")
        opened = (await server.ask("POST", "/api/tables", SOLO, key=ann)).json
        listed = await server.get("/api/player/games", ann)
        assert [(game["table"], game["total"]) for game in listed["running"]] == [(opened["table"], None)]
        assert (await server.get("/api/player/games", ben))["running"] == []
        entered = await server.ask("POST", f"/api/player/tables/{opened['table']}", key=ann)
        assert entered.status == 200 and f"seat={opened['token']}".encode() in entered.head
        refused = await server.ask("POST", f"/api/player/tables/{opened['table']}", key=ben)
        assert (refused.status, refused.json["code"]) == (403, "no-right")
        total = await server.play(opened)
        listed = await server.get("/api/player/games", ann)
        assert listed["running"] == []
        assert [(game["table"], game["total"]) for game in listed["finished"]] == [(opened["table"], total)]
        lines = (await server.ask("GET", "/api/player/records", key=ann)).body.decode().splitlines()
        assert [parse_record(line).names for line in lines] == [("Ann",)]

    with_server(engine, tmp_path, test)


def test_finished_games_come_a_page_at_a_time_and_by_city(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("fulgence.server.http.routes.players.PAGE", 3)

    async def test(server: ContestServer) -> None:
        ann = await server.person("Ann")
        played = []
        for number in range(4):
            wish = {**SOLO, "city": "toy" if number else "london"}
            opened = (await server.ask("POST", "/api/tables", wish, key=ann)).json
            await server.play(opened, passing)
            played.append(opened["table"])
            server.time.now += HOUR
        first = await server.get("/api/player/games", ann)
        assert [game["table"] for game in first["finished"]] == played[:0:-1]
        second = await server.get(f"/api/player/games?before={first['next']}", ann)
        assert [game["table"] for game in second["finished"]] == [played[0]]
        assert second["next"] is None
        london = await server.get("/api/player/games?city=london", ann)
        assert [game["table"] for game in london["finished"]] == [played[0]]

    with_server("sqlite", tmp_path, test)


def test_a_seat_that_was_taken_without_a_key_can_be_claimed(tmp_path: Path) -> None:
    async def test(server: ContestServer) -> None:
        opened = (await server.ask("POST", "/api/tables", SOLO)).json
        ann = await server.person("Ann")
        path, token = f"/api/tables/{opened['table']}/claim", opened["token"]
        stranger = await server.ask("POST", path, key=ann)
        assert stranger.status == 403
        claimed = await server.ask("POST", path, key=ann, token=token)
        assert claimed.status == 200, claimed.body
        assert (await server.get("/api/player/games", ann))["running"][0]["table"] == opened["table"]
        entered = await server.ask("POST", f"/api/player/tables/{opened['table']}", key=ann)
        assert entered.status == 200

    with_server("sqlite", tmp_path, test)


def test_who_asks_to_be_forgotten_leaves_games_of_somebody(engine: str, tmp_path: Path) -> None:
    async def test(server: ContestServer) -> None:
        key = await server.person("Annabella")
        total = await server.play_daily(key)
        table = (await server.get("/api/player/games", key))["finished"][0]["table"]
        running = (await server.ask("POST", "/api/tables", {**SOLO, "name": "Annabella"}, key=key)).json
        shown = await server.ask("GET", f"/api/tables/{running['table']}", token=running["token"])
        assert shown.json["seats"][0]["name"] == "Annabella"
        answer = await server.ask("DELETE", "/api/player", key=key)
        assert answer.status == 204
        assert (await server.ask("GET", "/api/player", key=key)).json["code"] == "no-player"
        results = await server.get("/api/daily/2026-11-18/london")
        assert [(each["name"], each["total"]) for each in results["best"]] == [(None, total)]
        written = await server.tables.store.entries(table)
        assert "Annabella" not in json.dumps(written)
        # A table in memory is read again, so nobody is shown the old name.
        shown = await server.ask("GET", f"/api/tables/{running['table']}", token=running["token"])
        assert shown.json["seats"][0]["name"] == "somebody"

    with_server(engine, tmp_path, test)


def test_a_closed_table_is_not_among_the_running_games(engine: str, tmp_path: Path) -> None:
    async def test(server: ContestServer) -> None:
        key = await server.person("Ann")
        kept, closed = [(await server.ask("POST", "/api/tables", SOLO, key=key)).json for _ in range(2)]
        assert len((await server.get("/api/player/games", key))["running"]) == 2
        path = f"/api/tables/{closed['table']}/close"
        assert (await server.ask("POST", path, key=key, token=closed["token"])).status == 200
        listed = await server.get("/api/player/games", key)
        assert [game["table"] for game in listed["running"]] == [kept["table"]]
        assert listed["finished"] == []

    with_server(engine, tmp_path, test)


def test_friends_are_those_one_has_sat_with(tmp_path: Path) -> None:
    async def test(server: ContestServer) -> None:
        ann, ben, cleo = [await server.person(name) for name in ("Ann", "Ben", "Cleo")]
        opened = (
            await server.ask("POST", "/api/tables", {**SOLO, "seats": [{"kind": "person"}] * 2}, key=ann)
        ).json
        path = f"/api/tables/{opened['table']}/join"
        joined = await server.ask("POST", path, {"name": "Ben"}, key=ben, token=opened["invite"])
        assert joined.status == 200
        for key in (ann, ben, cleo):
            await server.play_daily(key, choose=passing)
        results = await server.get("/api/daily/2026-11-18/london", ann)
        assert [each["name"] for each in results["friends"]] == ["Ben"]
        assert len(results["best"]) == 3

    with_server("sqlite", tmp_path, test)
