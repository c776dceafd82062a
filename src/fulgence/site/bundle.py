"""The offline bundle: what a browser needs to play without a server. Python itself, our sources, the weights.

Python is Pyodide, an npm package. The weights lie beside the sources, as each is needed only by an expert or
a review of its city. `files.json` lists everything with its size. The same sources give the same bytes. Only
the standard library is needed, as `make setup` runs this while everything else is still being installed.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import shutil
import subprocess
import sys
import tarfile
import tempfile
import zipfile
from collections.abc import Callable
from pathlib import Path

from fulgence.folders import cache_folder
from fulgence.puzzles.shipped import BUNDLED
from fulgence.rules.errors import FulgenceError
from fulgence.rules.message import Message
from fulgence.site.licenses import license_text

PACKAGE = Path(__file__).parents[1]
WEB = PACKAGE.parents[1] / "web"  # in a checkout
WEIGHTS = PACKAGE / "bots" / "network" / "learned"
PYODIDE = "314.0.7"  # also in web/package.json
PYODIDE_FILES = {
    "pyodide.mjs": "6f1d60f7bf529beb300f0f47983c921d3982363640ba20af0e38efdddbc66109",
    "pyodide.asm.mjs": "f7cdc8ece80678ceb712f8e65ebe6d3a83203a180c399865f49612a051693635",
    "pyodide.asm.wasm": "cc36e3cab04fdfc9a63ff13eb52eae2b911bf46c025cc7b281f394bd3de1d5e6",
    "python_stdlib.zip": "fa1957e5777068fc4f7437f96d860ae2fbe9c19732ba06c84e004ec16dd7dd7a",
    "pyodide-lock.json": "5dc2fc119108bc148c7457dc86e7675b5c87e1cafd420b9c34c1eaef7b36c010",
}
# The only library that tables need, built for the Python of this Pyodide.
MSGSPEC = "msgspec==0.22.0"
MSGSPEC_WHEEL = "msgspec-0.22.0-cp314-cp314-pyemscripten_2026_0_wasm32.whl"
MSGSPEC_SHA256 = "a66b1766311e42371e509c996c3933b161c7ae0eabdf361af5316dec197e1022"
TARGET = ("--platform", "pyemscripten_2026_0_wasm32", "--python-version", "314", "--implementation", "cp")
PUZZLES, CATALOGUE = ".gz", ".po"
# What a browser has no use for: other ways to run the game, and training.
LEFT_OUT = {
    *("server", "commands", "site", "env", "term", "arena", "training"),
    *("__pycache__", "cli.py", "__main__.py"),
}
ENDINGS = {".py", ".toml", CATALOGUE, PUZZLES}
EARLIEST = (1980, 1, 1, 0, 0, 0)  # that a zip file can say
LISTED = "files.json"
PROGRAMS = (Path(__file__), Path(__file__).with_name("licenses.py"))  # that make the bundle
LICENSES = "licenses.txt"

Say = Callable[[str], None]


class NoBundle(FulgenceError):
    """The bundle cannot be made here."""


def default_folder() -> Path:
    """Beside the web app in a checkout; of an installed package, in the user's cache."""
    return PACKAGE / "server" / "offline" if WEB.is_dir() else cache_folder() / "offline"


def found_bundle(folder: Path | None = None) -> Path | None:
    """The folder of the bundle, if it was made from these very sources."""
    folder = folder or default_folder()
    return folder if (folder / LISTED).exists() and is_made(folder, digest(packed_files())) else None


def version_of(folder: Path) -> str:
    """As in the addresses of its files."""
    listing = json.loads((folder / LISTED).read_text(encoding="utf-8"))
    return str(listing["made_from"])[:12]


def make_bundle(folder: Path, say: Say) -> None:
    """NoBundle if something cannot be downloaded. Nothing is done when it was made from the same files."""
    sources = packed_files()
    wanted = digest(sources)
    if is_made(folder, wanted):
        return
    with tempfile.TemporaryDirectory(dir=made(folder.parent)) as name:
        draft = Path(name, folder.name)
        made(draft / "weights")
        copy_downloads(folder, draft)
        fetch_pyodide(draft, say)
        fetch_msgspec(draft, say)
        say("packing the game for browsers")
        pack(sources, draft / "fulgence.zip")
        for path in sorted(WEIGHTS.glob("*.weights")):
            shutil.copyfile(path, draft / "weights" / path.name)
        listing = {"made_from": wanted, "files": [compressed(path, draft) for path in files_in(draft)]}
        (draft / LISTED).write_text(json.dumps(listing, indent=1) + "\n", encoding="utf-8")
        # Not in the list, as no game needs it: another Python has another text of its licence.
        text = license_text(PYODIDE, draft / MSGSPEC_WHEEL)
        (draft / LICENSES).write_text(text + "\n", encoding="utf-8")
        shutil.rmtree(folder, ignore_errors=True)
        draft.rename(folder)


def packed_files() -> dict[str, Path]:
    """Our sources, city files, lessons, puzzles and catalogues, by their names in the archive."""
    return {
        path.relative_to(PACKAGE.parent).as_posix(): path
        for path in files_in(PACKAGE)
        if path.suffix in ENDINGS and not LEFT_OUT & set(path.relative_to(PACKAGE).parts)
    }


def files_in(folder: Path) -> list[Path]:
    return sorted(path for path in folder.rglob("*") if path.is_file())


def pack(sources: dict[str, Path], archive: Path) -> None:
    with zipfile.ZipFile(archive, "w") as file:
        for name, path in sorted(sources.items()):
            entry = zipfile.ZipInfo(name, EARLIEST)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = 0o644 << 16
            file.writestr(entry, packed(path), compresslevel=9)


def packed(path: Path) -> bytes:
    """A file as it is in the archive: of each set of puzzles the first ones, because of its size, and
    catalogues without comments."""
    content = path.read_bytes()
    if path.suffix == CATALOGUE:
        lines = content.splitlines(keepends=True)
        return b"".join(line for line in lines if not line.startswith(b"#") or b"fuzzy" in line)
    if path.suffix != PUZZLES:
        return content
    first = gzip.decompress(content).splitlines(keepends=True)[:BUNDLED]
    return gzip.compress(b"".join(first), mtime=0)


def copy_downloads(older: Path, folder: Path) -> None:
    """What an older bundle has, if it is still wanted."""
    for name, expected in {**PYODIDE_FILES, MSGSPEC_WHEEL: MSGSPEC_SHA256}.items():
        if (older / name).exists() and sha256(older / name) == expected:
            shutil.copyfile(older / name, folder / name)


def fetch_pyodide(folder: Path, say: Say) -> None:
    """From the folder of npm in a checkout, if it is there."""
    installed = WEB / "node_modules" / "pyodide"
    if all((folder / name).exists() for name in PYODIDE_FILES):
        return
    if installed_version(installed) == PYODIDE:
        for name in PYODIDE_FILES:
            shutil.copyfile(installed / name, folder / name)
    else:
        say("downloading Pyodide (npm)")
        download_pyodide(folder)
    for name, expected in PYODIDE_FILES.items():
        check(folder / name, expected)


def installed_version(package: Path) -> str:
    try:
        return str(json.loads((package / "package.json").read_text(encoding="utf-8"))["version"])
    except (OSError, ValueError, KeyError):
        return ""


def download_pyodide(folder: Path) -> None:
    npm = shutil.which("npm")
    if not npm:
        raise NoBundle(Message("npm is needed to download Pyodide (Python for browsers): install Node.js"))
    with tempfile.TemporaryDirectory() as name:
        run("npm", [npm, "pack", "--loglevel=error", "--pack-destination", name, f"pyodide@{PYODIDE}"])
        [archive] = Path(name).glob("*.tgz")
        with tarfile.open(archive) as members:
            for file in PYODIDE_FILES:
                content = members.extractfile(f"package/{file}")
                assert content is not None
                (folder / file).write_bytes(content.read())


def fetch_msgspec(folder: Path, say: Say) -> None:
    if (folder / MSGSPEC_WHEEL).exists():
        return
    say("downloading msgspec for browsers (pip)")
    pip = [sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check"]
    run("pip", [*pip, "--no-deps", "--only-binary", ":all:", *TARGET, "--dest", str(folder), MSGSPEC])
    check(folder / MSGSPEC_WHEEL, MSGSPEC_SHA256)


def run(program: str, command: list[str]) -> None:
    done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True)
    if done.returncode:
        lines = done.stderr.strip().splitlines() or [f"status {done.returncode}"]
        reason = next((line for line in lines if "error" in line.lower()), lines[-1])
        raise NoBundle(
            Message(
                "{program} could not download what browsers need: {reason}", program=program, reason=reason
            )
        )


def check(file: Path, expected: str) -> None:
    if not file.exists() or sha256(file) != expected:
        raise NoBundle(Message("{file} is not the file that was expected", file=file.name))


def sha256(file: Path) -> str:
    return hashlib.sha256(file.read_bytes()).hexdigest()


def compressed(path: Path, folder: Path) -> dict[str, str | int]:
    """Puts a compressed copy beside a file if that helps; how large it is, and what a browser downloads."""
    content = path.read_bytes()
    packed = gzip.compress(content, 9, mtime=0)
    if helps := len(packed) < 0.95 * len(content):
        path.with_name(f"{path.name}.gz").write_bytes(packed)
    return {
        "name": path.relative_to(folder).as_posix(),
        "bytes": len(content),
        "gzipped": len(packed) if helps else len(content),
        "sha256": hashlib.sha256(content).hexdigest(),
    }


def digest(sources: dict[str, Path]) -> str:
    """Of all that the bundle is made from."""
    total = hashlib.sha256()
    inputs = sources | {path.name: path for path in [*WEIGHTS.glob("*.weights"), *PROGRAMS]}
    for name, path in sorted(inputs.items()):
        total.update(f"{name} {sha256(path)}\n".encode())
    return total.hexdigest()


def is_made(folder: Path, wanted: str) -> bool:
    try:
        listing = json.loads((folder / LISTED).read_text(encoding="utf-8"))
        return bool(listing["made_from"] == wanted)
    except (OSError, ValueError, KeyError):
        return False


def made(folder: Path) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    return folder
