"""Many tables at once, for seconds: nothing goes wrong. How fast it went is for `make bench-server`."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

BENCH = Path(__file__).parents[2] / "bench" / "load.py"


def result(*options: str) -> tuple[dict[str, Any], str]:
    """The one line of figures, and all that was told meanwhile."""
    done = subprocess.run([sys.executable, BENCH, *options], capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout), done.stderr


def test_people_who_think_play_at_many_tables_without_an_error() -> None:
    options = "--scenario tables --tables 20 --seats 4 --think 0.3 --seconds 3"
    found, told = result(*options.split())
    assert found["errors"] == 0, told
    assert found["sockets"] == 80
    assert found["moves"] > 80


def test_people_who_do_not_think_play_whole_games_without_an_error() -> None:
    options = "--scenario saturation --tables 5 --seats 2 --seconds 2"
    found, told = result(*options.split())
    assert found["errors"] == 0, told
    assert found["sockets"] == 10
    assert found["moves"] > 100
    assert sys.platform != "linux" or 10 < found["cpu_us_per_move"] < 100_000
