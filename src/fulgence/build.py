"""Which form of the rules is running."""

from __future__ import annotations

import importlib

HOT = ("rules.tables", "rules.chance", "rules.line", "rules.sheet", "rules.score", "bots.playout")


def is_compiled() -> bool:
    """Whether every hot module runs as machine code."""
    return all(not module_file(name).endswith(".py") for name in HOT)


def note() -> str:
    """One line for people whose installation has no compiled modules, else nothing."""
    if is_compiled():
        return ""
    return "fulgence: not compiled, so simulations are about 100 times slower (see `fulgence doctor`)"


def module_file(name: str) -> str:
    return importlib.import_module(f"fulgence.{name}").__file__ or ""


if __name__ == "__main__":
    print(note() or "fulgence: compiled")
