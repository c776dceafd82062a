"""The frame around the sheet is for those who use keys, and for nobody else."""

from __future__ import annotations

from collections.abc import Callable

from browser.player import Player
from server.server_process import Server

FRAME = "() => getComputedStyle(document.querySelector('.paper .interactive-sheet svg')).outlineStyle"


def test_a_tap_after_a_key_shows_no_frame_around_the_sheet(
    server: Server, invite: Callable[..., Player]
) -> None:
    [ann] = server.open()
    player = invite()
    page = player.page
    page.goto(f"{player.url}/t/{ann.table}#seat={ann.token}")
    player.sit()
    sheet = page.locator(".paper .interactive-sheet svg").first
    sheet.focus()
    page.keyboard.press("ArrowRight")
    assert page.evaluate(FRAME) == "solid"
    left, top, wide, high = player.sheet_box()
    page.mouse.click(left + wide - 4, top + high - 4)
    assert page.evaluate(FRAME) == "none"
    page.keyboard.press("Shift")
    page.mouse.click(left + wide - 4, top + high - 4)
    assert page.evaluate(FRAME) == "none"
