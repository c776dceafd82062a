"""`fulgence stats`: what somebody's finished games say, from their records."""

from __future__ import annotations

import json
from argparse import Namespace
from collections.abc import Sequence
from dataclasses import asdict, replace
from statistics import fmean

from fulgence.commands.shared.console_io import print_error
from fulgence.commands.shared.options import advise
from fulgence.commands.shared.progress_bar import ProgressBar
from fulgence.commands.shared.record_files import RecordReader, each_record, naming_record
from fulgence.commands.shared.statistics_table import statistics_text
from fulgence.language import translate
from fulgence.review.parts import EXPERT
from fulgence.review.review import expert_game
from fulgence.rules.city import City
from fulgence.rules.errors import BadRecord
from fulgence.rules.text.record import Replay, replay
from fulgence.statistics.played_game import PlayedGame, played_seat
from fulgence.statistics.statistics import Statistics, statistics_of

BOTS = ("greedy", "skilled", EXPERT)


class SeatOfRecord:
    """A finished game of a seat, and what bots made of its cards."""

    def __init__(self, played: Replay, seat: int, game: PlayedGame) -> None:
        self.played = played
        self.seat = seat
        self.game = game
        self.bots: dict[str, int] = {}

    def play_bot(self, bot: str) -> None:
        self.bots[bot] = expert_game(self.played.record, self.seat, bot).total
        if bot == EXPERT:
            self.game = replace(self.game, expert=self.bots[bot])

    def is_of(self, group: Statistics) -> bool:
        game = self.game
        return (game.city, list(game.addons), game.shared) == (group.city, group.addons, group.shared)


def run(options: Namespace) -> int:
    reader = RecordReader(options.city)
    seats: list[SeatOfRecord] = []
    unfinished = 0

    def add(file: str, number: int, text: str) -> bool:
        nonlocal unfinished
        try:
            with naming_record(file, number):
                played = replay(reader.record(text))
        except BadRecord as error:
            print_error(error.message)
            return False
        if played.record.is_finished:
            seats.extend(own_seats(played, file, number, options.name))
        else:
            unfinished += 1
        return True

    status = each_record(options.files, add)
    if unfinished:
        print_error(translate("games that are not finished do not count: {count}", count=unfinished))
    if not seats:
        print_error(translate("there is no finished game"))
        return status or 1
    if options.bots:
        play_bots(seats)
    cities = {seat.game.city: seat.played.record.deal.city for seat in seats}
    verdicts = {key: city.verdicts for key, city in cities.items()}
    groups = statistics_of([seat.game for seat in seats], verdicts)
    found = [(group, bot_means(seats, group)) for group in groups]
    if options.json:
        print(json.dumps([{**asdict(group), "bots": bots} for group, bots in found]))
    else:
        print("\n\n".join(statistics_text(cities[group.city], group, bots) for group, bots in found))
    return status


def own_seats(played: Replay, file: str, number: int, name: str | None) -> list[SeatOfRecord]:
    """`name`: None for all seats."""
    game = translate("{file}, record {number}", file=file, number=number)
    return [
        SeatOfRecord(played, seat, played_seat(played, seat, game))
        for seat, each in enumerate(played.record.names)
        if name is None or each == name
    ]


def play_bots(seats: Sequence[SeatOfRecord]) -> None:
    """Bots play every game again, without knowing the cards to come."""
    told: set[tuple[City, tuple[str, ...]]] = set()
    with ProgressBar(translate("games"), len(seats) * len(BOTS), prints=False) as progress:
        for seat in seats:
            deal = seat.played.record.deal
            if (deal.city, deal.addons) not in told:
                told.add((deal.city, deal.addons))
                advise(BOTS, deal.city, deal.addons)
            for bot in BOTS:
                seat.play_bot(bot)
                progress.step()


def bot_means(seats: Sequence[SeatOfRecord], group: Statistics) -> dict[str, float]:
    """The mean total of each bot with the cards of these games; none if bots have not played."""
    own = [seat for seat in seats if seat.is_of(group)]
    return {bot: fmean(seat.bots[bot] for seat in own) for bot in BOTS if bot in own[0].bots}
