"""`fulgence play`: a new or saved game in the terminal."""

from __future__ import annotations

import secrets
import sys
from argparse import Namespace
from dataclasses import dataclass
from pathlib import Path

from fulgence.bots.custom import is_custom, load_bot
from fulgence.commands.shared.console_io import print_error, read_text
from fulgence.commands.shared.options import BadOption, city_of, hints, names
from fulgence.commands.shared.record_files import RecordReader, naming_record, split_records
from fulgence.language import N_, translate
from fulgence.prose.wording import as_sentence
from fulgence.rules.deal import deal
from fulgence.rules.errors import BadRecord
from fulgence.rules.game import Game
from fulgence.rules.generator import Generator
from fulgence.rules.message import Message
from fulgence.rules.text.record import game_of, replay
from fulgence.term.canvas import plain_spaces
from fulgence.term.console import has_pages
from fulgence.term.play import play
from fulgence.term.saved_game import parse_bots, save

NEW_ONLY = ("addons", "players", "pencils", "seed")  # options
THERE = N_("{file} already exists: --force overwrites it, --resume continues a saved game")
UNWRITABLE = N_("{file}: cannot be written: {reason}")
CONSENT = N_("{file} wants to run the bot {bot}, which is a program: add --bots {bots} if you trust it")


@dataclass(frozen=True)
class Seating:
    """A game that is ready to start or continue. `bots`: names by seat."""

    game: Game
    bots: dict[int, str]
    rng: Generator
    seed: int | None  # of the deal; None for a saved game


def run(options: Namespace) -> int:
    seating = saved_game(options) if options.resume else new_game(options)
    game, bots = seating.game, seating.bots
    seated = {seat: load_bot(bot, seating.rng.child(n)) for n, (seat, bot) in enumerate(bots.items())}
    path = record_path(options)
    if path:
        try_record(path, game, bots)
    hinted = hints(list(bots.values()), game.city, game.deal.addons)
    if not has_pages(sys.stdout, accessible=options.accessible):  # pages would clear them
        for hint in hinted:
            print_error(hint)
        hinted = []
    try:
        return play(
            game,
            seated,
            accessible=options.accessible,
            colour=False if options.no_color else None,
            record_path=path,
            bot_names=bots,
            news=[as_sentence(translate(hint)) for hint in hinted],
        )
    finally:
        if seating.seed is not None:
            hint = translate("To play with the same cards again: --seed {seed}", seed=seating.seed)
            print(plain_spaces(hint), file=sys.stderr)


def new_game(options: Namespace) -> Seating:
    if options.city is None:
        raise BadOption(Message("name a city to play in, or a saved game with --resume"))
    city = city_of(options)
    people, bots = names("You" if options.players is None else options.players), names(options.bots)
    if not people:
        raise BadOption(Message("--players names nobody; for games between bots use `fulgence simulate`"))
    seed = secrets.randbits(32) if options.seed is None else options.seed
    rng = Generator(seed)
    made = deal(city, names(options.addons), len(people) + len(bots), rng, names(options.pencils))
    game = Game(made, [*people, *(f"{bot} {n + 1}" for n, bot in enumerate(bots))])
    return Seating(game, {len(people) + n: bot for n, bot in enumerate(bots)}, rng, seed)


def saved_game(options: Namespace) -> Seating:
    """The game at the last flip; a seat that had already played its turn after that plays it again."""
    file = options.resume
    if file == "-":
        raise BadOption(Message("--resume needs a file: standard input is the keyboard of the game"))
    for name in NEW_ONLY:
        if getattr(options, name) not in (None, ""):
            raise BadOption(
                Message("--{option} does not apply to {what}", option=name, what=Message("a saved game"))
            )
    reader = RecordReader(options.city)
    texts = split_records(read_text(file))
    if len(texts) != 1:
        raise BadOption(
            Message("{file} has {records} records; a saved game has one", file=file, records=len(texts))
        )
    with naming_record(file, 1):
        record = reader.record(texts[0])
        replay(record)  # raises BadRecord with the exact place
        bots = parse_bots(texts[0])
        if len(bots) == len(record.names):
            raise BadRecord("only bots play in this game")
    city = record.deal.city
    if reader.custom_city is not None and city is not reader.custom_city:
        there, here = Message(city.name), Message(reader.custom_city.name)
        raise BadOption(
            Message("{file} is a game in {there}, not in {here}", file=file, there=there, here=here)
        )
    if record.is_finished:
        raise BadOption(Message("{file}: the game is over; `fulgence replay` shows how it ended", file=file))
    check_bots(file, list(bots.values()), names(options.bots))
    return Seating(game_of(record), bots, Generator(secrets.randbits(32)), None)


def check_bots(file: str, saved: list[str], named: list[str]) -> None:
    """A file must not decide which program runs, so custom bots must be named on the command line."""
    if named and named != saved:
        others = Message("{file} has other bots: {bots}", file=file, bots=",".join(saved))
        raise BadOption(others if saved else Message("{file} has no bots", file=file))
    foreign = next(filter(is_custom, saved), None)
    if foreign and not named:
        raise BadOption(Message(CONSENT, file=file, bot=foreign, bots=",".join(saved)))


def record_path(options: Namespace) -> Path | None:
    """Where to save the game: a saved game to its own file, unless another is given."""
    if options.force and not options.record:
        raise BadOption(Message("--{option} needs --{needed}", option="force", needed="record"))
    if options.resume and (not options.record or is_same(options.record, options.resume)):
        return Path(options.resume)
    if not options.record:
        return None
    path = Path(options.record)
    if path.exists() and not path.is_file():
        reason = Message("it is not a regular file")
        raise BadOption(Message(UNWRITABLE, file=options.record, reason=reason))
    if path.exists() and not options.force:
        raise BadOption(Message(THERE, file=options.record))
    return path


def is_same(one: str, other: str) -> bool:
    return Path(one).resolve() == Path(other).resolve()


def try_record(path: Path, game: Game, bots: dict[int, str]) -> None:
    """Save the game at the start, to find out now if it cannot be saved."""
    try:
        save(game, path, bots)
    except OSError as error:
        raise BadOption(Message(UNWRITABLE, file=str(path), reason=error.strerror)) from None
