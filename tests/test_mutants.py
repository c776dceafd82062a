"""Every mutant of `bench/mutants.py` can still be planted, and its tests are still there."""

import subprocess
import sys
from pathlib import Path

MUTANTS = Path(__file__).parents[1] / "bench" / "mutants.py"


def test_every_mutant_has_its_place_and_its_tests() -> None:
    done = subprocess.run([sys.executable, MUTANTS, "--check"], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout
