"""The statistics of somebody's games, by city and add-ons, and whether they were played alone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean

from fulgence.statistics.averages import (
    Comparison,
    Span,
    comparison,
    spans_of_games,
    spans_of_months,
    spread,
)
from fulgence.statistics.distribution import Bin, distribution
from fulgence.statistics.item_records import ItemRecord, interchange_means, item_records
from fulgence.statistics.marks import Mark, marks
from fulgence.statistics.played_game import PlayedGame


@dataclass(frozen=True)
class Statistics:
    """Of the games in one city with the same add-ons, alone or `shared` with others. `spread`: the standard
    deviation of the totals. `game` and `seat`: where the `best` total was reached first. `interchanges`: how
    many a game had on average, on 2, 3 and 4 lines. `tens` and `months`: means over time."""

    city: str
    addons: list[str]
    shared: bool
    games: int
    mean: float
    spread: float
    best: int
    game: str
    seat: int
    items: list[ItemRecord]
    interchanges: list[float]
    tens: list[Span]
    months: list[Span]
    bins: list[Bin]
    marks: list[Mark]
    expert: Comparison | None


def statistics_of(
    games: Sequence[PlayedGame], verdicts: Mapping[str, Sequence[int]] | None = None
) -> list[Statistics]:
    """`games`: the earliest first. `verdicts`: by city, as in `City`. The most played are told first."""
    groups: dict[tuple[str, tuple[str, ...], bool], list[PlayedGame]] = {}
    for game in games:
        groups.setdefault((game.city, game.addons, game.shared), []).append(game)
    found = [one_group(group, (verdicts or {}).get(city, ())) for (city, *_), group in groups.items()]
    return sorted(found, key=lambda each: -each.games)


def one_group(games: Sequence[PlayedGame], verdicts: Sequence[int]) -> Statistics:
    totals = [game.total for game in games]
    best = games[totals.index(max(totals))]
    return Statistics(
        city=best.city,
        addons=list(best.addons),
        shared=best.shared,
        games=len(games),
        mean=fmean(totals),
        spread=spread(totals),
        best=best.total,
        game=best.game,
        seat=best.seat,
        items=item_records(games),
        interchanges=interchange_means(games),
        tens=spans_of_games(totals),
        months=spans_of_months(games),
        bins=distribution(totals),
        marks=marks(games, verdicts),
        expert=comparison(games),
    )
