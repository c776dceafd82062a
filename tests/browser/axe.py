"""What axe-core finds wrong on a page."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

from playwright.sync_api import Page

SOURCE = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"
RUN = "options => axe.run(document, { resultTypes: ['violations'], ...options })"


@cache
def source() -> str:
    return SOURCE.read_text(encoding="utf-8")


def violations(page: Page) -> list[str]:
    """One line for each: impact, rule, places. In the dark only colours are looked at."""
    if not page.evaluate("() => 'axe' in window"):
        page.evaluate(source())  # as a debugger would: the page itself may load no such script
    light = run(page)
    page.emulate_media(color_scheme="dark")
    dark = run(page, runOnly=["color-contrast"])
    page.emulate_media(color_scheme="light")
    return [*light, *(f"dark, {each}" for each in dark)]


def run(page: Page, **options: Any) -> list[str]:
    found: dict[str, Any] = page.evaluate(RUN, options)
    return [
        f"{each['impact']}: {each['id']}: {each['help']}: "
        + "; ".join(" ".join(map(str, node["target"])) for node in each["nodes"][:4])
        for each in found["violations"]
    ]
