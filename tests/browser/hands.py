"""How a player touches the page: with a mouse, with a finger, or with the keys alone."""

from __future__ import annotations

import random
from typing import Any, Protocol

from playwright.sync_api import Locator, Page

FOCUSED = "() => document.querySelector('.target.focused')?.dataset.cell ?? ''"
PLACE_OF = """css => {
  const target = document.querySelector(css);
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


class MouseDrag(Mouse):
    """Draws sections by dragging from their start."""

    def drag(self, start: str, end: str) -> None:
        mouse = self.page.mouse
        (x, y), (u, v) = start_place(self.page, start), place(self.page, end)
        mouse.move(x, y)
        mouse.down()
        mouse.move((x + u) / 2, (y + v) / 2, steps=3)
        mouse.move(u, v, steps=3)
        mouse.up()


class FingerDrag(Finger):
    """The same with a finger; real touches, through the developer protocol."""

    def drag(self, start: str, end: str) -> None:
        (x, y), (u, v) = start_place(self.page, start), place(self.page, end)
        x, y = start_place(self.page, start)  # the page may have scrolled
        client = self.page.context.new_cdp_session(self.page)
        client.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
        for step in range(1, 7):
            at = {"x": x + (u - x) * step / 6, "y": y + (v - y) * step / 6}
            client.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [at]})
        client.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        client.detach()


class Names:
    """Finds everything by what a screen reader says: a move is a button in the list of moves."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def pick(self, cell: str) -> None:
        raise NotImplementedError("a station has no name of its own; its moves have")

    def press(self, button: Locator, key: str) -> None:
        button.click()

    def choose(self, text: str) -> None:
        moves = self.page.get_by_role("listitem").get_by_role("button", name=text, exact=True)
        if not moves.count():
            self.page.get_by_text("Moves as a list").click()
        moves.click()


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


def start_place(page: Page, cell: str) -> tuple[float, float]:
    found = page.evaluate(PLACE_OF, f'.start[data-start="{cell}"]')
    assert found, f"no section starts at {cell}"
    return found[0], found[1]


def place(page: Page, cell: str) -> tuple[float, float]:
    """Where on the screen the lit station lies, scrolled to if need be."""
    found = page.evaluate(PLACE_OF, f'.target[data-cell="{cell}"] circle')
    assert found, f"{cell} is not lit"
    return found[0], found[1]
