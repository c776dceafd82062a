"""Statistics of finished games: averages, the best of each item, marks, and the distance to the expert."""

from __future__ import annotations

from collections.abc import Sequence

from fulgence.statistics.averages import Comparison, Span
from fulgence.statistics.distribution import Bin, distribution
from fulgence.statistics.marks import Mark
from fulgence.statistics.played_game import PlayedGame
from fulgence.statistics.statistics import Statistics, statistics_of
from fulgence.table.results import ResultItems

NOVEMBER = 1_795_003_200_000  # 2026-11-18T12:00:00Z
MONTH = 31 * 24 * 3600 * 1000


def game(name: str, total: int, **more: object) -> PlayedGame:
    items = ResultItems({"pink": total - 10, "blue": 4}, 6, 0, 0, 0, 0, (total % 3, 1, 0))
    facts: dict[str, object] = {"city": "london", "addons": (), "items": items, **more}
    return PlayedGame(name, 0, total=total, **facts)  # type: ignore[arg-type]  # each fact is a field


def games(totals: Sequence[int]) -> list[PlayedGame]:
    return [game(f"g{number}", total) for number, total in enumerate(totals, 1)]


def only(found: list[Statistics]) -> Statistics:
    assert len(found) == 1
    return found[0]


def test_there_are_no_statistics_without_games() -> None:
    assert statistics_of([]) == []
    assert distribution([]) == []


def test_games_with_other_add_ons_are_counted_apart_and_the_most_played_come_first() -> None:
    played = [game("a", 100, addons=("gates",)), *games([90, 110]), game("b", 80, city="paris")]
    found = statistics_of(played)
    assert [(each.city, each.addons, each.games) for each in found] == [
        ("london", [], 2),
        ("london", ["gates"], 1),
        ("paris", [], 1),
    ]


def test_games_with_others_are_counted_apart() -> None:
    found = statistics_of([game("a", 100), game("b", 90, shared=True), game("c", 80, shared=True)])
    assert [(each.shared, each.games) for each in found] == [(True, 2), (False, 1)]


def test_mean_spread_and_best_are_those_of_the_totals() -> None:
    found = only(statistics_of(games([90, 120, 120])))
    assert (found.mean, round(found.spread, 3)) == (110, 17.321)
    assert (found.best, found.game) == (120, "g2")


def test_a_single_game_has_no_spread() -> None:
    found = only(statistics_of(games([90])))
    assert (found.mean, found.spread, found.expert) == (90, 0, None)


def test_the_best_of_each_item_names_the_first_game_that_had_it() -> None:
    found = only(statistics_of(games([90, 120, 120])))
    assert [(item.item, item.pencil, item.mean, item.best, item.game) for item in found.items] == [
        ("line", "blue", 4, 4, "g1"),
        ("line", "pink", 100, 110, "g2"),
        ("sites", None, 6, 6, "g1"),
    ]


def test_interchanges_are_counted_by_the_number_of_their_lines() -> None:
    assert only(statistics_of(games([90, 91]))).interchanges == [0.5, 1, 0]


def test_means_over_time_are_taken_of_ten_games_and_of_months() -> None:
    found = only(statistics_of(games([*range(100, 110), 50])))
    assert found.tens == [Span(1, 10, 104.5, None), Span(11, 1, 50, None)]
    assert found.months == []
    dated = [game("a", 90, ended_at=NOVEMBER), game("b", 92, ended_at=NOVEMBER + 1)]
    found = only(statistics_of([*dated, game("c", 100, ended_at=NOVEMBER + MONTH)]))
    assert found.months == [Span(1, 2, 91, "2026-11"), Span(3, 1, 100, "2026-12")]


def test_totals_fall_into_bins_with_round_limits_and_no_gap() -> None:
    assert distribution([19, 21, 21]) == [Bin(19, 19, 1), Bin(20, 20, 0), Bin(21, 21, 2)]
    wide = distribution([81, 99, 160])
    assert [(each.low, each.high) for each in wide] == [(low, low + 9) for low in range(80, 170, 10)]
    assert [each.games for each in wide] == [1, 1, 0, 0, 0, 0, 0, 0, 1]
    assert sum(each.games for each in distribution(range(-30, 400, 7))) == len(range(-30, 400, 7))
    assert distribution([-3])[0] == Bin(-3, -3, 1)


def test_a_mark_is_reached_by_the_first_game_with_its_total() -> None:
    found = only(statistics_of(games([120, 121, 165]), {"london": (90, 105, 120, 135, 150)}))
    assert found.marks == [
        Mark(91, 2, 3, "g1", 0, 1),
        Mark(106, 3, 3, "g1", 0, 1),
        Mark(121, 4, 2, "g2", 0, 2),
        Mark(136, 5, 1, "g3", 0, 3),
        Mark(151, 6, 1, "g3", 0, 3),
        Mark(160, None, 1, "g3", 0, 3),
        Mark(180, None, 0, None, None, None),
    ]


def test_a_city_without_verdicts_has_round_marks() -> None:
    found = only(statistics_of(games([120])))
    assert [(mark.total, mark.games) for mark in found.marks] == [(120, 1), (140, 0), (160, 0), (180, 0)]


def test_only_games_whose_cards_the_expert_has_played_are_compared_with_it() -> None:
    played = [game("a", 90, expert=100), game("b", 104, expert=100), game("c", 200)]
    found = only(statistics_of(played)).expert
    assert found is not None
    assert (found.games, found.mean, round(found.error, 6), found.ahead) == (2, -3, 7, 1)
    assert only(statistics_of([game("a", 90, expert=90)])).expert == Comparison(1, 0, 0, 1)
