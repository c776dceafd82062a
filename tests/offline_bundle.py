"""The offline bundle of the tests: that of the package, made when a test needs it."""

from __future__ import annotations

import fcntl
from pathlib import Path

import pytest

from fulgence.site.bundle import NoBundle, default_folder, make_bundle

PROJECT = Path(__file__).parents[1]


def made_bundle() -> Path:
    """Made once, and again only when its sources have changed; the test is skipped where it cannot be."""
    folder = default_folder()
    lock = PROJECT / "build" / "offline.lock"
    lock.parent.mkdir(exist_ok=True)
    with lock.open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)  # another process may be at it
        try:
            make_bundle(folder, lambda text: None)
        except NoBundle as error:
            pytest.skip(f"the bundle cannot be made: {error}")
    return folder
