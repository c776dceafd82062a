"""Takes table.png and review.png of the web app, from a real game at a real server.

Run: `make pictures`. A skilled bot plays Ann's seat against two others, so no two runs give the same picture.
"""

from __future__ import annotations

import io
import sys
import tempfile
from pathlib import Path

import msgspec
from PIL import Image
from playwright.sync_api import Page

from fulgence.bots.bot import Bot, make_bot
from fulgence.rules.cityfile.city_reader import load_city
from fulgence.rules.generator import Generator
from fulgence.table.messages import GameView
from fulgence.table.views import parse_game_view

DOCS = Path(__file__).parent
sys.path.insert(0, str(DOCS.parent / "tests"))

from browser.chromium import browsing  # noqa: E402
from server.server_process import Player, serving  # noqa: E402

SHOWN_ROUND, SHOWN_TURN = 3, 4  # of the picture of the table
COLOURS = 128  # of a picture, to keep it small


def play_turn(player: Player, bot: Bot) -> None:
    turn = player.turn
    while player.moves and player.turn == turn:
        seen = msgspec.convert(player.view["game"], GameView)
        done = [seat["ready"] for seat in player.view["seats"]]
        player.play(bot.choose(parse_game_view(load_city(seen.city), seen, 0, done)))
    while player.is_playing and player.turn == turn:
        player.until("view")


def is_worth_showing(player: Player) -> bool:
    turns = player.view["game"]["turns"]
    return len(turns) >= SHOWN_ROUND and len(turns[-1]) >= SHOWN_TURN and len(player.moves) > 3


def point_at_a_target(page: Page) -> None:
    """So that the picture shows what a move would do."""
    for target in page.locator(".paper .target circle").all():
        target.hover()
        if page.locator(".bubble").count():
            return


def take(page: Page, name: str) -> None:
    page.evaluate("() => document.fonts.ready.then(() => scrollTo(0, 0))")
    picture = Image.open(io.BytesIO(page.screenshot(animations="disabled", caret="hide"))).convert("RGB")
    picture.quantize(COLOURS, kmeans=3, dither=Image.Dither.NONE).save(DOCS / name, optimize=True)


def main() -> None:
    bot = make_bot("skilled", Generator(1))
    with tempfile.TemporaryDirectory() as folder, serving(Path(folder)) as server, browsing() as browser:
        [ann] = server.open(1, ["skilled", "casual"], city="london", addons=["objectives", "powers"])
        page = browser.new_page(
            viewport={"width": 1280, "height": 800},
            locale="en",
            reduced_motion="reduce",
            device_scale_factor=1,
        )
        page.add_init_script("localStorage.setItem('first-marks', 'seen')")  # no notes for newcomers
        with ann.connect() as player:
            while not is_worth_showing(player):
                play_turn(player, bot)
            page.goto(f"{server.url}/t/{ann.table}#seat={ann.token}")
            page.locator(".paper .target").first.wait_for()
            page.wait_for_load_state("networkidle")
            point_at_a_target(page)
            take(page, "table.png")
            while player.is_playing:
                play_turn(player, bot)
        page.get_by_role("link", name="Review").click()
        page.get_by_text("The review is ready.").wait_for(state="attached", timeout=300_000)
        take(page, "review.png")


if __name__ == "__main__":
    main()
