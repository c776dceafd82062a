"""How a player touches the page: with a mouse, with a finger, or with the keys alone."""

from __future__ import annotations

import random
from typing import Any, Protocol

from playwright.sync_api import Locator, Page

FOCUSED = "() => document.querySelector('.target.focused')?.dataset.cell ?? ''"
PLACE = """cell => {
  const target = document.querySelector(`.target[data-cell="${cell}"] circle`);
  if (!target) return null;
  const box = target.getBoundingClientRect();
  if (box.top < 0 || box.bottom > innerHeight) target.scrollIntoView({ block: "center" });
  const { x, y, width, height } = target.getBoundingClientRect();
  return [x + width / 2, y + height / 2];
}"""
ON_SHEET = "() => document.activeElement?.matches('.interactive-sheet svg') ?? false"


class Hand(Protocol):
    def pick(self, cell: str) -> None:
        """Choose a lit station of the board."""

    def press(self, button: Locator, key: str) -> None:
        """Press a button of the side panel, or its key."""


class Mouse:
    def __init__(self, page: Page) -> None:
        self.page = page

    def pick(self, cell: str) -> None:
        self.page.mouse.click(*place(self.page, cell))

    def press(self, button: Locator, key: str) -> None:
        button.click()


class Finger:
    def __init__(self, page: Page) -> None:
        self.page = page

    def pick(self, cell: str) -> None:
        self.page.touchscreen.tap(*place(self.page, cell))

    def press(self, button: Locator, key: str) -> None:
        button.tap()


class Keys:
    def __init__(self, page: Page, rng: random.Random) -> None:
        self.page = page
        self.rng = rng

    def pick(self, cell: str) -> None:
        """Walk there with the arrows, straight on at first, then any way, then through all lit stations."""
        self.reach(ON_SHEET)
        goal = place(self.page, cell)
        for step in range(120):
            here = self.page.evaluate(FOCUSED)
            if here == cell:
                self.page.keyboard.press("Enter")
                return
            self.page.keyboard.press(self._arrow(place(self.page, here) if here else goal, goal, step))
        raise AssertionError(f"the arrow keys do not reach {cell}")

    def press(self, button: Locator, key: str) -> None:
        self.page.keyboard.press(key)

    def reach(self, condition: str, arg: Any = None, key: str = "Tab") -> None:
        """Press Tab until what has the focus is meant."""
        for _ in range(60):
            if self.page.evaluate(condition, arg):
                return
            self.page.keyboard.press(key)
        raise AssertionError(f"{key} does not reach {condition} {arg or ''}")

    def enter(self, name: str) -> None:
        """Walk to the button or link whose text ends so, and press it."""
        self.reach("name => document.activeElement?.textContent.trim().endsWith(name)", name)
        self.page.keyboard.press("Enter")

    def _arrow(self, here: tuple[float, float], goal: tuple[float, float], step: int) -> str:
        dx, dy = goal[0] - here[0], goal[1] - here[1]
        across, down = ("ArrowLeft" if dx < 0 else "ArrowRight"), ("ArrowUp" if dy < 0 else "ArrowDown")
        if step > 40:
            return "PageDown"
        if step > 8:
            return self.rng.choice(["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"])
        return across if abs(dx) > abs(dy) else down


def place(page: Page, cell: str) -> tuple[float, float]:
    """Where on the screen the lit station lies, scrolled to if need be."""
    found = page.evaluate(PLACE, cell)
    assert found, f"{cell} is not lit"
    return found[0], found[1]
