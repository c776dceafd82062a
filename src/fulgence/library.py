"""The functions of `import fulgence` for whole games: deal one, make bots, let them play."""

from __future__ import annotations

import os
import secrets
from collections.abc import Sequence

from fulgence.bots import bot
from fulgence.bots.bot import Bot
from fulgence.bots.custom import play_by_bot
from fulgence.rules.city import City
from fulgence.rules.cityfile import city_reader
from fulgence.rules.deal import deal
from fulgence.rules.game import Game
from fulgence.rules.generator import Generator
from fulgence.rules.score_pad import ScorePad


def load_city(name: str | os.PathLike[str]) -> City:
    """A city of the package by name, or a city file by path; BadCity if there is none."""
    return city_reader.load_city(os.fspath(name))


def new_game(
    city: str | os.PathLike[str] | City,
    players: int | str | Sequence[str] = 1,
    addons: str | Sequence[str] = (),
    seed: int | None = None,
    pencils: Sequence[str] = (),
) -> Game:
    """A game with its first cards face up; raises BadCity or BadDeal.

    `city`: a City, or a name or path as for `load_city`. `players`: one to four names, or their number.
    `seed`: the same seed deals the same cards, here and in `fulgence play`; without one they are random.
    `pencils`: their order, if a player alone chooses it in a city that allows this.
    """
    if not isinstance(city, City):
        city = load_city(city)
    names = () if isinstance(players, int) else several(players)
    seats = players if isinstance(players, int) else len(names)
    rng = Generator(secrets.randbits(32) if seed is None else seed)
    return Game(deal(city, several(addons), seats, rng, pencils), names)


def several(names: str | Sequence[str]) -> tuple[str, ...]:
    """A string is one name, not a sequence of letters."""
    return (names,) if isinstance(names, str) else tuple(names)


def make_bot(name: str, seed: int | Generator = 0) -> Bot:
    """The bot called `greedy`, `mcts:500` and so on; BadBot if there is none.

    `seed`: of its random numbers, or the Generator that a custom bot was given.
    """
    return bot.make_bot(name, seed if isinstance(seed, Generator) else Generator(seed))


def play_out(game: Game, bots: str | Bot | Sequence[str | Bot], seed: int = 0) -> list[ScorePad]:
    """Let bots play the game to its end; the score pads by seat.

    `bots`: one for each seat, or one for all seats; names, or objects with `choose(view)`. `seed`: of the
    bots given by name. BotFailed if a bot raises an error or chooses an illegal move.
    """
    seats = len(game.names)
    by_seat = bots if isinstance(bots, Sequence) and not isinstance(bots, str) else [bots] * seats
    if len(by_seat) != seats:
        raise ValueError(f"{len(by_seat)} bots for {seats} seats")
    rng = Generator(seed)
    players = [
        bot.make_bot(one, rng.child(seat)) if isinstance(one, str) else one
        for seat, one in enumerate(by_seat)
    ]
    while not game.is_over:
        for seat, player in enumerate(players):
            while not game.is_done(seat):
                play_by_bot(game, seat, player)
        game.flip()
    return game.pads()
