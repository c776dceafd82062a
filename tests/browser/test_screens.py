"""The main screens look as they did; `make screens` keeps new pictures as right."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Literal

import pytest
from PIL import Image

from browser.player import Player
from browser.screens import SEEN, check, difference
from fulgence.language import ENGLISH
from fulgence.rules.generator import Generator
from fulgence.table.entries import Moved
from fulgence.table.view_words import view_bytes
from fulgence.table.views import Views
from server.server_process import Server
from table.table_log import full

Invite = Callable[..., Player]


def check_both(player: Player, name: str) -> None:
    """By day and by night."""
    page = player.page
    page.evaluate("() => document.fonts.ready.then(() => scrollTo(0, 0))")
    schemes: list[Literal["light", "dark"]] = ["light", "dark"]
    for scheme in schemes:
        page.emulate_media(color_scheme=scheme)
        check(f"{name}-{scheme}", page.screenshot(animations="disabled", caret="hide"))


TODAY = {
    "day": "2026-11-17",
    "now": 0,
    "ends_at": 18_751_000,
    "player": {"name": "Ann", "since": 0, "streak": 3},
    "cities": [
        {"city": "london", "addons": ["powers"], "results": 12, "you": {"table": "k7", "total": 131}},
        {
            "city": "paris",
            "addons": ["objectives", "gates"],
            "results": 3,
            "you": {"table": "k8", "total": None},
        },
        {"city": "berlin", "addons": ["acceleration"], "results": 0, "you": None},
    ],
    "coming": [],
}


@pytest.mark.parametrize("width", [360, 1280])
def test_the_start_page(invite: Invite, width: int) -> None:
    """On the same day each time."""
    player = invite(width=width)
    player.page.route("**/api/daily", lambda route: route.fulfill(json=TODAY))
    player.go_home()
    player.page.get_by_role("link", name="131 points").wait_for()
    check_both(player, f"home-{width}")


@pytest.mark.parametrize("city", ["london", "paris", "berlin"])
@pytest.mark.parametrize("width", [360, 1280])
def test_the_sheet_of_a_city(invite: Invite, city: str, width: int) -> None:
    player = invite(width=width)
    page = player.page
    page.goto(f"{player.url}/replay#s0t22")
    page.get_by_label("Record").fill((SEEN / f"{city}.json").read_text(encoding="utf-8"))
    page.get_by_role("button", name="Show it").click()
    page.get_by_role("slider").wait_for()
    check_both(player, f"{city}-{width}")


TABLES = [
    ("london", ("objectives", "powers", "gates"), 1280, 800),
    ("paris", ("objectives", "powers", "gates"), 768, 1024),
    ("berlin", ("objectives", "acceleration"), 1024, 768),
    ("berlin", ("objectives", "acceleration"), 360, 740),
    ("london", ("objectives", "powers"), 320, 640),
    ("paris", ("gates",), 740, 360),
    ("london", (), 640, 400),  # 1280 x 800 at 200 %
]


@pytest.mark.parametrize(("city", "addons", "width", "height"), TABLES)
def test_a_table_in_play(
    invite: Invite, server: Server, city: str, addons: tuple[str, ...], width: int, height: int
) -> None:
    """The page is shown the same moment of the same game each time, whatever the server deals."""
    player = invite(width=width, height=height)
    [ann] = server.open(1, ["greedy"], city=city, addons=addons)
    view = moment(city, addons)
    player.page.route_web_socket(re.compile("/socket"), lambda socket: socket.send(view))
    player.page.goto(f"{server.url}/t/{ann.table}#seat={ann.token}")
    player.page.locator("svg.sheet").first.wait_for()
    player.page.wait_for_load_state("networkidle")
    check_both(player, f"table-{city}-{width}x{height}")


@pytest.mark.parametrize("width", [360, 1280])
def test_the_device_is_passed_on(invite: Invite, server: Server, width: int) -> None:
    player = invite(width=width)
    [ann, ben] = server.open(2, [], city="london")
    seats = [{"seat": 0, "name": "Ann", "token": ann.token}, {"seat": 1, "name": "Ben", "token": ben.token}]
    key, text = f"device-seats-{ann.table}", json.dumps(seats)
    player.page.add_init_script(f"localStorage.setItem({json.dumps(key)}, {json.dumps(text)})")
    view = moment("london", ())
    player.page.route_web_socket(re.compile("/socket"), lambda socket: socket.send(view))
    player.page.goto(f"{server.url}/t/{ann.table}#seat={ann.token}")
    player.page.get_by_role("button", name="I am Ann").wait_for()
    check_both(player, f"hand-over-{width}")


def moment(city: str, addons: tuple[str, ...]) -> str:
    """What the first of two players sees in the third turn of the second round."""
    log, rng = full(city, addons, 2), Generator(5)
    while (log.game.round, log.game.turn) != (1, 2):
        seat = next(seat for seat in range(2) if not log.game.is_done(seat))
        moves = log.game.view(seat).moves
        log.write(Moved(seat, moves[rng.draw(len(moves))]))
    return view_bytes(Views(log.table, lambda _: True), 0, 0, 0.0, ENGLISH).decode()


def test_a_picture_differs_by_what_is_noticed() -> None:
    white = Image.new("RGB", (100, 100), "white")
    other = white.copy()
    other.paste((250, 250, 250), (0, 0, 50, 50))
    assert difference(white, other) == 0
    other.paste((255, 255, 200), (0, 0, 10, 10))
    assert difference(white, other) == 0.01
