"""The static site: the web app, the offline bundle and prerendered answers, as plain files for any host."""

from __future__ import annotations

import gzip
import json
import re
from collections.abc import Mapping
from pathlib import Path

from fulgence.rules.errors import FulgenceError
from fulgence.rules.message import Message
from fulgence.site.answers import answer_files, local_answer_files
from fulgence.site.bundle import LISTED
from fulgence.site.headers import HEADERS, policy
from fulgence.site.page import HEAD, with_bundle
from fulgence.site.service_worker import PAGE, SCRIPT, with_shell

WEBAPP = Path(__file__).parents[1] / "server" / "static"
MARKER = ".fulgence-site"  # lists the files, so that the next version can replace them
PAGES = (
    "learn",
    "puzzles",
    "rules",
    "replay",
    "analysis",
    "daily",
    "c",
)  # folders, for links as a server has them
BASE = re.compile(r"/(?:(?!\.+/)[\w.~-]+/)*")
COMPRESSED = {".html", ".js", ".mjs", ".css", ".json", ".svg", ".txt", ".webmanifest", ".wasm"}


class NoSite(FulgenceError):
    """The site cannot be written there, or from this installation."""

    is_usage = True


def site_files(base: str, bundle: Path, webapp: Path = WEBAPP) -> dict[str, bytes]:
    """All files by path, `service-worker.js` last: when it is there, everything that it lists is."""
    if not (webapp / PAGE).exists():
        raise NoSite(Message("the web app was not built with this installation of Fulgence"))
    app = read_all(webapp)
    script = app.pop(SCRIPT)
    app[PAGE] = with_bundle(static_page(app[PAGE].decode(), base).encode(), bundle)
    offline = {f"offline/{path}": content for path, content in read_all(bundle).items()}
    shell = app | answer_files() | {f"offline/{LISTED}": offline[f"offline/{LISTED}"]}
    copies = {"404.html": app[PAGE], **{f"{page}/{PAGE}": app[PAGE] for page in PAGES}}
    hosts = {".nojekyll": b"", "_headers": header_file(base).encode()}
    files = offline | shell | local_answer_files() | copies | hosts
    return with_compressed(files) | {SCRIPT: with_shell(script, shell, {})}


def read_all(folder: Path) -> dict[str, bytes]:
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


def static_page(page: str, base: str) -> str:
    """The page of a static site: it says so, has its policy in it, and finds its files below the base."""
    assert HEAD in page
    own = f'''{HEAD}    <meta http-equiv="Content-Security-Policy" content="{policy(in_page=True)}" />
    <meta name="fulgence-site" content="static" />
'''
    return re.sub(r'\b(src|href)="/', rf'\1="{base}', page.replace(HEAD, own, 1))


def header_file(base: str) -> str:
    """In the form that several hosts of static pages read."""
    everywhere = [f"  {name.title()}: {value}" for name, value in HEADERS.items()]
    return "\n".join(
        [
            f"{base}*",
            *everywhere,
            f"{base}assets/*",
            "  Cache-Control: public, max-age=31536000, immutable",
            f"{base}{SCRIPT}",
            "  Cache-Control: no-cache",
            "",
        ]
    )


def with_compressed(files: Mapping[str, bytes]) -> dict[str, bytes]:
    """With copies as nginx's `gzip_static` and others take them, where one is missing and helps."""
    found = dict(files)
    for path, content in files.items():
        if Path(path).suffix in COMPRESSED and f"{path}.gz" not in files:
            packed = gzip.compress(content, 9, mtime=0)
            if len(packed) < 0.95 * len(content):
                found[f"{path}.gz"] = packed
    return found


def check_folder(folder: Path) -> None:
    """NoSite if there is something else, which must not be overwritten."""
    if folder.exists() and not folder.is_dir():
        raise NoSite(Message("{folder} is not a folder", folder=folder))
    if folder.is_dir() and any(folder.iterdir()) and not (folder / MARKER).is_file():
        raise NoSite(
            Message(
                "{folder} is not empty and was not made by `fulgence site`: choose another folder",
                folder=folder,
            )
        )


def write_site(folder: Path, files: Mapping[str, bytes]) -> None:
    """Replaces the site that is there. A host may serve it meanwhile: what is no longer needed goes last."""
    check_folder(folder)
    older = (
        set(json.loads((folder / MARKER).read_text(encoding="utf-8")))
        if (folder / MARKER).exists()
        else set()
    )
    folder.mkdir(parents=True, exist_ok=True)
    # Before anything else is written: a site that was left half made can be made again.
    (folder / MARKER).write_text(json.dumps(sorted(older | set(files)), indent=0) + "\n", encoding="utf-8")
    for path, content in files.items():
        target = folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        if not target.is_file() or target.read_bytes() != content:
            target.write_bytes(content)
    for path in sorted(older - set(files)):
        (folder / path).unlink(missing_ok=True)
    (folder / MARKER).write_text(json.dumps(sorted(files), indent=0) + "\n", encoding="utf-8")
