"""Sheets of every city drawn on paper, scored item by item."""

import json

import pytest

from commands.shell import ask


def score(capsys: pytest.CaptureFixture[str], **sheet: object) -> dict[str, object]:
    answer = ask(capsys, "score", "-", "--json", stdin=json.dumps(sheet).encode())
    assert (answer.code, answer.err) == (0, "")
    (result,) = answer.objects
    return dict(result)


def lines(text: str, pencils: str) -> dict[str, list[str]]:
    """`brown c1-b2 ... green d4-f4 ...` as the file has it."""
    found: dict[str, list[str]] = {}
    for word in text.split():
        if word in pencils.split():
            current = found.setdefault(word, [])
        else:
            current.append(word)
    return found


def test_maries_paris_sheet_scores_174(capsys: pytest.CaptureFixture[str]) -> None:
    drawn = lines(
        "blue a2-b3 a2-a5 b3-d3 d3-c4 b4-a5 c4-e6 a5-a6 a6-a9 e6-f7 f7-g7 g7-g10 "
        "orange h1-h4 j1-i2 i2-i3 j2-i3 j2-j4 f3-e4 i3-i8 e4-f5 h4-j4 f5-i8 "
        "green c4-a6 c4-c7 e6-e7 c7-c8 e7-f7 f7-e8 c8-c10 e8-e9 e9-f10 c10-f10 "
        "purple b2-e2 e2-f3 f3-f5 f5-g5 g5-h6 d6-e6 h6-h8 f7-f8 g7-f8 g7-h8",
        "blue orange green purple",
    )
    result = score(capsys, city="paris", lines=drawn)
    assert result["items"] == {
        "sites": 0,
        "crossings": 18,
        "interchanges": 22,
        "objectives": 0,
        "handicap": 0,
    }
    assert result["total"] == 174
    richer = score(capsys, city="paris", lines=drawn, objectives=["six-monuments", "two-double-crossings"])
    assert richer["total"] == 194


def test_emmas_berlin_sheet_scores_122(capsys: pytest.CaptureFixture[str]) -> None:
    drawn = lines(
        "brown c1-b2 c1-f4 b2-b5 f4-f5 b5-c6 f5-h7 h5-i6 c6-b7 h6-i6 h6-h7 "
        "green d4-f4 d4-c5 f4-i4 c5-c6 c5-e7 f5-e6 a6-c6 e6-e7 e7-g7 g7-g8 "
        "blue i6-i9 b7-d7 b7-a8 b7-e10 d7-f9 e7-h10 i9-h10 b10-e10 "
        "pink b1-c1 b1-b2 f1-f4 f1-i4 a2-b2 a2-a3 a3-a6 j3-i4 j3-j4",
        "brown green blue pink",
    )
    boxed = ["c1", "f4", "b5", "e6", "g7", "f9"]
    assert score(capsys, city="berlin", lines=drawn, boxed=boxed)["total"] == 122
    doubled = score(
        capsys, city="berlin", lines=drawn, boxed=boxed, acceleration={"brown": "double-stations"}
    )
    assert doubled["total"] == 122 + 7 * 3


def test_double_tracks_on_paper_need_their_bonus(capsys: pytest.CaptureFixture[str]) -> None:
    drawn = {"pink": ["b2-d4"], "green": ["c5-d4", "d4-b2"]}
    answer = ask(capsys, "score", "-", stdin=json.dumps({"city": "berlin", "lines": drawn}).encode())
    assert answer.code == 1
    assert "is already drawn" in answer.err
    result = score(capsys, city="berlin", lines=drawn, acceleration={"green": "double-tracks"})
    assert result["total"] == 2 * 1 + 2 * 2 + 2 * 2  # two lines and two interchanges


def test_a_circle_and_a_doubled_district_count_for_their_line(capsys: pytest.CaptureFixture[str]) -> None:
    drawn = {"blue": ["d3-b1", "b1-a1"]}
    plain = score(capsys, city="paris", lines=drawn)
    assert plain["lines"][0]["parts"] == [{"districts": 3, "most": 1}]  # type: ignore[index]
    bonus = score(capsys, city="paris", lines=drawn, circled=["b1"], doubled=["a1"])
    assert bonus["lines"][0]["parts"] == [{"districts": 4, "most": 2}]  # type: ignore[index]


def test_an_unknown_acceleration_is_refused_with_those_there_are(capsys: pytest.CaptureFixture[str]) -> None:
    sheet = {"city": "berlin", "lines": {}, "acceleration": {"pink": "warp"}}
    answer = ask(capsys, "score", "-", stdin=json.dumps(sheet).encode())
    assert answer.code == 1
    assert "visible-cards, secondary-districts" in answer.err


def test_the_sheets_of_a_table_name_the_winner(capsys: pytest.CaptureFixture[str]) -> None:
    ann = {"city": "london", "name": "Ann", "lines": {"pink": ["h4-i5", "i5-h6"]}}
    bob = {"city": "london", "name": "Bob", "lines": {"green": ["d3-c4"]}}
    for text in (json.dumps([ann, bob]), f"{json.dumps(ann)}\n{json.dumps(bob)}\n"):
        answer = ask(capsys, "score", "-", "--json", stdin=text.encode())
        (result,) = answer.objects
        assert (answer.code, result["city"], result["winners"]) == (0, "london", [0])
        assert [(sheet["name"], sheet["total"]) for sheet in result["sheets"]] == [("Ann", 5), ("Bob", 2)]
        told = ask(capsys, "score", "-", stdin=text.encode())
        assert told.out.splitlines()[-1] == "The winner is Ann with 5 points."


def test_a_tie_is_decided_by_the_best_single_line(capsys: pytest.CaptureFixture[str]) -> None:
    ann = {"city": "london", "name": "Ann", "lines": {"blue": ["f8-e7"], "green": ["d3-c4"]}}
    bob = {"city": "london", "name": "Bob", "lines": {"purple": ["c6-e6"]}}
    for sheets, outcome in (
        (
            [ann, bob],
            "Ann and Bob have 4 points each. The winner is Bob with the best single line, 4 points.",
        ),
        ([bob, bob], "Bob and Bob share the victory with 4 points each and equal best lines (4)."),
    ):
        answer = ask(capsys, "score", "-", stdin=json.dumps(sheets).encode())
        assert answer.out.splitlines()[-1] == outcome


def test_a_wrong_sheet_of_a_table_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    sheets = [{"city": "london", "lines": {}}, {"city": "london", "lines": {"pink": ["i5-h6"]}}]
    answer = ask(capsys, "score", "-", stdin=json.dumps(sheets).encode())
    assert (answer.code, answer.out) == (1, "")
    assert answer.err == "fulgence: sheet 2: pink: i5-h6: is not joined to the departure\n"
    mixed = [{"city": "london", "lines": {}}, {"city": "paris", "lines": {}}]
    assert "of one city" in ask(capsys, "score", "-", stdin=json.dumps(mixed).encode()).err


def test_a_player_alone_pays_for_the_add_ons_and_gets_a_verdict(capsys: pytest.CaptureFixture[str]) -> None:
    result = score(capsys, city="london", lines={"pink": ["h4-i5"]}, solo=["objectives", "gates"])
    assert result["items"]["handicap"] == -20  # type: ignore[index]
    assert result["verdict"] == 1


def test_every_sum_is_explained(capsys: pytest.CaptureFixture[str]) -> None:
    sheet = {"city": "london", "lines": {"pink": ["h4-i5", "i5-h6"]}}
    answer = ask(capsys, "score", "-", "--explain", stdin=json.dumps(sheet).encode())
    assert "  pink: 1x3 + 2 = 5" in answer.out.splitlines()


@pytest.mark.parametrize(
    ("sheet", "reason"),
    [
        (
            {"city": "berlin", "lines": {}, "gates": {"a1": "double-district"}},
            "gates: there is no such thing in",
        ),
        (
            {"city": "berlin", "lines": {}, "powers": {"pink": "joker"}},
            "powers: there is no such thing in Berlin",
        ),
        (
            {"city": "london", "lines": {}, "gates": {"b1": "double-district"}},
            "gates: b1 double-district: write",
        ),
        ({"city": "london", "lines": {}, "powers": {"pink": "flight"}}, "powers: pink flight: write one of"),
        ({"city": "london", "lines": {}, "solo": ["acceleration"]}, "London has no add-on 'acceleration'"),
        ({"city": "london", "lines": {}, "name": 5}, "name must be a string"),
    ],
)
def test_what_was_not_dealt_in_this_city_is_refused(
    capsys: pytest.CaptureFixture[str], sheet: object, reason: str
) -> None:
    answer = ask(capsys, "score", "-", stdin=json.dumps(sheet).encode())
    assert answer.code == 1
    assert answer.err.startswith(f"fulgence: {reason}")
