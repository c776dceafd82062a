"""Whoever was not answered asks again with the same number, and gets what was theirs already."""

from __future__ import annotations

from pathlib import Path

import pytest

from fulgence.server.entries import Joined, Opened
from server.sitting import Company, House, at_home, play_out
from server.sitting import first_move as first
from server.wire import Wire, wired

NUMBER = "00112233445566778899aabbccddeeff"
OTHER = "ffeeddccbbaa99887766554433221100"
WISH: dict[str, object] = {"city": "toy", "seats": [{"kind": "person"}] * 3, "name": "Ann", "request": NUMBER}


async def join(wire: Wire, company: Company, **body: str) -> tuple[int, dict[str, object]]:
    path = f"/api/tables/{company.id}/join"
    answer = await wire.call("POST", path, {"name": "Ben", **body}, token=company.invite)
    return answer.status, answer.json


@pytest.mark.parametrize("mishap", ["before", "after"])
def test_a_join_that_is_in_doubt_finds_its_seat_when_it_is_asked_again(tmp_path: Path, mishap: str) -> None:
    async def test(house: House) -> None:
        wire = wired(house)
        company = await house.open(3, free=2)
        house.store.failing = [mishap]
        status, problem = await join(wire, company, request=NUMBER)
        assert (status, problem["code"]) == (503, "storage" if mishap == "before" else "in-doubt")
        status, joined = await join(wire, company, request=NUMBER)
        assert (status, joined["seat"]) == (200, 1)
        assert await join(wire, company, request=NUMBER) == (200, joined)
        seats = (await company.quiet()).seats
        assert [seat.kind for seat in seats] == ["person", "person", "free"]
        assert (await house.connect(company.id, str(joined["token"]))).view["you"] == 1

    at_home(tmp_path, test)


def test_a_join_can_be_asked_again_when_the_game_has_begun(tmp_path: Path) -> None:
    async def test(house: House) -> None:
        wire = wired(house)
        company = await house.open(2, free=1)
        first_time = await join(wire, company, request=NUMBER)
        assert first_time[0] == 200
        assert (await company.quiet()).phase == "playing"
        assert await join(wire, company, request=NUMBER) == first_time
        status, problem = await join(wire, company, request=OTHER)
        assert (status, problem["code"]) == (409, "no-seat")

    at_home(tmp_path, test)


def test_another_number_another_table_or_none_is_another_seat(tmp_path: Path) -> None:
    async def test(house: House) -> None:
        wire = wired(house)
        here, there = await house.open(4, free=3), await house.open(4, free=3)
        answers = [
            await join(wire, here, request=NUMBER),
            await join(wire, here, request=OTHER),
            await join(wire, here),
            await join(wire, there, request=NUMBER),
        ]
        assert [joined["seat"] for _, joined in answers] == [1, 2, 3, 1]
        assert len({joined["token"] for _, joined in answers}) == 4

    at_home(tmp_path, test)


@pytest.mark.parametrize("number", ["", "0011", NUMBER.upper(), NUMBER + "00", "g" * 32])
def test_a_number_has_its_form(tmp_path: Path, number: str) -> None:
    async def test(house: House) -> None:
        wire = wired(house)
        company = await house.open(3, free=2)
        status, problem = await join(wire, company, request=number)
        assert (status, problem["code"]) == (422, "bad-request")
        answer = await wire.call("POST", "/api/tables", {**WISH, "request": number})
        assert (answer.status, answer.json["code"]) == (422, "bad-request")

    at_home(tmp_path, test)


@pytest.mark.parametrize("mishap", ["before", "after"])
def test_a_table_that_is_in_doubt_is_found_when_it_is_opened_again(tmp_path: Path, mishap: str) -> None:
    async def test(house: House) -> None:
        wire = wired(house)
        house.store.failing = [mishap]
        answer = await wire.call("POST", "/api/tables", WISH)
        assert answer.json["code"] == ("storage" if mishap == "before" else "in-doubt")
        opened = await wire.call("POST", "/api/tables", WISH)
        assert opened.status == 201
        again = await wire.call("POST", "/api/tables", WISH)
        assert (again.status, again.json) == (201, opened.json)
        company = Company(house, opened.json["table"], [opened.json["token"]], opened.json["invite"])
        assert [type(entry) for _, entry in await company.entries()] == [Opened, Joined]
        ann = await company.connect(0)
        assert (ann.view["you"], ann.view["commitment"]) == (0, opened.json["commitment"])
        assert (await join(wire, company))[0] == 200

    at_home(tmp_path, test)


def test_another_number_opens_another_table(tmp_path: Path) -> None:
    async def test(house: House) -> None:
        wire = wired(house)
        numbers = [NUMBER, OTHER, None, None]
        wishes = [{**WISH, "request": number} for number in numbers]
        opened = [(await wire.call("POST", "/api/tables", wish)).json for wish in wishes]
        for part in ("table", "token", "invite", "watch", "commitment"):
            assert len({each[part] for each in opened}) == 4
        secrets = {each[part] for each in opened for part in ("token", "invite", "watch")}
        assert len(secrets) == 12

    at_home(tmp_path, test)


def test_games_that_run_alone_go_on_although_their_opening_was_in_doubt(tmp_path: Path) -> None:
    async def test(house: House) -> None:
        wire = wired(house)
        wish = {"city": "toy", "seats": [{"kind": "bot", "bot": "random"}], "request": NUMBER}
        house.store.failing = ["after"]
        assert (await wire.call("POST", "/api/tables", wish)).status == 503
        opened = (await wire.call("POST", "/api/tables", wish)).json
        assert opened["seat"] is None and opened["token"] is None
        await house.store.until_phase(opened["table"], "over")

    at_home(tmp_path, test)


@pytest.mark.parametrize("failing", [["after"], ["", "after"]])
def test_a_rematch_that_is_in_doubt_is_opened_once(tmp_path: Path, failing: list[str]) -> None:
    async def test(house: House) -> None:
        wire = wired(house)
        company = await house.open(1, city="toy")
        await play_out(await company.everybody(), first)
        path = f"/api/tables/{company.id}/rematch"
        house.store.failing = list(failing)
        answer = await wire.call("POST", path, token=company.tokens[0])
        assert (answer.status, answer.json["code"]) == (503, "in-doubt")
        again = await wire.call("POST", path, token=company.tokens[0])
        assert (again.status, again.json["seat"]) == (200, 0)
        tables = await house.store.tables()
        assert sorted(tables) == sorted([company.id, again.json["table"]])

    at_home(tmp_path, test)


def test_a_new_token_that_is_in_doubt_is_told_when_it_is_asked_for_again(tmp_path: Path) -> None:
    async def test(house: House) -> None:
        wire = wired(house)
        company = await house.open(2)
        path, ben = f"/api/tables/{company.id}/seats/1/token", company.tokens[1]
        house.store.failing = ["after"]
        answer = await wire.call("POST", path, {"request": NUMBER}, token=ben)
        assert (answer.status, answer.json["code"]) == (503, "in-doubt")
        answer = await wire.call("POST", path, {"request": OTHER}, token=ben)
        assert (answer.status, answer.json["code"]) == (403, "no-right")
        answer = await wire.call("POST", path, {"request": NUMBER}, token=ben)
        assert answer.status == 200
        assert (await house.connect(company.id, answer.json["token"])).view["you"] == 1

    at_home(tmp_path, test)


def test_who_only_looks_while_a_write_is_in_doubt_is_told_to_ask_again(tmp_path: Path) -> None:
    async def test(house: House) -> None:
        wire = wired(house)
        company = await house.write("t")
        ann = await company.connect(0)
        house.store.failing = ["after"]
        ann.say(type="move", ply=0, move="pass")
        answer = await wire.call("GET", "/api/tables/t", token=company.tokens[0])
        assert (answer.status, answer.json["code"]) == (503, "moved")
        await ann.until(ann.replies)
        assert ann.replies() == [("in-doubt", 0)]

    at_home(tmp_path, test)
