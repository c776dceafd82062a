"""What a seat is told: all that the rules let it know, and nothing of the others' unfinished turns."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from fulgence.rules.errors import FulgenceError
from fulgence.rules.generator import Generator
from fulgence.table.entries import Closed, JoinedSeat, Moved, SaidReady, TookBack
from fulgence.table.messages import format_message
from fulgence.table.views import NOBODY, Views
from random_games import SAMPLER
from table.expected_views import told
from table.table_log import TableLog, full, opened, random_entry

TABLES = {
    "london": (("objectives", "powers", "gates"), 2),
    "paris": (("objectives", "powers", "gates"), 3),
    "berlin": (("objectives", "acceleration"), 2),
    "toy": (("objectives", "powers"), 1),
    "own.toml": (("objectives", "powers", "gates", "acceleration"), 4),
}
OWN = Path(SAMPLER).read_text(encoding="utf-8")


def table(city: str) -> TableLog:
    addons, seats = TABLES[city]
    return full(city, addons, seats, city_file=OWN if city == "own.toml" else "")


def view(views: Views, seat: int, left: float = 0) -> dict[str, Any]:
    message: dict[str, Any] = json.loads(format_message(views.message(seat, 2, left)))
    return message


@pytest.mark.parametrize("city", TABLES)
def test_a_view_tells_what_the_rules_say_after_every_entry(city: str) -> None:
    log = table(city)
    views = Views(log.table, lambda _: True)  # as a referee keeps them through a whole game
    rng = Generator(5)
    everybody = [NOBODY, *range(len(log.table.seats))]
    flips = -1
    while True:
        asked = everybody if log.table.changes != flips else [everybody[rng.draw(len(everybody))]]
        flips = log.table.changes
        for seat in asked:
            assert view(views, seat)["game"] == told(log.game, seat)
        if log.table.phase != "playing":
            break
        try:
            log.write(random_entry(log, rng))
        except FulgenceError:
            continue
    assert log.game.is_over


@pytest.mark.parametrize("city", TABLES)
def test_a_view_read_from_the_log_is_the_view_that_was_kept(city: str) -> None:
    log = table(city)
    views = Views(log.table, lambda _: True)
    rng = Generator(6)
    while log.table.phase == "playing":
        for _ in range(40):
            try:
                log.write(random_entry(log, rng))
            except FulgenceError:
                continue
            seat = rng.draw(len(log.table.seats))
            view(views, seat)
        fresh = Views(log.read(), lambda _: True)
        for seat in range(NOBODY, len(log.table.seats)):
            assert view(views, seat) == view(fresh, seat)


def test_a_view_has_these_parts_and_no_others() -> None:
    message = view(Views(full("london").table, lambda _: True), 0)
    assert list(message) == [
        *("type", "number", "table", "you", "ply", "phase", "seats", "watching", "clock", "seconds_left"),
        *("language", "commitment", "promised", "fair", "rematch", "game", "words", "rematch_by"),
        *("contest", "helped", "late"),
    ]
    assert list(message["seats"][0]) == ["kind", "name", "bot", "here", "ready", "left", "host"]
    assert list(message["game"]) == [
        *("city", "addons", "objectives", "powers", "gates", "acceleration", "names", "pencils", "handicap"),
        *("round", "turns", "cards", "remaining", "next_card", "permit", "moves", "can_undo", "is_over"),
        *("winners", "sheets"),
    ]
    sheet = message["game"]["sheets"][0]
    assert list(sheet) == ["rounds", "boxed", "doubled", "pad"]
    assert list(sheet["pad"]) == ["lines", "items", "counts", "total", "verdict"]


def test_before_the_start_there_is_no_game_and_no_secret() -> None:
    log = opened("london", seats=2)
    log.write(JoinedSeat(1, "Ben", "key 1"))
    message = view(Views(log.table, lambda _: False), 1)
    assert (message["phase"], message["you"], message["game"], message["fair"]) == ("waiting", 1, None, None)
    assert [(seat["kind"], seat["name"]) for seat in message["seats"]] == [("free", None), ("person", "Ben")]


# Others.


@pytest.mark.parametrize("city", TABLES)
def test_an_unfinished_turn_shows_to_nobody_else(city: str) -> None:
    log = table(city)
    views = Views(log.table, lambda _: True)
    rng = Generator(8)
    seats = range(len(log.table.seats))
    while log.table.phase == "playing":
        for mover in seats:
            others = [seat for seat in range(NOBODY, len(seats)) if seat != mover]
            before = [view(views, seat) for seat in others]
            own = view(views, mover)["number"]
            while moves := log.game.view(mover).moves:
                log.write(Moved(mover, moves[rng.draw(len(moves))], ready=False))
                if rng.draw(3) == 0:
                    log.write(TookBack(mover))
                assert [view(views, seat) for seat in others] == before
            assert view(views, mover)["number"] > own
            flips = log.table.changes
            log.write(SaidReady(mover))
            if log.table.changes == flips:  # that a seat is ready is all that the others learn
                for message in before:
                    message["seats"][mover]["ready"] = True
                assert [view(views, seat) for seat in others] == before


def test_a_spectator_has_no_moves_and_sees_all_sheets_as_of_the_last_flip() -> None:
    log = full("london")
    log.write(Moved(0, log.game.view(0).moves[0], ready=False))
    message = view(Views(log.table, lambda _: True), NOBODY)
    assert (message["you"], message["ply"]) == (None, 0)
    game = message["game"]
    assert (game["permit"], game["moves"], game["can_undo"]) == ("turn-over", [], False)
    assert [sheet["rounds"] for sheet in game["sheets"]] == [[[[]]], [[[]]]]


# Numbers.


def test_the_number_of_a_view_grows_with_what_its_seat_gets_to_see_and_never_falls() -> None:
    log = full("toy")
    views = Views(log.table, lambda _: True)
    first = [view(views, seat)["number"] for seat in (NOBODY, 0, 1)]
    log.write(Moved(0, "pass", ready=False))
    log.write(TookBack(0))
    assert [view(views, seat)["number"] for seat in (NOBODY, 0, 1)] == [first[0], first[1] + 2, first[2]]
    log.write(Moved(1, "pass"))
    log.write(Moved(0, "pass"))  # the flip
    assert [view(views, seat)["number"] - n for seat, n in zip((NOBODY, 0, 1), first, strict=True)] == [
        1,
        4,
        2,
    ]


# Clock and end.


def test_the_seconds_left_are_those_of_the_turn() -> None:
    log = full("toy", clock=60)
    views = Views(log.table, lambda _: True)
    assert [view(views, 0, left)["seconds_left"] for left in (60.0, 30.04, 0.0)] == [60.0, 30.0, 0.0]
    log.write(Closed())
    assert view(views, 0, 60.0)["seconds_left"] is None
    assert view(Views(full("toy").table, lambda _: True), 0)["seconds_left"] is None


def test_at_the_end_everybody_sees_everything_and_the_secret() -> None:
    log = full("toy", ("objectives",), 1)
    views = Views(log.table, lambda _: True)
    while log.table.phase == "playing":
        log.write(Moved(0, "pass", ready=False))
        assert view(views, 0)["game"]["sheets"][0]["pad"]["verdict"] is None
        log.write(SaidReady(0))
    messages = [view(views, seat) for seat in (0, NOBODY)]
    for message in messages:
        game = message["game"]
        assert (game["round"], game["cards"], game["remaining"], game["winners"]) == (4, [], [], [0])
        assert game["sheets"][0]["pad"]["total"] == -5  # the objectives' handicap for a player alone
        assert game["sheets"][0]["pad"]["verdict"] == 1
        assert message["fair"]["seed"] == log.table.opened.seed
    assert messages[0]["game"] == messages[1]["game"]
