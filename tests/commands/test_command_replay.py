"""The output of `fulgence replay`; the oracle gives the same."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from commands.records import GONE, PAIR, TOY, changed, cut, replay
from commands.shell import HERE, ask

# The answer.


def test_a_finished_solo_game_is_answered_in_the_public_format(capsys: pytest.CaptureFixture[str]) -> None:
    answer = ask(capsys, "replay", HERE / "toy_solo.json", "--json")
    assert (answer.code, answer.err) == (0, "")
    assert answer.out.count("\n") == 1
    assert answer.objects == [
        {
            "city": "toy",
            "finished": True,
            "seats": [
                {
                    "name": "greedy 1",
                    "lines": [
                        {
                            "pencil": "blue",
                            "parts": [{"districts": 4, "most": 3}],
                            "extras": 2,
                            "points": 14,
                        },
                        {
                            "pencil": "green",
                            "parts": [{"districts": 3, "most": 4}],
                            "extras": 2,
                            "points": 14,
                        },
                        {
                            "pencil": "pink",
                            "parts": [{"districts": 4, "most": 3}],
                            "extras": 2,
                            "points": 14,
                        },
                        {
                            "pencil": "purple",
                            "parts": [{"districts": 3, "most": 3}],
                            "extras": 0,
                            "points": 9,
                        },
                    ],
                    "items": {
                        "sites": 6,
                        "crossings": 0,
                        "interchanges": 24,
                        "objectives": 0,
                        "handicap": 0,
                    },
                    "total": 81,
                    "verdict": 6,
                }
            ],
            "winners": [0],
        }
    ]


def test_a_game_of_two_has_a_winner_and_no_verdicts(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    (result,) = replay(capsys, tmp_path, PAIR).objects
    assert [seat["total"] for seat in result["seats"]] == [134, 84]
    assert [seat["verdict"] for seat in result["seats"]] == [None, None]
    assert [seat["items"]["handicap"] for seat in result["seats"]] == [0, 0]
    assert result["winners"] == [0]


def test_a_player_alone_pays_for_every_addon(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    (result,) = replay(capsys, tmp_path, changed(PAIR, "seats/1", GONE)).objects
    (seat,) = result["seats"]
    assert seat["items"] == {
        "sites": 11,
        "crossings": 0,
        "interchanges": 20,
        "objectives": 10,
        "handicap": -30,
    }
    assert (seat["total"], seat["verdict"], result["winners"]) == (104, 2, [0])


def test_an_equal_game_is_won_by_all(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    record = changed(TOY, "seats/0/moves", [[] for _ in TOY["seats"][0]["moves"]])
    record = changed(
        record, "seats/1", {**record["seats"][0], "pencils": ["pink", "purple", "blue", "green"]}
    )
    (result,) = replay(capsys, tmp_path, record).objects
    assert result["finished"]
    assert result["winners"] == [0, 1]


def test_legal_moves_are_listed_for_every_decision_of_the_turns_in_the_record(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    (result,) = replay(capsys, tmp_path, cut(TOY, 5)).objects
    assert result["seats"][0]["legal"] == [
        [["d2-c2", "d2-c3", "d2-d1", "d2-d4", "d2-e1", "d2-e3"]],
        [["c3-c2", "d2-c2", "d2-e1"]],
        [
            [
                *["c3-a1", "c3-b3", "c3-b4", "c3-c2", "c3-c5", "c3-d4", "c3-e3"],
                *["e1-d1", "e1-e3"],
            ]
        ],
        [["d4-b4", "d4-e4", "e1-d1"]],
        [["d4-c5"]],
    ]


def test_a_turn_of_two_decisions_has_two_lists_and_an_impossible_one_an_empty_list(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    legal = replay(capsys, tmp_path, PAIR).objects[0]["seats"][1]["legal"]
    assert PAIR["seats"][1]["moves"][11] == ["h10-j10", "h10*"]  # a gate: circle a station
    assert legal[11][1] == ["d8*", "f10*", "h10*", "h7*", "i8*", "j10*"]
    assert len(legal[0]) == 1
    toy = replay(capsys, tmp_path, TOY).objects[0]["seats"][0]["legal"]
    assert toy[-1] == [[]]


def test_legal_moves_are_listed_only_on_demand(capsys: pytest.CaptureFixture[str]) -> None:
    answer = ask(capsys, "replay", HERE / "toy_solo.json", "--json")
    assert list(answer.objects[0]["seats"][0]) == ["name", "lines", "items", "total", "verdict"]


def test_a_replay_for_people_shows_how_the_points_come_about(capsys: pytest.CaptureFixture[str]) -> None:
    file = HERE / "toy_solo.json"
    answer = ask(capsys, "replay", file)
    assert (answer.code, answer.err) == (0, "")
    assert answer.out.splitlines() == [
        f"{file}, record 1: Toy Town, finished",
        "greedy 1 - verdict 6 of 6",
        "  blue line       4 x 3 + 2          14",
        "  green line      3 x 4 + 2          14",
        "  pink line       4 x 3 + 2          14",
        "  purple line     3 x 3               9",
        "  sites                               6",
        "  interchanges                       24",
        "  total                              81",
        "",
    ]


# Unfinished games.


@pytest.mark.parametrize("turns", [0, 1, 5, 6, 17, 22])
def test_an_unfinished_game_has_no_verdict_and_no_winner(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, turns: int
) -> None:
    (result,) = replay(capsys, tmp_path, cut(TOY, turns)).objects
    assert result["finished"] is False
    assert result["winners"] == []
    assert result["seats"][0]["verdict"] is None
    assert len(result["seats"][0]["legal"]) == turns
    assert [line["pencil"] for line in result["seats"][0]["lines"]] == ["blue", "green", "pink", "purple"]


def test_a_game_not_begun_has_no_points_but_its_deductions(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    (result,) = replay(capsys, tmp_path, cut(changed(PAIR, "seats/1", GONE), 0)).objects
    (seat,) = result["seats"]
    assert seat["total"] == -30
    assert seat["lines"][0] == {"pencil": "pink", "parts": [], "extras": 0, "points": 0}
    assert len(seat["lines"]) == 4


@pytest.mark.parametrize("turns", [(32, 31), (0, 32), (3, 9), (31, 32)])
def test_seats_of_an_unfinished_game_may_have_different_numbers_of_turns(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, turns: tuple[int, int]
) -> None:
    (result,) = replay(capsys, tmp_path, cut(PAIR, *turns)).objects
    assert (result["finished"], result["winners"]) == (False, [])
    assert tuple(len(seat["legal"]) for seat in result["seats"]) == turns


# What is left open by the format.


@pytest.mark.parametrize(
    ("record", "path", "value"),
    [
        (PAIR, "addons", ["gates", "objectives", "powers"]),
        (PAIR, "comment", "a fine game"),
        (PAIR, "deal/seed", 5),
        (PAIR, "seats/0/rating", {"elo": None}),
        (PAIR, "seats/0/name", ""),
        (PAIR, "seats/0/name", "Zoë \ud800\n\x1b[31m"),
        (PAIR, "seats/0/moves/8", []),  # there it has ["pass"]
        (PAIR, "deal/acceleration", GONE),
        (PAIR, "deal/acceleration", {}),
        (TOY, "deal/objectives", GONE),
        (TOY, "deal/objectives", {}),
        (TOY, "deal/powers", GONE),
        (TOY, "deal/powers", []),
        (TOY, "deal/gates", GONE),
        (TOY, "deal/gates", []),
        (TOY, "seats/0/moves/22", []),
    ],
)
def test_a_record_may_leave_out_or_add_what_does_not_matter(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, record: Any, path: str, value: object
) -> None:
    plain = replay(capsys, tmp_path, record).objects[0]
    other = replay(capsys, tmp_path, changed(record, path, value)).objects[0]
    if path == "seats/0/name":
        other["seats"][0]["name"] = plain["seats"][0]["name"]
    assert other == plain
