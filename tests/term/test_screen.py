"""The drawn page: its content and size, without colour and without Unicode too."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator

import pytest

from fulgence.bots.bot import RandomBot
from fulgence.language import languages, load_language, using_language
from fulgence.prose.options import options
from fulgence.rules.cityfile.city_reader import city_names, load_city
from fulgence.rules.generator import Generator
from fulgence.rules.view import View
from fulgence.term.canvas import Canvas, text_width
from fulgence.term.colours import BASIC, NO_COLOURS, RICH, Colour, Palette, Style, palette_for
from fulgence.term.glyphs import ASCII, UNICODE, glyphs_for
from fulgence.term.play import play
from fulgence.term.screen import Screen, screen_for
from fulgence.term.text_map import TextMap, pencil_letters
from term.golden_pages import DISPLAYS, GOLDEN, drawing
from term.scripted_games import (
    SAMPLER,
    FakeTerminal,
    RandomTypist,
    ScriptedKeyboard,
    dealt_game,
    play_scripted,
    recorded_game,
    toy_game,
)

ESCAPE = re.compile(r"\x1b\[[0-9;]*[A-Za-z]")
CITIES = [*city_names(), SAMPLER]


def views(city: str, seeds: int = 3) -> Iterator[View]:
    """Every decision of some games with all add-ons."""
    addons = tuple(load_city(city).addons)
    for seed in range(seeds):
        game, bot = dealt_game(city, seed, addons=addons), RandomBot(Generator(seed))
        while not game.is_over:
            while not game.is_done(0):
                yield game.view(0)
                game.play(0, bot.choose(game.view(0)))
            game.flip()


@pytest.mark.parametrize("name", DISPLAYS)
def test_a_page_in_the_middle_of_a_game_is_the_golden_one(name: str) -> None:
    assert drawing(name) == (GOLDEN / name).read_text(encoding="utf-8")


@pytest.mark.parametrize("city", CITIES)
def test_a_page_fits_into_80_columns_and_40_rows(city: str) -> None:
    for view in views(city):
        rows = Screen().decision(view, options(view))
        assert max(map(text_width, rows)) <= 80
        assert len(rows) <= 39 or len(view.moves) >= 30  # the prompt comes below


@pytest.mark.parametrize("city", city_names())
def test_every_legal_move_has_its_number_on_the_map(city: str) -> None:
    for view in views(city):
        choices = options(view)
        canvas = Canvas()
        TextMap(canvas, UNICODE, view.city, view.sheet).draw(choices)
        signs = sorted((y, x, sign) for (x, y), (sign, style) in canvas.marks.items() if style.reverse)
        rows: dict[int, str] = {}
        for y, x, sign in signs:
            rows[y] = rows.get(y, "").ljust(x) + sign
        numbers = [int(number) for row in rows.values() for number in re.findall("[0-9]+", row)]
        assert sorted(numbers) == [choice.number for choice in choices]


def test_moves_are_numbered_in_the_order_of_the_map() -> None:
    for view in views("london"):
        points = [[view.city.points[cell] for cell in (choice.start, choice.end)] for choice in options(view)]
        assert points == sorted(points)  # e6 before e10, as text has it the other way


@pytest.mark.parametrize("city", CITIES)
@pytest.mark.parametrize("colours", [BASIC, RICH])
def test_colour_is_never_the_only_sign(city: str, colours: int) -> None:
    for view in views(city, seeds=1):
        painted = Screen(palette=Palette(colours)).decision(view, options(view))
        plain = Screen().decision(view, options(view))
        assert [ESCAPE.sub("", row).rstrip() for row in painted] == plain


@pytest.mark.parametrize("city", CITIES)
def test_every_pencil_has_its_own_letter(city: str) -> None:
    assert len(set(pencil_letters(load_city(city)).values())) == 4


@pytest.mark.parametrize("tag", languages())
def test_pink_steps_back_for_purple_in_every_language(tag: str) -> None:
    with using_language(load_language(tag)):
        letters = pencil_letters(load_city("london"))
    assert letters == {"purple": "p", "blue": "b", "pink": "k", "green": "g"}


@pytest.mark.parametrize("city", CITIES)
def test_help_and_explanations_fit_into_80_columns(city: str) -> None:
    addons = tuple(load_city(city).addons)
    game = dealt_game(city, 2, addons=addons)
    typist, turns = RandomTypist(game, 2), 25

    def reader(prompt: str) -> str:
        nonlocal turns
        turns -= 1
        if turns < -2:
            raise EOFError
        return typist(prompt) if turns > 0 else "?so"[turns]

    lines = play_scripted(game, reader).lines
    assert "The rules in brief" in lines
    assert max(map(text_width, lines)) <= 80


def test_a_narrow_terminal_has_the_panel_below_the_map() -> None:
    view = recorded_game("midgame.json").view(0)
    rows = Screen(columns=60).decision(view, options(view))
    assert max(map(text_width, rows)) <= 60
    assert rows[19].startswith("10  ▲")
    assert rows[21].startswith("London")


def test_nothing_but_ascii_is_written_where_the_encoding_has_nothing_else() -> None:
    out = io.TextIOWrapper(io.BytesIO(), encoding="ascii")
    game = dealt_game("london", 1, seats=2, addons=("objectives", "powers"))
    assert play(game, {}, reader=RandomTypist(game, 1), out=out) == 0


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16"])
def test_unicode_signs_are_used_where_they_can_be_written(encoding: str) -> None:
    assert glyphs_for(io.TextIOWrapper(io.BytesIO(), encoding=encoding), {}) == UNICODE
    assert glyphs_for(io.StringIO(), {}) == UNICODE


def test_the_text_console_gets_ascii() -> None:
    assert glyphs_for(io.StringIO(), {"TERM": "linux"}) == ASCII


@pytest.mark.parametrize(
    ("environ", "palette"),
    [
        ({"TERM": "xterm-256color"}, Palette(RICH)),
        ({"TERM": "xterm"}, Palette(BASIC)),
        ({"TERM": "xterm", "COLORTERM": "truecolor"}, Palette(RICH)),
        ({"TERM": "xterm-256color", "NO_COLOR": "1"}, NO_COLOURS),
        ({"TERM": "xterm-256color", "NO_COLOR": ""}, Palette(RICH)),
        ({"TERM": "dumb"}, NO_COLOURS),
        ({}, NO_COLOURS),
    ],
)
def test_colours_are_as_many_as_the_terminal_has(environ: dict[str, str], palette: Palette) -> None:
    assert palette_for(FakeTerminal(), None, environ) == palette


def test_colours_are_for_terminals_only_unless_forced() -> None:
    environ = {"TERM": "xterm-256color"}
    assert palette_for(io.StringIO(), None, environ) == NO_COLOURS
    assert palette_for(io.StringIO(), True, environ) == Palette(RICH)
    assert palette_for(FakeTerminal(), False, environ) == NO_COLOURS


@pytest.mark.parametrize(("name", "value"), [("NO_COLOR", "1"), ("TERM", "dumb")])
def test_a_game_without_colour_paints_nothing(monkeypatch: pytest.MonkeyPatch, name: str, value: str) -> None:
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.delenv("NO_COLOR", raising=False)
    for is_set in (False, True):
        if is_set:
            monkeypatch.setenv(name, value)
        out = FakeTerminal()
        play(toy_game("Ann"), {}, reader=ScriptedKeyboard("1", "", "o", "s", "?"), out=out)
        assert ("m" in [code[-1] for code in ESCAPE.findall(out.getvalue())]) is not is_set


def test_a_pipe_gets_no_code_at_all(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm-256color")
    assert "\x1b" not in play_scripted(toy_game("Ann"), ScriptedKeyboard("1", "", "o", "s", "?")).text
    assert screen_for(io.StringIO(), None) == Screen()


def test_a_line_is_drawn_in_the_colour_of_its_pencil() -> None:
    view = recorded_game("midgame.json").view(0)
    canvas = Canvas()
    TextMap(canvas, UNICODE, view.city, view.sheet).draw()
    strokes = {
        (sign, style.colour)
        for (x, y), (sign, style) in canvas.marks.items()
        if y > 0 and sign in "pbkg" and not style.reverse
    }
    green = Colour(35, 32)
    assert strokes == {("g", green), ("p", Colour(134, 35)), ("b", Colour(33, 94))}
    assert Palette(RICH).paint("g", Style(green, bold=True)) == "\x1b[1;38;5;35mg\x1b[0m"
    assert Palette(BASIC).paint("g", Style(green, bold=True)) == "\x1b[1;32mg\x1b[0m"


def test_wide_signs_take_two_columns_and_accents_none() -> None:
    canvas = Canvas()
    assert canvas.put(0, 0, "李e\u0301") == 3
    assert canvas.put(3, 0, "!") == 4
    assert canvas.rows(NO_COLOURS) == ["李e\u0301!"]
    assert text_width("李e\u0301!") == 4


def test_wide_and_strange_names_do_not_break_the_page() -> None:
    game = toy_game("李明李明李明李明李明李明李明李明", "e\u0301mile\x1b[31m")
    view = game.view(0)
    for seat in (0, 1):
        view = game.view(seat)
        rows = Screen().decision(view, options(view))
        assert max(map(text_width, rows)) <= 80
        assert all(row.isprintable() for row in rows)


def test_an_automatic_power_is_shown_apart_from_its_name() -> None:
    powers = {"purple": "double-station", "blue": "joker", "pink": "switch", "green": "second-section"}
    played = play_scripted(toy_game("Ann", powers=powers), ScriptedKeyboard())
    assert " automatic" in played.text
    assert not re.search(r"\Sautomatic", played.text)
