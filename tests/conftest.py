"""Every run tells which form of the rules it tests; a run meant for another form stops at once.

Tests read English, whatever the language of who runs them.
"""

import os

import pytest

from fulgence.build import is_compiled, module_file


def pytest_report_header() -> str:
    return f"rules: {'compiled' if is_compiled() else 'interpreted'}, {module_file('rules.sheet')}"


def pytest_configure() -> None:
    os.environ["LANGUAGE"] = "en"
    expected = os.environ.get("FULGENCE_EXPECT", "")
    if expected and expected not in module_file("rules.sheet"):
        raise pytest.UsageError(f"{module_file('rules.sheet')} is not the {expected} build")
