"""The laws of the series: what the printed sheets have in common, with the limits that new ones keep."""

from __future__ import annotations

RAYS = 8  # neighbours of a departure: one in every direction
CROSSING_PAIRS = (80, 126)
MOST_IN_A_LINE = (3, 8)  # stations in a row or column
