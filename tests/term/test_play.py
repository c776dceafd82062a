"""Whole games and single decisions through the keyboard of the terminal game."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from fulgence.bots.bot import GreedyBot
from fulgence.prose.outcome import outcome
from fulgence.rules import kinds
from fulgence.rules.cityfile.city_reader import city_names
from fulgence.rules.game import Game
from fulgence.rules.generator import Generator
from fulgence.rules.text.record import Replay, parse_record, replay
from fulgence.rules.text.sheet_text import format_sheet
from term.scripted_games import (
    SAMPLER,
    TURNS,
    RandomTypist,
    ScriptedKeyboard,
    dealt_game,
    play_scripted,
    recorded_game,
    toy_game,
)

ITEMS = ("interchanges", "sites", "crossings", "objectives", "solo deduction for add-ons")


def first_move(prompt: str) -> str:
    """The first move of every list, Enter at every other question."""
    return "1" if "Your move" in prompt else ""


def replayed(path: Path) -> Replay:
    return replay(parse_record(path.read_text(encoding="utf-8")))


def test_a_game_alone_can_be_played_by_numbers(tmp_path: Path) -> None:
    game = toy_game("Ann")
    record = tmp_path / "game.json"
    played = play_scripted(game, first_move, record=record)
    assert played.code == 0
    assert game.is_over
    assert played.lines[-12:] == [
        "",
        "                           Ann",
        "purple                3×4 = 12",  # noqa: RUF001
        "blue                  3×4 = 12",  # noqa: RUF001
        "pink                3×4+2 = 14",  # noqa: RUF001
        "green                2×3+2 = 8",  # noqa: RUF001
        "interchanges                25",
        "sites                        6",
        "total                       77",
        "The game is over.",
        "77 points, verdict 6 of 6: A masterpiece. One day a station will bear your name.",
        f"The record of the game is saved in {record}.",
    ]
    assert replayed(record).record.is_finished
    assert replayed(record).pads[0].total == 77


@pytest.mark.parametrize("change", [str.lower, str.upper])
def test_letters_and_cells_can_be_typed_in_any_case(change: Callable[[str], str]) -> None:
    game = toy_game("Ann", "Bob")
    typed = ("m", "s", "o", "h", "help", "p", "u", "c3", "u", "c2-b1", "u", "pass", "", "p", "", "q", "yes")
    keyboard = ScriptedKeyboard(*map(change, typed))
    played = play_scripted(game, keyboard)
    assert played.lines[-1] == "Stopped."
    assert keyboard.answers == []
    assert [game.move_texts(seat) for seat in (0, 1)] == [[["pass"]], [["pass"]]]


def test_moves_can_be_typed_in_any_case_and_taken_back() -> None:
    game = toy_game("Ann")
    keyboard = ScriptedKeyboard("C2-B1", "u", "c2–c3", "", "pass", "u", "C3b4", "u", "c3 b4", "")  # noqa: RUF001
    play_scripted(game, keyboard)
    assert game.move_texts(0) == [["c2-c3"], ["c3-b4"]]
    assert game.turn == 2


def test_a_target_is_enough_where_one_move_ends_there() -> None:
    game = toy_game("Ann")
    play_scripted(game, ScriptedKeyboard("b1", ""))
    assert game.move_texts(0) == [["c2-b1"]]


def test_a_target_of_several_moves_is_asked_for_by_number() -> None:
    game = toy_game("Ann")
    played = play_scripted(game, ScriptedKeyboard("c2-b1", "", "a2", "d1", "e3"))
    assert played.lines[-5:-2] == [
        "Several moves end at a2; choose by number: 1, 3.",
        "Several moves end at d1; choose by number: 2, 5.",
        "No legal move ends at e3 now.",
    ]
    assert game.moves[0][-1] == []


def test_a_move_cannot_be_taken_back_after_the_flip() -> None:
    game = toy_game("Ann")
    played = play_scripted(game, ScriptedKeyboard("1", "", "u"))
    assert "There is nothing to take back in this turn." in played.lines
    assert game.move_texts(0) == [["c2-b1"]]


def test_only_enter_lets_a_turn_go() -> None:
    game = toy_game("Ann")
    played = play_scripted(game, ScriptedKeyboard("1", "1", "p", "d2-d4"))
    assert played.text.count("Press Enter to continue, or type u to undo; ? for help.") == 3
    assert game.turn == 0


def test_enter_alone_never_draws() -> None:
    game = toy_game("Ann")
    played = play_scripted(game, ScriptedKeyboard("", "", "  "))
    sentence = "Type a number, a move such as c2-b1, or p to pass; ? for help."
    assert played.text.count(sentence) == 3
    assert game.moves == [[[]]]


def test_one_enter_passes_where_nothing_can_be_drawn() -> None:
    game = toy_game("Ann")
    prompts: list[str] = []

    def reader(prompt: str) -> str:
        prompts.append(prompt)
        return first_move(prompt)

    played = play_scripted(game, reader)
    stuck = [number for number, prompt in enumerate(prompts) if prompt == "Enter = pass: "]
    assert len(stuck) == played.text.count("There is nothing you can draw this turn.") == 2
    assert [prompts[number + 1] for number in stuck] == ["Your move: "] * 2
    assert game.move_texts(0).count(["pass"]) == 2


@pytest.mark.parametrize(
    "typed",
    [
        "",
        "0",
        "3",
        "99",
        "-1",
        "1.0",
        "1 1",
        "²",
        "9" * 5000,
        "x",
        "hello there",
        "c2",
        "z9",
        "c2-",
        "c2-c9",
        "c2-b2",
        "b1-c2",
        "c2-d1",
        "d2-d4",
        "c2-e4",
        "c2*",
        "b1*",
        "u",
        "n",
        "\x1b[A",
        "d3-c4; rm",
        "c2-b1-a2",
    ],
)
def test_bad_input_gets_one_sentence_and_changes_nothing(typed: str) -> None:
    game = toy_game("Ann")
    before = play_scripted(toy_game("Ann"), ScriptedKeyboard()).lines
    played = play_scripted(game, ScriptedKeyboard(typed))
    answer = [line for line in played.lines if line not in before]
    assert len(answer) == 1
    assert len(played.lines) == len(before) + 1
    assert answer[0].endswith(".")
    assert answer[0].isprintable()
    assert game.moves == [[[]]]
    assert format_sheet(game.city, game.sheets[0]) == "toy purple"


def test_an_illegal_move_gets_a_reason() -> None:
    played = play_scripted(toy_game("Ann"), ScriptedKeyboard("c2-b3", "d2-d4", "7"))
    assert "c2-b3: b3 is a square; another symbol is needed." in played.lines
    assert "d2-d4: d2 is not on the line." in played.lines
    assert "There is no move 7; choose from 1 to 2." in played.lines


def test_two_people_and_a_bot_share_a_table() -> None:
    game = toy_game("Ann", "greedy 1", "Bob")
    prompts: list[str] = []

    def reader(prompt: str) -> str:
        prompts.append(prompt)
        return first_move(prompt)

    played = play_scripted(game, reader, {1: GreedyBot(Generator(1))})
    assert played.code == 0
    assert game.is_over
    assert [len(game.move_texts(seat)) for seat in range(3)] == [TURNS] * 3
    assert prompts[:4] == [
        "Ann. Your move: ",
        "Ann. Enter = next player, u = undo: ",
        "Bob. Your move: ",
        "Bob. Enter = next card, u = undo: ",
    ]
    assert prompts[-1] == "Bob. Enter = end of the game, u = undo: "
    assert not any("greedy" in prompt for prompt in prompts)
    heading = played.lines[played.lines.index("The game is over.") - 8].split()
    assert heading == ["Ann", "greedy", "1", "Bob"]


def test_other_sheets_are_shown_as_of_the_last_flip() -> None:
    game = toy_game("Ann", "Bob")
    first = play_scripted(game, ScriptedKeyboard("c2-b1", "", "o")).text
    assert "Ann, as of the last flip" in first
    assert first.count("╲p") == 1  # on Ann's own page, when her turn was complete
    second = play_scripted(game, ScriptedKeyboard("", "p", "", "p", "", "o"))
    assert "Ann, as of the last flip" in second.text
    page = second.text[second.text.index("Ann, as of the last flip") :]
    assert "╲p" in page


def test_a_player_alone_has_no_others_to_look_at() -> None:
    assert (
        "You are playing alone; there are no other sheets."
        in play_scripted(toy_game("Ann"), ScriptedKeyboard("o")).lines
    )


def test_the_score_pad_is_explained_number_by_number() -> None:
    game = toy_game("Ann")
    played = play_scripted(game, ScriptedKeyboard("c2-c3", "", "c3-b4", "", "s"))
    start = played.lines.index("purple: 2x2 + 2 = 6")
    assert played.lines[start : start + 9] == [
        "purple: 2x2 + 2 = 6",
        "  districts: 2 (stations c2 c3; b4)",
        "  most stations in one district: 2 (c2 c3)",
        "  extra points: 2 (sections under the Brook: 1)",
        "blue: nothing drawn, 0",
        "pink: nothing drawn, 0",
        "green: nothing drawn, 0",
        "interchanges: 0",
        "sites: 1, visits: 1",
    ]
    assert "total: 7" in played.lines


def test_a_bonus_in_the_score_is_explained() -> None:
    powers = dict(zip(("purple", "blue", "pink", "green"), reversed(kinds.POWERS), strict=True))
    game = toy_game("Ann", powers=powers)
    lines = play_scripted(game, ScriptedKeyboard("c2-c3", "s")).lines
    assert "purple: 1x3 = 3" in lines
    assert "  most stations in one district: 3 (c2 c3)" in lines
    assert "  these two numbers include a bonus; without it they are 1 and 2" in lines
    assert any("power: one station counts" in line and line.endswith("automatic") for line in lines)


def test_every_point_of_the_explained_score_is_in_the_total() -> None:
    addons = tuple(dealt_game(SAMPLER, 0).city.addons)
    for seed in range(5):
        game = dealt_game(SAMPLER, seed, addons=addons)
        lines = play_scripted(game, RandomTypist(game, seed), accessible=True).lines
        lines = lines[lines.index("Score of Ann:") :]
        lines_of_pencils = [line for line in lines if line.split(":")[0] in game.city.pencils]
        items = [line for line in lines if line.split(":")[0] in ITEMS]
        points = [int(re.split(" = |, ", line)[-1]) for line in lines_of_pencils]
        points += [int(line.split(": ")[1].split(",")[0]) for line in items]
        assert len(points) == 9
        assert f"total: {sum(points)}" in lines


def test_every_permit_has_a_sentence() -> None:
    addons = tuple(dealt_game(SAMPLER, 0).city.addons)
    told = ""
    for seed in range(12):
        game = dealt_game(SAMPLER, seed, addons=addons)
        told += play_scripted(game, RandomTypist(game, seed), accessible=True).text
    for sentence in (
        "Draw a section from an end of your Bear line (",
        "Draw a section from an end (",
        "Draw a section from any station on one of your lines to a square.",
        "to any station. The station you reach becomes a National Train Station.",
        "Your power lets you go to any station.",
        "Your power lets you start at any station.",
        "Guided tour: draw a second section from the monument (",
        "Double switch, second section: from any station on your other line to a ",
        "Double switch, second section: from any station that was already on your line to a ",
        "City gate: draw a section from any station on ",
        "City gate, first of two sections: from an end",
        "City gate, second of two sections: from an end",
        "City gate: circle a station on your line; it counts twice.",
        "Second section with your power: from an end",
    ):
        assert sentence in told, sentence


def test_questions_about_the_game_change_nothing() -> None:
    game = toy_game("Ann")
    played = play_scripted(game, ScriptedKeyboard("m", "s", "o", "?", "h", "1", "m", "s", "o", "?"))
    assert played.text.count("The rules in brief") == 3
    assert game.moves == [[[game.city.moves["c2-b1"]]]]


def test_the_end_of_a_round_is_reported_once() -> None:
    text = play_scripted(toy_game("Ann"), first_move).text
    assert text.count("Ann: purple 3x4 = 12.") == 1
    assert [text.count(f"Round {number} is over.") for number in (1, 2, 3, 4)] == [1, 1, 1, 0]


def test_a_tie_is_broken_by_the_best_line() -> None:
    assert outcome(recorded_game("tie.json")) == (
        "Ann and Bob have 68 points each. The winner is Ann with the best single line, 15 points."
    )


def test_equal_best_lines_share_the_victory() -> None:
    game = toy_game("Ann", "Bob", "Cy")
    play_scripted(game, lambda prompt: "p" if "Your move" in prompt else "")
    assert outcome(game) == ("Ann, Bob and Cy share the victory with 0 points each and equal best lines (0).")


def test_one_winner_is_named() -> None:
    game = toy_game("Ann", "Bob")
    play_scripted(game, lambda prompt: "p" if prompt == "Bob. Your move: " else first_move(prompt))
    assert outcome(game) == "The winner is Ann with 77 points."


@pytest.mark.parametrize("city", [*city_names(), SAMPLER])
@pytest.mark.parametrize("accessible", [False, True])
def test_every_city_can_be_played_with_all_its_add_ons(city: str, accessible: bool) -> None:
    addons = tuple(dealt_game(city, 0).city.addons)
    for seed in range(3):
        game = dealt_game(city, seed, seats=2, addons=addons)
        played = play_scripted(game, RandomTypist(game, seed), accessible=accessible)
        assert played.code == 0
        assert game.is_over


def test_a_game_already_begun_goes_on_where_it_was() -> None:
    game: Game = recorded_game("midgame.json")
    played = play_scripted(game, ScriptedKeyboard("2"))
    assert "London          round 3 of 4, turn 5" in played.text
    assert game.moves[0][-1] == [game.city.moves["h7-j7"]]
