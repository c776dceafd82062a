"""Makes the folder that a browser needs to play without a server: Python itself, our sources, the weights.

    python packaging/offline.py [FOLDER]

Python is Pyodide, from the npm package that `web/package-lock.json` pins. The weights lie beside the sources,
as each is needed only by an expert or a review of its city. `files.json` lists everything with its size.
The same sources give the same bytes. Nothing is done when the folder was made from the same files.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import shutil
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

import webapp
from step import step

FOLDER = webapp.ROOT / "build" / "offline"
PACKAGE = webapp.ROOT / "src" / "fulgence"
WEIGHTS = PACKAGE / "bots" / "network" / "learned"
PYODIDE = webapp.WEB / "node_modules" / "pyodide"
PYODIDE_FILES = (
    "pyodide.mjs",
    "pyodide.asm.mjs",
    "pyodide.asm.wasm",
    "python_stdlib.zip",
    "pyodide-lock.json",
)
# The only library that tables need, built for the Python of this Pyodide.
MSGSPEC = "msgspec==0.22.0"
MSGSPEC_WHEEL = "msgspec-0.22.0-cp314-cp314-pyemscripten_2026_0_wasm32.whl"
MSGSPEC_SHA256 = "a66b1766311e42371e509c996c3933b161c7ae0eabdf361af5316dec197e1022"
TARGET = ("--platform", "pyemscripten_2026_0_wasm32", "--python-version", "314", "--implementation", "cp")
# What a browser has no use for: other ways to run the game, and training.
LEFT_OUT = {"server", "commands", "env", "term", "arena", "training", "__pycache__", "cli.py", "__main__.py"}
ENDINGS = {".py", ".toml", ".po"}
EARLIEST = (1980, 1, 1, 0, 0, 0)  # that a zip file can say
LISTED = "files.json"


def make(folder: Path = FOLDER) -> None:
    """BrokenDownload, or what npm or pip could not do."""
    sources = {path.relative_to(PACKAGE.parent).as_posix(): path for path in packed_files()}
    if is_made(folder, digest(sources)):
        return
    webapp.fetch_for_tests()
    wheel = fetch_msgspec(webapp.ROOT / "build" / "wheels")
    step("packing the game for browsers")
    with tempfile.TemporaryDirectory(dir=made(folder.parent)) as name:
        draft = Path(name, folder.name)
        (draft / "weights").mkdir(parents=True)
        for file in PYODIDE_FILES:
            shutil.copyfile(PYODIDE / file, draft / file)
        shutil.copyfile(wheel, draft / MSGSPEC_WHEEL)
        for path in sorted(WEIGHTS.glob("*.weights")):
            shutil.copyfile(path, draft / "weights" / path.name)
        pack(sources, draft / "fulgence.zip")
        listing = {"made_from": digest(sources), "files": listed(draft)}
        (draft / LISTED).write_text(json.dumps(listing, indent=1) + "\n", encoding="utf-8")
        shutil.rmtree(folder, ignore_errors=True)
        draft.rename(folder)


class BrokenDownload(Exception):
    """What was downloaded is not what was expected."""


def packed_files() -> list[Path]:
    """Our sources, city files, lessons and catalogues."""
    return sorted(
        path
        for path in PACKAGE.rglob("*")
        if path.suffix in ENDINGS and not LEFT_OUT & set(path.relative_to(PACKAGE).parts)
    )


def pack(sources: dict[str, Path], archive: Path) -> None:
    with zipfile.ZipFile(archive, "w") as file:
        for name, path in sorted(sources.items()):
            entry = zipfile.ZipInfo(name, EARLIEST)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = 0o644 << 16
            file.writestr(entry, path.read_bytes(), compresslevel=9)


def fetch_msgspec(folder: Path) -> Path:
    wheel = made(folder) / MSGSPEC_WHEEL
    if not wheel.exists():
        step("downloading msgspec for browsers")
        pip = [sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check"]
        options = ["--no-deps", "--only-binary", ":all:", *TARGET, "--dest", str(folder), MSGSPEC]
        subprocess.run([*pip, *options], check=True, stdout=sys.stderr)
    if hashlib.sha256(wheel.read_bytes()).hexdigest() != MSGSPEC_SHA256:
        wheel.unlink()
        raise BrokenDownload(f"{wheel.name} is not the file that was expected")
    return wheel


def listed(folder: Path) -> list[dict[str, str | int]]:
    """Each file with its size, and with the size that a browser downloads."""
    found: list[dict[str, str | int]] = []
    for path in sorted(path for path in folder.rglob("*") if path.is_file()):
        content = path.read_bytes()
        found.append(
            {
                "name": path.relative_to(folder).as_posix(),
                "bytes": len(content),
                "gzipped": min(len(content), len(gzip.compress(content, 9, mtime=0))),
                "sha256": hashlib.sha256(content).hexdigest(),
            }
        )
    return found


def digest(sources: dict[str, Path]) -> str:
    """Of all that the folder is made from."""
    total = hashlib.sha256()
    inputs = {**sources, **{path.name: path for path in [*webapp.LOCKED, Path(__file__)]}}
    inputs |= {path.name: path for path in WEIGHTS.glob("*.weights")}
    for name, path in sorted(inputs.items()):
        total.update(f"{name} {hashlib.sha256(path.read_bytes()).hexdigest()}\n".encode())
    return total.hexdigest()


def is_made(folder: Path, wanted: str) -> bool:
    try:
        listing = json.loads((folder / LISTED).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return False
    return bool(listing["made_from"] == wanted)


def made(folder: Path) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def report(folder: Path) -> None:
    files = json.loads((folder / LISTED).read_text(encoding="utf-8"))["files"]
    weights = [file for file in files if file["name"].startswith("weights/")]
    others = [file for file in files if file not in weights]
    for file in [*others, *weights]:
        print(f"{file['gzipped']:>10,}  {file['name']}")
    print(f"{sum(file['gzipped'] for file in others):>10,}  bytes gzipped in all, without the weights")


if __name__ == "__main__":
    chosen = Path(sys.argv[1]).resolve() if sys.argv[1:] else FOLDER
    make(chosen)
    report(chosen)
