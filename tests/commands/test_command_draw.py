"""`fulgence draw`: pictures of records, paper sheets and empty sheets."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path
from xml.etree import ElementTree

import pypdf
import pytest

from commands.records import PAIR, TOY, changed
from commands.shell import HERE, ask, run
from fulgence.draw.page import blank_page, page_svg, replay_page
from fulgence.rules.cityfile.city_reader import city_names, load_city
from fulgence.rules.text.record import parse_record, replay
from term.scripted_games import SAMPLER

ROOT = HERE.parents[1]
PAIR_FILE, TOY_FILE = HERE / "london_pair.json", HERE / "toy_solo.json"
SHEET = {"city": "london", "lines": {"pink": ["h4-i5", "i5-h6"]}}


def words_of(svg: str) -> list[str]:
    return [part.text or "" for part in ElementTree.fromstring(svg).iter() if part.tag.endswith("}text")]


def classes(svg: str, css: str) -> int:
    return sum(css in part.get("class", "").split() for part in ElementTree.fromstring(svg).iter())


def expected(seat: int) -> str:
    return page_svg(replay_page(replay(parse_record(json.dumps(PAIR))), seat))


@pytest.mark.parametrize("more", [[], ["-o", "-"], ["--seat", "1"]])
def test_a_record_is_drawn_to_standard_output(capsys: pytest.CaptureFixture[str], more: list[str]) -> None:
    answer = ask(capsys, "draw", PAIR_FILE, *more)
    assert (answer.code, answer.err) == (0, "")
    assert words_of(answer.out) == words_of(expected(0))


def test_standard_output_is_true_in_every_encoding() -> None:
    done = run("draw", str(PAIR_FILE), PYTHONIOENCODING="ascii", PYTHONUTF8="0")
    assert (done.returncode, done.stderr) == (0, b"")
    assert words_of(done.stdout.decode("ascii")) == words_of(expected(0))


def test_a_seat_is_drawn_into_a_file(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "sheet.svg"
    answer = ask(capsys, "draw", PAIR_FILE, "--seat", "2", "-o", file)
    assert (answer.code, answer.out, answer.err) == (0, "", "")
    assert file.read_text(encoding="utf-8") == expected(1) + "\n"


@pytest.mark.parametrize("city", [*city_names(), SAMPLER])
@pytest.mark.parametrize("ending", ["svg", "PDF", "png"])
def test_an_empty_sheet_is_drawn(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, city: str, ending: str
) -> None:
    file = tmp_path / f"blank.{ending}"
    answer = ask(capsys, "draw", "--blank", city, "-o", file)
    assert (answer.code, answer.out, answer.err) == (0, "", "")
    content = file.read_bytes()
    if ending == "svg":
        assert content.decode() == page_svg(blank_page(load_city(city))) + "\n"
    else:
        assert content.startswith(b"%PDF-" if ending == "PDF" else b"\x89PNG")


def test_a_png_is_as_wide_as_asked_for(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    for more, width in (([], 1588), (["--width", "300"], 300)):
        assert ask(capsys, "draw", TOY_FILE, "-o", tmp_path / "a.png", *more).code == 0
        assert int.from_bytes((tmp_path / "a.png").read_bytes()[16:20]) == width


def test_all_seats_are_pages_of_a_pdf(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert ask(capsys, "draw", PAIR_FILE, "--all", "-o", tmp_path / "a.pdf").code == 0
    pages = pypdf.PdfReader(io.BytesIO((tmp_path / "a.pdf").read_bytes())).pages
    names = [seat["name"] for seat in PAIR["seats"]]
    assert [name in page.extract_text() for page, name in zip(pages, names, strict=True)] == [True, True]


def test_a_record_of_several_is_chosen(capsys: pytest.CaptureFixture[str]) -> None:
    lines = f"{json.dumps(TOY)}\n{json.dumps(PAIR)}\n".encode()
    assert "Toy Town" in words_of(ask(capsys, "draw", "-", stdin=lines).out)
    assert "London" in words_of(ask(capsys, "draw", "-", "--number", "2", stdin=lines).out)


def test_a_game_is_drawn_as_it_was_after_some_turns(capsys: pytest.CaptureFixture[str]) -> None:
    strokes = [
        classes(ask(capsys, "draw", PAIR_FILE, "--turns", str(turns)).out, "stroke") - 8
        for turns in (0, 1, 8)
    ]
    assert strokes[0] == 0
    assert strokes[1] <= 2
    assert strokes[1] < strokes[2] < 30
    assert "unfinished game" in words_of(ask(capsys, "draw", PAIR_FILE, "--turns", "8").out)


def test_a_sheet_on_paper_is_drawn(capsys: pytest.CaptureFixture[str]) -> None:
    answer = ask(capsys, "draw", "-", stdin=json.dumps(SHEET).encode())
    assert (answer.code, answer.err) == (0, "")
    assert classes(answer.out, "stroke") == 2 + 8
    assert words_of(answer.out)[:3] == ["London", "total", "5"]


def test_it_speaks_the_language_that_was_asked_for(capsys: pytest.CaptureFixture[str]) -> None:
    assert "Londres" in words_of(ask(capsys, "draw", "--blank", "london", "--lang", "fr").out)


@pytest.mark.parametrize(
    ("arguments", "code", "sentence"),
    [
        (["-o", "a.gif"], 2, "a.gif: the name must end in .svg, .png or .pdf"),
        (["-o", "sheet"], 2, "sheet: the name must end in .svg, .png or .pdf"),
        (["--seat", "3"], 2, "there is no seat 3; the record has 2"),
        (["--number", "2"], 2, f"{PAIR_FILE}: there is no record 2; the file has 1"),
        (["--all"], 2, "--all needs a file name that ends in .pdf: only a PDF can have several pages"),
        (
            ["-o", "a.svg", "--width", "800"],
            2,
            "--width is only for .png files: all others scale to any size",
        ),
        (["-o", "a.png", "--width", "9"], 2, "--width 9: must be from 100 to 10000 pixels"),
        (["-o", "/nowhere/a.svg"], 1, "/nowhere/a.svg: cannot be written: No such file or directory"),
        (["-o", "nul\0.svg"], 1, "nul\\x00.svg: cannot be written: embedded null byte"),
        (["--lang", "xx"], 2, "unknown language 'xx'; choose from de, en, fr, it"),
    ],
)
def test_impossible_options_are_reported_in_a_sentence(
    capsys: pytest.CaptureFixture[str], arguments: list[str], code: int, sentence: str
) -> None:
    answer = ask(capsys, "draw", PAIR_FILE, *arguments)
    assert (answer.code, answer.out, answer.err) == (code, "", f"fulgence: {sentence}\n")


@pytest.mark.parametrize(
    ("arguments", "code", "sentence"),
    [
        (["--blank", "rome"], 2, f"unknown city 'rome'; choose from {', '.join(city_names())}"),
        (["--blank", "toy", "--seat", "1"], 2, "--seat does not apply to an empty sheet"),
        (["--blank", "toy", "--turns", "0"], 2, "--turns does not apply to an empty sheet"),
        (["none.json"], 2, "none.json: cannot be read: No such file or directory"),
        (["-"], 1, "-: record 1: this is not a record: the text is empty"),
    ],
)
def test_missing_things_are_reported_in_a_sentence(
    capsys: pytest.CaptureFixture[str], arguments: list[str], code: int, sentence: str
) -> None:
    answer = ask(capsys, "draw", *arguments)
    assert (answer.code, answer.out, answer.err) == (code, "", f"fulgence: {sentence}\n")


@pytest.mark.parametrize(
    ("document", "sentence"),
    [
        ({}, "this is neither a record ('fulgence' is missing) nor a sheet ('lines' is missing)"),
        (changed(TOY, "fulgence", 2), "version 2; this program reads version 1"),
        ({**SHEET, "lines": {"pink": ["h4-h6", "h4-h6x"]}}, "pink: "),
        ([], "the record must be an object"),
    ],
)
def test_what_is_no_sheet_is_refused(
    capsys: pytest.CaptureFixture[str], document: object, sentence: str
) -> None:
    answer = ask(capsys, "draw", "-", stdin=json.dumps(document).encode())
    assert (answer.code, answer.out) == (1, "")
    assert answer.err.startswith(f"fulgence: -: record 1: {sentence}")
    assert answer.err.count("\n") == 1


def test_a_sheet_on_paper_has_no_seats(capsys: pytest.CaptureFixture[str]) -> None:
    answer = ask(capsys, "draw", "-", "--seat", "1", stdin=json.dumps(SHEET).encode())
    assert (answer.code, answer.err) == (2, "fulgence: --seat does not apply to a sheet drawn on paper\n")


def test_one_thing_is_drawn_at_a_time(capsys: pytest.CaptureFixture[str]) -> None:
    for arguments in ([], [str(PAIR_FILE), "--blank", "toy"]):
        assert ask(capsys, "draw", *arguments).code == 2


def test_a_missing_library_is_named(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    answer = ask(capsys, "draw", TOY_FILE, "-o", tmp_path / "a.png")
    assert (answer.code, answer.out) == (1, "")
    assert answer.err == "fulgence: PNG pictures need one more library: pip install 'fulgence[export]'\n"
    assert list(tmp_path.iterdir()) == []


def test_characters_missing_in_the_pdf_font_are_reported(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    record = json.dumps(changed(TOY, "seats/0/name", "王 Ann")).encode()
    answer = ask(capsys, "draw", "-", "-o", tmp_path / "a.pdf", stdin=record)
    assert answer.code == 0
    assert answer.err == "fulgence: the PDF font has no 王; question marks replace them\n"
    assert ask(capsys, "draw", "-", "-o", tmp_path / "a.svg", stdin=record).err == ""


def test_the_picture_of_the_readme_is_what_the_command_draws(capsys: pytest.CaptureFixture[str]) -> None:
    drawn = ask(capsys, "draw", ROOT / "docs" / "game.json").out
    kept = (ROOT / "docs" / "sheet.svg").read_text(encoding="utf-8")
    assert ElementTree.canonicalize(drawn) == ElementTree.canonicalize(kept), "run docs/make_picture.py"
