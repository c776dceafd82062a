"""Draws the learning curves in docs/learning (`fulgence train --curve`) as docs/learning/curves.svg."""

from __future__ import annotations

import json
from pathlib import Path

FOLDER = Path(__file__).with_name("learning")
WIDTH, HEIGHT, LEFT, TOP, GAP = 640, 170, 60, 34, 56
COLOURS = ("#1b6ca8", "#b8420f", "#4f7a28", "#7a3e9d", "#8a6d00", "#44546a")
PANELS = (
    ("mean", "points of the games of self-play, with 4 % random moves"),
    ("error", "error of the network: root mean square, points"),
)

Curve = list[dict[str, float]]


def read_curves() -> dict[str, Curve]:
    return {
        file.stem: [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
        for file in sorted(FOLDER.glob("*.jsonl"))
    }


def panel(curves: dict[str, Curve], key: str, title: str, top: int) -> list[str]:
    """One chart: each curve as its difference to its first point, so that cities share a scale."""
    shifted = {name: [(p["games"], p[key] - curve[0][key]) for p in curve] for name, curve in curves.items()}
    most = max(games for points in shifted.values() for games, _ in points)
    values = [value for points in shifted.values() for _, value in points]
    low, high = min(values), max(values)
    scale = HEIGHT / ((high - low) or 1)
    parts = [
        f'<text x="{LEFT}" y="{top - 12}" font-weight="bold">{title}, change since the start</text>',
        f'<rect x="{LEFT}" y="{top}" width="{WIDTH}" height="{HEIGHT}" fill="none" stroke="#999"/>',
        f'<text x="{LEFT - 6}" y="{top + 10}" text-anchor="end">{high:+.2f}</text>',
        f'<text x="{LEFT - 6}" y="{top + HEIGHT}" text-anchor="end">{low:+.2f}</text>',
        f'<text x="{LEFT + WIDTH}" y="{top + HEIGHT + 16}" text-anchor="end">{most:,.0f} games</text>',
    ]
    for number, (name, points) in enumerate(shifted.items()):
        colour = COLOURS[number % len(COLOURS)]
        places = " ".join(
            f"{LEFT + WIDTH * games / most:.1f},{top + (high - value) * scale:.1f}" for games, value in points
        )
        parts.append(f'<polyline points="{places}" fill="none" stroke="{colour}" stroke-width="2"/>')
        parts.append(
            f'<text x="{LEFT + 8 + 150 * number}" y="{top + HEIGHT + 16}" fill="{colour}">{name}: '
            f"{curves[name][0][key]} to {curves[name][-1][key]}</text>"
        )
    return parts


def picture(curves: dict[str, Curve]) -> str:
    size = f"{WIDTH + LEFT + 20} {TOP + len(PANELS) * (HEIGHT + GAP)}"
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size}" font-family="sans-serif" '
        'font-size="12">',
        "<title>Learning curves of the value networks</title>",
        '<rect width="100%" height="100%" fill="#fff"/>',
    ]
    for number, (key, title) in enumerate(PANELS):
        parts += panel(curves, key, title, TOP + number * (HEIGHT + GAP))
    return "\n".join([*parts, "</svg>\n"])


if __name__ == "__main__":
    (FOLDER / "curves.svg").write_text(picture(read_curves()), encoding="utf-8")
