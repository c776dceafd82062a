"""Answers the first puzzle of each set through the API of a browser, and prints a line of JSON each.

Runs in every Python, that of the offline bundle too.
"""

from __future__ import annotations

import json

from fulgence.browser.host import Host
from fulgence.browser.routes import handle


def asked(method: str, path: str, body: bytes = b"") -> str:
    return handle(Host(), method, path, body, "", "en").text.decode()


def main() -> None:
    print(asked("GET", "/api/puzzles/daily/2026-11-18"))
    for each in json.loads(asked("GET", "/api/puzzles")):
        path = f"/api/puzzles/{each['ids'][0]}"
        print(asked("GET", path))
        print(asked("POST", path, b'{"move": "pass"}'))


main()
