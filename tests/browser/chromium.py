"""The browser of the tests: the Chromium of this machine, or the one that Playwright fetched.

Its headless shell comes first: it has no windows, which cost half of the time of a test.

Run as a program, it lets Playwright fetch one where there is none; `make test` does so once.
"""

from __future__ import annotations

import contextlib
import functools
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

from fulgence.server.http import static_files

REQUIRED = os.environ.get("FULGENCE_REQUIRE_BROWSER", "") not in ("", "0")
ELSEWHERE = "fulgence.test"  # this machine, by a name that a browser does not trust without https
QUIET = (
    "--disable-gpu",
    "--font-render-hinting=slight",  # with windows this is the default, without them it is not
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--process-per-site",  # a page finds a process that has loaded the app before
    f"--host-resolver-rules=MAP {ELSEWHERE} 127.0.0.1",
)


def missing() -> str:
    """What the tests would need and do not find; nothing if all is there."""
    if not (static_files.STATIC / "index.html").exists():
        return "the web app is not built: make play builds it"
    if not find():
        return "there is no Chromium on this machine; try `playwright install chromium`"
    return ""


def find() -> str:
    names = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
    return next((found for name in names if (found := shutil.which(name))), "") or fetched()


@functools.cache
def fetched() -> str:
    """Playwright's own Chromium, if it was fetched and the libraries that it needs are there."""
    with sync_playwright() as playwright:
        path = playwright.chromium.executable_path
    if not Path(path).exists():
        return ""
    return path if subprocess.run([path, "--version"], capture_output=True).returncode == 0 else ""


def fetch() -> None:
    """With one line if that was in vain: the tests are left out then."""
    command = [sys.executable, "-m", "playwright", "install", "--no-shell", "chromium"]
    try:
        done = subprocess.run(
            command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, timeout=600
        )
        words = [line.strip() for line in done.stderr.splitlines() if line.strip()]
        reason = words[0] if words else f"playwright ended with {done.returncode}"
    except subprocess.TimeoutExpired:
        reason = "playwright needs longer than ten minutes to fetch it"
    fetched.cache_clear()
    if not find():
        print(f"fulgence: no Chromium, so tests/browser is skipped ({reason})", file=sys.stderr)


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


if __name__ == "__main__":
    if not find():
        fetch()
