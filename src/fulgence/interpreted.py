"""Import hook that skips the compiled modules (FULGENCE_INTERPRETED=1)."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib.machinery import FileFinder, ModuleSpec, SourceFileLoader
from types import ModuleType


class SourceOnly:
    """A finder that sees only the .py files of this package."""

    @staticmethod
    def find_spec(
        name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if not name.startswith("fulgence.") or path is None:
            return None
        for folder in path:
            finder = FileFinder(folder, (SourceFileLoader, [".py"]))
            spec = finder.find_spec(name)
            if spec is not None and spec.loader is not None:
                return spec
        return None


def install() -> None:
    sys.meta_path.insert(0, SourceOnly)
