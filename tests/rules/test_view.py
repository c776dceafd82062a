"""A View made again from what the server tells a seat is the View of the rules."""

from __future__ import annotations

from dataclasses import fields
from pathlib import Path

import pytest

from fulgence.bots.bot import BOTS, make_bot
from fulgence.build import is_compiled
from fulgence.rules.cityfile.city_reader import city_names
from fulgence.rules.game import Game
from fulgence.rules.generator import Generator
from fulgence.rules.sheet import Sheet
from fulgence.rules.text.sheet_text import format_sheet
from fulgence.rules.view import View
from fulgence.table.entries import Opened, SeatPlan
from fulgence.table.messages import ViewMessage, format_message, parse_server_message
from fulgence.table.state import Table, city_of
from fulgence.table.views import Views, parse_game_view
from random_games import SAMPLER, addon_sets

OWN = Path(SAMPLER).read_text(encoding="utf-8")  # a city that mixes the features of all
ASKED = tuple(BOTS) if is_compiled() else ("random", "beginner", "greedy")  # those that search take long
PLAIN = [field.name for field in fields(View) if field.name not in ("city", "sheet", "sheets")]


def opened(city: str, addons: tuple[str, ...], seats: int, seed: int) -> Opened:
    return Opened(
        city=city,
        addons=addons,
        seats=(SeatPlan(bot="random"),) * seats,
        seed=f"{seed:064x}",
        invite="",
        watch="",
        city_file=OWN if city == "own.toml" else "",
    )


def begun(wish: Opened) -> tuple[Table, Game]:
    table = Table("law", wish, 0)
    assert table.game is not None
    return table, table.game


def seen_from_afar(table: Table, game: Game, views: Views, seat: int) -> View:
    """What a program makes of the message that the server sends to a seat."""
    message = parse_server_message(format_message(views.message(seat, 0, 0)))
    assert isinstance(message, ViewMessage) and message.game is not None
    done = [game.is_done(other) for other in range(len(game.names))]
    return parse_game_view(table.city, message.game, seat, done)


def assert_same_view(made: View, view: View) -> None:
    city = view.city
    for name in PLAIN:
        assert getattr(made, name) == getattr(view, name), name
    assert made.city is city
    assert made.permit == view.permit
    assert made.moves == view.moves
    assert told(made, made.sheet) == told(view, view.sheet)
    assert [told(made, sheet) for sheet in made.sheets] == [told(view, sheet) for sheet in view.sheets]
    seats = range(len(view.names))
    assert [made.pad(seat) for seat in seats] == [view.pad(seat) for seat in seats]
    if view.moves:
        for name in ASKED:
            assert make_bot(name, Generator(1)).choose(made) == make_bot(name, Generator(1)).choose(view)


def told(view: View, sheet: Sheet) -> tuple[str, int, int]:
    return format_sheet(view.city, sheet), sheet.round, sheet.permit


@pytest.mark.parametrize(
    "seats", [1, pytest.param(2, marks=pytest.mark.long), pytest.param(3, marks=pytest.mark.long), 4]
)
@pytest.mark.parametrize("city", [*city_names(), "own.toml"])
def test_what_a_seat_is_told_is_all_that_its_view_is(city: str, seats: int) -> None:
    sets = addon_sets(city_of(opened(city, (), 1, 0)))
    places = set()
    for number, addons in enumerate(sets):
        table, game = begun(opened(city, addons, seats, number))
        views = Views(table, lambda _: True)
        rng = Generator(number)
        while True:
            if game.is_over or rng.draw(len(sets) * seats) == 0:
                seat = rng.draw(seats)
                assert_same_view(seen_from_afar(table, game, views, seat), game.view(seat))
                places.add((game.round, game.is_done(seat)))
            if game.is_over:
                break
            late = [seat for seat in range(seats) if not game.is_done(seat)]
            if late:
                seat = late[rng.draw(len(late))]
                moves = game.view(seat).moves
                game.play(seat, moves[rng.draw(len(moves))])
            else:
                game.flip()
    assert places >= {(0, False), (1, True), (2, False), (3, True), (4, True)}
