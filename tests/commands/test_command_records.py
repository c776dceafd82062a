"""Files of records: JSON Lines, one document, standard input, unreadable files."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

import oracle
from commands.records import GONE, PAIR, TOY, changed, cut, game
from commands.shell import CITIES, HERE, ask
from fulgence.commands.replay import replay_object
from fulgence.rules.errors import BadRecord
from fulgence.rules.text.record import parse_record
from fulgence.rules.text.record import replay as replayed

GOOD = (HERE / "toy_solo.json").read_text(encoding="utf-8").strip()
BAD = json.dumps(changed(TOY, "seats/0/moves/1/0", "c3-d5"))
BAD_REASON = "seat 0 (greedy 1), round 1, turn 2, move 1 'c3-d5': c3-d5: no dotted line joins c3 and d5"
RESULT = {"city": "toy", "finished": True, "winners": [0]}


def summary(objects: list[Any]) -> list[Any]:
    return [{key: value for key, value in found.items() if key != "seats"} for found in objects]


def test_bad_lines_do_not_keep_the_good_ones_from_being_answered(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "games.jsonl"
    other = json.dumps(changed(TOY, "fulgence", 2))
    file.write_text(f"{GOOD}\n{{]\n\n{BAD}\n{GOOD}\n   \n{other}\n[]\n{GOOD}", encoding="utf-8")
    answer = ask(capsys, "replay", file, "--json")
    assert answer.code == 1
    assert summary(answer.objects) == [RESULT] * 3
    assert answer.err.splitlines() == [
        f"fulgence: {file}: record 2: this is not a record: line 1, column 2 cannot be read",
        f"fulgence: {file}: record 3: {BAD_REASON}",
        f"fulgence: {file}: record 5: version 2; this program reads version 1",
        f"fulgence: {file}: record 6: the record must be an object",
    ]


def test_several_files_are_answered_in_their_order(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    bad = tmp_path / "bad.json"
    bad.write_text(BAD, encoding="utf-8")
    missing = tmp_path / "missing.json"
    answer = ask(capsys, "replay", HERE / "london_pair.json", bad, missing, HERE / "toy_solo.json", "--json")
    assert answer.code == 2  # a file that is not there, whatever else is wrong
    assert [found["city"] for found in answer.objects] == ["london", "toy"]
    assert answer.err.splitlines() == [
        f"fulgence: {bad}: record 1: {BAD_REASON}",
        f"fulgence: {missing}: cannot be read: No such file or directory",
    ]


def test_records_may_come_from_standard_input(capsys: pytest.CaptureFixture[str]) -> None:
    answer = ask(capsys, "replay", "-", "--json", stdin=f"{GOOD}\n{BAD}\n".encode())
    assert answer.code == 1
    assert summary(answer.objects) == [RESULT]
    assert answer.err == f"fulgence: -: record 2: {BAD_REASON}\n"


@pytest.mark.parametrize(
    "text",
    [
        json.dumps(TOY, indent=1),
        json.dumps(TOY, indent=4).replace("{\n    ", '{ "comment": "", \n', 1),
        json.dumps(TOY, indent=0).replace("{\n", "{", 1),
        "\n\n" + GOOD + "\n\n",
        GOOD.replace('"seats"', '\r\n"seats"') + "\r\n",
    ],
)
def test_a_record_may_stand_on_many_lines(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, text: str
) -> None:
    file = tmp_path / "game.json"
    file.write_bytes(text.encode())
    answer = ask(capsys, "replay", file, "--json")
    assert (answer.code, answer.err) == (0, "")
    assert summary(answer.objects) == [RESULT]


@pytest.mark.parametrize("opening", ["{\n", "[\n", "  {  \r\n"])
def test_a_broken_document_on_many_lines_is_one_bad_record(
    capsys: pytest.CaptureFixture[str], opening: str
) -> None:
    answer = ask(capsys, "replay", "-", stdin=f'{opening}"fulgence": 1,\n"city":\n'.encode())
    assert (answer.code, answer.out) == (1, "")
    assert answer.err.startswith("fulgence: -: record 1: this is not a record: ")
    assert answer.err.count("\n") == 1


def test_a_byte_order_mark_is_no_part_of_a_record(capsys: pytest.CaptureFixture[str]) -> None:
    answer = ask(capsys, "replay", "-", "--json", stdin=b"\xef\xbb\xbf" + GOOD.encode())
    assert (answer.code, answer.err) == (0, "")
    assert summary(answer.objects) == [RESULT]


@pytest.mark.parametrize("text", [b"", b"\n", b" \r\n\t\n", b"\xef\xbb\xbf"])
def test_an_empty_file_is_a_bad_record(capsys: pytest.CaptureFixture[str], text: bytes) -> None:
    answer = ask(capsys, "replay", "-", "--json", stdin=text)
    assert (answer.code, answer.out) == (1, "")
    assert answer.err.startswith("fulgence: -: record 1: this is not a record: the text is empty")
    assert answer.err.count("\n") == 1


@pytest.mark.parametrize("text", ["null", "true", "1", '"london"', "[]", "[{}]", "NaN", "-Infinity"])
def test_json_that_is_no_object_is_a_bad_record(capsys: pytest.CaptureFixture[str], text: str) -> None:
    answer = ask(capsys, "replay", "-", stdin=text.encode())
    assert (answer.code, answer.out) == (1, "")
    assert answer.err == "fulgence: -: record 1: the record must be an object\n"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("london", "the text does not begin with a curly bracket"),
        ("{", "the text ends too early"),
        ('{"fulgence": 1', "the text ends too early"),
        ('{"fulgence": "1', "the text ends too early"),
        ("{'fulgence': 1}", "line 1, column 2 cannot be read"),
        ("{} {}", "something follows its end in line 1, column 4"),
        ("[" * 100_000, "it is nested too deeply"),
        (f'{{"fulgence": {"9" * 5000}}}', "a number has too many digits"),
    ],
)
def test_text_that_is_not_json_is_a_bad_record(
    capsys: pytest.CaptureFixture[str], text: str, reason: str
) -> None:
    answer = ask(capsys, "replay", "-", stdin=text.encode())
    assert (answer.code, answer.out) == (1, "")
    assert answer.err == f"fulgence: -: record 1: this is not a record: {reason}\n"


def test_a_file_that_is_not_utf8_is_reported(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "latin.json"
    file.write_bytes(GOOD.replace("greedy", "Zoë").encode("latin-1"))
    for name in (str(file), "-"):
        answer = ask(capsys, "replay", name, stdin=file.read_bytes())
        assert (answer.code, answer.out) == (1, "")
        assert answer.err == f"fulgence: {name}: cannot be read: it is not UTF-8 text\n"


def test_a_folder_is_reported(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    answer = ask(capsys, "replay", tmp_path)
    assert (answer.code, answer.out) == (2, "")
    assert answer.err == f"fulgence: {tmp_path}: cannot be read: Is a directory\n"


def test_names_with_line_ends_and_escapes_stay_on_their_line(capsys: pytest.CaptureFixture[str]) -> None:
    name = "Ann\nfulgence: all is well\x1b[2J\ud83d"
    shown = r"Ann\nfulgence: all is well\x1b[2J\ud83d"
    good = changed(TOY, "seats/0/name", name)
    bad = changed(good, "seats/0/moves/0/0", "a1-b1")
    answer = ask(capsys, "replay", "-", stdin=f"{json.dumps(good)}\n{json.dumps(bad)}\n".encode())
    assert answer.out.splitlines()[1] == f"{shown} - verdict 6 of 6"
    assert answer.err == (
        f"fulgence: -: record 2: seat 0 ({shown}), round 1, turn 1, move 1 'a1-b1': a1 is not on the line\n"
    )


def test_keys_with_line_ends_stay_on_their_line(capsys: pytest.CaptureFixture[str]) -> None:
    record = changed(game("london_pair.json"), "deal/powers/a\nb", 1)
    answer = ask(capsys, "replay", "-", stdin=json.dumps(record).encode())
    assert answer.err == "fulgence: -: record 1: deal.powers.a\\nb must be a string\n"


def test_a_key_that_stands_twice_counts_as_its_last(capsys: pytest.CaptureFixture[str]) -> None:
    text = GOOD.replace('"city": "toy"', '"city": "london", "city": "toy"')
    answer = ask(capsys, "replay", "-", "--json", stdin=text.encode())
    assert summary(answer.objects) == [RESULT]


@pytest.mark.parametrize(
    ("city", "code", "sentence"),
    [
        ("atlantis", 2, f"unknown city 'atlantis'; choose from {CITIES}"),
        ("nowhere.toml", 2, "nowhere.toml: cannot be read: No such file or directory"),
    ],
)
def test_an_own_city_that_does_not_exist_answers_no_record(
    capsys: pytest.CaptureFixture[str], city: str, code: int, sentence: str
) -> None:
    answer = ask(capsys, "replay", "-", "--city", city, stdin=GOOD.encode())
    assert (answer.code, answer.out, answer.err) == (code, "", f"fulgence: {sentence}\n")


def test_legal_moves_are_for_programs(capsys: pytest.CaptureFixture[str]) -> None:
    told = ask(capsys, "replay", "-", "--legal", stdin=GOOD.encode())
    assert told == ask(capsys, "replay", "-", "--legal", "--json", stdin=GOOD.encode())
    assert len(told.objects[0]["seats"][0]["legal"]) == 23


def test_replay_without_a_file_is_a_wrong_usage(capsys: pytest.CaptureFixture[str]) -> None:
    answer = ask(capsys, "replay")
    assert (answer.code, answer.out) == (2, "")
    assert answer.err.endswith("fulgence replay: error: the following arguments are required: FILE\n")


# Damage at random: both engines accept and refuse the same records.


def paths(value: Any, way: str = "") -> list[str]:
    """The path of every part of a record."""
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    below = [path for key, part in inner for path in paths(part, f"{way}/{key}" if way else str(key))]
    return [way, *below] if way else below


PARTS = paths(TOY)
anything = st.recursive(
    st.none() | st.booleans() | st.integers(-2, 5) | st.floats(0, 2) | st.text(max_size=4),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=2),
    max_leaves=4,
)


@settings(derandomize=True, database=None, deadline=None, max_examples=150)
@given(
    st.sampled_from(PARTS),
    st.one_of(
        st.just(GONE),
        anything,
        st.sampled_from(PARTS),
        st.sampled_from(["pass", "d2-c3", "c3-d4", "U:joker", "switch", "S:circle", "blue", "pink"]),
    ),
    st.sampled_from([TOY, cut(TOY, 4)]),
)
@example("deal/powers", 0, TOY)
@example("seats/0/moves/22", ["pass", "pass"], TOY)
def test_both_engines_accept_and_refuse_the_same_records(path: str, value: object, record: Any) -> None:
    try:
        other = changed(record, path, value)
    except IndexError:  # a turn that the shorter record has not
        return
    try:
        found = replay_object(replayed(parse_record(json.dumps(other))), legal=True)
    except BadRecord:
        with pytest.raises(oracle.Refused):
            oracle.replay(other, legal=True)
        return
    assert found == oracle.replay(other, legal=True)


@settings(
    derandomize=True,
    database=None,
    deadline=None,
    max_examples=150,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(
    start=st.integers(0, len(GOOD)),
    size=st.integers(0, 3),
    new=st.text(st.sampled_from('{}[]",:0-a*\\\n é'), max_size=3),
)
def test_a_record_with_other_characters_is_answered_or_refused(
    capsys: pytest.CaptureFixture[str], start: int, size: int, new: str
) -> None:
    text = GOOD[:start] + new + GOOD[start + size :]
    answer = ask(capsys, "replay", "-", "--json", stdin=text.encode())
    assert answer.code == (1 if answer.err else 0)
    assert all(line.startswith("fulgence: -: record ") for line in answer.err.splitlines())
    assert len(answer.objects) <= 1


def test_the_pair_and_the_toy_are_accepted_by_both_engines() -> None:
    assert oracle.replay(PAIR)["winners"] == [0]
    assert oracle.replay(TOY)["winners"] == [0]
