"""The static files of the web app, read and compressed once. Any address that is not a file gets the app."""

from __future__ import annotations

import gzip
import mimetypes
from dataclasses import dataclass
from pathlib import Path

from starlette.datastructures import Headers
from starlette.responses import PlainTextResponse, Response
from starlette.types import Receive, Scope, Send

STATIC = Path(__file__).parents[1] / "static"
TEXTUAL = ("text/", "application/json", "application/manifest+json", "image/svg+xml")
FOREVER = "public, max-age=31536000, immutable"  # their names have a hash of their content
MISSING = "The web app was not built with this installation of Fulgence; the API answers under /api/."
ICON, USUAL_ICON = "/icon.svg", "/favicon.ico"  # browsers ask for the usual one where a page names none

mimetypes.add_type("text/javascript", ".js")
mimetypes.add_type("font/woff2", ".woff2")
mimetypes.add_type("application/manifest+json", ".webmanifest")


@dataclass(frozen=True)
class File:
    kind: str
    body: bytes
    packed: bytes | None
    kept: str


class StaticFiles:
    def __init__(self, folder: Path = STATIC) -> None:
        self.files = {
            "/" + path.relative_to(folder).as_posix(): read(path, folder)
            for path in sorted(folder.rglob("*"))
            if path.is_file()
        }
        if ICON in self.files:
            self.files[USUAL_ICON] = self.files[ICON]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await self.answer(scope)(scope, receive, send)

    def answer(self, scope: Scope) -> Response:
        if scope["method"] not in ("GET", "HEAD"):
            return PlainTextResponse("only GET", 405, headers={"allow": "GET, HEAD"})
        path = scope["path"]
        if path not in self.files and "." in path.rpartition("/")[2]:
            return PlainTextResponse("there is no such file", 404)
        file = self.files.get(path) or self.files.get("/index.html")
        if file is None:
            return PlainTextResponse(MISSING, 503)
        headers = {"cache-control": file.kept, "vary": "accept-encoding"}
        body = file.body
        if file.packed is not None and "gzip" in Headers(scope=scope).get("accept-encoding", ""):
            body = file.packed
            headers["content-encoding"] = "gzip"
        return Response(body, media_type=file.kind, headers=headers)


def read(path: Path, folder: Path) -> File:
    kind = mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    body = path.read_bytes()
    packed = gzip.compress(body, 9, mtime=0) if kind.startswith(TEXTUAL) else None
    is_hashed = path.parent == folder / "assets"
    return File(kind, body, packed, FOREVER if is_hashed else "no-cache")
