"""Cuts the power again and again while a store writes: what it acknowledged must be on the disk.

    python bench/power_cuts.py [--cuts 10000] [--entries 4000] [--seed 1] [--control]

The store writes once, and every write and sync is traced; the power fails at random places of that trace,
with torn pages (tests/server/store/power_cuts.py). A JSON line after every thousand cuts and at the end.
`lost`: cuts after which an acknowledged entry was missing, `damaged`: cuts after which the database was
not sound; the exit code is 1 unless both are 0. `--control`: with a store that does not wait for the
disk, whose losses must be found.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from server.store.power_cuts import cuts, traced


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--cuts", type=int, default=10_000)
    parser.add_argument("--entries", type=int, default=4000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--control", action="store_true")
    options = parser.parse_args()
    memory = Path("/dev/shm")  # the files of a cut are small, many, and never synced
    with tempfile.TemporaryDirectory(dir=memory if memory.is_dir() else None) as name:
        folder = Path(name)
        steps = traced(
            folder / "trace", synchronous="off" if options.control else "full", entries=options.entries
        )
        result = {"steps": len(steps), "cuts": 0, "acknowledged": 0, "lost": 0, "damaged": 0}
        for cut in cuts(steps, options.cuts, random.Random(options.seed), folder / "disk"):
            result["cuts"] += 1
            result["acknowledged"] += cut.acknowledged
            result["lost"] += bool(cut.lost)
            result["damaged"] += bool(cut.damage)
            if result["cuts"] % 1000 == 0:
                print(json.dumps(result), flush=True)
    print(json.dumps(result))
    is_sound = not (result["lost"] or result["damaged"])
    return int(is_sound == options.control)


if __name__ == "__main__":
    sys.exit(main())
