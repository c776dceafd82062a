"""The game in a terminal of a given size: a page always fits, and what matters is always on it."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator

import pytest

from fulgence.bots.bot import GreedyBot, RandomBot
from fulgence.language import languages, load_language, speaking, translate
from fulgence.rules.chance import Generator
from fulgence.rules.cityfile import city_names, load_city
from fulgence.rules.view import View
from fulgence.term import words
from fulgence.term.canvas import Canvas, plain_blanks, width
from fulgence.term.console import paged
from fulgence.term.glyphs import UNICODE
from fulgence.term.ink import CLEAR
from fulgence.term.options import options
from fulgence.term.plan import Plan
from fulgence.term.play import play
from fulgence.term.screen import Screen
from fulgence.term.task import task
from term.table import SAMPLER, Terminal, Typist, dealt_game, recorded_game, toy_game

SIZES = [(80, 24), (100, 30), (132, 43), (80, 50)]
CITIES = [*city_names(), SAMPLER]
NEWS = ("Round 1 is over.", "Ann: purple 3x4 + 2 = 14.")
GAMES = [
    (city, addons)
    for city in CITIES
    for number in range(len(load_city(city).addons) + 1)
    for addons in itertools.combinations(load_city(city).addons, number)
]


def views(city: str, addons: tuple[str, ...], seed: int = 1) -> Iterator[View]:
    """Every page of a game that a random bot plays, also those at the end of a turn."""
    game, bot = dealt_game(city, seed, addons=addons), RandomBot(Generator(seed))
    while not game.is_over:
        while not game.is_done(0):
            yield game.view(0)
            game.play(0, bot.choose(game.view(0)))
        yield game.view(0)
        game.flip()


def check(screen: Screen, view: View, notes: tuple[str, ...] = ()) -> str:
    """A page fits with its prompt, and has card, task and score; the page."""
    rows = screen.decision(view, options(view), notes)
    text = "\n".join(rows)
    assert len(rows) <= screen.rows - 1, text
    assert max(map(width, rows)) <= screen.columns, text
    for card in view.cards:
        assert plain_blanks(words.card_name(view.city, card)) in text, text
    for word in plain_blanks(task(view)).split():
        assert word in text, text
    pad = view.pad()
    assert re.search(rf"{translate(words.TOTAL)} +{pad.total}$", text, re.MULTILINE), text
    for line in pad.lines:
        if line.parts:
            assert re.search(rf"{translate(line.pencil)}.* {line.points}$", text, re.MULTILINE), text
    return text


def has_map(text: str, view: View) -> bool:
    letters = "abcdefghijklmnopqrstuvwxyz"[: view.city.size[0]]
    return bool(re.match(" +" + " +".join(letters) + r"\b", text)) and f"\n{view.city.size[1]:>2} " in text


@pytest.mark.parametrize(("city", "addons"), GAMES, ids=lambda part: "+".join(part) if part else "")
def test_a_page_fits_every_size_with_map_card_task_and_score(city: str, addons: tuple[str, ...]) -> None:
    for number, view in enumerate(views(city, addons)):
        for columns, rows in (SIZES[0], SIZES[1 + number % 3]):
            notes = NEWS[: number % 3]
            text = check(Screen(columns=columns, rows=rows), view, notes)
            assert has_map(text, view), text
            assert all(note in text for note in notes), text
