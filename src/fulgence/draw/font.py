"""Text widths in Helvetica, which every PDF reader has.

Arial, Liberation Sans and Arimo have the same metrics, so what is measured here also fits in SVG.
"""

from __future__ import annotations

from unicodedata import east_asian_width, normalize

# Their digits all have the same width, unlike those of some default fonts.
FAMILY = "Helvetica, Arial, 'Liberation Sans', Arimo, sans-serif"
REGULAR, BOLD = "Regular", "Bold"
ENCODING = "cp1252"
CUT = "…"
# In thousandths of the font size, for the codes 32 (space) to 255 of cp1252.
WIDTHS = {
    REGULAR: """
    278 278 355 556 556 889 667 191 333 333 389 584 278 333 278 278 556 556 556 556 556 556 556 556
    556 556 278 278 584 584 584 556 1015 667 667 722 722 667 611 778 722 278 500 667 556 833 722 778
    667 778 722 667 611 722 667 944 667 667 611 278 278 278 469 556 333 556 556 500 556 556 278 556
    556 222 222 500 222 833 556 556 556 556 333 500 278 556 500 722 500 500 500 334 260 334 584 350
    556 350 222 556 333 1000 556 556 333 1000 667 333 1000 350 611 350 350 222 222 333 333 350 556 1000
    333 1000 500 333 944 350 500 667 278 333 556 556 556 556 260 556 333 737 370 556 584 333 737 333
    400 584 333 333 333 556 537 278 333 333 365 556 834 834 834 611 667 667 667 667 667 667 1000 722
    667 667 667 667 278 278 278 278 722 722 778 778 778 778 778 584 778 722 722 722 722 667 667 611
    556 556 556 556 556 556 889 500 556 556 556 556 278 278 278 278 556 556 556 556 556 556 556 584
    611 556 556 556 556 500 556 500
    """,
    BOLD: """
    278 333 474 556 556 889 722 238 333 333 389 584 278 333 278 278 556 556 556 556 556 556 556 556
    556 556 333 333 584 584 584 611 975 722 722 722 722 667 611 778 722 278 556 722 611 833 722 778
    667 778 722 667 611 722 667 944 667 667 611 333 278 333 584 556 333 556 611 556 611 556 333 611
    611 278 278 556 278 889 611 611 611 611 389 556 333 611 556 778 556 556 500 389 280 389 584 350
    556 350 278 556 500 1000 556 556 333 1000 667 333 1000 350 611 350 350 278 278 500 500 350 556 1000
    333 1000 556 333 944 350 500 667 278 333 556 556 556 556 280 556 333 737 370 556 584 333 737 333
    400 584 333 333 333 611 556 278 333 333 365 556 834 834 834 611 722 722 722 722 722 722 1000 722
    667 667 667 667 278 278 278 278 722 722 778 778 778 778 778 584 778 722 722 722 722 667 667 611
    556 556 556 556 556 556 889 556 556 556 556 556 278 278 278 278 611 611 611 611 611 611 611 584
    611 611 611 611 611 556 611 556
    """,
}
LETTERS = bytes(range(32, 256)).decode(ENCODING, "replace")
KNOWN = {
    weight: dict(zip(LETTERS, map(int, widths.split()), strict=True)) for weight, widths in WIDTHS.items()
}
OTHER, WIDE = 667, 1000  # an unknown letter; a CJK character or an emoji


def text_width(text: str, size: float, weight: str = REGULAR) -> float:
    known = KNOWN[weight]
    return sum(known.get(character) or other_width(character, known) for character in text) * size / 1000


def other_width(character: str, known: dict[str, int]) -> int:
    """Of a character without metrics: that of its base letter, or rather too wide than too narrow."""
    return known.get(normalize("NFD", character)[0], WIDE if east_asian_width(character) in "WF" else OTHER)


def fitted(text: str, size: float, room: float, weight: str = REGULAR) -> tuple[str, float]:
    """The text at a size that fits: shrunk to three quarters at most, then truncated."""
    wide = text_width(text, size, weight)
    if wide <= room:
        return text, size
    smaller = max(0.75 * size, int(2 * size * room / wide) / 2)
    if text_width(text, smaller, weight) <= room:
        return text, smaller
    while text and text_width(text.rstrip() + CUT, smaller, weight) > room:
        text = text[:-1]
    return text.rstrip() + CUT, smaller
