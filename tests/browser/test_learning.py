"""Lessons taken by mouse to their end, and the rules of every city."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from browser.axe import violations
from browser.player import Player
from fulgence.lessons.lesson import lesson_names, load_lesson
from fulgence.lessons.rulebook import rules_pages
from fulgence.rules.cityfile.city_reader import load_city

Invite = Callable[..., Player]
SHORT = "monuments"  # is taken in every run
assert SHORT in lesson_names()


def take(page: Page, pick: Callable[[int], int]) -> list[str]:
    """Play a lesson as it lies there; the titles of its notes."""
    told: list[str] = []
    while True:
        next_lesson = page.get_by_role("link", name="Play a real game")
        note = page.locator(".note .button.primary:not(a)")
        done = page.get_by_role("button", name="Done")
        target = page.locator(".target")
        expect(page.locator("main")).to_have_attribute("aria-busy", "false")
        expect(next_lesson.or_(note).or_(done).or_(target.first).first).to_be_visible()
        if next_lesson.is_visible():
            return told
        if note.is_visible():
            told.append(page.locator(".note h2").inner_text())
            note.click()
        elif done.is_visible():
            done.click()
        elif target.count() == 0:
            page.get_by_role("button", name="Pass").click()
        else:
            choose(page, pick)


def choose(page: Page, pick: Callable[[int], int]) -> None:
    """By the list: a station may be reached from several."""
    page.locator("details").evaluate("each => (each.open = true)")
    moves = page.locator("details li button")
    moves.nth(pick(max(1, moves.count() - 1))).click()  # the last one is to pass


LESSONS = [pytest.param(name, marks=[] if name == SHORT else [pytest.mark.long]) for name in lesson_names()]


@pytest.mark.parametrize("name", LESSONS)
def test_a_lesson_is_taken_to_its_end(invite: Invite, name: str) -> None:
    player = invite(width=1280 if name == "first" else 360)
    page = player.page
    page.goto(f"{player.url}/learn")
    page.get_by_role("link", name=load_lesson(name).title).click()
    page.locator(".note h2").wait_for()
    assert violations(page) == []
    told = take(page, player.rng.randrange)
    assert len(told) == len(set(told)) > 8
    assert player.overflow() <= 0


def test_a_move_of_a_lesson_can_be_taken_back(invite: Invite) -> None:
    player = invite()
    page = player.page
    page.goto(f"{player.url}/learn/first")
    page.locator(".note h2").first.wait_for()
    while page.locator(".note h2").count():
        page.locator(".note .button.primary").click()
    page.locator(".target").first.click(force=True)
    expect(page.locator(".paper .stroke")).to_have_count(1)
    page.get_by_role("button", name="Undo").click()
    expect(page.locator(".paper .stroke")).to_have_count(0)


@pytest.mark.parametrize(
    "city",
    [pytest.param("london", marks=pytest.mark.long), "paris", pytest.param("berlin", marks=pytest.mark.long)],
)
def test_the_rules_of_a_city_are_on_a_page(invite: Invite, city: str) -> None:
    player = invite(width=360)
    page = player.page
    page.goto(f"{player.url}/rules/{city}")
    titles = [section.title for section in rules_pages(load_city(city))]
    expect(page.locator("article h2")).to_have_text(titles)
    assert violations(page) == []
    assert player.overflow() <= 0
