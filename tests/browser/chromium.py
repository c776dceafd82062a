"""The browser of the tests: the Chromium of this machine, where there is one."""

from __future__ import annotations

import contextlib
import os
import shutil
from collections.abc import Iterator
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

from fulgence.server import site

REQUIRED = os.environ.get("FULGENCE_REQUIRE_BROWSER", "") not in ("", "0")
ELSEWHERE = "fulgence.test"  # this machine, by a name that a browser does not trust without https
QUIET = (
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    f"--host-resolver-rules=MAP {ELSEWHERE} 127.0.0.1",
)


def missing() -> str:
    """What the tests would need and do not find; nothing if all is there."""
    if not (Path(site.__file__).parent / "static" / "index.html").exists():
        return "the web app is not built: make play builds it"
    if not find():
        return "there is no Chromium on this machine"
    return ""


def find() -> str:
    names = ("chromium", "chromium-browser", "google-chrome")
    return next((found for name in names if (found := shutil.which(name))), "")


@contextlib.contextmanager
def browsing() -> Iterator[Browser]:
    root = hasattr(os, "geteuid") and os.geteuid() == 0  # Chromium's sandbox refuses to run as root
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=find(), args=[*QUIET, *(["--no-sandbox"] if root else [])]
        )
        try:
            yield browser
        finally:
            browser.close()
