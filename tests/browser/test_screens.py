"""The main screens look as they did; `make screens` keeps new pictures as right."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

import pytest
from PIL import Image

from browser.player import Player
from browser.screens import SEEN, check, difference

Invite = Callable[..., Player]


def check_both(player: Player, name: str) -> None:
    """By day and by night."""
    page = player.page
    page.evaluate("() => document.fonts.ready.then(() => scrollTo(0, 0))")
    schemes: list[Literal["light", "dark"]] = ["light", "dark"]
    for scheme in schemes:
        page.emulate_media(color_scheme=scheme)
        check(f"{name}-{scheme}", page.screenshot(animations="disabled", caret="hide"))


@pytest.mark.parametrize("width", [360, 1280])
def test_the_start_page(invite: Invite, width: int) -> None:
    player = invite(width=width)
    player.go_home()
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


def test_a_picture_differs_by_what_is_noticed() -> None:
    white = Image.new("RGB", (100, 100), "white")
    other = white.copy()
    other.paste((250, 250, 250), (0, 0, 50, 50))
    assert difference(white, other) == 0
    other.paste((255, 255, 200), (0, 0, 10, 10))
    assert difference(white, other) == 0.01
