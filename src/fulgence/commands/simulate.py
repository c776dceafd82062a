"""`fulgence simulate`: games between bots, one record per line."""

from __future__ import annotations

import sys
from argparse import Namespace

from fulgence.bots.custom import load_bot
from fulgence.build import is_compiled, note
from fulgence.commands.shared.options import BadOption, advise, city_of, names, seed_of
from fulgence.commands.shared.progress_bar import ProgressBar
from fulgence.library import play_out
from fulgence.rules.deal import deal
from fulgence.rules.game import Game
from fulgence.rules.generator import Generator
from fulgence.rules.text.record import format_record, record_of


def run(options: Namespace) -> int:
    city = city_of(options)
    addons = names(options.addons)
    source = Generator(seed_of(options))
    deal(city, addons, options.seats, source)  # raises if the game is impossible, even with --games 0
    bots = names(options.bot)
    if len(bots) == 1:
        bots *= options.seats
    if len(bots) != options.seats:
        raise BadOption(f"--bot names {len(bots)} bots for {options.seats} seats")
    for bot in bots:
        load_bot(bot, source)
    advise(bots, city, addons)
    if not is_compiled():
        print(note(), file=sys.stderr)
    source = Generator(seed_of(options))
    with ProgressBar("games", options.games) as progress:
        for number in range(options.games):
            rng = source.child(number)
            made = deal(city, addons, options.seats, rng)
            players = [load_bot(bot, rng.child(seat)) for seat, bot in enumerate(bots)]
            game = Game(made, [f"{bot} {seat + 1}" for seat, bot in enumerate(bots)])
            play_out(game, players)
            print(format_record(record_of(game)))
            progress.step()
    return 0
