"""Draws terminal.svg, a screen of a real game in the terminal, and sheet.svg, a finished sheet.

Run: `python docs/make_picture.py`. It replays the finished game from its seed and saves it as game.json;
`fulgence draw docs/game.json` gives the same sheet.
"""

from __future__ import annotations

import re
from html import escape
from itertools import groupby
from pathlib import Path

from fulgence.bots.bot import make_bot
from fulgence.draw.page import game_page, page_svg
from fulgence.prose.options import options
from fulgence.rules import kinds
from fulgence.rules.cityfile.city_reader import load_city
from fulgence.rules.deal import deal
from fulgence.rules.game import Game
from fulgence.rules.generator import Generator
from fulgence.rules.text.record import format_record, record_of
from fulgence.term.colours import RICH, Palette
from fulgence.term.screen import Screen

WIDTH, HEIGHT, MARGIN = 9, 19, 18  # size of a character, and the page margin
SEED = 149  # of the finished game
PAPER, TEXT = "#10151f", "#e8e6df"
# The colours that the terminal game uses, out of 256.
PALETTE = {
    134: "#af5fd7", 33: "#0087ff", 205: "#ff5faf", 35: "#00af5f", 208: "#ff8700",
    137: "#af875f", 38: "#00afd7", 244: "#808080", 242: "#6c6c6c", 67: "#5f87af",
}  # fmt: skip
CODES = re.compile(r"\x1b\[([0-9;]*)m")


def position(seed: int, until: tuple[int, int]) -> Game:
    """A game of the greedy bot, stopped at this round and turn."""
    game = Game(deal(load_city("london"), ("objectives", "powers"), 1, Generator(seed)), ["Ann"])
    bot = make_bot("greedy", Generator(1))
    while (game.round, game.turn) < until:
        while not game.is_done(0):
            game.play(0, bot.choose(game.view(0)))
        game.flip()
    return game


def runs(row: str) -> list[tuple[int, str, str]]:
    """Column, escape codes and text of every run of characters in the same style."""
    cells: list[tuple[int, str, str]] = []
    codes = ""
    for number, piece in enumerate(CODES.split(row)):
        if number % 2:
            codes = "" if piece in ("", "0") else piece
        else:
            cells += [(len(cells) + n, codes, sign) for n, sign in enumerate(piece)]
    found = []
    for key, group in groupby(cells, key=lambda cell: cell[1]):
        run = list(group)
        found.append((run[0][0], key, "".join(sign for _, _, sign in run)))
    return found


def draw(row: str, y: int) -> list[str]:
    shapes = []
    for column, codes, text in runs(row):
        if not text.strip() and "7" not in codes.split(";"):
            continue
        numbers = [int(code) for code in codes.split(";") if code]
        ink = TEXT
        if 38 in numbers:
            ink = PALETTE[numbers[numbers.index(38) + 2]]
        x, wide = MARGIN + column * WIDTH, len(text) * WIDTH
        if 7 in numbers[:2]:
            top = y - HEIGHT + 5
            shapes.append(f'<rect x="{x}" y="{top}" width="{wide}" height="{HEIGHT}" rx="3" fill="{ink}"/>')
            ink = PAPER
        looks = ' font-weight="bold"' if 1 in numbers[:1] else ""
        looks += ' text-decoration="line-through"' if 9 in numbers[:3] else ""
        shapes.append(f'<text x="{x}" y="{y}" textLength="{wide}" fill="{ink}"{looks}>{escape(text)}</text>')
    return shapes


def main() -> None:
    folder = Path(__file__).parent
    finished = position(SEED, (kinds.ROUNDS, 0))
    (folder / "game.json").write_text(format_record(record_of(finished)) + "\n", encoding="utf-8")
    (folder / "sheet.svg").write_text(page_svg(game_page(finished, 0)) + "\n", encoding="utf-8")
    view = position(23, (2, 6)).view(0)
    rows = Screen(palette=Palette(RICH)).decision(view, options(view))
    wide, high = 80 * WIDTH + 2 * MARGIN, len(rows) * HEIGHT + 2 * MARGIN
    shapes = [shape for n, row in enumerate(rows) for shape in draw(row, MARGIN + 14 + n * HEIGHT)]
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {high}" width="{wide}" height="{high}" '
        'font-family="DejaVu Sans Mono, Menlo, Consolas, monospace" font-size="15" xml:space="preserve">'
    )
    page = [head, f'<rect width="{wide}" height="{high}" rx="10" fill="{PAPER}"/>', *shapes, "</svg>"]
    (folder / "terminal.svg").write_text("\n".join(page) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
