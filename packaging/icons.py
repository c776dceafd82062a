"""Draws the icons of the installed app from web/public/icon.svg. Run it when that has changed.

python packaging/icons.py
"""

from __future__ import annotations

import re
from pathlib import Path

import resvg_py

PUBLIC = Path(__file__).resolve().parents[1] / "web" / "public"
SAFE = 0.8  # of the width: what a system may leave of a maskable icon


def main() -> None:
    icon = (PUBLIC / "icon.svg").read_text(encoding="utf-8")
    for name, drawing, width in (
        ("icon-192.png", icon, 192),
        ("icon-512.png", icon, 512),
        ("icon-180.png", to_the_edge(icon, 0.9), 180),  # for iOS, which rounds the corners itself
        ("icon-maskable-512.png", to_the_edge(icon, SAFE), 512),
    ):
        PUBLIC.joinpath(name).write_bytes(
            resvg_py.svg_to_bytes(svg_string=drawing, width=width, height=width)
        )


def to_the_edge(icon: str, part: float) -> str:
    """With square corners, and the drawing smaller inside."""
    found = re.fullmatch(r'(<svg[^>]*>)(<rect [^>]*?) rx="\d+"([^>]*/>)(.*)(</svg>)\s*', icon, re.DOTALL)
    assert found, "the icon is a drawing on a rounded square"
    opening, before, after, drawing, closing = found.groups()
    inside = f'<g transform="translate(32 32) scale({part}) translate(-32 -32)">{drawing}</g>'
    return opening + before + after + inside + closing


if __name__ == "__main__":
    main()
