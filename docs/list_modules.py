"""Writes the list of modules at the end of design.md, from the first sentence of each file's docstring."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path

DESIGN = Path(__file__).with_name("design.md")
PACKAGE = Path(__file__).parents[1] / "src" / "fulgence"
HEADING = "## Every module\n\nFrom the first sentence of each file; `make modules` writes this list.\n"


def modules() -> Iterator[Path]:
    """All source files, without those that only mark a package."""
    for file in sorted(PACKAGE.rglob("*.py"), key=lambda file: (file.parent.parts, file.name)):
        if file.read_text(encoding="utf-8").strip() and file.name != "__main__.py":
            yield file.relative_to(PACKAGE)


def first_sentence(module: Path) -> str:
    documentation = ast.get_docstring(ast.parse((PACKAGE / module).read_text(encoding="utf-8"))) or ""
    paragraph = " ".join(documentation.split("\n\n")[0].split())
    return re.match(r".*?(?:[.:](?= [A-Z`])|$)", paragraph)[0].rstrip(".:")  # type: ignore[index]  # matches ""


def listing() -> str:
    """One table for each folder."""
    tables = []
    for folder, members in groupby(modules(), key=lambda module: module.parent):
        rows = [f"| `{module.name}` | {first_sentence(module)} |" for module in members]
        name = "fulgence" if folder == Path() else folder.as_posix()
        tables.append("\n".join([f"### {name}/", "", "| file | holds |", "| --- | --- |", *rows]))
    return HEADING + "\n" + "\n\n".join(tables) + "\n"


def with_listing(text: str) -> str:
    return text.partition("## Every module\n")[0] + listing()


if __name__ == "__main__":
    DESIGN.write_text(with_listing(DESIGN.read_text(encoding="utf-8")), encoding="utf-8")
