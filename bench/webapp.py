"""The web app in a real browser, one JSON line for each measurement; times in milliseconds, sizes in bytes.

Everything runs on this machine: what a network adds is not in these numbers. They are for comparing one state
of the program with another on the same machine, and are best taken when it has nothing else to do.
"""

from __future__ import annotations

import argparse
import json
import math
import statistics
import sys
import tempfile
from collections import Counter
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from playwright.sync_api import Browser, Page, Request

from browser.chromium import browsing, missing
from browser.hands import MouseDrag, place, start_place
from server.server_process import Seat, Server, serving

# From here on the page notes when it has drawn a stroke: one frame after it is in the document.
WATCH = """() => {
  window.seen = [];
  const strokes = () => document.querySelectorAll(".paper .stroke").length;
  let before = strokes();
  new MutationObserver(() => {
    const now = strokes();
    if (now > before) {
      const tapped = window.tapped;
      requestAnimationFrame(() => requestAnimationFrame(() => window.seen.push(performance.now() - tapped)));
    }
    before = now;
  }).observe(document.querySelector(".paper svg"), { childList: true, subtree: true });
  addEventListener("pointerup", (event) => (window.tapped = event.timeStamp), { capture: true });
}"""
FRAME_MS = 16
CELLS = "() => [...document.querySelectorAll('.target')].map((each) => each.dataset.cell)"
READY = "() => document.querySelectorAll('.paper .target').length > 0 ? performance.now() : null"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--views", type=int, default=9, help="how often a table is opened anew (9)")
    parser.add_argument("--taps", type=int, default=60, help="how many strokes are drawn (60)")
    options = parser.parse_args()
    if reason := missing():
        sys.exit(reason)
    with tempfile.TemporaryDirectory() as folder, serving(Path(folder)) as server, browsing() as browser:
        tell("first_view_ms", first_views(browser, server, options.views))
        tell("tap_to_stroke_ms", taps(browser, server, options.taps))
        tell("drag_to_stroke_ms", drags(browser, server, options.taps))
        tell("work_per_dragged_frame_ms", dragged_frames(browser, server))
        for name, path in (("home", "/"), ("table", address(server))):
            print(json.dumps({"name": f"bytes_{name}", **loaded(browser, server.url + path)}), flush=True)


def tell(name: str, times: list[float]) -> None:
    late = sorted(times)[int(0.95 * (len(times) - 1))]
    line = {
        "name": name,
        "median": statistics.median(times),
        "p95": late,
        "worst": max(times),
        "best": min(times),
    }
    rounded = {key: round(value, 1) if isinstance(value, float) else value for key, value in line.items()}
    print(json.dumps({**rounded, "count": len(times)}), flush=True)


def address(server: Server) -> str:
    seat = opened(server)
    return f"/t/{seat.table}#seat={seat.token}"


def opened(server: Server) -> Seat:
    [seat] = server.open()
    return seat


def fresh_page(browser: Browser, url: str) -> Page:
    """As on a first visit: nothing is cached."""
    context = browser.new_context(viewport={"width": 1280, "height": 800}, locale="en")
    context.add_init_script("localStorage.setItem('first-marks', 'seen')")  # no notes for newcomers
    page = context.new_page()
    page.goto(url)
    return page


def first_views(browser: Browser, server: Server, count: int) -> list[float]:
    """From navigation to a board with lit stations."""
    times = []
    for _ in range(count):
        page = fresh_page(browser, server.url + address(server))
        times.append(float(page.wait_for_function(READY).json_value()))
        page.context.close()
    return times


def taps(browser: Browser, server: Server, count: int) -> list[float]:
    """From a finger that is lifted to the frame that shows the stroke; each is taken back."""
    page = fresh_page(browser, server.url + address(server))
    page.wait_for_function(READY)
    page.evaluate(WATCH)
    cells: list[str] = page.evaluate(
        "() => [...document.querySelectorAll('.target')].map((e) => e.dataset.cell)"
    )
    undo = page.get_by_role("button", name="Undo")
    for number in range(count):
        page.mouse.click(*place(page, cells[number % len(cells)]))
        page.wait_for_function("number => window.seen.length > number", arg=number)
        undo.click()
        page.wait_for_function(READY)
    times: list[float] = page.evaluate("() => window.seen")
    page.context.close()
    return times


def drags(browser: Browser, server: Server, count: int) -> list[float]:
    """From the end of a drag to the frame that shows the stroke; each is taken back."""
    page = fresh_page(browser, server.url + address(server))
    page.wait_for_function(READY)
    page.evaluate(WATCH)
    undo, hand = page.get_by_role("button", name="Undo"), MouseDrag(page)
    start = page.evaluate("() => document.querySelector('.start').dataset.start")
    cells: list[str] = page.evaluate(CELLS)
    for number in range(count):
        hand.drag(start, cells[number % len(cells)])
        page.wait_for_function("number => window.seen.length > number", arg=number)
        undo.click()
        page.wait_for_function(READY)
    times: list[float] = page.evaluate("() => window.seen")
    page.context.close()
    return times


def dragged_frames(browser: Browser, server: Server, steps: int = 180) -> list[float]:
    """What the page's main thread does in each frame while a ghost is dragged in circles, from a trace."""
    page = fresh_page(browser, server.url + address(server))
    page.wait_for_function(READY)
    start = page.evaluate("() => document.querySelector('.start').dataset.start")
    x, y = start_place(page, start)
    page.mouse.move(x, y)
    page.mouse.down()
    browser.start_tracing(page=page, categories=["toplevel", "devtools.timeline"])
    for step in range(steps):
        angle = 2 * math.pi * step / 60
        page.mouse.move(x + 90 * math.cos(angle), y + 90 * math.sin(angle))
        page.wait_for_timeout(FRAME_MS)
    trace = json.loads(browser.stop_tracing())["traceEvents"]
    page.mouse.up()
    page.context.close()
    moves = Counter(
        (event["pid"], event["tid"])
        for event in trace
        if event["name"] == "EventDispatch" and event["args"]["data"]["type"] == "pointermove"
    )
    [(thread, _)] = moves.most_common(1)
    frames: Counter[int] = Counter()
    for event in trace:
        if event["name"].endswith("RunTask") and (event["pid"], event["tid"]) == thread:
            frames[event["ts"] // (1000 * FRAME_MS)] += event.get("dur", 0)
    return [work / 1000 for work in frames.values()]


def loaded(browser: Browser, url: str) -> dict[str, Any]:
    """What a first visit brings over the network, by kind, as it is sent."""
    context = browser.new_context(viewport={"width": 1280, "height": 800}, locale="en")
    page = context.new_page()
    requests: list[Request] = []
    page.on("requestfinished", lambda request: requests.append(request))
    page.goto(url)
    page.wait_for_load_state("networkidle")
    kinds: dict[str, int] = {}
    for request in requests:
        kinds[request.resource_type] = (
            kinds.get(request.resource_type, 0) + request.sizes()["responseBodySize"]
        )
    context.close()
    return {**kinds, "script_and_style": kinds.get("script", 0) + kinds.get("stylesheet", 0)}


if __name__ == "__main__":
    main()
