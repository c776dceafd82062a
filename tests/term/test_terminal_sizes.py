"""Terminals of all sizes: every page fits and shows what matters."""

from __future__ import annotations

import itertools
import os
import re
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from fulgence.bots.bot import GreedyBot, RandomBot
from fulgence.language import languages, load_language, translate, using_language
from fulgence.prose import wording
from fulgence.prose.options import options
from fulgence.prose.task import task
from fulgence.rules.cityfile.city_reader import city_names, load_city
from fulgence.rules.game import Game
from fulgence.rules.generator import Generator
from fulgence.rules.view import View
from fulgence.term.canvas import Canvas, plain_spaces, text_width
from fulgence.term.colours import CLEAR
from fulgence.term.console import paged
from fulgence.term.glyphs import UNICODE
from fulgence.term.play import play
from fulgence.term.screen import Screen
from fulgence.term.text_map import TextMap
from term.scripted_games import (
    SAMPLER,
    FakeTerminal,
    RandomTypist,
    ScriptedKeyboard,
    dealt_game,
    recorded_game,
    toy_game,
)

SIZES = [(80, 24), (100, 30), (132, 43), (80, 50)]
CITIES = [*city_names(), SAMPLER]
NEWS = ("Round 1 is over.", "Ann: purple 3x4 + 2 = 14.")
GAMES = [
    (city, addons)
    for city in CITIES
    for number in range(len(load_city(city).addons) + 1)
    for addons in itertools.combinations(load_city(city).addons, number)
]


def game(city: str, addons: tuple[str, ...]) -> Any:
    """Without add-ons and with all of them always, with some of them in a long run."""
    marks = [] if len(addons) in (0, len(load_city(city).addons)) else [pytest.mark.long]
    return pytest.param(city, addons, id="+".join([Path(city).stem, *addons]), marks=marks)


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
    assert max(map(text_width, rows)) <= screen.columns, text
    for card in view.cards:
        assert plain_spaces(wording.card_name(view.city, card)) in text, text
    for word in plain_spaces(task(view)).split():
        assert word in text, text
    pad = view.pad()
    assert re.search(rf"{translate(wording.TOTAL)} +{pad.total}$", text, re.MULTILINE), text
    for line in pad.lines:
        if line.parts:
            assert re.search(rf"{translate(line.pencil)}.* {line.points}$", text, re.MULTILINE), text
    return text


def has_map(text: str, view: View) -> bool:
    letters = "abcdefghijklmnopqrstuvwxyz"[: view.city.size[0]]
    return bool(re.match(" +" + " +".join(letters) + r"\b", text)) and f"\n{view.city.size[1]:>2} " in text


@pytest.mark.parametrize(("city", "addons"), [game(*each) for each in GAMES])
def test_a_page_fits_every_size_with_map_card_task_and_score(city: str, addons: tuple[str, ...]) -> None:
    for number, view in enumerate(views(city, addons)):
        columns, rows = SIZES[0 if number % 2 else 1 + number // 2 % 3]
        notes = NEWS[: number % 3]
        text = check(Screen(columns=columns, rows=rows), view, notes)
        assert has_map(text, view), text
        assert all(note in text for note in notes), text


@pytest.mark.parametrize("tag", languages())
@pytest.mark.parametrize("city", city_names())
def test_a_page_fits_80_columns_and_24_rows_in_every_language(tag: str, city: str) -> None:
    with using_language(load_language(tag)):
        for view in views(city, tuple(load_city(city).addons), seed=2):
            assert has_map(check(Screen(columns=80, rows=24), view), view)


@pytest.mark.parametrize("city", CITIES)
@pytest.mark.parametrize("size", [(80, 22), (60, 20), (60, 50), (44, 60), (40, 16)])
def test_a_small_terminal_has_everything_but_the_map_or_the_room_beside_it(
    city: str, size: tuple[int, int]
) -> None:
    columns, rows = size
    for view in views(city, tuple(load_city(city).addons)):
        text = check(Screen(columns=columns, rows=rows), view)
        assert has_map(text, view) or text.startswith("The map needs "), text


def test_what_a_terminal_needs_for_the_map_is_enough() -> None:
    for city in CITIES:
        view = dealt_game(city, 1).view(0)
        told = Screen(columns=30, rows=12).decision(view, options(view))
        numbers = re.search(r"The map needs (\d+) x (\d+)", " ".join(told))
        assert numbers
        enough = Screen(columns=int(numbers[1]), rows=int(numbers[2]))
        assert has_map(check(enough, view), view)


@pytest.mark.parametrize("size", [(1, 1), (2, 3), (20, 5), (500, 200)])
def test_no_size_is_too_strange(size: tuple[int, int]) -> None:
    columns, rows = size
    for view in views("berlin", ("acceleration",)):
        page = Screen(columns=columns, rows=rows).decision(view, options(view), NEWS)
        assert len(page) <= max(0, rows - 1)
        assert all(text_width(row) <= columns for row in page)


@pytest.mark.parametrize("city", city_names())
def test_a_large_terminal_has_a_large_map_with_every_number_on_it(city: str) -> None:
    for view in views(city, ()):
        choices = options(view)
        canvas = Canvas()
        TextMap(canvas, UNICODE, view.city, view.sheet, 2).draw(choices)
        signs = sorted((y, x, sign) for (x, y), (sign, style) in canvas.marks.items() if style.reverse)
        rows: dict[int, str] = {}
        for y, x, sign in signs:
            rows[y] = rows.get(y, "").ljust(x) + sign
        numbers = [int(number) for row in rows.values() for number in re.findall("[0-9]+", row)]
        assert sorted(numbers) == [choice.number for choice in choices]
        page = Screen(columns=132, rows=43).decision(view, choices)
        assert canvas.rows(Screen().palette)[0] in page[0]


def test_moves_that_find_no_room_are_counted_and_listed_on_demand() -> None:
    found = [view for view in views("paris", ("gates",), seed=3) if len(view.moves) > 9]
    view = found[0]
    page = "\n".join(Screen(columns=80, rows=24).decision(view, options(view)))
    more = re.search(r"(\d+) more: type l", page)
    assert more
    assert len(re.findall(r"[a-j]\d+-[a-j]\d+", page)) + int(more[1]) == len(view.moves) - 1
    whole = " ".join(Screen(columns=80, rows=24).moves(view, options(view)))
    assert all(f" {move} " in whole for move in view.moves if move != "pass")


def test_texts_are_cut_into_pages_at_empty_rows() -> None:
    rows = ["a", "b", "", "c", "d", "", "", "e", "f", "g", "h", "i"]
    assert paged(rows, 5) == [["a", "b", "", "c", "d"], ["e", "f", "g", "h", "i"]]
    assert paged(rows, 4) == [["a", "b"], ["c", "d"], ["e", "f", "g", "h"], ["i"]]
    assert paged([], 4) == [[]]


class Person:
    """Types what a bot likes and asks for everything now and then; keeps every page that was asked below."""

    def __init__(self, game: Game, out: FakeTerminal) -> None:
        self.typist = RandomTypist(game, 4)
        self.out = out
        self.pages: list[tuple[list[str], str]] = []
        self.questions = itertools.cycle(["?", "l", "m", "s", "o", "99", "hello", "a1-a1", "q", ""])

    def __call__(self, prompt: str) -> str:
        self.pages.append((self.out.last_page(), prompt))
        if "Your move" in prompt and len(self.pages) % 3:
            return next(self.questions)
        return "" if "page" in prompt or "back" in prompt or "(y/n)" in prompt else self.typist(prompt)


def play_in_window(game: Game, monkeypatch: pytest.MonkeyPatch, columns: int, rows: int) -> Person:
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.setenv("COLUMNS", str(columns))
    monkeypatch.setenv("LINES", str(rows))
    out = FakeTerminal()
    person = Person(game, out)
    assert play(game, {}, reader=person, out=out) == 0
    person.pages.append((out.last_page(), ""))
    return person


@pytest.mark.parametrize(
    ("columns", "rows", "seats", "city"),
    [
        pytest.param(*window, city, marks=[] if window[2] == 1 or city == "toy" else [pytest.mark.long])
        for window in [(80, 24, 1), (80, 24, 3), (60, 20, 2)]
        for city in CITIES
    ],
)
def test_whole_games_with_questions_never_scroll(
    monkeypatch: pytest.MonkeyPatch, columns: int, rows: int, seats: int, city: str
) -> None:
    game = dealt_game(city, 6, seats=seats, addons=tuple(load_city(city).addons))
    person = play_in_window(game, monkeypatch, columns, rows)
    for page, prompt in person.pages:
        assert len(page) + 1 <= rows, page
        assert max(text_width(row) for row in [*page, prompt]) <= columns, page
    told = "\n".join(row for page, _ in person.pages for row in page)
    for sentence in ("The rules in brief", "There is no move 99", "Stop here?", "The game is over."):
        assert sentence in told
    if seats > 1:
        assert "as of the last flip" in told


def test_an_answer_stands_on_the_page_and_the_map_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("LINES", "24")
    out = FakeTerminal()
    play(dealt_game("london", 1), {}, reader=ScriptedKeyboard("99", "p"), out=out, colour=False)
    pages = [page.splitlines() for page in out.getvalue().split(CLEAR)[1:]]
    assert [page[0][4:7] for page in pages] == ["a  "] * 3
    assert pages[1][-1].startswith("There is no move 99")
    assert not any("There is no move" in row for row in pages[2])
    assert pages[-1][-1] == "Stopped."


def test_the_end_of_a_game_alone_is_one_page(monkeypatch: pytest.MonkeyPatch) -> None:
    game = dealt_game("paris", 2, addons=("objectives", "gates"))
    page, _ = play_in_window(game, monkeypatch, 80, 24).pages[-1]
    text = "\n".join(page)
    assert page[0].split()[:2] == ["a", "b"]
    assert f"{game.pads()[0].total} points" in text
    assert len(page) <= 21  # the record, the seed and the shell come below


@pytest.mark.skipif(not hasattr(signal, "SIGWINCH"), reason="no such signal here")
def test_a_change_of_size_draws_the_page_anew_and_asks_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("LINES", "24")
    sizes = iter([("132", "43"), ("60", "20")])
    out = FakeTerminal()

    def reader(prompt: str) -> str:
        for columns, rows in sizes:
            monkeypatch.setenv("COLUMNS", columns)
            monkeypatch.setenv("LINES", rows)
            os.kill(os.getpid(), signal.SIGWINCH)
            raise AssertionError("the page was not drawn anew")
        raise EOFError

    before = signal.getsignal(signal.SIGWINCH)
    game = dealt_game("london", 1)
    play(game, {}, reader=reader, out=out, colour=False)
    small, large, none = (page.splitlines() for page in out.getvalue().split(CLEAR)[1:])
    assert small[0].startswith("    a   b   c ")
    assert large[0].startswith("    a       b       c ")
    assert none[0] == "The map needs 80 x 24 characters; type m to see it in parts."
    assert signal.getsignal(signal.SIGWINCH) in (before, signal.SIG_DFL)
    assert game.moves == [[[]]]


def test_a_bot_is_not_disturbed_by_a_change_of_size(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm")

    class Shaken(GreedyBot):
        def choose(self, view: View) -> str:
            os.kill(os.getpid(), signal.SIGWINCH)
            return super().choose(view)

    game = toy_game("Ann", "Bob")
    assert play(game, {1: Shaken(Generator(1))}, reader=RandomTypist(game, 1), out=FakeTerminal()) == 0
    assert game.is_over


def test_the_spoken_display_writes_line_by_line_on_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm")
    out = FakeTerminal()
    play(recorded_game("midgame.json"), {}, reader=ScriptedKeyboard("?", "l", "s"), out=out, accessible=True)
    text = out.getvalue()
    assert "\x1b" not in text
    assert text.count("h7 to j7") == 2  # with the decision, and listed once more
    assert "Enter = next page" not in text
