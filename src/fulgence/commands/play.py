"""`fulgence play`: a game in the terminal, a new one or one that was saved."""

from __future__ import annotations

import secrets
import sys
from argparse import Namespace
from dataclasses import dataclass
from pathlib import Path

from fulgence.bots.custom import is_custom, load_bot
from fulgence.commands.options import BadOption, city_of, hints, names
from fulgence.commands.records import Reader, documents, numbered
from fulgence.commands.streams import complain, read_text
from fulgence.language import N_, translate
from fulgence.rules.chance import Generator
from fulgence.rules.deal import deal
from fulgence.rules.errors import BadRecord
from fulgence.rules.game import Game
from fulgence.rules.message import Message
from fulgence.rules.record import game_of, replay
from fulgence.term.canvas import plain_blanks
from fulgence.term.console import has_pages
from fulgence.term.play import play
from fulgence.term.save import parse_bots, save
from fulgence.term.words import sentence

NEW_ONLY = ("addons", "players", "pencils", "seed")  # options
THERE = N_("{file} is there already: --force overwrites it, --resume goes on with a saved game")
UNWRITABLE = N_("{file}: cannot be written: {reason}")
CONSENT = N_("{file} wants the bot {bot}, which is a program: say --bots {bots} if you trust it")


@dataclass(frozen=True)
class Seating:
    """A game that can begin, or go on. `bots`: their names by seat."""

    game: Game
    bots: dict[int, str]
    chance: Generator
    seed: int | None  # of the cards, if they were dealt now


def run(options: Namespace) -> int:
    seating = saved_game(options) if options.resume else new_game(options)
    game, bots = seating.game, seating.bots
    seated = {seat: load_bot(bot, seating.chance.child(n)) for n, (seat, bot) in enumerate(bots.items())}
    path = record_path(options)
    if path:
        try_record(path, game, bots)
    told = hints(list(bots.values()), game.city, game.deal.addons)
    if not has_pages(sys.stdout, accessible=options.accessible):  # a page would wipe them away
        for hint in told:
            complain(hint)
        told = []
    try:
        return play(
            game,
            seated,
            accessible=options.accessible,
            colour=False if options.no_color else None,
            record_path=path,
            bot_names=bots,
            news=[sentence(translate(hint)) for hint in told],
        )
    finally:
        if seating.seed is not None:
            told = translate("The same cards again: --seed {seed}", seed=seating.seed)
            print(plain_blanks(told), file=sys.stderr)


def new_game(options: Namespace) -> Seating:
    if options.city is None:
        raise BadOption(Message("name a city to play in, or a saved game with --resume"))
    city = city_of(options)
    people, bots = names("You" if options.players is None else options.players), names(options.bots)
    if not people:
        raise BadOption(Message("--players names nobody; bots alone play with `fulgence simulate`"))
    seed = secrets.randbits(32) if options.seed is None else options.seed
    chance = Generator(seed)
    made = deal(city, names(options.addons), len(people) + len(bots), chance, names(options.pencils))
    game = Game(made, [*people, *(f"{bot} {n + 1}" for n, bot in enumerate(bots))])
    return Seating(game, {len(people) + n: bot for n, bot in enumerate(bots)}, chance, seed)


def saved_game(options: Namespace) -> Seating:
    """Where everybody was done last; whoever was already done with the turn after that plays it again."""
    file = options.resume
    if file == "-":
        raise BadOption(Message("--resume wants a file: standard input is the keyboard of the game"))
    for name in NEW_ONLY:
        if getattr(options, name) not in (None, ""):
            raise BadOption(
                Message("--{option} means nothing for {what}", option=name, what=Message("a saved game"))
            )
    reader = Reader(options.city)
    texts = documents(read_text(file))
    if len(texts) != 1:
        raise BadOption(
            Message(
                "{file} has {records} records; a saved game is a file with one", file=file, records=len(texts)
            )
        )
    with numbered(file, 1):
        record = reader.record(texts[0])
        replay(record)  # tells precisely what is wrong
        bots = parse_bots(texts[0])
        if len(bots) == len(record.names):
            raise BadRecord("only bots play in this game")
    city = record.deal.city
    if reader.own is not None and city is not reader.own:
        there, here = Message(city.name), Message(reader.own.name)
        raise BadOption(
            Message("{file} is a game in {there}, not in {here}", file=file, there=there, here=here)
        )
    if record.is_finished:
        raise BadOption(Message("{file}: the game is over; `fulgence replay` tells how it ended", file=file))
    check_bots(file, list(bots.values()), names(options.bots))
    return Seating(game_of(record), bots, Generator(secrets.randbits(32)), None)


def check_bots(file: str, saved: list[str], told: list[str]) -> None:
    """A file must not choose what program runs here, so bots that are programs are to be named again."""
    if told and told != saved:
        others = Message("{file} has other bots: {bots}", file=file, bots=",".join(saved))
        raise BadOption(others if saved else Message("{file} has no bots", file=file))
    foreign = next(filter(is_custom, saved), None)
    if foreign and not told:
        raise BadOption(Message(CONSENT, file=file, bot=foreign, bots=",".join(saved)))


def record_path(options: Namespace) -> Path | None:
    """Where the game is kept: a saved one where it was, unless another file is named."""
    if options.force and not options.record:
        raise BadOption(
            Message("--{option} means nothing without --{needed}", option="force", needed="record")
        )
    if options.resume and (not options.record or is_same(options.record, options.resume)):
        return Path(options.resume)
    if not options.record:
        return None
    path = Path(options.record)
    if path.exists() and not path.is_file():
        reason = Message("it is no ordinary file")
        raise BadOption(Message(UNWRITABLE, file=options.record, reason=reason))
    if path.exists() and not options.force:
        raise BadOption(Message(THERE, file=options.record))
    return path


def is_same(one: str, other: str) -> bool:
    return Path(one).resolve() == Path(other).resolve()


def try_record(path: Path, game: Game, bots: dict[int, str]) -> None:
    """Write the game as it begins: better to know now that it cannot be kept than at its end."""
    try:
        save(game, path, bots)
    except OSError as error:
        raise BadOption(Message(UNWRITABLE, file=str(path), reason=error.strerror)) from None
