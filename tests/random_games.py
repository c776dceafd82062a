"""Games for tests: dealt by seed, played at random or by choice."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations
from pathlib import Path

from fulgence.rules.city import City
from fulgence.rules.cityfile.city_reader import load_city
from fulgence.rules.deal import deal
from fulgence.rules.game import Game
from fulgence.rules.generator import Generator
from fulgence.rules.text.record import Record, record_of
from fulgence.rules.view import View

# A city with everything that a city may have, told by its file alone.
SAMPLER = str(Path(__file__).parent / "term" / "sampler.toml")


def addon_sets(city: City) -> list[tuple[str, ...]]:
    """Every combination of add-ons that a city allows, none among them."""
    return [chosen for n in range(len(city.addons) + 1) for chosen in combinations(city.addons, n)]


def random_choice(rng: Generator) -> Callable[[View], str]:
    """Any move of the list, `pass` as likely as each of the others."""
    return lambda view: view.moves[rng.draw(len(view.moves))]


def played(game: Game, choose: Callable[[View], str]) -> Game:
    """The game played to its end, all seats by the same choice."""
    while not game.is_over:
        for seat in range(len(game.names)):
            while not game.is_done(seat):
                game.play(seat, choose(game.view(seat)))
        game.flip()
    return game


def random_record(city: str, addons: Sequence[str], seats: int, seed: int) -> Record:
    rng = Generator(seed)
    game = Game(deal(load_city(city), addons, seats, rng))
    return record_of(played(game, random_choice(rng)))


def random_records(city: str, number: int, seed: int) -> Iterator[Record]:
    """Games of every add-on combination, one to four seats in turn."""
    sets = addon_sets(load_city(city))
    for n in range(number):
        yield random_record(city, sets[n % len(sets)], 1 + n // len(sets) % 4, seed + n)
