"""The city of the week: what a seed gives, and when a week begins, ends and closes."""

from __future__ import annotations

from datetime import UTC, date, datetime

import pytest

from fulgence.city_generator.generate import model_names, new_city
from fulgence.contests.calendar import milliseconds
from fulgence.contests.weekly import (
    WeeklyContest,
    city_seeds,
    close_of_week,
    end_of_week,
    format_week,
    format_weekly,
    model_of_week,
    parse_week,
    parse_weekly,
    week_at,
    weekly_deal,
)
from fulgence.rules.cityfile.city_reader import load_city

MONDAY = date(2026, 11, 16)
SEED = "5" * 64


def at(day: int, hour: int, minute: int = 0) -> int:
    return milliseconds(datetime(2026, 11, day, hour, minute, tzinfo=UTC))


def test_a_week_lasts_from_monday_to_sunday_and_closes_at_noon() -> None:
    assert week_at(at(16, 0)) == week_at(at(22, 23, 59)) == MONDAY
    assert week_at(at(15, 23, 59)) == date(2026, 11, 9)
    assert end_of_week(MONDAY) == at(23, 0)
    assert close_of_week(MONDAY) == at(23, 12)


def test_names_of_contests() -> None:
    for contest, name in (
        (WeeklyContest(MONDAY), "weekly-2026-W47"),
        (WeeklyContest(MONDAY, is_practice=True), "practice-2026-W47"),
    ):
        assert format_weekly(contest) == name
        assert parse_weekly(name) == contest
    for none in ("", "weekly-2026-W54", "weekly-2025-W53", "daily-2026-W47", "practice-2026-11-16-london"):
        assert parse_weekly(none) is None
    assert format_week(date(2024, 12, 30)) == "2025-W01"
    assert parse_week("2026-W53") == date(2026, 12, 28)


def test_the_models_take_turns() -> None:
    mondays = [date.fromordinal(MONDAY.toordinal() + 7 * number) for number in range(6)]
    models = [model_of_week(monday) for monday in mondays]
    assert models[:3] == models[3:]
    assert sorted(models[:3]) == sorted(model_names())


def test_a_seed_gives_one_city_and_one_deal_and_another_week_others() -> None:
    seeds = city_seeds(MONDAY, SEED, 3)
    assert seeds == city_seeds(MONDAY, SEED, 3)
    later = date(2026, 11, 23)
    assert not {*seeds} & {*city_seeds(later, SEED, 3), *city_seeds(MONDAY, "6" * 64, 3)}
    london = load_city("london")
    assert weekly_deal(london, MONDAY, SEED) == weekly_deal(london, MONDAY, SEED)
    assert weekly_deal(london, MONDAY, SEED) != weekly_deal(london, later, SEED)


@pytest.mark.long
def test_the_city_of_a_seed_is_always_the_same() -> None:
    seed, model = city_seeds(MONDAY, SEED, 1)[0], model_of_week(MONDAY)
    assert new_city(seed, model).file == new_city(seed, model).file
