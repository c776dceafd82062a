"""The daily games of a device: cards by the date, one try that counts, a streak that forgives."""

from __future__ import annotations

import json
from datetime import date

import msgspec
import pytest

from fulgence.api.jobs import AnyJob, PlayOn
from fulgence.browser.daily import (
    DailyResults,
    OpenedDaily,
    PlayDaily,
    Today,
    cards_of,
    day_results,
    open_daily,
    today,
)
from fulgence.browser.host import DeviceGame, Host
from fulgence.browser.local_table import Visitor
from fulgence.browser.routes import handle
from fulgence.contests.calendar import end_of
from fulgence.contests.daily import daily_deal, public_seed
from fulgence.language import load_language
from fulgence.rules.cityfile.city_reader import load_city
from fulgence.server.http.routes import daily_models
from fulgence.table import requests
from fulgence.table.refusals import Refused
from fulgence.table.seats import hashed
from fulgence.table.state import read_record

NOON = 1_795_003_200_000  # 2026-11-18T12:00:00Z, a Wednesday
HOUR = 3600 * 1000
DAY = 24 * HOUR


def game(day: str, total: int | None = 100, city: str = "london", at: int = 0) -> DeviceGame:
    """`at`: on that day, unless it is given."""
    return DeviceGame("here-x", f"daily-{day}-{city}", total, at or end_of(date.fromisoformat(day)) - 1)


def test_the_cards_of_a_day_follow_from_its_date_alone() -> None:
    day = date(2026, 11, 19)
    deal = read_record(cards_of(day, "paris")).deal
    assert deal == daily_deal(load_city("paris"), day, public_seed(day))
    assert (deal.addons, len(deal.pencils)) == (("powers",), 1)
    assert cards_of(day, "paris") != cards_of(date(2026, 11, 20), "paris")


def test_asked_twice_there_is_one_table_that_counts() -> None:
    host = Host()
    first, second = (open_daily(host, "london", PlayDaily(), NOON) for _ in range(2))
    assert first.value == second.value and len(host.tables) == 1 and not second.effects
    elsewhere = open_daily(Host(), "london", PlayDaily(), NOON)
    assert elsewhere.value.table == first.value.table  # so that an import finds it there
    others = [
        open_daily(host, "london", PlayDaily(practice=True), NOON),
        open_daily(host, "london", PlayDaily(practice=True), NOON),
        open_daily(host, "london", PlayDaily(), NOON + DAY),
        open_daily(host, "paris", PlayDaily(), NOON),
    ]
    assert len({each.value.table for each in (first, *others)}) == 5
    info = host.info(first.value.table, requests.Look(hashed(first.token))).value
    assert (info.contest, info.you, info.phase) == ("daily-2026-11-18-london", 0, "playing")
    games = [host.tables[each.value.table].table.playing() for each in (first, others[0])]
    assert games[0].deal == games[1].deal


def test_today_tells_what_was_played_here() -> None:
    host = Host()
    host.contest_games = [game("2026-11-18", 131), game("2026-11-17"), game("2026-11-18", None, "paris")]
    told = today(host, NOON)
    by_city = {each.city: each for each in told.cities}
    assert (told.day, told.ends_at - told.now) == ("2026-11-18", 12 * HOUR)
    assert (told.streak, told.checked) == (2, False)
    assert by_city["london"].you and by_city["london"].you.total == 131
    assert by_city["paris"].you and by_city["paris"].you.total is None
    assert by_city["berlin"].you is None
    assert [day.day for day in told.coming][:2] == ["2026-11-19", "2026-11-20"] and len(told.coming) == 7


def test_a_streak_forgives_a_missed_day_and_practice_counts_for_nothing() -> None:
    host = Host()
    host.contest_games = [game(f"2026-11-{day}") for day in (14, 15, 17)]
    host.contest_games.append(DeviceGame("here-p", "practice-2026-11-18-london", 99, NOON))
    assert today(host, NOON).streak == 3
    late = game("2026-11-16", at=NOON + DAY)  # finished after it had closed
    host.contest_games = [late]
    assert today(host, NOON).streak == 0
    assert day_results(host, "2026-11-16", "london", NOON + DAY).you is None


def test_the_results_of_a_day_are_ones_own() -> None:
    host = Host()
    host.contest_games = [game("2026-11-18", 131)]
    told = day_results(host, "2026-11-18", "london", NOON)
    assert told.you and (told.you.total, told.results, told.state) == (131, 1, "open")
    assert day_results(host, "2026-11-18", "london", NOON + 20 * HOUR).state == "ending"
    assert day_results(host, "2026-11-18", "london", NOON + 2 * DAY).state == "closed"
    for day, city, code in [
        ("2026-11-19", "london", "too-early"),
        ("2026-02-30", "london", "no-day"),
        ("2026-11-18", "toy", "no-city"),
    ]:
        with pytest.raises(Refused) as refused:
            day_results(host, day, city, NOON)
        assert refused.value.code == code


@pytest.mark.parametrize("struct", [Today, DailyResults, OpenedDaily])
def test_answers_have_the_keys_of_the_server(struct: type[msgspec.Struct]) -> None:
    model = getattr(daily_models, struct.__name__)
    assert {field.name for field in msgspec.structs.fields(struct)} == set(model.model_fields)


def test_bots_play_the_cards_of_a_game_that_is_over_only() -> None:
    host = Host()
    opened = open_daily(host, "london", PlayDaily(), NOON)
    path = f"/api/tables/{opened.value.table}/par"
    early = handle(host, "POST", path, b"{}", opened.token, "en")
    assert (early.status, json.loads(early.text)["code"]) == (409, "not-over")
    table = host.tables[opened.value.table]
    table.connect(Visitor(1, hashed(opened.token), load_language("en")))
    while table.table.phase == "playing":
        ply = table.table.seats[0].ply
        table.receive(1, json.dumps({"type": "move", "ply": ply, "move": "pass"}))
    response = handle(host, "POST", path, b"{}", opened.token, "en")
    jobs = [msgspec.json.decode(job, type=AnyJob) for job in response.jobs]
    assert [job.player for job in jobs if isinstance(job, PlayOn)] == ["greedy", "skilled", "expert"]
