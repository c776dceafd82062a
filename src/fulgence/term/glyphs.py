"""The characters that the map is drawn with: a Unicode set and an ASCII set."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TextIO


@dataclass(frozen=True)
class Glyphs:
    symbols: str  # by the symbols of kinds.py
    stroke: str  # drawn: across, down, falling, rising
    track: str  # may be drawn now
    dot: str  # a dotted line
    river: str
    overhead: str  # a crossing where two sections may meet
    both: str  # ... and do
    rule: str  # between districts: by sides, see below
    switch: str
    times: str
    met: str
    unmet: str
    cut: str  # ellipsis of a truncated text
    used: str  # a card that was played; empty: its own symbol, struck through


# Places in `rule`: the sum of 1 up, 2 down, 4 left, 8 right. Every character is one column wide and in
# DejaVu Sans Mono; a filled pentagon is not. RUF001: these characters are meant.
UNICODE = Glyphs(
    symbols="■▲⌂●★",
    stroke="━┃╲╱",  # noqa: RUF001
    track="•",
    dot="·",
    river="~",
    overhead="+",
    both="╳",  # noqa: RUF001
    rule=" ╵╷│╴┘┐┤╶└┌├─┴┬┼",
    switch="⇄",
    times="×",  # noqa: RUF001
    met="✓",
    unmet="·",
    cut="…",
    used="·",
)
ASCII = Glyphs(
    symbols="STPC?",
    stroke="=|\\/",
    track="o",
    dot=".",
    river="~",
    overhead="+",
    both="X",
    rule=" :::-++:-++:-+++",
    switch="%",
    times="x",
    met="*",
    unmet="-",
    cut="..",
    used=".",
)


def glyphs_for(out: TextIO, environ: Mapping[str, str] = os.environ) -> Glyphs:
    """ASCII if the encoding, or the font of a Linux text console, lacks the characters."""
    if environ.get("TERM") == "linux":
        return ASCII
    try:
        "".join(str(sign) for sign in vars(UNICODE).values()).encode(out.encoding or "utf-8")
    except (UnicodeEncodeError, LookupError):
        return ASCII
    return UNICODE
