"""The display for screen readers."""

from __future__ import annotations

import string

import pytest

from fulgence.rules.cityfile.city_reader import city_names
from term.scripted_games import SAMPLER, RandomTypist, ScriptedKeyboard, dealt_game, play_scripted, toy_game

PLAIN = set(string.ascii_letters + string.digits + " .,:;-+=*?()'\"/<>[]{}!\n")


@pytest.mark.parametrize("city", [*city_names(), SAMPLER])
def test_no_escape_codes_and_no_drawing_are_written(city: str) -> None:
    addons = tuple(dealt_game(city, 0).city.addons)
    game = dealt_game(city, 5, seats=2, addons=addons)
    typist, asked = RandomTypist(game, 5), ["m", "s", "o", "?"]

    def reader(prompt: str) -> str:
        return asked.pop() if asked else typist(prompt)

    played = play_scripted(game, reader, accessible=True, colour=True)
    assert game.is_over
    assert set(played.text) <= PLAIN


def test_a_decision_has_one_item_per_line() -> None:
    played = play_scripted(toy_game("Ann"), ScriptedKeyboard("c2-c3", ""), accessible=True)
    start = played.lines.index("Toy Town. Round 1 of 4, turn 2.")
    assert played.lines[start : start + 13] == [
        "Toy Town. Round 1 of 4, turn 2.",
        "Pencil: purple.",
        "Card: Street circle.",
        "Underground cards so far: 1; the round ends after 4.",
        "Your line so far:",
        "c2 to c3",
        "Score so far: 2 for this line, 3 in total.",
        "Draw a section from an end (c2, c3) to a circle.",
        "1: c2 to a2, circle, district A",
        "2: c2 to d1, circle, district B",
        "3: c2 to e4, circle, district D",
        "4: c3 to b4, circle, green departure, district C, under the Brook",
        "p: pass",
    ]


def test_a_complete_turn_is_reported_without_repeating_the_card() -> None:
    played = play_scripted(toy_game("Ann"), ScriptedKeyboard("c2-c3"), accessible=True)
    assert played.text.count("Card: Underground triangle.") == 1
    assert played.lines[-6:-2] == [
        "Your line so far:",
        "c2 to c3",
        "Score so far: 2 for this line, 3 in total.",
        "Your turn is complete.",
    ]


def test_the_whole_map_can_be_read() -> None:
    lines = play_scripted(toy_game("Ann"), ScriptedKeyboard("m"), accessible=True).lines
    assert "Row 3:" in lines
    assert "c3, any symbol, site, district A" in lines
    assert "c2, pentagon, purple departure, district A" in lines


def test_the_scores_at_the_end_are_sentences() -> None:
    game = toy_game("Ann", "Bob")
    played = play_scripted(game, lambda prompt: "1" if "Your move" in prompt else "", accessible=True)
    assert "Score of Bob:" in played.lines
    assert "pink: 3x4 + 2 = 14" in played.lines
    assert "c3 pink, c3 green, a5 green, c3 purple, c3 blue" in played.lines
    assert played.lines[-3:] == ["total: 66", "The game is over.", "The winner is Ann with 77 points."]
