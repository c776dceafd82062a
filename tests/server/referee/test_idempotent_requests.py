"""Whoever was not answered asks again with the same number, and gets what was theirs already."""

from __future__ import annotations

from pathlib import Path

import pytest

from fulgence.table.entries import JoinedSeat, Opened
from server.asgi_client import AsgiClient, asgi_client
from server.local_tables import LocalTable, LocalTables, play_out, with_tables
from server.local_tables import first_move as first

NUMBER = "00112233445566778899aabbccddeeff"
OTHER = "ffeeddccbbaa99887766554433221100"
WISH: dict[str, object] = {"city": "toy", "seats": [{"kind": "person"}] * 3, "name": "Ann", "request": NUMBER}


async def join(client: AsgiClient, local: LocalTable, **body: str) -> tuple[int, dict[str, object]]:
    path = f"/api/tables/{local.id}/join"
    answer = await client.call("POST", path, {"name": "Ben", **body}, token=local.invite)
    return answer.status, answer.json


@pytest.mark.parametrize("mishap", ["before", "after"])
def test_a_join_that_is_in_doubt_finds_its_seat_when_it_is_asked_again(tmp_path: Path, mishap: str) -> None:
    async def test(tables: LocalTables) -> None:
        client = asgi_client(tables)
        local = await tables.open(3, free=2)
        tables.store.failing = [mishap]
        status, problem = await join(client, local, request=NUMBER)
        assert (status, problem["code"]) == (503, "storage" if mishap == "before" else "in-doubt")
        status, joined = await join(client, local, request=NUMBER)
        assert (status, joined["seat"]) == (200, 1)
        assert await join(client, local, request=NUMBER) == (200, joined)
        seats = (await local.quiet()).seats
        assert [seat.kind for seat in seats] == ["person", "person", "free"]
        assert (await tables.connect(local.id, str(joined["token"]))).view["you"] == 1

    with_tables(tmp_path, test)


def test_a_join_can_be_asked_again_when_the_game_has_begun(tmp_path: Path) -> None:
    async def test(tables: LocalTables) -> None:
        client = asgi_client(tables)
        local = await tables.open(2, free=1)
        first_time = await join(client, local, request=NUMBER)
        assert first_time[0] == 200
        assert (await local.quiet()).phase == "playing"
        assert await join(client, local, request=NUMBER) == first_time
        status, problem = await join(client, local, request=OTHER)
        assert (status, problem["code"]) == (409, "no-seat")

    with_tables(tmp_path, test)


def test_another_number_another_table_or_none_is_another_seat(tmp_path: Path) -> None:
    async def test(tables: LocalTables) -> None:
        client = asgi_client(tables)
        here, there = await tables.open(4, free=3), await tables.open(4, free=3)
        answers = [
            await join(client, here, request=NUMBER),
            await join(client, here, request=OTHER),
            await join(client, here),
            await join(client, there, request=NUMBER),
        ]
        assert [joined["seat"] for _, joined in answers] == [1, 2, 3, 1]
        assert len({joined["token"] for _, joined in answers}) == 4

    with_tables(tmp_path, test)


@pytest.mark.parametrize("number", ["", "0011", NUMBER.upper(), NUMBER + "00", "g" * 32])
def test_a_number_has_its_form(tmp_path: Path, number: str) -> None:
    async def test(tables: LocalTables) -> None:
        client = asgi_client(tables)
        local = await tables.open(3, free=2)
        status, problem = await join(client, local, request=number)
        assert (status, problem["code"]) == (422, "bad-request")
        answer = await client.call("POST", "/api/tables", {**WISH, "request": number})
        assert (answer.status, answer.json["code"]) == (422, "bad-request")

    with_tables(tmp_path, test)


@pytest.mark.parametrize("mishap", ["before", "after"])
def test_a_table_that_is_in_doubt_is_found_when_it_is_opened_again(tmp_path: Path, mishap: str) -> None:
    async def test(tables: LocalTables) -> None:
        client = asgi_client(tables)
        tables.store.failing = [mishap]
        answer = await client.call("POST", "/api/tables", WISH)
        assert answer.json["code"] == ("storage" if mishap == "before" else "in-doubt")
        opened = await client.call("POST", "/api/tables", WISH)
        assert opened.status == 201
        again = await client.call("POST", "/api/tables", WISH)
        assert (again.status, again.json) == (201, opened.json)
        local = LocalTable(tables, opened.json["table"], [opened.json["token"]], opened.json["invite"])
        assert [type(entry) for _, entry in await local.entries()] == [Opened, JoinedSeat]
        ann = await local.connect(0)
        assert (ann.view["you"], ann.view["commitment"]) == (0, opened.json["commitment"])
        assert (await join(client, local))[0] == 200

    with_tables(tmp_path, test)


def test_another_number_opens_another_table(tmp_path: Path) -> None:
    async def test(tables: LocalTables) -> None:
        client = asgi_client(tables)
        wishes = [{**WISH, "request": number} for number in (NUMBER, OTHER, None, None)]
        opened = [(await client.call("POST", "/api/tables", wish)).json for wish in wishes]
        for part in ("table", "token", "invite", "watch", "commitment"):
            assert len({each[part] for each in opened}) == 4
        secrets = {each[part] for each in opened for part in ("token", "invite", "watch")}
        assert len(secrets) == 12

    with_tables(tmp_path, test)


def test_games_that_run_alone_go_on_although_their_opening_was_in_doubt(tmp_path: Path) -> None:
    async def test(tables: LocalTables) -> None:
        client = asgi_client(tables)
        wish = {"city": "toy", "seats": [{"kind": "bot", "bot": "random"}], "request": NUMBER}
        tables.store.failing = ["after"]
        assert (await client.call("POST", "/api/tables", wish)).status == 503
        opened = (await client.call("POST", "/api/tables", wish)).json
        assert opened["seat"] is None and opened["token"] is None
        await tables.store.until_phase(opened["table"], "over")

    with_tables(tmp_path, test)


@pytest.mark.parametrize("failing", [["after"], ["", "after"]])
def test_a_rematch_that_is_in_doubt_is_opened_once(tmp_path: Path, failing: list[str]) -> None:
    async def test(tables: LocalTables) -> None:
        client = asgi_client(tables)
        local = await tables.open(1, city="toy")
        await play_out(await local.everybody(), first)
        path = f"/api/tables/{local.id}/rematch"
        tables.store.failing = list(failing)
        answer = await client.call("POST", path, token=local.tokens[0])
        assert (answer.status, answer.json["code"]) == (503, "in-doubt")
        again = await client.call("POST", path, token=local.tokens[0])
        assert (again.status, again.json["seat"]) == (200, 0)
        ids = await tables.store.tables()
        assert sorted(ids) == sorted([local.id, again.json["table"]])

    with_tables(tmp_path, test)


def test_a_new_token_that_is_in_doubt_is_told_when_it_is_asked_for_again(tmp_path: Path) -> None:
    async def test(tables: LocalTables) -> None:
        client = asgi_client(tables)
        local = await tables.open(2)
        path, ben = f"/api/tables/{local.id}/seats/1/token", local.tokens[1]
        tables.store.failing = ["after"]
        answer = await client.call("POST", path, {"request": NUMBER}, token=ben)
        assert (answer.status, answer.json["code"]) == (503, "in-doubt")
        answer = await client.call("POST", path, {"request": OTHER}, token=ben)
        assert (answer.status, answer.json["code"]) == (403, "no-right")
        answer = await client.call("POST", path, {"request": NUMBER}, token=ben)
        assert answer.status == 200
        assert (await tables.connect(local.id, answer.json["token"])).view["you"] == 1

    with_tables(tmp_path, test)


def test_who_only_looks_while_a_write_is_in_doubt_is_told_to_ask_again(tmp_path: Path) -> None:
    async def test(tables: LocalTables) -> None:
        client = asgi_client(tables)
        local = await tables.write("t")
        ann = await local.connect(0)
        tables.store.failing = ["after"]
        ann.say(type="move", ply=0, move="pass")
        answer = await client.call("GET", "/api/tables/t", token=local.tokens[0])
        assert (answer.status, answer.json["code"]) == (503, "moved")
        await ann.until(ann.replies)
        assert ann.replies() == [("in-doubt", 0)]

    with_tables(tmp_path, test)
