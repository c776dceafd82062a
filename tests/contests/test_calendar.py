from collections import Counter
from datetime import date, timedelta

import pytest

from fulgence.contests.calendar import addons_of_day, close_of, day_at, end_of
from fulgence.rules.cityfile.city_reader import load_city

MONDAY = date(2026, 11, 16)


@pytest.mark.parametrize("key", ["london", "paris", "berlin"])
def test_four_days_a_week_are_without_add_ons_and_the_others_take_turns(key: str) -> None:
    city = load_city(key)
    days = [MONDAY + timedelta(days=number) for number in range(7 * 60)]
    addons = [addons_of_day(city, day) for day in days]
    assert all(not each for each, day in zip(addons, days, strict=True) if day.weekday() in (0, 2, 4, 6))
    counts = Counter(each for each, day in zip(addons, days, strict=True) if day.weekday() in (1, 3, 5))
    assert () not in counts
    assert {name for each in counts for name in each} == set(city.addons)
    assert not any({"powers", "gates"} <= set(each) for each in counts)
    assert max(counts.values()) - min(counts.values()) <= 1


def test_a_city_without_add_ons_has_none_on_any_day() -> None:
    city = load_city("toy")
    if not city.addons:
        assert {addons_of_day(city, MONDAY + timedelta(days=number)) for number in range(14)} == {()}


def test_a_day_is_a_utc_day_and_closes_twelve_hours_after_it() -> None:
    begin = 1_794_787_200_000  # 2026-11-16T00:00:00Z
    assert (day_at(begin - 1), day_at(begin)) == (date(2026, 11, 15), MONDAY)
    assert end_of(MONDAY) == begin + 24 * 3600 * 1000
    assert close_of(MONDAY) == begin + 36 * 3600 * 1000
