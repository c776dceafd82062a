"""`fulgence bench` and `city check`."""

from __future__ import annotations

import json
from importlib.resources import files
from pathlib import Path

import pytest

from commands.shell import CITIES, ask
from fulgence.build import is_compiled
from fulgence.rules.cityfile.city_reader import city_names, load_city

TOY = (files("fulgence.cities") / "toy.toml").read_text(encoding="utf-8")


def test_a_bench_of_all_cities_has_the_public_shape(capsys: pytest.CaptureFixture[str]) -> None:
    answer = ask(capsys, "bench", "--json", "--seconds", "0.01")
    assert (answer.code, answer.err) == (0, "")
    (result,) = answer.objects
    assert list(result) == ["compiled", *city_names()]
    assert result["compiled"] is is_compiled()
    for city in city_names():
        assert list(result[city]) == ["random_games_per_s", "greedy_games_per_s"]
        assert all(type(speed) is int and speed > 0 for speed in result[city].values())


def test_a_bench_is_a_table_for_people(capsys: pytest.CaptureFixture[str]) -> None:
    answer = ask(capsys, "bench", "toy", "london", "--seconds", "0.01", "--addons", "powers", "--seed", "3")
    assert (answer.code, answer.err) == (0, "")
    title, empty, head, *rows = answer.out.splitlines()
    assert (title, empty) == ("games per second with powers, one thread, CPU time", "")
    assert head == "                random        greedy"
    assert [row.split()[0] for row in rows] == ["toy", "london"]
    for row in rows:
        assert len(row) == len(head)
        assert all(int(number.replace(",", "")) > 0 for number in row.split()[1:])


def test_a_bench_of_one_bot_has_one_column(capsys: pytest.CaptureFixture[str]) -> None:
    answer = ask(capsys, "bench", "toy", "--seconds", "0.01", "--bot", "greedy")
    assert [len(row.split()) for row in answer.out.splitlines()[2:]] == [1, 2]


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["toy", "atlantis"], f"unknown city 'atlantis'; choose from {CITIES}"),
        (
            ["london", "toy", "--addons", "gates"],
            "Toy Town has no add-on 'gates'; it allows objectives, powers",
        ),
        (["toy", "--addons", "powers,powers"], "an add-on is named twice"),
    ],
)
@pytest.mark.parametrize("options", [[], ["--json"]])
def test_a_bench_that_cannot_be_finished_is_not_begun(
    capsys: pytest.CaptureFixture[str], arguments: list[str], options: list[str], sentence: str
) -> None:
    answer = ask(capsys, "bench", *arguments, *options)
    assert (answer.code, answer.out, answer.err) == (2, "", f"fulgence: {sentence}\n")


@pytest.mark.parametrize("seconds", ["0", "-1", "nan", "inf", "long", "3600"])
def test_a_bench_takes_some_seconds(capsys: pytest.CaptureFixture[str], seconds: str) -> None:
    answer = ask(capsys, "bench", "toy", f"--seconds={seconds}")
    assert (answer.code, answer.out) == (2, "")
    assert answer.err.endswith(
        f"fulgence bench: error: argument --seconds: '{seconds}' is not a number of seconds\n"
    )


def test_the_census_of_a_city_is_shown(capsys: pytest.CaptureFixture[str]) -> None:
    answer = ask(capsys, "city", "check", "london")
    assert (answer.code, answer.err) == (0, "")
    assert answer.out.splitlines() == [
        "London: the file is valid.",
        "  stations              53",
        "  symbols               13 pentagon, 13 triangle, 13 square, 13 circle, 1 any symbol",
        "  sections              155",
        "  crossing pairs        116",
        "  districts             13",
        "  district sizes        1 w, 4 A, 6 B, 4 C, 1 x, 6 D, 9 E, 6 F, 4 G, 6 H, 4 I, 1 y, 1 z",
        "  departures            4",
        "  sites                 5",
        "  monuments             0",
        "  overhead crossings    0",
        "  river sections        24",
        "  cards                 11",
        "  objectives            5",
        "  fewest neighbours     3",
        "  mean neighbours       5.85",
        "  longest section       5",
        "  gates                 a1 j1 a10 j10",
        "  add-ons               objectives (-10 alone), powers (-10 alone), gates (-10 alone)",
        "  laws of the series    all kept",
    ]


def test_a_city_without_gates_and_add_ons_is_reported(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    lines = ask(capsys, "city", "check", "toy").out.splitlines()
    assert "  gates                 none" in lines
    assert "  add-ons               objectives (-5 alone), powers (-5 alone)" in lines


@pytest.mark.parametrize("city", city_names())
def test_all_sections_are_shown_when_asked_for(capsys: pytest.CaptureFixture[str], city: str) -> None:
    whole = ask(capsys, "city", "check", city, "--sections").out
    head, mark, rows = whole.partition("  sections, those with ~ under the river\n")
    if not mark:
        head, _, rows = whole.partition("  sections\n")
    assert head == ask(capsys, "city", "check", city).out
    shown = rows.split()
    numbers = load_city(city)
    (told,) = ask(capsys, "city", "check", city, "--sections", "--json").objects
    assert told["section_names"] == [section.rstrip("~") for section in shown]
    assert len(set(told["section_names"])) == len(numbers.sections) == told["sections"]
    assert sum(section.endswith("~") for section in shown) == len(numbers.river)


def test_the_census_as_json(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "village.toml"
    file.write_text(TOY, encoding="utf-8")
    answer = ask(capsys, "city", "check", file, "--json")
    assert (answer.code, answer.err) == (0, "")
    (result,) = answer.objects
    assert (result["city"], result["stations"], result["sections"]) == ("village.toml", 17, 43)
    assert (result["gates"], result["addons"]) == ([], {"objectives": 5, "powers": 5})
    assert "section_names" not in result
    assert len(result["broken_laws"]) == 8
    assert (
        json.loads(ask(capsys, "city", "check", "toy", "--json").out)["broken_laws"] == result["broken_laws"]
    )


def test_laws_that_a_city_does_not_keep_are_no_mistakes(capsys: pytest.CaptureFixture[str]) -> None:
    answer = ask(capsys, "city", "check", "toy")
    assert answer.code == 0
    assert answer.out.splitlines()[0] == "Toy Town: the file is valid."
    assert "  laws of the series    broken, which is allowed:" in answer.out.splitlines()
    assert answer.out.splitlines()[-1] == "    the mean number of neighbours is not from 5.7 to 5.9"


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        (
            "3 . S ? . T",
            "3 . S ! . T",
            ":10: stations: c3: unknown character '!'; expected one of S T P C ? M # + .",
        ),
        ("objective = 5", "objective = 5\nbonus = 1", ":46: points.bonus: unknown key"),
        ("[points]", "[points", ": not TOML: line 42, column 8: a closing bracket is missing"),
    ],
)
@pytest.mark.parametrize("options", [[], ["--json"]])
def test_a_mistake_in_a_city_file_is_shown_with_its_line(
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    old: str,
    new: str,
    complaint: str,
    options: list[str],
) -> None:
    file = tmp_path / "village.toml"
    file.write_text(TOY.replace(old, new), encoding="utf-8")
    answer = ask(capsys, "city", "check", file, *options)
    assert (answer.code, answer.out) == (1, "")
    assert answer.err.startswith(f"fulgence: {file}{complaint}")
    assert answer.err.count("\n") == 1


def test_a_mistake_in_a_key_with_line_ends_stays_on_one_line(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "village.toml"
    file.write_text(TOY.replace("[points]\n", '[points]\n"a\\nb" = 1\n'), encoding="utf-8")
    answer = ask(capsys, "city", "check", file)
    assert answer.err.endswith(": points.a\\nb: unknown key\n")
    assert answer.err.count("\n") == 1


@pytest.mark.parametrize(
    ("name", "code", "sentence"),
    [
        ("atlantis", 2, f"unknown city 'atlantis'; choose from {CITIES}"),
        ("nowhere.toml", 2, "nowhere.toml: cannot be read: No such file or directory"),
    ],
)
def test_a_city_that_does_not_exist_cannot_be_checked(
    capsys: pytest.CaptureFixture[str], name: str, code: int, sentence: str
) -> None:
    answer = ask(capsys, "city", "check", name)
    assert (answer.code, answer.out, answer.err) == (code, "", f"fulgence: {sentence}\n")
