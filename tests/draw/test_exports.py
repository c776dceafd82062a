"""PNG and PDF: the right size, something on them, and the words are there."""

from __future__ import annotations

import io
import re
import shutil
import struct
import subprocess
import sys
import zlib
from pathlib import Path
from xml.etree import ElementTree

import pypdf
import pytest

from draw.test_page import CITIES, finished
from fulgence.draw.font import BOLD, FAMILY, KNOWN, REGULAR, fitted, text_width
from fulgence.draw.page import best_layout, blank_page, game_page, page_svg
from fulgence.draw.pdf import SVG, page_operators, pdf_of, unwritable
from fulgence.draw.png import FONT, PACKAGE, NoRenderer, drawn, font_files, is_available, png_of
from fulgence.language import load_language, using_language
from fulgence.rules.cityfile.city_reader import city_names, load_city
from fulgence.rules.deal import deal
from fulgence.rules.game import Game
from fulgence.rules.generator import Generator

Pixels = list[list[tuple[int, ...]]]


def pixels(png: bytes) -> Pixels:
    """Rows of red, green, blue (and opacity)."""
    assert png[:8] == b"\x89PNG\r\n\x1a\n"
    place, packed, wide, high, kind = 8, b"", 0, 0, 0
    while place < len(png):
        length, name = struct.unpack_from(">I4s", png, place)
        body = png[place + 8 : place + 8 + length]
        if name == b"IHDR":
            wide, high, depth, kind, _, _, laced = struct.unpack(">IIBBBBB", body)
            assert (depth, laced) == (8, 0)
        elif name == b"IDAT":
            packed += body
        place += 12 + length
    each = {2: 3, 6: 4}[kind]
    raw = zlib.decompress(packed)
    rows: Pixels = []
    before = bytearray(wide * each)
    for y in range(high):
        start = y * (wide * each + 1)
        before = unfiltered(raw[start], bytearray(raw[start + 1 : start + 1 + wide * each]), before, each)
        rows.append(list(zip(*[iter(before)] * each, strict=True)))
    return rows


def unfiltered(how: int, line: bytearray, before: bytearray, each: int) -> bytearray:
    """The bytes of a row, each told as the difference to what was guessed from those left and above."""
    if how == 2:
        return bytearray(sum(pair) & 255 for pair in zip(line, before, strict=True))
    for n in range(len(line)) if how else ():
        left, up = (line[n - each] if n >= each else 0), before[n]
        if how == 1:
            guess = left
        elif how == 3:
            guess = (left + up) // 2
        else:
            corner = before[n - each] if n >= each else 0
            guess = min((left, up, corner), key=lambda value: abs(left + up - corner - value))
        line[n] = line[n] + guess & 255
    return line


def dark(rows: Pixels, left: float, top: float, right: float, bottom: float) -> int:
    """Dark pixels in a part of the page, in its own measure of 794 x 1123."""
    scale = len(rows[0]) / 794
    part = [
        row[int(left * scale) : int(right * scale)] for row in rows[int(top * scale) : int(bottom * scale)]
    ]
    return sum(sum(pixel[:3]) < 480 for row in part for pixel in row)


def london() -> str:
    return page_svg(game_page(finished("london"), 0))


def test_a_png_has_the_width_that_was_asked_for_and_the_words() -> None:
    rows = pixels(png_of(london(), 600))
    assert (len(rows[0]), len(rows)) == (600, 849)
    without = pixels(png_of(london().replace("<text", "<desc").replace("</text>", "</desc>"), 600))
    left, top, _, high = best_layout(game_page(finished("london"), 0)).ticket
    for part in (
        (40, 40, 160, 75),  # city
        (left + 34, top + 60, left + 80, top + high - 10),  # pencils
        (left + 350, top + 20, left + 420, top + high - 10),  # items
        (300, 1095, 500, 1115),  # where it comes from
    ):
        assert dark(rows, *part) > dark(without, *part) + 20
    assert dark(rows, 0, 0, 794, 36) == 0
    assert dark(rows, 0, 0, 794, 1123) > 10_000


def without_fonts(tmp_path: Path, program: str) -> subprocess.CompletedProcess[bytes]:
    """A program on a machine without fonts, which fontconfig is what finds; its argument is a page."""
    (tmp_path / "fonts.conf").write_text(f"<fontconfig><dir>{tmp_path}</dir></fontconfig>")
    page = tmp_path / "page.svg"
    page.write_text(london(), encoding="utf-8")
    environment = {
        "PYTHONPATH": ":".join(sys.path),
        "HOME": str(tmp_path),
        "FONTCONFIG_FILE": str(tmp_path / "fonts.conf"),
    }
    return subprocess.run(
        [sys.executable, "-c", program, str(page)], env=environment, capture_output=True, check=False
    )


DRAW = (
    "import sys, pathlib; from fulgence.draw.png import is_available, png_of; "
    "page = pathlib.Path(sys.argv[1]).read_text(encoding='utf-8'); "
)


def test_a_png_is_the_same_on_a_machine_without_fonts(tmp_path: Path) -> None:
    """Nor does it matter which fonts there are."""
    made = without_fonts(
        tmp_path, f"{DRAW} assert is_available(); sys.stdout.buffer.write(png_of(page, 600))"
    )
    assert (made.returncode, made.stderr) == (0, b"")
    assert made.stdout == png_of(london(), 600)


def test_no_png_is_drawn_without_words(tmp_path: Path) -> None:
    """Neither the package with the font nor a font of the machine is there."""
    made = without_fonts(
        tmp_path, f"{DRAW} sys.modules['{PACKAGE}'] = None; assert not is_available(); png_of(page)"
    )
    assert (made.returncode, made.stdout) == (1, b"")
    sentence = b"PNG pictures need a font, and none that fits was found: pip install 'fulgence[export]'"
    assert made.stderr.strip().endswith(b"NoRenderer: " + sentence)


def test_the_fonts_of_the_machine_will_do(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the package with the font is missing."""
    ours = png_of(london(), 600)
    monkeypatch.setitem(sys.modules, PACKAGE, None)
    assert font_files() == []
    if not is_available():
        pytest.skip("this machine has no Helvetica, Arial or the like")
    theirs = png_of(london(), 600)
    assert theirs != ours
    part = (40, 40, 160, 75)  # city
    wanted = dark(pixels(ours), *part)
    assert abs(dark(pixels(theirs), *part) - wanted) < 0.3 * wanted


def test_a_missing_library_is_named_with_its_cure(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    assert not is_available()
    with pytest.raises(NoRenderer, match="pip install 'fulgence\\[export\\]'"):
        png_of(london())


@pytest.mark.parametrize("tag", ["en", "fr", "it", "de"])
def test_the_font_of_a_png_is_hardly_wider_than_helvetica(tag: str) -> None:
    """Every text of all pages, one below the other: how far does it reach?"""
    texts = set()
    with using_language(load_language(tag)):
        for city in CITIES:
            for page in (blank_page(load_city(city)), game_page(finished(city), 0)):
                for element in ElementTree.fromstring(page_svg(page)).iter(f"{SVG}text"):
                    texts.add((element.text or "", element.get("font-weight", "")))
    ordered = sorted(text for text in texts if len(text[0]) > 3)
    assert len(ordered) > 20
    rows = "".join(
        f'<text x="0" y="{12 * n + 9}" font-size="10" font-weight="{weight}">{words}</text>'
        for n, (words, weight) in enumerate(ordered)
    )
    size = f'width="400" height="{12 * len(ordered)}" font-family="{FONT}"'
    picture = f'<svg xmlns="http://www.w3.org/2000/svg" {size}>{rows}</svg>'
    seen = pixels(drawn(picture, 400, font_files(), skip_system_fonts=True))
    for n, (words, weight) in enumerate(ordered):
        inked = [x for row in seen[12 * n : 12 * n + 12] for x, pixel in enumerate(row) if pixel[3] > 60]
        wide = text_width(words, 10, BOLD if weight == "700" else REGULAR)
        assert 0.85 * wide - 1 < max(inked) < 1.03 * wide + 2, words


@pytest.mark.parametrize("city", city_names())
@pytest.mark.parametrize("blank", [True, False])
def test_a_pdf_is_one_page_of_a4_with_real_text(city: str, blank: bool) -> None:
    page = page_svg(blank_page(load_city(city)) if blank else game_page(finished(city), 0))
    content = pdf_of([page])
    assert content == pdf_of([page])
    read = pypdf.PdfReader(io.BytesIO(content), strict=True)
    (only,) = read.pages
    assert [round(float(n), 1) for n in only.mediabox] == [0, 0, 595.3, 841.9]
    text = only.extract_text()
    for words in (load_city(city).name, "districts \N{MULTIPLICATION SIGN} most stations", "interchanges"):
        assert words in text
    if not blank:
        assert "Ann" in text
        assert str(finished(city).pads()[0].total) in text
    for name in (b"Helvetica", b"Helvetica-Bold"):
        assert content.count(b"/Subtype/Type1/BaseFont/%s/Encoding/WinAnsiEncoding>>" % name) == 1
    assert b"/FontFile" not in content
    assert len(content) < 50_000


def test_a_pdf_has_a_page_for_each_picture_and_a_title() -> None:
    game = finished("berlin", 2)
    content = pdf_of([page_svg(game_page(game, seat)) for seat in range(2)])
    read = pypdf.PdfReader(io.BytesIO(content), strict=True)
    assert ["Ann" in page.extract_text() for page in read.pages] == [True, False]
    assert ["Bob" in page.extract_text() for page in read.pages] == [False, True]
    assert read.metadata is not None
    assert read.metadata.title == f"Berlin, Ann: {game.pads()[0].total}"


@pytest.mark.skipif(shutil.which("pdftoppm") is None, reason="there is no pdftoppm (poppler-utils)")
@pytest.mark.parametrize("city", city_names())
@pytest.mark.parametrize(("words", "most"), [(False, 40), (True, 75)])
def test_a_pdf_looks_like_the_png(city: str, words: bool, most: int, tmp_path: Path) -> None:
    """Words less so, as their fonts differ."""
    page = page_svg(game_page(finished(city), 0))
    if not words:
        page = re.sub("<text.*?</text>", "", page)
    (tmp_path / "page.pdf").write_bytes(pdf_of([page]))
    size = ["-scale-to-x", "400", "-scale-to-y", "566"]
    subprocess.run(["pdftoppm", "-png", "-singlefile", *size, "page.pdf", "page"], cwd=tmp_path, check=True)
    ours, theirs = pixels(png_of(page, 400)), pixels((tmp_path / "page.png").read_bytes())
    for y in range(0, 560, 8):
        for x in range(0, 400, 8):
            # In the mean of a small square, as the two draw edges differently.
            assert all(abs(mean(ours, x, y, c) - mean(theirs, x, y, c)) < most for c in range(3)), (x, y)


def mean(rows: Pixels, x: int, y: int, colour: int) -> float:
    return sum(rows[y + dy][x + dx][colour] for dy in range(8) for dx in range(8)) / 64


@pytest.mark.parametrize(
    ("element", "wanted"),
    [
        (
            '<line stroke="#ff0000" stroke-dasharray="0.1 9" x1="1" y1="2" x2="3" y2="4"/>',
            "q 1 0 0 RG 1 w 0 J [0.1 9] 0 d 1 2 m 3 4 l S Q",  # never filled
        ),
        (
            '<path fill="none" stroke="#ffffff" stroke-width="2" d="M0 8C1 2 3 4 5 6L7.5 -8Z"/>',
            "q 1 1 1 RG 2 w 0 J 0 8 m 1 2 3 4 5 6 c 7.5 -8 l h S Q",
        ),
        (
            '<polygon fill="#000000" stroke="#000000" points="1,2 3,4 5,6"/>',
            "q 0 0 0 rg 0 0 0 RG 1 w 0 J 1 2 m 3 4 l 5 6 l h B Q",
        ),
        ('<rect x="1" y="2" width="3" height="4"/>', "q 0 0 0 rg 1 2 3 4 re f Q"),
        ('<rect fill="none" width="3" height="4"/>', ""),
        (
            '<g transform="translate(1 2) scale(0.5)" fill="#ffffff"><rect width="3" height="4"/></g>',
            "q 0.5 0 0 0.5 1 2 cm q 1 1 1 rg 0 0 3 4 re f Q Q",
        ),
        (
            '<text fill="#000000" font-size="10" x="1" y="2">Zoë (1)</text>',
            "BT 0 0 0 rg /F1 10 Tf 1 0 0 -1 1 2 Tm <5a6feb20283129> Tj ET",
        ),
        (
            '<text fill="#ffffff" font-size="9" font-weight="700" text-anchor="middle" x="9" y="2">iW</text>',
            "BT 1 1 1 rg /F2 9 Tf 1 0 0 -1 3.501 2 Tm <6957> Tj ET",
        ),
        (
            '<text fill="#ffffff" font-size="10" text-anchor="end" x="20" y="2">\N{MINUS SIGN}5王</text>',
            "BT 1 1 1 rg /F1 10 Tf 1 0 0 -1 3.32 2 Tm <96353f> Tj ET",  # measured as it is written
        ),
    ],
)
def test_an_element_becomes_operators_of_pdf(element: str, wanted: str) -> None:
    head = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 794 1123">'
    tree = ElementTree.fromstring(f"{head}{element}</svg>")
    assert " ".join(list(page_operators(tree))[1:]) == wanted


def test_an_element_that_a_page_never_has_is_refused() -> None:
    with pytest.raises(ValueError, match="<ellipse>"):
        pdf_of(['<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 794 1123"><ellipse/></svg>'])


def test_signs_that_the_font_has_not_are_told() -> None:
    name = "Zoë Zoe\N{COMBINING DIAERESIS} Œuf? Łuk 王王"
    game = Game(deal(load_city("toy"), rng=Generator(1)), [name])
    page = page_svg(game_page(game, 0))
    assert unwritable([page]) == "Ł王"
    text = pypdf.PdfReader(io.BytesIO(pdf_of([page]))).pages[0].extract_text()
    assert "Zoë Zoë Œuf? ?uk ??" in text


@pytest.mark.parametrize("city", CITIES)
@pytest.mark.parametrize("tag", ["en", "fr", "it", "de"])
def test_all_words_of_our_own_can_be_written(city: str, tag: str) -> None:
    with using_language(load_language(tag)):
        pages = [page_svg(blank_page(load_city(city))), page_svg(game_page(finished(city), 0))]
    assert unwritable(pages) == ""


def test_a_text_is_as_wide_as_in_helvetica() -> None:
    """From Adobe's metrics: the figures and some letters, in thousandths."""
    assert {text_width(n, 1000, weight) for weight in (REGULAR, BOLD) for n in "0123456789"} == {556}
    letters = "iWaé \N{MULTIPLICATION SIGN}…ÿ"
    assert [text_width(letter, 1000) for letter in letters] == [222, 944, 556, 556, 278, 584, 1000, 500]
    bold = [text_width(letter, 1000, BOLD) for letter in letters]
    assert bold == [278, 944, 556, 556, 278, 584, 1000, 556]
    assert FAMILY.startswith("Helvetica, Arial")


def test_a_reader_of_pdf_knows_the_same_widths() -> None:
    """Of all letters; only newer versions of pypdf have them."""
    metrics = pytest.importorskip("pypdf._codecs.core_font_metrics")
    for weight, name in ((REGULAR, "Helvetica"), (BOLD, "Helvetica-Bold")):
        known = metrics.CORE_FONT_METRICS[name].character_widths
        shared = KNOWN[weight].keys() & known.keys()
        assert len(shared) > 210
        assert {sign: KNOWN[weight][sign] for sign in shared} == {sign: known[sign] for sign in shared}


def test_other_signs_have_a_width_too() -> None:
    assert text_width("č", 1000) == text_width("c", 1000)
    assert text_width("Ж", 1000) == 667
    assert text_width("王\N{GRINNING FACE}", 1000, BOLD) == 2000


def test_a_text_is_made_smaller_before_it_is_cut() -> None:
    assert fitted("interchanges", 12, 100) == ("interchanges", 12)
    assert fitted("interchanges", 12, 60) == ("interchanges", 10)
    words, size = fitted("interchanges", 12, 30)
    assert (words[-1], size) == ("\N{HORIZONTAL ELLIPSIS}", 9)
    assert text_width(words, size) <= 30
