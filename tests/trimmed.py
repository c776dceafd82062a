"""Copies of the project that compile less, so that building them takes seconds."""

from __future__ import annotations

import re
from pathlib import Path


def compile_only(project: Path, *modules: str) -> None:
    """Shortens the list of modules that are compiled in a copy of the project, and optimizes none of them."""
    build = project / "src/fulgence/build.py"
    text = build.read_text(encoding="utf-8")
    for name, listed in (("HOT", modules), ("WARM", ())):
        text, found = re.subn(
            rf"^{name} = \(.*?^\)", f"{name} = {listed!r}", text, flags=re.DOTALL | re.MULTILINE
        )
        assert found == 1, name
    build.write_text(text, encoding="utf-8")
    setup = project / "setup.py"
    text, found = re.subn(r'"-O[13]"', '"-O0"', setup.read_text(encoding="utf-8"))
    assert found, "no optimization level"
    setup.write_text(text, encoding="utf-8")
