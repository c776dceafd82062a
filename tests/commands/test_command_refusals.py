"""Records that `fulgence replay` rejects, and its messages; the oracle rejects them too."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from commands.records import GONE, PAIR, TOY, changed, replay
from commands.shell import CITIES, HINT

REFUSED: list[tuple[Any, str, object, str]] = [
    (PAIR, "fulgence", GONE, "fulgence is missing"),
    (PAIR, "fulgence", 2, "version 2; this program reads version 1"),
    (PAIR, "fulgence", 0, "version 0; this program reads version 1"),
    (PAIR, "fulgence", "1", "fulgence must be a whole number"),
    (PAIR, "fulgence", 1.0, "fulgence must be a whole number"),
    (PAIR, "fulgence", True, "fulgence must be a whole number"),
    (PAIR, "fulgence", None, "fulgence must be a whole number"),
    (PAIR, "city", GONE, "city is missing"),
    (PAIR, "city", 5, "city must be a string"),
    (PAIR, "city", ["london"], "city must be a string"),
    (PAIR, "city", "atlantis", f"city 'atlantis' is none of {CITIES}"),
    (PAIR, "city", "London", f"city 'London' is none of {CITIES}"),
    (PAIR, "city", "london.toml", f"city 'london.toml' is none of {CITIES}{HINT}"),
    (PAIR, "city", "toy", "Toy Town has no add-on 'gates'; it allows objectives, powers"),
    (PAIR, "addons", GONE, "addons is missing"),
    (PAIR, "addons", "objectives", "addons must be a list"),
    (PAIR, "addons", {}, "addons must be a list"),
    (PAIR, "addons/0", 1, "addons[0] must be a string"),
    (PAIR, "addons/0", "powers", "an add-on is named twice"),
    (
        PAIR,
        "addons/0",
        "tunnels",
        "London has no add-on 'tunnels'; it allows objectives, powers, gates",
    ),
    (
        PAIR,
        "addons/3",
        "acceleration",
        "London has no add-on 'acceleration'; it allows objectives, powers, gates",
    ),
    (PAIR, "addons", ["objectives", "powers"], "gates are dealt, but the add-on is not in play"),
    (PAIR, "addons", ["powers", "gates"], "objectives are dealt, but the add-on is not in play"),
    (PAIR, "addons", ["objectives", "gates"], "powers are dealt, but the add-on is not in play"),
    (PAIR, "deal", GONE, "deal is missing"),
    (PAIR, "deal", [], "deal must be an object"),
    (PAIR, "deal", None, "deal must be an object"),
    (PAIR, "deal/rounds", GONE, "rounds is missing"),
    (PAIR, "deal/rounds", {}, "rounds must be a list"),
    (PAIR, "deal/rounds/3", GONE, "a game has 4 rounds, not 3"),
    (PAIR, "deal/rounds/4", PAIR["deal"]["rounds"][0], "a game has 4 rounds, not 5"),
    (PAIR, "deal/rounds/1", "switch", "deal.rounds[1] must be a list"),
    (PAIR, "deal/rounds/1/0", 1, "deal.rounds[1][0] must be a string"),
    (PAIR, "deal/rounds/1/0", "U:hexagon", "round 2: 'U:hexagon' is not a card of London"),
    (PAIR, "deal/rounds/1/0", "switch", "round 2: U:circle is missing, the switch is there twice"),
    (PAIR, "deal/rounds/1/2", "U:square", "round 2: U:square is there twice, S:circle is missing"),
    (PAIR, "deal/rounds/1/9", GONE, "round 2: the switch is missing"),
    (PAIR, "deal/rounds/1/10", GONE, "round 2: S:joker is missing"),
    (PAIR, "deal/rounds/1/11", "switch", "round 2: the switch is there twice"),
    (
        PAIR,
        "deal/rounds/1",
        ["switch"] * 3,
        "round 2: U:square is missing, U:triangle is missing, U:pentagon is missing, and 8 more such cards",
    ),
    (PAIR, "deal/objectives", GONE, "2 different objectives are dealt"),
    (PAIR, "deal/objectives", [], "2 different objectives are dealt"),
    (PAIR, "deal/objectives", None, "deal.objectives must be a list"),
    (PAIR, "deal/objectives", "all-sites", "deal.objectives must be a list"),
    (PAIR, "deal/objectives", {"all-sites": 1}, "deal.objectives must be a list"),
    (PAIR, "deal/objectives/0", 8, "deal.objectives[0] must be a string"),
    (PAIR, "deal/objectives/0", GONE, "2 different objectives are dealt"),
    (PAIR, "deal/objectives/0", "central-district", "2 different objectives are dealt"),
    (PAIR, "deal/objectives/2", "all-sites", "2 different objectives are dealt"),
    (
        PAIR,
        "deal/objectives/0",
        "six-monuments",
        "'six-monuments' is not an objective of London: eight-interchanges, all-districts, all-sites, "
        "central-district, six-thames",
    ),
    (PAIR, "deal/powers", GONE, "powers must be dealt to purple, blue, pink, green"),
    (PAIR, "deal/powers", [], "powers must be dealt to purple, blue, pink, green"),
    (PAIR, "deal/powers", ["joker"], "deal.powers must be an object"),
    (PAIR, "deal/powers", None, "deal.powers must be an object"),
    (PAIR, "deal/powers/pink", GONE, "powers must be dealt to purple, blue, pink, green"),
    (PAIR, "deal/powers/orange", "joker", "powers must be dealt to purple, blue, pink, green"),
    (PAIR, "deal/powers/pink", 4, "deal.powers.pink must be a string"),
    (
        PAIR,
        "deal/powers/pink",
        "switch",
        "powers must be second-section, joker, switch, double-station, each once",
    ),
    (
        PAIR,
        "deal/powers/pink",
        "flight",
        "powers must be second-section, joker, switch, double-station, each once",
    ),
    (PAIR, "deal/gates", GONE, "gates must be dealt to a1, j1, a10, j10"),
    (PAIR, "deal/gates", 0, "deal.gates must be an object"),
    (PAIR, "deal/gates/b1", "double-station", "gates must be dealt to a1, j1, a10, j10"),
    (PAIR, "deal/gates/a1", None, "deal.gates.a1 must be a string"),
    (
        PAIR,
        "deal/gates/a1",
        "double-station",
        "gates must be switch-and-free-entry, double-free-entry, double-district, double-station, each once",
    ),
    (
        PAIR,
        "deal/acceleration",
        ["visible-cards", "secondary-districts", "double-stations", "repeat-switch"],
        "acceleration are dealt, but the add-on is not in play",
    ),
    (TOY, "deal/objectives", ["all-sites"], "objectives are dealt, but the add-on is not in play"),
    (TOY, "deal/powers", None, "deal.powers must be an object"),
    (TOY, "deal/powers", {"pink": "joker"}, "powers are dealt, but the add-on is not in play"),
    (TOY, "deal/gates", {"a1": "double-station"}, "gates are dealt, but the add-on is not in play"),
    (TOY, "deal/gates", "", "deal.gates must be an object"),
    (TOY, "deal/objectives", 0, "deal.objectives must be a list"),
    (TOY, "deal/acceleration", False, "deal.acceleration must be a list"),
    (PAIR, "seats", GONE, "seats is missing"),
    (PAIR, "seats", {}, "seats must be a list"),
    (PAIR, "seats", [], "0 seats: a game has 1 to 4"),
    (PAIR, "seats", [PAIR["seats"][0]] * 5, "5 seats: a game has 1 to 4"),
    (PAIR, "seats/1", "Bob", "seat 1 must be an object"),
    (PAIR, "seats/1/name", GONE, "seat 1: name is missing"),
    (PAIR, "seats/1/name", 7, "seat 1: name must be a string"),
    (PAIR, "seats/1/name", None, "seat 1: name must be a string"),
    (PAIR, "seats/1/pencils", GONE, "seat 1: pencils is missing"),
    (PAIR, "seats/1/pencils", "pink", "seat 1: pencils must be a list"),
    (PAIR, "seats/1/pencils/2", 3, "seat 1: pencils[2] must be a string"),
    (PAIR, "seats/1/pencils/3", GONE, "a seat draws with each pencil once: purple, blue, pink, green"),
    (PAIR, "seats/1/pencils/3", "pink", "a seat draws with each pencil once: purple, blue, pink, green"),
    (PAIR, "seats/1/pencils/3", "orange", "a seat draws with each pencil once: purple, blue, pink, green"),
    (
        PAIR,
        "seats/1/pencils",
        ["pink", "green", "purple", "blue"],
        "seat 1: pencils move on by one place a round: purple, blue, pink, green",
    ),
    (PAIR, "seats/1/moves", GONE, "seat 1: moves is missing"),
    (PAIR, "seats/1/moves", {}, "seat 1: moves must be a list"),
    (PAIR, "seats/1/moves", None, "seat 1: moves must be a list"),
    (PAIR, "seats/1/moves/4", "pass", "seat 1: moves[4] must be a list"),
    (PAIR, "seats/1/moves/4", None, "seat 1: moves[4] must be a list"),
    (PAIR, "seats/1/moves/4/0", 0, "seat 1: moves[4][0] must be a string"),
    (PAIR, "seats/1/moves/4/0", ["a8-a6"], "seat 1: moves[4][0] must be a string"),
    (PAIR, "seats/1/moves/32", [], "seat 1 (random 2): 1 turns after the end"),
    (TOY, "seats/0/moves/23", ["pass"], "seat 0 (greedy 1): 1 turns after the end"),
]


@pytest.mark.parametrize(("record", "path", "value", "reason"), REFUSED)
def test_a_record_with_a_wrong_part_is_refused_with_the_reason(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, record: Any, path: str, value: object, reason: str
) -> None:
    answer = replay(capsys, tmp_path, changed(record, path, value))
    assert (answer.code, answer.err) == (1, reason)


@pytest.mark.parametrize(
    ("turn", "moves", "reason"),
    [
        (0, ["h4"], "move 1 'h4': 'h4' is not a section: write two cells, as d3-c4"),
        (0, [""], "move 1 '': '' is not a section: write two cells, as d3-c4"),
        (0, ["PASS"], "move 1 'PASS': 'PASS' is not a section: write two cells, as d3-c4"),
        (
            0,
            ["h4-h06"],
            "move 1 'h4-h06': h4-h06: there is no station at h06",
        ),
        (0, ["h4-z9"], "move 1 'h4-z9': h4-z9: there is no station at z9"),
        (0, ["h4-i4"], "move 1 'h4-i4': h4-i4: there is no station at i4"),
        (0, ["h4-h7"], "move 1 'h4-h7': h4-h7: no dotted line joins h4 and h7"),
        (0, ["h6-h4"], "move 1 'h6-h4': h6 is not on the line"),
        (0, ["a1-b1"], "move 1 'a1-b1': a1 is not on the line"),
        (0, ["h4*"], "move 1 'h4*': no station can be circled now"),
        (0, ["z9*"], "move 1 'z9*': z9*: there is no station at z9"),
        (0, ["*"], "move 1 '*': '*' is not a section: write two cells, as d3-c4"),
        (0, ["h4-h6", "pass"], "move 2 'pass': the turn has no decision left"),
        (0, ["pass", "pass"], "move 2 'pass': the turn has no decision left"),
        (0, ["h4-h6", "h6-f4"], "move 2 'h6-f4': the turn has no decision left"),
        (0, ["h4-h6", "h4-h7"], "move 2 'h4-h7': the turn has no decision left"),
    ],
)
def test_a_wrong_move_is_named_with_seat_round_turn_and_reason(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, turn: int, moves: list[str], reason: str
) -> None:
    answer = replay(capsys, tmp_path, changed(PAIR, f"seats/0/moves/{turn}", moves))
    assert answer.err == f"seat 0 (greedy 1), round 1, turn {turn + 1}, {reason}"


@pytest.mark.parametrize(
    ("turn", "moves", "where", "reason"),
    [
        (0, ["c6-c8"], "round 1, turn 1", "c8 is a square; another symbol is needed"),
        (1, ["e6-c6"], "round 1, turn 2", "c6 is already on the line"),
        (1, ["d7-e7"], "round 1, turn 2", "d7 is not on the line"),
        (2, ["c6-c5"], "round 1, turn 3", "c6 is not an end of the line"),
        (11, ["h10-j10", "j7*"], "round 2, turn 6", "j7 is a special station"),
        (11, ["h10-j10", "f8*"], "round 2, turn 6", "f8 is a special station"),
        (11, ["h10-j10", "a1*"], "round 2, turn 6", "a1 is not on the line"),
        (
            11,
            ["h10-j10", "j10-j8"],
            "round 2, turn 6",
            "circle a station now instead of drawing a section",
        ),
        (26, ["d3-d7"], "round 4, turn 4", "crosses c6-e6"),
        (26, ["d2-e1"], "round 4, turn 4", "is already drawn"),
    ],
)
def test_a_move_against_the_rules_is_named_with_its_reason(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, turn: int, moves: list[str], where: str, reason: str
) -> None:
    answer = replay(capsys, tmp_path, changed(PAIR, f"seats/1/moves/{turn}", moves))
    number = f"move {len(moves)} {moves[-1]!r}"
    assert answer.err == f"seat 1 (random 2), {where}, {number}: {reason}"
