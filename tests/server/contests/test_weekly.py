"""The city of the week: the same new city and cards for everybody, one try that counts, and the closing."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

from fulgence.city_generator.generate import new_city
from fulgence.contests.cards import PAR
from fulgence.contests.weekly import city_seeds, model_of_week, parse_week
from fulgence.fair import check_fair, commitment, parse_fairness
from fulgence.server.store.weeks import known_weeks
from fulgence.table.state import read_record
from server.contests.contest_server import DAY, HOUR, ContestServer, passing, with_server

WEEK, NEXT = "2026-W47", "2026-W48"


async def begin_week(server: ContestServer, key: str, practice: bool = False) -> dict[str, Any]:
    answer = await server.ask("POST", "/api/weekly", {"practice": practice}, key=key)
    assert answer.status == 200, answer.body
    opened: dict[str, Any] = answer.json
    return opened


async def keep(server: ContestServer) -> None:
    await server.daily.weekly.keep(server.daily._holds_lease)


def test_a_week_from_its_first_game_until_it_has_closed(tmp_path: Path) -> None:
    async def test(server: ContestServer) -> None:
        ann, ben = await server.person("Ann"), await server.person("Ben")
        assert (await server.get("/api/daily"))["week"] is None  # nobody waits for it there
        tabs = await asyncio.gather(*(begin_week(server, ann) for _ in range(3)))
        assert len({(each["table"], each["token"]) for each in tabs}) == 1
        other = await begin_week(server, ben)
        made, lost = await server.play(tabs[0]), await server.play(other, passing)
        practice = await begin_week(server, ben, practice=True)
        assert practice["table"] != other["table"]
        await server.play(practice)
        hidden = await server.get(f"/api/weekly/{WEEK}")
        assert hidden["bots"] == [] and hidden["seed"] is None and hidden["state"] == "open"
        answer = await server.ask("POST", "/api/challenges", {"table": other["table"]}, key=ben)
        assert (answer.status, answer.json["code"]) == (409, "contest")

        await keep(server)
        results = await server.get(f"/api/weekly/{WEEK}", ben)
        assert [(each["name"], each["total"]) for each in results["best"]] == [("Ann", made), ("Ben", lost)]
        assert {each["bot"] for each in results["bots"]} == set(PAR)
        week = (await server.get("/api/daily", ann))["week"]
        assert week["you"] == {"table": tabs[0]["table"], "total": made}
        assert (week["week"], week["name"], week["results"]) == (WEEK, results["name"], 2)
        drawn = await server.get(f"/api/weekly/{WEEK}/map")
        assert drawn["name"] == week["name"]

        server.time.now += 5 * DAY - 1 * HOUR  # Monday, 11:00
        await keep(server)
        assert (await server.get(f"/api/weekly/{WEEK}"))["state"] == "ending"
        assert (await server.get("/api/daily"))["week"]["week"] == NEXT
        server.time.now += HOUR
        await keep(server)
        closed = await server.get(f"/api/weekly/{WEEK}")
        assert closed["state"] == "closed"
        assert commitment(closed["seed"]) == results["commitment"]
        bots = {each["bot"]: each["total"] for each in closed["bots"]}
        assert bots["hindsight"] >= max(made, bots["expert"])
        following = await server.get(f"/api/weekly/{NEXT}")
        assert following["commitment"] == week["next_commitment"]
        assert following["city_file"] != closed["city_file"]

        monday = parse_week(WEEK)
        assert monday
        seed = city_seeds(monday, closed["seed"], 1)[0]
        assert new_city(seed, model_of_week(monday)).file == closed["city_file"]
        record = (await server.ask("GET", f"/api/tables/{tabs[0]['table']}/record")).json
        check_fair(read_record(json.dumps(record), closed["city_file"]), parse_fairness(record["fair"]))

    with_server("sqlite", tmp_path, test)


def test_nothing_of_a_week_can_be_had_before_its_monday(tmp_path: Path) -> None:
    async def test(server: ContestServer) -> None:
        for path in (f"/api/weekly/{NEXT}", f"/api/weekly/{NEXT}/map"):
            answer = await server.ask("GET", path)
            assert (answer.status, answer.json["code"]) == (409, "too-early")
        for week in ("2026-W46", "2025-W53"):
            answer = await server.ask("GET", f"/api/weekly/{week}")
            assert (answer.status, answer.json["code"]) == (404, "no-week")
        assert (await server.ask("POST", "/api/weekly", {})).json["code"] == "no-player"
        this, following = await server.daily.weekly.announced()
        known = await known_weeks(server.tables.store, [this.monday, following.monday])
        assert [week.city for week in known.values()] == [None, None]

    with_server("sqlite", tmp_path, test)
