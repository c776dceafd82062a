from datetime import date, timedelta

from fulgence.contests.streak import streak

TODAY = date(2026, 3, 20)


def days(*ago: int) -> set[date]:
    return {TODAY - timedelta(days=each) for each in ago}


def test_days_in_a_row_are_counted() -> None:
    assert streak(days(), TODAY) == 0
    assert streak(days(0), TODAY) == 1
    assert streak(days(0, 1, 2), TODAY) == 3


def test_today_may_still_be_played() -> None:
    assert streak(days(1, 2), TODAY) == 2


def test_one_missed_day_a_week_is_forgiven() -> None:
    assert streak(days(0, 1, 3, 4), TODAY) == 4
    assert streak(days(0, 1, 3, 4, 5, 6, 7, 8, 10), TODAY) == 9  # days 2 and 9 are a week apart
    assert streak(days(0, 1, 3, 4, 5, 6, 7, 9), TODAY) == 7  # days 2 and 8 are not


def test_two_missed_days_in_a_row_end_it() -> None:
    assert streak(days(0, 1, 4, 5), TODAY) == 2
    assert streak(days(2, 3), TODAY) == 2
    assert streak(days(3, 4), TODAY) == 0
