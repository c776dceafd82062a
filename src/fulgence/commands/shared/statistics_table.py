"""Statistics as text: a table of items, a histogram, marks, and the bots with the same cards."""

from __future__ import annotations

from collections.abc import Mapping

from fulgence.commands.shared.console_io import printable
from fulgence.language import N_, ngettext, translate
from fulgence.prose import wording
from fulgence.rules.city import City
from fulgence.statistics.item_records import ItemRecord
from fulgence.statistics.marks import Mark
from fulgence.statistics.statistics import Statistics

BAR = 40  # characters of the longest bar
SPANS = 12  # means over time in a row
ITEM_NAMES = {
    "sites": N_("sites"),
    "crossings": N_("crossings"),
    "interchanges": N_("interchanges"),
    "objectives": N_("objectives"),
}


def statistics_text(city: City, group: Statistics, bots: Mapping[str, float]) -> str:
    parts = [
        heading(city, group),
        item_rows(group),
        histogram(group),
        means_over_time(group),
        mark_rows(group),
        bot_rows(group, bots),
    ]
    return "\n\n".join("\n".join(printable(line) for line in lines) for lines in parts if lines)


def heading(city: City, group: Statistics) -> list[str]:
    games = ngettext("{count} game", "{count} games", group.games, count=group.games)
    others = [translate("with others")] if group.shared else []
    place = ", ".join([translate(city.name), *group.addons, *others])
    facts = translate(
        "mean {mean}, spread {spread}, best {best} ({game})",
        mean=points(group.mean),
        spread=points(group.spread),
        best=group.best,
        game=group.game,
    )
    return [f"{place}: {games}", f"  {facts}"]


def points(value: float) -> str:
    return f"{value:.1f}"


def item_name(item: ItemRecord) -> str:
    if item.pencil is not None:
        return translate("{pencil} line", pencil=translate(item.pencil))
    return translate(ITEM_NAMES[item.item])


def item_rows(group: Statistics) -> list[str]:
    names = [item_name(item) for item in group.items]
    width = max(map(len, names))
    mean, best = translate("mean"), translate("best")
    rows = [f"  {'':<{width}}{mean:>8}{best:>8}"]
    rows += [
        f"  {name:<{width}}{points(item.mean):>8}{item.best:>8}  {item.game}"
        for name, item in zip(names, group.items, strict=True)
    ]
    counts = ", ".join(map(points, group.interchanges))
    return [*rows, "  " + translate("interchanges on 2, 3 and 4 lines: {counts}", counts=counts)]


def histogram(group: Statistics) -> list[str]:
    most = max(each.games for each in group.bins)
    widest = len(str(group.bins[-1].high))
    rows = []
    for each in group.bins:
        bar = "#" * -(-each.games * BAR // most)  # rounded up: a single game shows
        rows.append(f"  {each.low:>{widest}}-{each.high:<{widest}}{each.games:>6}  {bar}".rstrip())
    return rows


def means_over_time(group: Statistics) -> list[str]:
    """Of the latest spans, if there are several."""
    if len(group.tens) < 2:
        return []
    means = " ".join(points(span.mean) for span in group.tens[-SPANS:])
    return ["  " + translate("means of ten games each, the latest last: {means}", means=means)]


def mark_rows(group: Statistics) -> list[str]:
    """Those that were reached, and the next one."""
    reached = [mark for mark in group.marks if mark.games]
    rows = [mark_row(mark, group.games) for mark in reached]
    missing = [mark for mark in group.marks if not mark.games]
    return rows + ["  " + translate("next: {total} points", total=mark.total) for mark in missing[:1]]


def mark_row(mark: Mark, games: int) -> str:
    said = translate(
        "{total} points: in {count} of {games} games, first in game {number}",
        total=mark.total,
        count=mark.games,
        games=games,
        number=mark.number,
    )
    verdict = f" - {translate(wording.VERDICTS[mark.verdict - 1])}" if mark.verdict else ""
    return f"  {said}{verdict}"


def bot_rows(group: Statistics, bots: Mapping[str, float]) -> list[str]:
    """Empty if no bot has played these cards."""
    if not bots or group.expert is None:
        return []
    names = {bot: wording.player_name(bot) for bot in bots}
    width = max(map(len, names.values()))
    rows = ["  " + translate("the same cards, on average:")]
    rows += [f"  {names[bot]:<{width}}{points(mean):>8}" for bot, mean in bots.items()]
    skill = translate(
        "difference to the expert: {points} ± {error} a game; as good or better in {ahead} of {games}",
        points=f"{group.expert.mean:+.1f}",
        error=points(group.expert.error),
        ahead=group.expert.ahead,
        games=group.expert.games,
    )
    return [*rows, f"  {skill}"]
