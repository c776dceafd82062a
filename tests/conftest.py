"""Every run tells which form of the rules it tests; a run meant for another form stops at once.

Tests read English, whatever the language of who runs them.
"""

import os
from collections import Counter
from pathlib import Path

import pytest

from fulgence.build import is_compiled, module_file

FOLDER = Path(__file__).parent
# The longest come first, so that no process is left with one of them when all others have finished.
FIRST = [
    *(FOLDER / "browser" / f"test_{name}.py" for name in ("offline_play", "static_site_play", "server_away")),
    FOLDER / "browser",
]


def pytest_report_header() -> str:
    return f"rules: {'compiled' if is_compiled() else 'interpreted'}, {module_file('rules.sheet')}"


def pytest_configure() -> None:
    os.environ["LANGUAGE"] = "en"
    expected = os.environ.get("FULGENCE_EXPECT", "")
    if expected and expected not in module_file("rules.sheet"):
        raise pytest.UsageError(f"{module_file('rules.sheet')} is not the {expected} build")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What a busy machine was too slow for is tried once more, and told as rerun; what is broken fails twice.

    A server that loses or doubles something is never given a second chance: only what took too long is."""
    slow = ["TimeoutError", "TimeoutExpired"]
    for item in items:
        if FOLDER / "browser" in item.path.parents:
            item.add_marker(pytest.mark.flaky(reruns=1, only_rerun=[*slow, "AssertionError"]))
        elif FOLDER / "server" in item.path.parents:
            item.add_marker(pytest.mark.flaky(reruns=1, only_rerun=slow))
    items.sort(key=place)


def place(item: pytest.Item) -> int:
    """Among the groups of `FIRST`, or after them."""
    return next((n for n, path in enumerate(FIRST) if path in (item.path, *item.path.parents)), len(FIRST))


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """A line for every reason that tests of a folder were skipped for."""
    skipped = Counter(
        (report.nodeid.partition("::")[0].rpartition("/")[0], report.longrepr[2].removeprefix("Skipped: "))
        for report in terminalreporter.stats.get("skipped", [])
    )
    for (folder, reason), number in sorted(skipped.items()):
        terminalreporter.write_line(f"skipped: {number} tests in {folder}: {reason}")
