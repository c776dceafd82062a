"""Requests made up from the description of the API, which `described_requests.py` makes."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

REQUESTS = Path(__file__).with_name("described_requests.py")


@pytest.mark.parametrize("examples", [4, pytest.param(50, marks=pytest.mark.long)])
def test_every_answer_is_as_it_was_declared(examples: int) -> None:
    command = [sys.executable, "-m", "pytest", "-q", "-n", "0", "-p", "no:cacheprovider", str(REQUESTS)]
    environment = {**os.environ, "FULGENCE_EXAMPLES": str(examples)}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stdout
    assert "skipped" not in done.stdout
