"""The functions of `import fulgence` for whole games: dealing one, making bots, letting them play."""

from __future__ import annotations

import os
import secrets
from collections.abc import Sequence

from fulgence.bots import bot
from fulgence.bots.bot import Bot
from fulgence.bots.custom import play_by_bot
from fulgence.rules import cityfile
from fulgence.rules.chance import Generator
from fulgence.rules.city import City
from fulgence.rules.deal import deal
from fulgence.rules.game import Game
from fulgence.rules.scorepad import ScorePad


def load_city(name: str | os.PathLike[str]) -> City:
    """A city of the package by its name, or a city file by its path; BadCity if it is neither."""
    return cityfile.load_city(os.fspath(name))


def new_game(
    city: str | os.PathLike[str] | City,
    players: int | str | Sequence[str] = 1,
    addons: str | Sequence[str] = (),
    seed: int | None = None,
    pencils: Sequence[str] = (),
) -> Game:
    """A game with its first cards face up; BadCity or BadDeal if there is no such game.

    `city`: as `load_city` takes it, or a City. `players`: their names, one to four, or how many they are.
    `seed`: the same seed deals the same cards, here and in `fulgence play`; without one they are others
    every time. `pencils`: their order, if a player alone chooses it in a city that allows this.
    """
    if not isinstance(city, City):
        city = load_city(city)
    names = () if isinstance(players, int) else several(players)
    seats = players if isinstance(players, int) else len(names)
    chance = Generator(secrets.randbits(32) if seed is None else seed)
    return Game(deal(city, several(addons), seats, chance, pencils), names)


def several(names: str | Sequence[str]) -> tuple[str, ...]:
    """A text is one name, not a sequence of letters."""
    return (names,) if isinstance(names, str) else tuple(names)


def make_bot(name: str, seed: int | Generator = 0) -> Bot:
    """The bot that a text like `greedy` or `mcts:500` names, or BadBot.

    `seed`: where its chance comes from, a number or the Generator that a bot of your own was given.
    """
    return bot.make_bot(name, seed if isinstance(seed, Generator) else Generator(seed))


def play_out(game: Game, bots: str | Bot | Sequence[str | Bot], seed: int = 0) -> list[ScorePad]:
    """Let bots play the game from where it is to its end; the score pads by seat.

    `bots`: one for each seat, or one for all seats; names, or objects with `choose(view)`. `seed`: the
    chance of those that are named. BotFailed if a bot raises an error or chooses what is not legal.
    """
    seats = len(game.names)
    by_seat = bots if isinstance(bots, Sequence) and not isinstance(bots, str) else [bots] * seats
    if len(by_seat) != seats:
        raise ValueError(f"{len(by_seat)} bots for {seats} seats")
    chance = Generator(seed)
    players = [
        bot.make_bot(one, chance.child(seat)) if isinstance(one, str) else one
        for seat, one in enumerate(by_seat)
    ]
    while not game.is_over:
        for seat, player in enumerate(players):
            while not game.is_done(seat):
                play_by_bot(game, seat, player)
        game.flip()
    return game.pads()
