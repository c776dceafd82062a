"""Pages as PDF, with vectors and real text, converted from the few kinds of SVG elements that pages use.

Not a general converter: it knows what styles.py, shapes.py and page.py write. The font is Helvetica, which
every PDF reader has, with the characters of cp1252.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterator, Mapping, Sequence
from unicodedata import normalize
from xml.etree import ElementTree

from fulgence.draw.font import BOLD, ENCODING, REGULAR, text_width
from fulgence.draw.paper_sizes import A4, PAPER_SIZES
from fulgence.draw.shapes import MINUS, TO

SVG = "{http://www.w3.org/2000/svg}"
INHERITED = ("fill", "stroke", "stroke-width", "stroke-linecap", "stroke-dasharray")
CURVE = 0.5523  # of a quarter circle as a Bezier curve
# By weight: how the operators call a font, how the readers do, and its widths.
FONTS = {"400": ("F1", "Helvetica", REGULAR), "700": ("F2", "Helvetica-Bold", BOLD)}
NUMBER = re.compile(r"-?[\d.]+")
Looks = Mapping[str, str]


def pdf_of(pages: Sequence[str]) -> bytes:
    """A document with one page for each picture of `page_svg`; the same bytes for the same pages."""
    trees = [ElementTree.fromstring(page) for page in pages]
    title = trees[0].findtext(f"{SVG}title", "")
    # 1 catalogue, 2 pages, 3 about, then the fonts, then two for each page.
    bodies = [b"<</Type/Catalog/Pages 2 0 R/ViewerPreferences<</DisplayDocTitle true>>>>"]
    first = 4 + len(FONTS)
    kids = " ".join(f"{first + 2 * number} 0 R" for number in range(len(trees)))
    bodies.append(f"<</Type/Pages/Count {len(trees)}/Kids[{kids}]>>".encode())
    bodies.append(f"<</Title {text_string(title)}/Producer {text_string('Fulgence')}>>".encode())
    for _, known, _ in FONTS.values():
        bodies.append(f"<</Type/Font/Subtype/Type1/BaseFont/{known}/Encoding/WinAnsiEncoding>>".encode())
    named = "".join(f"/{name} {number} 0 R" for number, (name, _, _) in enumerate(FONTS.values(), 4))
    for number, tree in enumerate(trees):
        wide, high = sizes(tree)
        bodies.append(
            f"<</Type/Page/Parent 2 0 R/MediaBox[0 0 {wide} {high}]/Contents {first + 2 * number + 1} 0 R"
            f"/Resources<</Font<<{named}>>>>>>".encode()
        )
        bodies.append(stream("\n".join(page_operators(tree)).encode()))
    return document(bodies)


def unwritable(pages: Sequence[str]) -> str:
    """The characters of the pages that the font lacks, each once."""
    texts = (element for page in pages for element in ElementTree.fromstring(page).iter(f"{SVG}text"))
    signs = {sign for element in texts for sign in composed(element.text or "")}
    return "".join(sorted(sign for sign in signs if not sign.encode(ENCODING, "ignore")))


def composed(words: str) -> str:
    """Composed characters (NFC), and a dash for the minus sign, which the encoding lacks."""
    return normalize("NFC", words.replace(MINUS, TO))


def document(bodies: Sequence[bytes]) -> bytes:
    """The objects, numbered from 1, and the cross-reference table of their offsets."""
    out = bytearray(b"%PDF-1.4\n%\xe2\xe3\xcf\xd3\n")
    places = []
    for number, body in enumerate(bodies, 1):
        places.append(len(out))
        out += b"%d 0 obj\n%s\nendobj\n" % (number, body)
    start = len(out)
    out += b"xref\n0 %d\n0000000000 65535 f \n" % (len(bodies) + 1)
    for place in places:
        out += b"%010d 00000 n \n" % place
    out += b"trailer\n<</Size %d/Root 1 0 R/Info 3 0 R>>\nstartxref\n%d\n%%%%EOF\n" % (len(bodies) + 1, start)
    return bytes(out)


def stream(content: bytes) -> bytes:
    packed = zlib.compress(content, 9)
    return b"<</Length %d/Filter/FlateDecode>>\nstream\n%s\nendstream" % (len(packed), packed)


def text_string(words: str) -> str:
    return f"<feff{words.encode('utf-16-be', 'replace').hex()}>"


def sizes(tree: ElementTree.Element) -> tuple[float, float]:
    """Of the paper, in points."""
    points = {f"{size.short_mm}mm": size.short_points for size in PAPER_SIZES.values()}
    points |= {f"{size.long_mm}mm": size.long_points for size in PAPER_SIZES.values()}
    _, _, wide, high = numbers(tree.get("viewBox", ""))
    usual = (A4.short_points, A4.long_points) if wide <= high else (A4.long_points, A4.short_points)
    return points.get(tree.get("width", ""), usual[0]), points.get(tree.get("height", ""), usual[1])


def numbers(words: str) -> list[float]:
    return [float(found) for found in NUMBER.findall(words)]


def short(*values: float) -> str:
    return " ".join(f"{value:.3f}".rstrip("0").rstrip(".") for value in values)


def page_operators(tree: ElementTree.Element) -> Iterator[str]:
    """The origin is at the top in SVG, at the bottom in PDF."""
    _, _, wide, _ = numbers(tree.get("viewBox", ""))
    width, height = sizes(tree)
    scale = width / wide
    yield f"{short(scale, 0, 0, -scale, 0, height)} cm"
    for element in tree:
        yield from operators(element, {})


def operators(element: ElementTree.Element, above: Looks) -> Iterator[str]:
    kind = element.tag.removeprefix(SVG)
    looks = {**above, **{key: element.attrib[key] for key in INHERITED if key in element.attrib}}
    if kind == "g":
        yield "q"
        if "transform" in element.attrib:
            yield f"{transform(element.attrib['transform'])} cm"
        for child in element:
            yield from operators(child, looks)
        yield "Q"
    elif kind == "text":
        yield written(element, looks)
    elif kind in SHAPES:
        inside = {"fill": "none"} if kind == "line" else {}
        yield painted(SHAPES[kind](element.attrib), {**looks, **inside})
    elif kind != "title":
        raise ValueError(f"<{kind}> is no element of our pages")


def transform(words: str) -> str:
    """`translate(x y)`, `scale(s)`, or both in this order."""
    x, y, scale = 0.0, 0.0, 1.0
    for name, inside in re.findall(r"(\w+)\(([^)]*)\)", words):
        if name == "translate":
            x, y = numbers(inside)
        else:
            (scale,) = numbers(inside)
    return short(scale, 0, 0, scale, x, y)


def colour(words: str) -> str:
    return short(*(int(words[n : n + 2], 16) / 255 for n in (1, 3, 5)))


def painted(path: str, looks: Looks) -> str:
    fill, stroke = looks.get("fill", "#000000"), looks.get("stroke", "none")
    if fill == stroke == "none":
        return ""
    parts = ["q"]
    if fill != "none":
        parts.append(f"{colour(fill)} rg")
    if stroke != "none":
        parts.append(f"{colour(stroke)} RG {short(float(looks.get('stroke-width', 1)))} w")
        parts.append("1 J" if looks.get("stroke-linecap") == "round" else "0 J")
        if "stroke-dasharray" in looks:
            parts.append(f"[{short(*numbers(looks['stroke-dasharray']))}] 0 d")
    how = "B" if "none" not in (fill, stroke) else "f" if stroke == "none" else "S"
    return " ".join([*parts, path, how, "Q"])


def written(element: ElementTree.Element, looks: Looks) -> str:
    name, _, weight = FONTS[element.get("font-weight", "400")]
    size = float(element.get("font-size", 16))
    codes = composed(element.text or "").encode(ENCODING, "replace")
    share = {"middle": 0.5, "end": 1.0}.get(element.get("text-anchor", "start"), 0.0)
    x = float(element.get("x", 0)) - share * text_width(codes.decode(ENCODING), size, weight)
    place = short(1, 0, 0, -1, x, float(element.get("y", 0)))
    return f"BT {colour(looks['fill'])} rg /{name} {short(size)} Tf {place} Tm <{codes.hex()}> Tj ET"


def rectangle(shape: Looks) -> str:
    x, y, wide, high = (float(shape.get(key, 0)) for key in ("x", "y", "width", "height"))
    r = min(float(shape.get("rx", 0)), wide / 2, high / 2)
    if not r:
        return f"{short(x, y, wide, high)} re"
    k = r * (1 - CURVE)
    right, down = x + wide, y + high
    return " ".join(
        [
            f"{short(x + r, y)} m {short(right - r, y)} l",
            f"{short(right - k, y, right, y + k, right, y + r)} c {short(right, down - r)} l",
            f"{short(right, down - k, right - k, down, right - r, down)} c {short(x + r, down)} l",
            f"{short(x + k, down, x, down - k, x, down - r)} c {short(x, y + r)} l",
            f"{short(x, y + k, x + k, y, x + r, y)} c h",
        ]
    )


def disc(shape: Looks) -> str:
    x, y, r = (float(shape[key]) for key in ("cx", "cy", "r"))
    return rectangle(
        {"x": str(x - r), "y": str(y - r), "width": str(2 * r), "height": str(2 * r), "rx": str(r)}
    )


def stroke(shape: Looks) -> str:
    x1, y1, x2, y2 = (float(shape[key]) for key in ("x1", "y1", "x2", "y2"))
    return f"{short(x1, y1)} m {short(x2, y2)} l"


def corners(shape: Looks) -> str:
    points = numbers(shape["points"])
    steps = [f"{short(*points[n : n + 2])} {'l' if n else 'm'}" for n in range(0, len(points), 2)]
    return " ".join([*steps, "h"])


def curve(shape: Looks) -> str:
    """The path commands M, L, C and Z, in absolute coordinates."""
    parts = []
    for letter, inside in re.findall(r"([A-Z])([^A-Z]*)", shape["d"]):
        parts.append(f"{short(*numbers(inside))} {letter.lower()}" if letter != "Z" else "h")
    return " ".join(parts)


SHAPES = {"rect": rectangle, "circle": disc, "line": stroke, "polygon": corners, "path": curve}
