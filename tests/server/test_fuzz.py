"""Thousands of wrong messages: nothing happens at any table that is not legal. `bench/fuzz.py` sends more."""

import json
import subprocess
import sys
from pathlib import Path

FUZZ = Path(__file__).parents[2] / "bench" / "fuzz.py"


def test_four_thousand_mistakes_change_nothing() -> None:
    command = [sys.executable, str(FUZZ), "--messages=4000", "--seed=1"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert found["messages"] == 4000
    assert (found["unexpected"], found["tracebacks"]) == (0, 0), done.stderr
    assert {"1002", "1003", "1007", "1009", "1013", "4401", "4404"} <= set(found["closes"])
    assert found["records"] >= 5
