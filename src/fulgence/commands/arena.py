"""`fulgence arena`: compare bots on the same deals."""

from __future__ import annotations

import json
import sys
from argparse import Namespace
from collections.abc import Sequence
from contextlib import ExitStack, closing
from dataclasses import asdict
from pathlib import Path

from fulgence.arena.contest import Contest, Pair, Result, Standing, make_contest, pairs, standings
from fulgence.arena.processes import ResultStream, Schedule, cores, play_games
from fulgence.arena.ray_backend import play_on_ray
from fulgence.arena.results_file import ResultsFile
from fulgence.bots.custom import load_bot
from fulgence.build import is_compiled, note
from fulgence.commands.shared.options import BadOption, advise, city_of, names, seed_of
from fulgence.commands.shared.progress_bar import ProgressBar
from fulgence.rules.generator import Generator


def run(options: Namespace) -> int:
    contest = make_contest(options.city, names(options.addons), seed_of(options), load_bot)
    bots = bots_of(options)
    advise(bots, city_of(options), contest.addons)
    if not is_compiled():
        print(note(), file=sys.stderr)
    results = all_results(options, contest, bots)
    table = standings(results, bots, options.deals)
    compared = pairs(results, bots, options.deals)
    if options.json:
        print(json.dumps(arena_object(contest, options.deals, table, compared)))
        return 0
    addons = f" with {', '.join(contest.addons)}" if contest.addons else ""
    print(f"{contest.city}{addons}, {options.deals} deals, seed {contest.seed}\n")
    print("\n".join(standing_rows(table)))
    if compared:
        print("\ndifference on the same deals, with a 95 % interval (normal approximation)\n")
        print("\n".join(pair_rows(compared)))
    return 0


def bots_of(options: Namespace) -> list[str]:
    bots = names(options.bots)
    if not bots:
        raise BadOption("--bots names no bot")
    for bot in bots:
        if bots.count(bot) > 1:
            raise BadOption(f"--bots names {bot} twice")
        load_bot(bot, Generator())
    return bots


def all_results(options: Namespace, contest: Contest, bots: Sequence[str]) -> dict[tuple[str, int], Result]:
    """The results of all games: those in the file, then those played now."""
    with ExitStack() as stack:
        results_file = stack.enter_context(ResultsFile(Path(options.out), contest)) if options.out else None
        results = dict(results_file.results) if results_file else {}
        deals = range(options.deals)
        schedule = Schedule({bot: [n for n in deals if (bot, n) not in results] for bot in bots})
        total = len(bots) * len(deals)
        progress = stack.enter_context(ProgressBar("games", total, prints=False))
        progress.step(total - schedule.games)
        playing = stack.enter_context(closing(results_of(options, contest, schedule)))
        for result in playing:
            results[result.bot, result.deal] = result
            if results_file:
                results_file.write(result)
            progress.step()
    return results


def results_of(options: Namespace, contest: Contest, schedule: Schedule) -> ResultStream:
    if options.ray:
        return play_on_ray(contest, schedule, options.ray, options.jobs)
    return play_games(contest, schedule, options.jobs or cores())


def arena_object(
    contest: Contest, deals: int, table: Sequence[Standing], compared: Sequence[Pair]
) -> dict[str, object]:
    """The results as JSON, in the public format."""
    return {
        "city": contest.city,
        "addons": list(contest.addons),
        "deals": deals,
        "bots": [asdict(standing) for standing in table],
        "pairs": [asdict(pair) for pair in compared],
    }


def standing_rows(table: Sequence[Standing]) -> list[str]:
    width = max(len("bot"), *(len(row.bot) for row in table))
    rows = [f"{'bot':<{width}}{'mean':>10}{'std. error':>12}{'ms per decision':>17}"]
    rows += [
        f"{row.bot:<{width}}{row.mean:>10.2f}{row.se:>12.3f}{row.ms_per_decision:>17.4f}" for row in table
    ]
    return rows


def pair_rows(compared: Sequence[Pair]) -> list[str]:
    labels = [f"{pair.bot} - {pair.against}" for pair in compared]
    width = max(map(len, labels))
    rows = [f"{'':<{width}}{'points':>10}{'from':>10}{'to':>10}"]
    rows += [
        f"{label:<{width}}{pair.difference:>+10.2f}{pair.low:>+10.2f}{pair.high:>+10.2f}"
        for label, pair in zip(labels, compared, strict=True)
    ]
    return rows
