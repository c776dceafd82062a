"""Sizes of paper: in units of the picture, 96 to the inch, in millimetres, and in points of PDF."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class PaperSize:
    """The short and the long side."""

    short: float
    long: float
    short_mm: str
    long_mm: str
    short_points: float
    long_points: float


A4 = PaperSize(794.0, 1123.0, "210", "297", 595.276, 841.89)
LETTER = PaperSize(816.0, 1056.0, "215.9", "279.4", 612.0, 792.0)
PAPER_SIZES = {"a4": A4, "letter": LETTER}
