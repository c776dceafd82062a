"""How long a player waits in a real Chromium that plays without a server; offline_arena.py measures its bots.

    python bench/offline.py [--page] [--review]

`--page`: seconds from the start page to the first card, with everything downloaded (`start`) and with Python
running (`warm`), milliseconds until a tap is answered, and from frame to frame while somebody plays and an
expert thinks. `--review`: seconds of a review of a whole game. Both if neither is asked for.
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path
from typing import Any

from fulgence.bots.bot import make_bot
from fulgence.library import new_game
from fulgence.rules.generator import Generator
from fulgence.rules.text.record import format_record, record_of
from fulgence.site.bundle import default_folder, make_bundle

ROOT = Path(__file__).parents[1]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--page", action="store_true")
    parser.add_argument("--review", action="store_true")
    options = parser.parse_args()
    if options.page or not options.review:
        print(json.dumps(page_times()), flush=True)
    if options.review or not options.page:
        print(json.dumps(review_times("london")), flush=True)


@contextmanager
def own_device() -> Iterator[Any]:
    """A browser with everything downloaded."""
    sys.path.insert(0, str(ROOT / "tests"))
    from browser.chromium import browsing
    from browser.device import Device
    from server.server_process import serving

    make_bundle(default_folder(), lambda text: print(text, file=sys.stderr))
    with serving(Path(tempfile.mkdtemp())) as server, browsing() as browser:
        device = Device(browser, server)
        device.player().open_here("London")
        device.leave()
        yield device


# Milliseconds from frame to frame.
COUNT_FRAMES = """() => {
  window.frames_ms = [];
  let last = performance.now();
  const count = (now) => (frames_ms.push(now - last), (last = now), requestAnimationFrame(count));
  requestAnimationFrame(count);
}"""


def page_times() -> dict[str, float]:
    with own_device() as device:
        player = device.player()
        seconds: list[float] = []
        for _ in ("start", "warm"):
            player.page.get_by_role("link", name="Fulgence").click() if seconds else player.go_home()
            begin = time.perf_counter()
            player.page.get_by_role("button", name="Play London").click()
            player.page.locator(".actions").wait_for()
            seconds.append(round(time.perf_counter() - begin, 2))
        player.hear()
        for _ in range(20):
            player.play_turn()
        taps: list[float] = player.page.evaluate("() => heard.milliseconds")
        device.leave()
        player = device.player()
        player.open_here("London", bot="expert")
        player.page.evaluate(COUNT_FRAMES)
        for _ in range(5):
            player.play_turn()
        frames: list[float] = player.page.evaluate("() => frames_ms.slice(1)")
        return {
            "start_s": seconds[0],
            "warm_s": seconds[1],
            "taps": len(taps),
            "median_ms": round(statistics.median(taps), 1),
            "frames": len(frames),
            "median_frame_ms": round(statistics.median(frames), 1),
            "worst_frame_ms": round(max(frames), 1),
        }


# Seconds since the request at which each line came.
REVIEW = """async (record) => {
  const names = performance.getEntriesByType("resource").map(({ name }) => name);
  const { localBackend } = await import(names.find((name) => name.includes("/local-backend-")));
  const begin = performance.now();
  const answer = await localBackend.request("POST", "/api/review", { record, seat: 0 });
  const lines = [];
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
  for (let { value, done } = await reader.read(); !done; { value, done } = await reader.read()) {
    const seconds = (performance.now() - begin) / 1000;
    for (const line of value.trim().split("\\n")) lines.push([JSON.parse(line), seconds]);
  }
  return lines;
}"""


def review_times(city: str) -> dict[str, str | float]:
    game, bot = new_game(city, 1, seed=1), make_bot("greedy", Generator(1))
    while not game.is_over:
        while not game.is_done(0):
            game.play(0, bot.choose(game.view(0)))
        game.flip()
    with own_device() as device:
        player = device.player()
        player.open_here("London")
        lines = player.page.evaluate(REVIEW, format_record(record_of(game)))
    turns = [at for line, at in lines if line["type"] == "turn"]
    games = {line["player"]: (line["total"], at) for line, at in lines if line["type"] == "game"}
    times = [at for _, at in lines]
    return {
        "city": city,
        "first_turn_s": round(turns[0], 1),
        "turns_s": round(turns[-1], 1),
        "all_s": round(times[-1], 1),
        "longest_silence_s": round(max(b - a for a, b in pairwise(times)), 1),
        "own": game.pads()[0].total,
        **{player: total for player, (total, _) in games.items()},
    }


if __name__ == "__main__":
    main()
