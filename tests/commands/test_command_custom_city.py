"""Records of custom cities: which city file they need."""

from __future__ import annotations

import hashlib
import json
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

from commands.shell import CITIES, HINT, Answer, ask
from fulgence.rules.cityfile.city_reader import load_city

TOY = (files("fulgence.cities") / "toy.toml").read_bytes()
# A byte order mark, the line ends of Windows, a letter of two bytes: the digest is of the bytes on the disk.
VIENNA = b"\xef\xbb\xbf" + TOY.replace(b"Toy Town", "Wien (Österreich)".encode()).replace(b"\n", b"\r\n")
DIGEST = hashlib.sha256(VIENNA).hexdigest()
NOTE = "fulgence: the record does not say which version of {file} it was played on\n"


@pytest.fixture
def vienna(tmp_path: Path) -> Path:
    file = tmp_path / "vienna.toml"
    file.write_bytes(VIENNA)
    return file


@pytest.fixture
def record(capsys: pytest.CaptureFixture[str], vienna: Path) -> Any:
    answer = ask(capsys, "simulate", vienna, "--bot", "random", "--seed", "7")
    assert (answer.code, answer.err) == (0, "")
    return json.loads(answer.out)


def replay(capsys: pytest.CaptureFixture[str], record: Any, *options: str | Path) -> Answer:
    return ask(capsys, "replay", "-", "--json", *options, stdin=json.dumps(record).encode())


def test_a_record_names_the_file_of_its_city_and_the_digest_of_its_bytes(record: Any, vienna: Path) -> None:
    assert list(record)[:3] == ["fulgence", "city", "city_digest"]
    assert (record["city"], record["city_digest"]) == ("vienna.toml", DIGEST)
    assert load_city(str(vienna)).file_digest == DIGEST


def test_a_record_of_the_package_has_no_digest(capsys: pytest.CaptureFixture[str]) -> None:
    (record,) = ask(capsys, "simulate", "toy", "--bot", "random").objects
    assert "city_digest" not in record


def test_the_digest_counts_and_not_the_name_of_the_file(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, vienna: Path, record: Any
) -> None:
    twin = tmp_path / "wien.toml"
    twin.write_bytes(VIENNA)
    first, second = replay(capsys, record, "--city", vienna), replay(capsys, record, "--city", twin)
    assert (first.code, first.err, second.code, second.err) == (0, "", 0, "")
    assert first.objects[0]["seats"] == second.objects[0]["seats"]


def test_another_version_of_the_file_is_refused_with_both_digests(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, record: Any
) -> None:
    folder = tmp_path / "new"
    folder.mkdir()
    changed = folder / "vienna.toml"
    changed.write_bytes(VIENNA + b"# mended\r\n")
    other = hashlib.sha256(changed.read_bytes()).hexdigest()
    answer = replay(capsys, record, "--city", changed)
    assert (answer.code, answer.out) == (1, "")
    assert answer.err == (
        f"fulgence: -: record 1: city 'vienna.toml' was played on a file with digest {DIGEST}, "
        f"and vienna.toml has {other}\n"
    )


def test_without_the_file_the_record_asks_for_it(capsys: pytest.CaptureFixture[str], record: Any) -> None:
    answer = replay(capsys, record)
    assert (answer.code, answer.out) == (1, "")
    assert answer.err == f"fulgence: -: record 1: city 'vienna.toml' is none of {CITIES}{HINT}\n"


@pytest.mark.parametrize("name", ["own.toml", "vienna.toml"])
def test_an_old_record_without_a_digest_is_read_with_a_note(
    capsys: pytest.CaptureFixture[str], vienna: Path, record: Any, name: str
) -> None:
    expected = replay(capsys, record, "--city", vienna).objects
    del record["city_digest"]
    lines = json.dumps({**record, "city": name}) + "\n"
    answer = ask(capsys, "replay", "-", "--json", "--city", vienna, stdin=2 * lines.encode())
    assert (answer.code, answer.objects) == (0, 2 * expected)
    assert answer.err == NOTE.format(file="vienna.toml")  # once is enough


def test_an_old_record_of_another_name_is_refused(
    capsys: pytest.CaptureFixture[str], vienna: Path, record: Any
) -> None:
    del record["city_digest"]
    answer = replay(capsys, {**record, "city": "graz.toml"}, "--city", vienna)
    assert (answer.code, answer.out) == (1, "")
    assert answer.err == (
        "fulgence: -: record 1: city 'graz.toml' is not vienna.toml, and there is no city_digest to compare\n"
    )


@pytest.mark.parametrize(
    ("city", "digest", "reason"),
    [
        ("vienna.toml", 7, "city_digest must be a string"),
        ("vienna.toml", None, "city_digest must be a string"),
        ("vienna.toml", "", "city_digest must be 64 lowercase hexadecimal digits"),
        ("vienna.toml", DIGEST.upper(), "city_digest must be 64 lowercase hexadecimal digits"),
        ("toy", "0" * 64, "city 'toy' comes with the package, and its records have no city_digest"),
    ],
)
def test_a_digest_that_is_none_is_refused(
    capsys: pytest.CaptureFixture[str], vienna: Path, record: Any, city: str, digest: object, reason: str
) -> None:
    answer = replay(capsys, {**record, "city": city, "city_digest": digest}, "--city", vienna)
    assert (answer.code, answer.out, answer.err) == (1, "", f"fulgence: -: record 1: {reason}\n")


def test_records_of_the_package_are_read_beside_those_of_the_file(
    capsys: pytest.CaptureFixture[str], vienna: Path, record: Any
) -> None:
    (other,) = ask(capsys, "simulate", "toy", "--bot", "random").objects
    lines = "".join(json.dumps(each) + "\n" for each in (record, other))
    answer = ask(capsys, "replay", "-", "--json", "--city", vienna, stdin=lines.encode())
    assert [found["city"] for found in answer.objects] == ["vienna.toml", "toy"]


def test_review_and_draw_read_old_records_with_the_same_note(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, vienna: Path, record: Any
) -> None:
    del record["city_digest"]
    record["seats"][0]["moves"] = record["seats"][0]["moves"][:1]
    file = tmp_path / "game.json"
    file.write_text(json.dumps({**record, "city": "own.toml"}), encoding="utf-8")
    for command in ("review", "draw"):
        answer = ask(capsys, command, file, "--city", vienna)
        assert (answer.code, answer.err) == (0, NOTE.format(file="vienna.toml"))
        assert answer.out
