"""Nothing that axe-core knows of stands in the way of anybody, on any page, light or dark, narrow or wide."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from browser.axe import violations
from browser.player import Player
from server.server_process import Seat, Server

Invite = Callable[..., Player]
NARROW = [360, pytest.param(1280, marks=pytest.mark.long)]
WIDE = [1280, pytest.param(360, marks=pytest.mark.long)]


def check(player: Player, where: str) -> None:
    found = violations(player.page)
    assert not found, f"{where}: " + "\n".join(found)


@pytest.mark.parametrize("width", NARROW)
def test_home_settings_and_lobby(invite: Invite, width: int) -> None:
    player = invite(width=width)
    page = player.page
    player.go_home()
    check(player, "home")
    page.get_by_role("button", name="Settings").click()
    check(player, "settings")
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Against bots").click()
    check(player, "home, against bots")
    page.get_by_role("button", name="With friends").click()
    check(player, "home, with friends")
    page.locator(".play").click()
    page.get_by_role("img", name="The link as a QR code").wait_for()
    check(player, "lobby")


@pytest.mark.parametrize("width", WIDE)
def test_the_table_and_its_drawers(invite: Invite, server: Server, width: int) -> None:
    player = invite(width=width, seed=51)
    page = player.page
    [ann] = server.open(1, ["random", "random"], addons=["objectives", "powers", "gates"])
    page.goto(f"{server.url}/t/{ann.table}#seat={ann.token}")
    player.sit()
    check(player, "table")
    player.play_turn()
    player.play(player.choose())
    if width < 900:
        page.locator(".score-button").click()
    page.locator("details summary").click()
    check(player, "table with the list of moves")
    page.locator(".ticket .row").first.click()
    page.locator(".ticket .why").wait_for()
    check(player, "score")
    page.locator(".enlarge:visible").first.click()
    check(player, "the sheet of another")
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Table …").click()
    check(player, "menu of the table")


@pytest.mark.parametrize("width", NARROW)
def test_the_end_and_the_replay(invite: Invite, finished: Seat, width: int) -> None:
    player = invite(width=width)
    page = player.page
    page.goto(f"{finished.server.url}/t/{finished.table}#seat={finished.token}")
    page.locator(".ticket .row").first.click()
    page.locator(".ticket .why", has_text="station").wait_for()
    player.open_more()
    page.get_by_text("Were the cards fair?").click()
    check(player, "end")
    page.get_by_role("link", name="Watch it again").click()
    page.get_by_role("slider").fill("40")
    check(player, "replay")
    page.goto(f"{finished.server.url}/replay")
    page.get_by_label("Record").wait_for()
    check(player, "record form")
