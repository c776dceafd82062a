"""Which form of the rules is running."""

from __future__ import annotations

import sys
from pathlib import Path

HERE = Path(__file__).parent

HOT = (
    "rules.tables",
    "rules.chance",
    "rules.line",
    "rules.sheet",
    "rules.score",
    "rules.lone",
    "bots.beam",
    "bots.flat",
    "bots.fullround",
    "bots.gain",
    "bots.inputs",
    "bots.keys",
    "bots.player",
    "bots.playout",
    "bots.search",
    "bots.study",
    "bots.value",
    "env.observer",
    "env.many",
)


def is_compiled() -> bool:
    """Whether every hot module runs as machine code."""
    return all(not module_file(name).endswith(".py") for name in HOT)


def note() -> str:
    """One line for people whose installation has no compiled modules, else nothing."""
    if is_compiled():
        return ""
    return "fulgence: not compiled, so simulations are about 100 times slower (see `fulgence doctor`)"


def module_file(name: str) -> str:
    """The file that an import would take; nothing is imported, as a part may need libraries of an extra."""
    folder, _, _ = name.rpartition(".")
    for finder in sys.meta_path:
        spec = finder.find_spec(f"fulgence.{name}", [str(HERE / folder)])
        if spec is not None and spec.origin is not None:
            return spec.origin
    return ""


if __name__ == "__main__":
    print(note() or "fulgence: compiled")
