"""The table: the barrier, taking back, and what a seat sees of the others."""

import pytest

from fulgence.rules.cityfile.city_reader import load_city
from fulgence.rules.deal import deal
from fulgence.rules.errors import BadNotation, IllegalMove
from fulgence.rules.game import Game
from fulgence.rules.generator import Generator
from fulgence.rules.text.sheet_text import format_sheet


def table(seats: int = 2) -> Game:
    return Game(deal(load_city("london"), seats=seats, rng=Generator(3)), ["Ann", "Ben", "Cy", "Di"][:seats])


def first_section(game: Game, seat: int) -> str:
    return next(move for move in game.view(seat).moves if move != "pass")


def test_the_next_card_is_flipped_only_when_everybody_is_done() -> None:
    game = table()
    game.play(0, "pass")
    with pytest.raises(IllegalMove, match="not everybody is done"):
        game.flip()
    game.play(1, "pass")
    game.flip()
    assert game.turn == 1


def test_a_seat_sees_the_others_as_of_the_last_flip() -> None:
    game = table()
    before = format_sheet(game.city, game.view(1).sheets[0])
    game.play(0, first_section(game, 0))
    seen = game.view(1)
    assert format_sheet(game.city, seen.sheets[0]) == before
    assert seen.done == (True, False)
    game.play(1, "pass")
    game.flip()
    assert format_sheet(game.city, game.view(1).sheets[0]) != before


def test_a_move_can_be_taken_back_until_the_flip_and_not_after_it() -> None:
    game = table(1)
    move = first_section(game, 0)
    game.play(0, move)
    game.undo(0)
    assert move in game.view(0).moves
    with pytest.raises(IllegalMove, match="nothing to take back"):
        game.undo(0)
    game.play(0, move)
    game.flip()
    with pytest.raises(IllegalMove, match="nothing to take back"):
        game.undo(0)


def test_a_refused_move_changes_nothing() -> None:
    game = table(1)
    before = game.view(0).moves
    for move, error in (
        ("zz", BadNotation),
        ("a1-a2", BadNotation),
        ("a1-a3", IllegalMove),
        ("a1*", IllegalMove),
    ):
        with pytest.raises(error):
            game.play(0, move)
    assert game.view(0).moves == before
    assert game.moves[0] == [[]]


def test_nobody_plays_after_the_end() -> None:
    game = table(1)
    while not game.is_over:
        game.play(0, "pass")
        game.flip()
    with pytest.raises(IllegalMove):
        game.play(0, "pass")
    with pytest.raises(IllegalMove, match="the game is over"):
        game.flip()
    assert game.view(0).moves == ()
    assert game.cards == ()
