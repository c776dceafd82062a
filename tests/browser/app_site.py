"""A static site on a plain file server, and a second version of the app as a new build would make it."""

from __future__ import annotations

import contextlib
import http.server
import re
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from fulgence.site.static_site import WEBAPP, read_all, site_files, write_site

BASE = "/games/"
HASH = re.compile(r"-([\w-]{8})\.(?:js|css)$")


def small_bundle(folder: Path) -> Path:
    """A bundle without anything in it: these tests play no game."""
    folder.mkdir()
    (folder / "files.json").write_text('{"made_from": "nothing", "files": []}', encoding="utf-8")
    return folder


def publish(folder: Path, bundle: Path, webapp: Path = WEBAPP) -> None:
    write_site(folder / BASE.strip("/"), site_files(BASE, bundle, webapp))


def next_version(folder: Path) -> Path:
    """The app with one sentence changed, and another hash in every name."""
    files = read_all(WEBAPP)
    hashes = {found[1] for path in files if (found := HASH.search(path))}
    names = {each: each[::-1] if each[::-1] not in hashes else f"{each[:-1]}_" for each in hashes}
    any_hash = re.compile("|".join(map(re.escape, sorted(hashes))))

    def renamed(text: str) -> str:
        return any_hash.sub(lambda found: names[found[0]], text)

    for path, content in files.items():
        if path.endswith((".js", ".css", ".html")):
            text = content.decode().replace("Learn by playing", "Learn by doing")
            content = renamed(text).encode()
        target = folder / renamed(path)
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(content)
    return folder


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: Any) -> None:
        pass


@contextlib.contextmanager
def file_server(folder: Path) -> Iterator[str]:
    """What `python -m http.server` is. The address of the base."""

    def handler(*given: Any) -> Quiet:
        return Quiet(*given, directory=str(folder))

    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        try:
            yield f"http://127.0.0.1:{server.server_port}{BASE}"
        finally:
            server.shutdown()
