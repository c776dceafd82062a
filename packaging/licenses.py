"""The licences of what others wrote and the web app is made of, in one text beside it."""

from __future__ import annotations

import json
import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
IMPORTED = re.compile(r'@import "((?:@[^/"]+/)?[^./"][^/"]*)')
HEAD = """The page of Fulgence is under the MIT licence. Parts of it were made by others.
What browsers need besides to play without a server has its own list, offline/licenses.txt."""


def write(web: Path, static: Path) -> None:
    """`licenses.txt`, from the list of packages that the bundler leaves there."""
    listed = static / "licenses.json"
    names = {entry["name"] for entry in json.loads(listed.read_text(encoding="utf-8"))} | styles(web)
    listed.unlink()
    parts = [HEAD, *(part(web / "node_modules" / name) for name in sorted(names))]
    (static / "licenses.txt").write_text("\n\n\n".join(parts) + "\n", encoding="utf-8")


def styles(web: Path) -> set[str]:
    """Packages with styles and fonts, which the bundler does not list."""
    sources = [path for kind in ("css", "svelte") for path in (web / "src").rglob(f"*.{kind}")]
    return {name for path in sources for name in IMPORTED.findall(path.read_text(encoding="utf-8"))}


def part(package: Path) -> str:
    facts = json.loads((package / "package.json").read_text(encoding="utf-8"))
    heading = f"{facts['name']} {facts['version']} ({facts['license']})"
    return f"{heading}\n{'=' * len(heading)}\n\n{notice(package, facts)}"


def notice(package: Path, facts: dict[str, str]) -> str:
    for file in sorted(package.glob("[Ll][Ii][Cc][Ee][Nn][CcSs][Ee]*")):
        return file.read_text(encoding="utf-8").strip()
    opening = re.match(r"(?://.*\n)+", (package / facts["module"]).read_text(encoding="utf-8"))
    if facts["license"] != "MIT" or not opening or "Copyright" not in opening[0]:
        raise LookupError(f"{package.name} has no licence text")
    own = (ROOT / "LICENSE").read_text(encoding="utf-8")
    permission = own[own.index("Permission is hereby granted") :].strip()
    return re.sub("^// ?-*", "", opening[0], flags=re.MULTILINE).strip() + "\n\n" + permission
