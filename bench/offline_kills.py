"""Ends the referee's worker again and again while somebody plays: what it acknowledged must be there.

    python bench/offline_kills.py [--kills 100] [--minutes 20] [--control]

A JSON line after every five kills and at the end. `lost`: acknowledged entries that the next worker did not
find; it must be 0, and so must `repeated`: entries that were written twice. `--control`: with a referee that
acknowledges first and writes a moment later, whose losses must be found.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from browser.chromium import browsing
from browser.device import Device
from browser.local_player import WRITES_LATE, LocalPlayer
from browser.player import Player
from offline_bundle import made_bundle
from server.server_process import serving

# So many milliseconds after a move was sent, its worker dies; a move takes a few tens.
LATEST = 60
TAP_AND_END = """async (delay) => {
  const index = workers.findLastIndex(({ name }) => name.includes("referee"));
  document.querySelector("details li button").click();
  await new Promise((then) => setTimeout(then, delay));
  workers[index].worker.terminate();
  return index + 1;
}"""
# The view of a later worker tells whether anything is lost.
SEEN_AGAIN = """(dead) => heard.log.some(({ worker, type }) => worker > dead && type === "view")"""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=100)
    parser.add_argument("--minutes", type=float, default=20)
    parser.add_argument("--control", action="store_true")
    options = parser.parse_args()
    made_bundle()
    rng = random.Random(1)
    until = time.monotonic() + 60 * options.minutes
    counts = {"kills": 0, "games": 0, "acknowledged": 0, "lost": 0, "repeated": 0}

    def is_done() -> bool:
        return time.monotonic() > until or counts["kills"] >= int(options.kills)

    with serving(Path(tempfile.mkdtemp())) as server, browsing() as browser:
        device = Device(browser, server, WRITES_LATE if options.control else "")
        while not is_done():
            player = device.player()
            player.open_here("London")
            counts["games"] += 1
            while player.is_playing and not is_done():
                if not end_and_count(player, rng, counts):
                    break  # the page is ahead of the table: it has no game to go on with
                player.done()
                player.until(lambda player: bool(player.moves) or not player.is_playing)
            counts["acknowledged"] += player.acknowledged()
            device.leave()
    print(json.dumps(counts))
    if options.control:
        return int(counts["lost"] == 0)
    return int(counts["lost"] + counts["repeated"] > 0 or counts["kills"] < options.kills)


def end_and_count(player: LocalPlayer, rng: random.Random, counts: dict[str, int]) -> bool:
    """One decision, during which the worker dies; False if an acknowledged entry is lost."""
    ply, drawn = player.view["ply"], entries_of(player)
    dead = player.page.evaluate(TAP_AND_END, rng.randrange(LATEST))
    player.page.wait_for_function(SEEN_AGAIN, arg=dead)
    is_lost = player.lost() > 0
    counts["kills"] += 1
    counts["lost"] += is_lost
    if not is_lost:
        player.until(lambda player: player.view["ply"] > ply)
        counts["repeated"] += entries_of(player) != drawn + 1
    if counts["kills"] % 5 == 0:
        print(json.dumps(counts), flush=True)
    return not is_lost


def entries_of(player: Player) -> int:
    """Moves on the own sheet, of all turns."""
    rounds = player.game["sheets"][0]["rounds"]
    return sum(len(moves) for turns in rounds for moves in turns)


if __name__ == "__main__":
    raise SystemExit(main())
