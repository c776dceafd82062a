"""Without the libraries of the extra everything else works, and a sentence says what is missing."""

import subprocess
import sys

import pytest

BASE = """
import sys
for name in ("gymnasium", "numpy", "pettingzoo"):
    sys.modules[name] = None  # as if it were not installed
from fulgence.bots import bot
from fulgence.bots.training import selfplay
from fulgence.build import is_compiled
from fulgence.cli import main
is_compiled()
main(["simulate", "toy", "--games", "1"])
try:
    import fulgence.env.solo
except ImportError as error:
    print(error)
"""


def test_the_game_needs_no_library_of_learning() -> None:
    done = subprocess.run([sys.executable, "-c", BASE], capture_output=True, text=True, check=True)
    last = done.stdout.splitlines()[-1]
    assert last == "environments need gymnasium, which is not installed: pip install 'fulgence[env]'"


def test_tests_of_environments_are_skipped_with_that_sentence() -> None:
    code = "import sys; sys.modules['numpy'] = None; import pytest\n"
    code += "pytest.importorskip('fulgence.env', exc_type=ImportError)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert "Skipped" in done.stderr and "fulgence[env]" in done.stderr
    assert issubclass(pytest.skip.Exception, BaseException)
