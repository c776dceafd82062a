"""A server that is killed while people play loses nothing that it has acknowledged.

`bench/kill.py --kills 200` is the same for longer.
"""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

BENCH = Path(__file__).parents[2] / "bench" / "kill.py"


def result(*options: str) -> tuple[int, dict[str, Any], str]:
    """The exit code, the one line of figures, and all that was told meanwhile."""
    done = subprocess.run([sys.executable, BENCH, *options], capture_output=True, text=True, timeout=300)
    assert done.stdout, done.stderr
    return done.returncode, json.loads(done.stdout), done.stderr


def test_no_acknowledged_move_is_lost_and_none_is_made_twice() -> None:
    code, found, told = result("--kills=4", "--seed=1")
    assert (found["lost"], found["twice"], found["errors"]) == (0, 0, 0), told
    assert code == 0
    assert found["kills"] == 4
    assert found["acknowledged"] > 50
    assert found["finished_games"] > 0
    assert found["workers_ended"] > 0 or sys.platform != "linux"


def test_a_server_that_acknowledges_before_it_writes_is_found_out() -> None:
    code, found, told = result("--control", "--kills=3", "--seed=2")
    assert found["lost"] > 0, told
    assert code == 0
