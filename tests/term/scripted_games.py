"""Games with scripted input."""

from __future__ import annotations

import io
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from fulgence.bots.bot import Bot, RandomBot
from fulgence.rules.cityfile.city_reader import load_city
from fulgence.rules.deal import Deal, deal
from fulgence.rules.game import Game
from fulgence.rules.generator import Generator
from fulgence.rules.text.record import game_of, parse_record
from fulgence.term.colours import CLEAR
from fulgence.term.play import play

HERE = Path(__file__).parent
SAMPLER = str(HERE / "sampler.toml")

# The cards of the four rounds of a game in Toy Town, and how many turns each takes.
ROUNDS = (
    ("U:triangle", "S:circle", "U:square", "U:joker", "switch", "U:pentagon", "S:joker"),  # 5
    ("U:square", "U:pentagon", "S:joker", "U:triangle", "U:joker", "S:circle", "switch"),  # 5
    ("S:circle", "switch", "S:joker", "U:joker", "U:pentagon", "U:square", "U:triangle"),  # 6
    ("U:pentagon", "U:triangle", "U:square", "S:circle", "U:joker", "S:joker", "switch"),  # 5
)
TURNS = 21


def toy_game(*names: str, powers: Mapping[str, str] | None = None) -> Game:
    """Always the same cards. The first seat draws in purple, which departs from c2."""
    orders = {
        1: (("purple", "blue", "pink", "green"),),
        2: (("purple", "blue", "pink", "green"), ("pink", "green", "purple", "blue")),
        3: (
            ("purple", "blue", "pink", "green"),
            ("green", "purple", "blue", "pink"),
            ("pink", "green", "purple", "blue"),
        ),
    }
    addons = ("powers",) if powers else ()
    deal = Deal(
        city=load_city("toy"), addons=addons, rounds=ROUNDS, pencils=orders[len(names)], powers=powers or {}
    )
    return Game(deal, names)


def dealt_game(city: str, seed: int, seats: int = 1, addons: Sequence[str] = ()) -> Game:
    names = ("Ann", "Bob", "Cy", "Di")[:seats]
    return Game(deal(load_city(city), addons, seats, Generator(seed)), names)


def recorded_game(name: str) -> Game:
    """An unfinished game from a record beside this file, at its last flip."""
    return game_of(parse_record((HERE / name).read_text(encoding="utf-8")))


class ScriptedKeyboard:
    """Types the answers in order; after them comes the end of the input."""

    def __init__(self, *answers: str) -> None:
        self.answers = list(answers)
        self.prompts: list[str] = []

    def __call__(self, prompt: str) -> str:
        self.prompts.append(prompt)
        if not self.answers:
            raise EOFError
        return self.answers.pop(0)


class RandomTypist:
    """Types moves that a random bot likes, for the person that the prompt names."""

    def __init__(self, game: Game, seed: int) -> None:
        self.game = game
        self.bot = RandomBot(Generator(seed))

    def __call__(self, prompt: str) -> str:
        names = enumerate(self.game.names)
        seat = next((seat for seat, name in names if prompt.startswith(f"{name}. ")), 0)
        view = self.game.view(seat)
        return self.bot.choose(view) if len(view.moves) > 1 else ""


class FakeTerminal(io.StringIO):
    """A stream that says it is a terminal."""

    def isatty(self) -> bool:
        return True

    def last_page(self) -> list[str]:
        """What was written since the last clearing; what was cleared is forgotten."""
        page = self.getvalue().rpartition(CLEAR)[2]
        self.seek(0)
        self.truncate()
        self.write(page)
        return page.splitlines()


@dataclass(frozen=True)
class PlayedGame:
    """How a game went: the exit code and all that was written."""

    code: int
    text: str

    @property
    def lines(self) -> list[str]:
        return self.text.splitlines()


def play_scripted(
    game: Game,
    reader: Callable[[str], str],
    bots: Mapping[int, Bot] | None = None,
    *,
    accessible: bool = False,
    colour: bool | None = None,
    record: Path | None = None,
) -> PlayedGame:
    out = io.StringIO()
    code = play(
        game, bots or {}, reader=reader, out=out, accessible=accessible, colour=colour, record_path=record
    )
    return PlayedGame(code, out.getvalue())
