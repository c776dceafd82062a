"""The city editor: a city made by keys alone and by finger, played, and shared when its game is over."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

from browser.axe import violations
from browser.player import Player

Invite = Callable[..., Player]
ROWS = ["ST.C", ".PS.", "C?.P", "T.CS"]


def focus_cell(page: Page, cell: str) -> None:
    page.locator(f'[data-cell="{cell}"]').focus()


def press(page: Page, name: str) -> None:
    """A button, by the keyboard."""
    page.get_by_role("button", name=name, exact=True).press("Enter")


def tap_cell(page: Page, cell: str) -> None:
    page.locator(f'[data-cell="{cell}"]').tap()


def make_a_city_by_keys(page: Page) -> None:
    press(page, "Empty grid")
    page.get_by_role("grid").wait_for()
    for number, row in enumerate(ROWS, 1):
        focus_cell(page, f"a{number}")
        page.keyboard.type(row.lower())
    press(page, "Districts")
    focus_cell(page, "a1")
    page.keyboard.type("wA")
    expect(page.locator('[data-cell="c1"]')).to_be_focused()
    press(page, "Departures")
    for pencil, cell in (("purple", "b2"), ("blue", "c2"), ("pink", "b3"), ("green", "d3")):
        page.get_by_role("group", name="Pencil").get_by_role("button", name=pencil).press("Enter")
        focus_cell(page, cell)
        page.keyboard.press("Enter")


def test_a_city_is_made_by_keys_played_and_then_shared(invite: Invite) -> None:
    player = invite(hand="mouse", seed=3)
    page = player.page
    page.goto(f"{player.url}/editor")
    make_a_city_by_keys(page)
    page.get_by_text("This city can be played.").first.wait_for()
    assert violations(page) == []

    # Undo takes the last departure away, and the mistake leads back to its tool; redo.
    page.keyboard.press("Control+z")
    mistake = page.get_by_role("region", name="Mistakes").get_by_role("button", name="green")
    mistake.press("Enter")
    expect(page.get_by_role("button", name="Departures", exact=True)).to_have_attribute(
        "aria-pressed", "true"
    )
    page.keyboard.press("Control+y")
    page.get_by_text("This city can be played.").first.wait_for()

    # A round of one card, so that the game is short; the form is reached by keys too.
    page.locator("summary", has_text="Cards").press("Enter")
    page.get_by_role("textbox", name="Underground", exact=True).fill("1")
    page.keyboard.press("Tab")
    page.get_by_role("textbox", name="Name", exact=True).fill("Ringtown")
    page.keyboard.press("Tab")
    page.get_by_role("heading", name="Ringtown").wait_for()
    expect(page.get_by_role("button", name="Share this city")).to_be_disabled()
    page.get_by_text("Finish one game on this city first").wait_for()
    page.get_by_role("combobox", name="Opponent").select_option("greedy")
    press(page, "Test game")

    player.sit()
    while player.is_playing:
        player.play_turn()
    page.get_by_role("heading", level=1).wait_for()
    page.goto(f"{player.url}/editor")
    link = page.get_by_role("link", name="See what others see").get_attribute("href")
    assert link
    assert len(link) < 2000

    # Any change needs another game.
    page.get_by_role("textbox", name="Name", exact=True).fill("Ringtown II")
    page.keyboard.press("Tab")
    page.get_by_text("Finish one game on this city first").wait_for()

    friend = invite(hand="mouse", fresh=True)
    friend.page.goto(link)
    friend.page.get_by_role("heading", name="Ringtown").wait_for()
    friend.page.get_by_role("img", name="Map of Ringtown").wait_for()
    friend.page.get_by_role("button", name="Edit a copy").click()
    friend.page.get_by_role("gridcell", name="b2, pentagon, district A, purple departure").wait_for()


def test_a_city_is_changed_by_finger_on_a_phone(invite: Invite) -> None:
    player = invite(hand="finger", width=360)
    page = player.page
    page.goto(f"{player.url}/editor")
    page.get_by_role("button", name="Toy Town").tap()
    page.get_by_role("grid").wait_for()
    assert player.overflow() == 0

    # A symbol of another kind, an unknown place for a departure, and the way to it.
    page.get_by_role("button", name="triangle").tap()
    tap_cell(page, "a1")
    page.get_by_role("gridcell", name="a1, triangle, district w").wait_for()
    page.get_by_role("button", name="nothing").tap()
    tap_cell(page, "c2")
    page.get_by_role("region", name="Mistakes").get_by_role("button", name="purple").tap()
    tap_cell(page, "a4")
    page.get_by_text("This city can be played.").first.wait_for()
    page.get_by_role("gridcell", name="a4, pentagon, district C, purple departure").wait_for()

    # A district painted with one stroke, the river by the stations at its ends, a dotted line removed.
    page.get_by_role("button", name="Districts").tap()
    page.get_by_role("button", name="new district E").tap()
    tap_cell(page, "e5")
    tap_cell(page, "d5")
    page.get_by_role("gridcell", name="d5, pentagon, district E").wait_for()
    page.get_by_role("button", name="River", exact=True).tap()
    tap_cell(page, "a4")
    tap_cell(page, "a5")
    page.get_by_role("button", name="Dotted lines", exact=True).tap()
    tap_cell(page, "d4")
    tap_cell(page, "d5")
    page.locator("summary", has_text="The city file").tap()
    expect(page.get_by_role("textbox", name="The city file")).to_have_value(
        re.compile(r'removed = \["d4-d5"\].*"e3-e4", "a4-a5"', re.DOTALL)
    )
    assert player.overflow() == 0
    page.get_by_role("button", name="Undo").tap()
    expect(page.get_by_role("textbox", name="The city file")).not_to_have_value(re.compile("removed"))
    page.reload()
    page.get_by_role("gridcell", name="a4, pentagon, district C, purple departure").wait_for()
