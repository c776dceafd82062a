"""Puzzles in the browser: answered by mouse, by keys and by the list, wide and narrow."""

from __future__ import annotations

import datetime
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from browser.axe import violations
from browser.player import Player
from fulgence.puzzles.puzzle import Puzzle
from fulgence.puzzles.shipped import find_puzzle, puzzle_of_day, puzzle_set

Invite = Callable[..., Player]


def current(page: Page) -> Puzzle:
    return find_puzzle(page.url.rpartition("/")[2])


def answer(page: Page, move: str) -> None:
    """By typing: a station may be reached from several."""
    page.get_by_text("Moves as a list").click()
    if move == "pass":
        page.locator("details li button").last.click()
        return
    page.get_by_placeholder("d3-c4").fill(move)
    page.get_by_placeholder("d3-c4").press("Enter")


@pytest.mark.parametrize("width", [pytest.param(1280, marks=pytest.mark.long), 360])
def test_a_puzzle_is_answered_and_the_next_one_follows(invite: Invite, width: int) -> None:
    player = invite(width=width)
    page = player.page
    player.go_home()
    page.get_by_role("link", name="Puzzles", exact=True).click()
    page.get_by_role("heading", name="Today").wait_for()
    assert violations(page) == []
    assert player.overflow() <= 0
    page.get_by_role("link", name="London without add-ons").click()
    page.locator(".question").wait_for()
    assert violations(page) == []
    first = current(page)
    assert first.id == puzzle_set("london", with_addons=False)[0].id
    strokes = player.strokes
    answer(page, first.best.move)
    expect(page.get_by_role("heading", name="The best move!")).to_be_visible()
    assert player.strokes == strokes + 1
    expect(page.get_by_role("list", name="The best moves").get_by_role("listitem")).to_have_count(3)
    expect(page.get_by_role("link", name="Next puzzle")).to_be_focused()
    assert violations(page) == []
    assert player.overflow() <= 0
    page.keyboard.press("Enter")
    page.locator(".question").wait_for()
    second = current(page)
    assert second.id == puzzle_set("london", with_addons=False)[1].id
    worst = second.values[-1]
    answer(page, worst.move)
    lost = f"{second.best.expected - worst.expected:.1f} points lost"
    expect(page.locator(".result")).to_contain_text(lost)
    page.get_by_role("link", name="All puzzles").click()
    expect(page.get_by_text("Solved: 1. In a row: 0, at best 1.")).to_be_visible()
    expect(page.get_by_role("link", name="London without add-ons")).to_contain_text("1 of ")


def test_a_puzzle_is_answered_on_the_sheet_by_keys(invite: Invite) -> None:
    player = invite(width=1280)
    page = player.page
    puzzle = puzzle_set("paris", with_addons=False)[0]
    page.goto(f"{player.url}/puzzles/{puzzle.id}")
    page.locator(".question").wait_for()
    page.keyboard.press("p")
    expect(page.locator(".result")).to_be_visible()
    expect(page.locator(".own")).to_contain_text("Pass")
    page.keyboard.press("n")
    page.locator(".question").wait_for()
    assert current(page).id != puzzle.id


def test_the_puzzle_of_the_day_is_offered_for_each_city(invite: Invite) -> None:
    player = invite(width=360)
    page = player.page
    page.clock.set_fixed_time(datetime.datetime(2026, 11, 18, 12))
    page.goto(f"{player.url}/puzzles")
    page.get_by_role("heading", name="Today").wait_for()
    links = page.locator(".daily a")
    ids = [str(link.get_attribute("href")).rpartition("/")[2] for link in links.all()]
    day = datetime.date(2026, 11, 18)
    assert ids == [puzzle_of_day(city, day).id for city in ("london", "paris", "berlin")]


def test_an_unknown_puzzle_is_said_to_be_unknown(invite: Invite) -> None:
    player = invite(width=360)
    with player.watch.expecting("404"):
        player.page.goto(f"{player.url}/puzzles/london-nothing")
        expect(player.page.get_by_role("alert")).to_contain_text("there is no puzzle 'london-nothing'")
