"""The static files of the web app and of the offline bundle. Any address that is not a file gets the app."""

from __future__ import annotations

import gzip
import mimetypes
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path

from starlette.datastructures import Headers
from starlette.responses import PlainTextResponse, Response
from starlette.types import Receive, Scope, Send

from fulgence.site.answers import common_answers
from fulgence.site.bundle import LISTED, found_bundle, version_of
from fulgence.site.page import with_bundle
from fulgence.site.service_worker import SCRIPT, with_shell

STATIC = Path(__file__).parents[1] / "static"
TEXTUAL = ("text/", "application/json", "application/manifest+json", "image/svg+xml")
FOREVER = "public, max-age=31536000, immutable"  # their addresses have a hash of their content
MISSING = "The web app was not built with this installation of Fulgence; the API answers under /api/."
PAGE = "/index.html"
ICON, USUAL_ICON = "/icon.svg", "/favicon.ico"  # browsers ask for the usual one where a page names none
OFFLINE = "/offline/"

mimetypes.add_type("text/javascript", ".js")
mimetypes.add_type("text/javascript", ".mjs")
mimetypes.add_type("font/woff2", ".woff2")
mimetypes.add_type("application/wasm", ".wasm")
mimetypes.add_type("application/manifest+json", ".webmanifest")


@dataclass(frozen=True)
class File:
    kind: str
    body: bytes
    packed: bytes | None
    kept: str


class StaticFiles:
    """The web app is read and compressed once, the bundle file by file when somebody wants it."""

    def __init__(self, folder: Path = STATIC, bundle: Path | None = None) -> None:
        self.files = {
            "/" + path.relative_to(folder).as_posix(): read(path, folder)
            for path in sorted(folder.rglob("*"))
            if path.is_file()
        }
        if ICON in self.files:
            self.files[USUAL_ICON] = self.files[ICON]
        self.bundle = bundle_files(bundle) if bundle else {}
        self.version = version_of(bundle) if bundle else ""
        if bundle and PAGE in self.files:
            page = with_bundle(self.files[PAGE].body, bundle)
            self.files[PAGE] = replace(self.files[PAGE], body=page, packed=gzip.compress(page, 9, mtime=0))
        self._read: dict[str, File] = {}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await self.answer(scope)(scope, receive, send)

    def answer(self, scope: Scope) -> Response:
        if scope["method"] not in ("GET", "HEAD"):
            return PlainTextResponse("only GET", 405, headers={"allow": "GET, HEAD"})
        file = self.file_at(scope["path"])
        if file is None:
            if "." in scope["path"].rpartition("/")[2]:
                return PlainTextResponse("there is no such file", 404)
            return PlainTextResponse(MISSING, 503)
        is_versioned = scope["path"].startswith(OFFLINE) and scope.get("query_string", b"").startswith(b"v=")
        if is_versioned and scope["query_string"].decode("latin-1") != f"v={self.version}":
            return PlainTextResponse("there is another version now", 404)
        headers = {"cache-control": FOREVER if is_versioned else file.kept, "vary": "accept-encoding"}
        body = file.body
        if file.packed is not None and "gzip" in Headers(scope=scope).get("accept-encoding", ""):
            body = file.packed
            headers["content-encoding"] = "gzip"
        return Response(body, media_type=file.kind, headers=headers)

    def file_at(self, path: str) -> File | None:
        if path == f"/{SCRIPT}" and path in self.files:
            return self.service_worker
        if path in self.bundle:
            if path not in self._read:
                self._read[path] = read_bundled(self.bundle[path])
            return self._read[path]
        if path not in self.files and "." in path.rpartition("/")[2]:
            return None
        return self.files.get(path) or self.files.get(PAGE)

    @cached_property
    def service_worker(self) -> File:
        """With the list of everything that the app needs without a network."""
        own = {path[1:]: file.body for path, file in self.files.items() if path != USUAL_ICON}
        if listed := self.bundle.get(OFFLINE + LISTED):
            own[OFFLINE[1:] + LISTED] = listed.read_bytes()
        answers = {f"api/{path}": text for path, text in common_answers().items()}
        body = with_shell(self.files[f"/{SCRIPT}"].body, own, answers)
        return File("text/javascript", body, gzip.compress(body, 9, mtime=0), "no-cache")


def read(path: Path, folder: Path) -> File:
    kind = kind_of(path)
    body = path.read_bytes()
    packed = gzip.compress(body, 9, mtime=0) if kind.startswith(TEXTUAL) else None
    is_hashed = path.parent == folder / "assets"
    return File(kind, body, packed, FOREVER if is_hashed else "no-cache")


def bundle_files(folder: Path) -> dict[str, Path]:
    return {
        OFFLINE + path.relative_to(folder).as_posix(): path
        for path in sorted(folder.rglob("*"))
        if path.is_file() and path.suffix != ".gz"
    }


def read_bundled(path: Path) -> File:
    """With the compressed copy that lies beside it, if there is one."""
    packed = path.with_name(f"{path.name}.gz")
    return File(
        kind_of(path), path.read_bytes(), packed.read_bytes() if packed.exists() else None, "no-cache"
    )


def kind_of(path: Path) -> str:
    return mimetypes.guess_type(path.name)[0] or "application/octet-stream"


def app_files() -> StaticFiles:
    """Those of this installation."""
    return StaticFiles(STATIC, found_bundle())
