"""`fulgence city new`: a city file on standard output or in a file that is not overwritten by mistake."""

from __future__ import annotations

from pathlib import Path

import pytest

from commands.shell import ask
from fulgence.city_generator.generate import new_city


def test_a_new_city_is_written_where_it_was_asked_for(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    expected, path = new_city(8, "london"), tmp_path / "new.toml"
    printed = ask(capsys, "city", "new", "--seed", "8", "--like", "london")
    assert (printed.code, printed.out, printed.err) == (0, expected.file, "")
    written = ask(capsys, "city", "new", "--seed", "8", "--like", "london", "-o", path)
    told = f"{expected.name}: a city like london, seed 8, written to {path}\n"
    assert (written.code, written.out, written.err) == (0, "", told)
    assert path.read_text(encoding="utf-8") == expected.file
    again = ask(capsys, "city", "new", "--seed", "9", "-o", path)
    assert (again.code, again.err) == (2, f"fulgence: {path} already exists: --force overwrites it\n")
    assert path.read_text(encoding="utf-8") == expected.file
    forced = ask(capsys, "city", "new", "--seed", "9", "--like", "london", "-o", path, "--force", "--json")
    (facts,) = forced.objects
    assert (facts["seed"], facts["like"], facts["file"]) == (9, "london", path.read_text(encoding="utf-8"))
    assert facts["greedy"]["games"] == 600 and 116 < facts["greedy"]["mean"] < 137


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        (["--like", "toy"], "no new city can be like 'toy'; choose from berlin, london, paris"),
        (["--force"], "--force needs --output"),
        (["-o", "city.png"], "city.png: the name of a city file ends in .toml"),
        (["--seed", str(1 << 53)], f"a seed is a whole number from 0 to {(1 << 53) - 1}"),
    ],
)
def test_options_that_make_no_sense_are_refused(
    capsys: pytest.CaptureFixture[str], options: list[str], reason: str
) -> None:
    answer = ask(capsys, "city", "new", *options)
    assert (answer.code, answer.out, answer.err) == (2, "", f"fulgence: {reason}\n")


def test_a_folder_that_is_not_there_is_told(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    answer = ask(capsys, "city", "new", "--like", "london", "-o", tmp_path / "nowhere" / "new.toml")
    assert answer.code == 1 and "cannot be written: No such file or directory" in answer.err
