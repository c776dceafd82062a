"""`fulgence play`: a game in the terminal."""

from __future__ import annotations

import secrets
import sys
from argparse import Namespace
from pathlib import Path

from fulgence.bots.bot import make_bot
from fulgence.commands.options import BadOption, advise, advise_on_bots, city_of, names
from fulgence.language import translate
from fulgence.rules.chance import Generator
from fulgence.rules.deal import deal
from fulgence.rules.game import Game
from fulgence.rules.message import Message
from fulgence.term.canvas import plain_blanks
from fulgence.term.play import play


def run(options: Namespace) -> int:
    city = city_of(options)
    people, bots = names(options.players), names(options.bots)
    if not people:
        raise BadOption(Message("--players names nobody; bots alone play with `fulgence simulate`"))
    seed = secrets.randbits(32) if options.seed is None else options.seed
    chance = Generator(seed)
    made = deal(city, names(options.addons), len(people) + len(bots), chance, names(options.pencils))
    seated = {len(people) + n: make_bot(bot, chance.child(n)) for n, bot in enumerate(bots)}
    game = Game(made, [*people, *(f"{bot} {n + 1}" for n, bot in enumerate(bots))])
    advise(made.addons)
    advise_on_bots(bots, city, made.addons)
    try:
        return play(
            game,
            seated,
            accessible=options.accessible,
            colour=False if options.no_color else None,
            record_path=Path(options.record) if options.record else None,
        )
    finally:
        print(plain_blanks(translate("The same cards again: --seed {seed}", seed=seed)), file=sys.stderr)
