"""Requests made up from the description of the API, which `described_requests.py` makes."""

import subprocess
import sys
from pathlib import Path

REQUESTS = Path(__file__).with_name("described_requests.py")


def test_every_answer_is_as_it_was_declared() -> None:
    command = [sys.executable, "-m", "pytest", "-q", "-n", "0", "-p", "no:cacheprovider", str(REQUESTS)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stdout
    assert "skipped" not in done.stdout
