"""The daily games: one try that counts, results that the server has replayed, nothing told too early."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import pytest

from fulgence.contests.cards import PAR
from fulgence.contests.daily import DailyContest, daily_cities
from fulgence.fair import check_fair, commitment, parse_fairness
from fulgence.rules.text.record import parse_record
from fulgence.server.contests.daily import Daily
from fulgence.server.store.days import pars_of
from server.contests.contest_server import DAY, HOUR, ContestServer, passing, with_server
from server.databases import ENGINES

TODAY = "2026-11-18"


@pytest.fixture(params=ENGINES)
def engine(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def test_everybody_gets_the_same_cards_and_is_ranked_by_what_they_made_of_them(
    engine: str, tmp_path: Path
) -> None:
    async def test(server: ContestServer) -> None:
        ann, ben, cleo = [await server.person(name) for name in ("Ann", "Ben", "Cleo")]
        first, second = await server.begin_daily(ann), await server.begin_daily(ben)
        assert first["table"] != second["table"]
        made = await server.play(first)
        lost = await server.play(second, passing)
        server.time.now += HOUR
        await server.play_daily(cleo, choose=passing)
        assert made > lost
        records = [
            parse_record((await server.ask("GET", f"/api/tables/{each['table']}/record")).body.decode())
            for each in (first, second)
        ]
        assert records[0].deal == records[1].deal
        results = await server.get(f"/api/daily/{TODAY}/london", ben)
        assert [(each["name"], each["total"], each["you"]) for each in results["best"]] == [
            ("Ann", made, False),
            ("Cleo", lost, False),
            ("Ben", lost, True),
        ]
        standing = results["you"]
        assert (standing["total"], standing["rank"], standing["percentile"]) == (lost, 2, 0)
        assert (await server.get(f"/api/daily/{TODAY}/london", ann))["you"]["percentile"] == 100
        today = await server.get("/api/daily", ann)
        london = next(city for city in today["cities"] if city["city"] == "london")
        assert london["you"] == {"table": first["table"], "total": made}
        assert london["results"] == 3
        assert [city["city"] for city in today["cities"]] == list(daily_cities())

    with_server(engine, tmp_path, test)


def test_the_first_try_counts_and_cannot_be_had_twice(tmp_path: Path) -> None:
    async def test(server: ContestServer) -> None:
        ann = await server.person("Ann")
        tabs = await asyncio.gather(*(server.begin_daily(ann) for _ in range(4)))
        assert len({each["table"] for each in tabs}) == 1
        assert len({each["token"] for each in tabs}) == 1
        early = await server.ask("POST", "/api/daily/london", {"practice": True}, key=ann)
        assert (early.status, early.json["code"]) == (409, "not-over")  # or one would know the cards
        lost = await server.play(tabs[0], passing)
        assert (await server.begin_daily(ann))["table"] == tabs[0]["table"]
        practice = await server.begin_daily(ann, practice=True)
        assert practice["practice"] and practice["table"] != tabs[0]["table"]
        assert await server.play(practice) > lost
        results = await server.get(f"/api/daily/{TODAY}/london", ann)
        assert [each["total"] for each in results["best"]] == [lost]

    with_server("sqlite", tmp_path, test)


def test_a_player_is_needed_and_a_city_that_has_a_day(tmp_path: Path) -> None:
    async def test(server: ContestServer) -> None:
        answer = await server.ask("POST", "/api/daily/london", {})
        assert (answer.status, answer.json["code"]) == (403, "no-player")
        ann = await server.person("Ann")
        answer = await server.ask("POST", "/api/daily/toy", {}, key=ann)
        assert (answer.status, answer.json["code"]) == (404, "no-city")
        for day, code in (("2026-11-19", "too-early"), ("2026-11-17", "no-day"), ("2026-13-01", "no-day")):
            answer = await server.ask("GET", f"/api/daily/{day}/london", key=ann)
            assert answer.json["code"] == code

    with_server("sqlite", tmp_path, test)


def test_a_game_that_counts_can_be_neither_closed_nor_handed_to_a_bot(tmp_path: Path) -> None:
    async def test(server: ContestServer) -> None:
        opened = await server.begin_daily(await server.person("Ann"))
        path = f"/api/tables/{opened['table']}"
        for place, body in (
            ("close", None),
            ("leave", {"bot": "expert"}),
            ("seats/0/bot", {"bot": "expert"}),
        ):
            answer = await server.ask("POST", f"{path}/{place}", body, token=opened["token"])
            assert (answer.status, answer.json["code"]) == (409, "contest")
        assert (await server.ask("GET", f"{path}/record")).json["code"] == "not-over"

    with_server("sqlite", tmp_path, test)


def test_bots_are_told_after_ones_own_try_and_play_each_day_once(engine: str, tmp_path: Path) -> None:
    async def test(server: ContestServer) -> None:
        ann, ben = await server.person("Ann"), await server.person("Ben")
        await server.play_daily(ann, choose=passing)
        london = DailyContest(server.daily.today, "london")
        await server.daily.play_par(london, PAR)
        before = await pars_of(server.tables.store, f"daily-{TODAY}-london")
        await server.daily.play_par(london, PAR)
        assert await pars_of(server.tables.store, f"daily-{TODAY}-london") == before
        results = await server.get(f"/api/daily/{TODAY}/london", ann)
        assert {each["bot"] for each in results["bots"]} == {"greedy", "skilled", "expert"}
        assert [each["total"] for each in results["bots"]] == sorted(
            each["total"] for each in results["bots"]
        )
        for each in results["bots"]:
            assert parse_record(each["record"]).names == (each["bot"],)
        hidden = await server.get(f"/api/daily/{TODAY}/london", ben)
        assert hidden["bots"] == hidden["friends"] == []

    with_server(engine, tmp_path, test)


def test_par_is_played_where_somebody_plays(tmp_path: Path) -> None:
    async def test(server: ContestServer) -> None:
        names = {city: f"daily-{TODAY}-{city}" for city in ("london", "paris")}
        await server.daily.keep()
        assert not await pars_of(server.tables.store, names["london"])
        assert not server.daily._begun.is_set()
        await server.begin_daily(await server.person("Ann"))
        assert server.daily._begun.is_set()  # whoever looks after the days is woken
        await server.daily.keep()
        assert {par.player for par in await pars_of(server.tables.store, names["london"])} == set(PAR)
        assert not await pars_of(server.tables.store, names["paris"])

    with_server("sqlite", tmp_path, test)


def test_only_one_process_looks_after_the_days(engine: str, tmp_path: Path) -> None:
    async def test(server: ContestServer) -> None:
        other = Daily(server.tables.store, server.daily.pars.workers, server.time)
        assert await server.daily._holds_lease()
        assert not await other._holds_lease()
        assert not await other.keep()
        server.time.now += 5 * 60 * 1000  # the first one has died
        assert await other._holds_lease()
        assert not await server.daily._holds_lease()

    with_server(engine, tmp_path, test)


def test_a_day_that_closes_while_games_run(
    engine: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def test(server: ContestServer) -> None:
        monkeypatch.setattr(server.daily, "contests_on", lambda day: [DailyContest(day, "london")])
        ann, ben, cleo = [await server.person(name) for name in ("Ann", "Ben", "Cleo")]
        promised = {each["day"]: each["commitment"] for each in (await server.get("/api/daily"))["coming"]}
        assert len(promised) == 7
        early, late = await server.begin_daily(ann), await server.begin_daily(ben)
        server.time.now += 12 * HOUR + 1  # the day has ended, and a new one has begun
        assert (await server.get(f"/api/daily/{TODAY}/london"))["state"] == "ending"
        today = await server.get("/api/daily")
        assert today["day"] == "2026-11-19"
        total = await server.play(early)
        assert (await server.begin_daily(cleo))["table"] not in (early["table"], late["table"])
        await server.daily.keep()
        results = await server.get(f"/api/daily/{TODAY}/london", ann)
        assert results["state"] == "ending" and results["seed"] is None
        assert results["best"][0]["table"] is None
        server.time.now += 12 * HOUR  # now it closes
        assert await server.daily.keep()
        closed = await server.get(f"/api/daily/{TODAY}/london")
        assert closed["state"] == "closed"
        assert commitment(closed["seed"]) == results["commitment"]
        assert [(each["name"], each["table"]) for each in closed["best"]] == [("Ann", early["table"])]
        bots = {each["bot"]: each["total"] for each in closed["bots"]}
        assert list(bots)[-1] == "hindsight" and bots["hindsight"] >= max(total, bots["expert"])
        record = (await server.ask("GET", f"/api/tables/{early['table']}/record")).json
        check_fair(parse_record(json.dumps(record)), parse_fairness(record["fair"]))
        next_day = await server.get("/api/daily/2026-11-19/london")
        assert next_day["commitment"] == promised["2026-11-19"]

    with_server(engine, tmp_path, test)


def test_a_result_after_the_day_has_closed_does_not_count(tmp_path: Path) -> None:
    async def test(server: ContestServer) -> None:
        ann = await server.person("Ann")
        opened = await server.begin_daily(ann)
        server.time.now += 2 * DAY
        await server.play(opened)
        results = await server.get(f"/api/daily/{TODAY}/london", ann)
        assert results["you"] is None and results["best"] == []

    with_server("sqlite", tmp_path, test)
