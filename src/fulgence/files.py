"""Files that are written whole or not at all."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path


def write_atomically(path: Path, parts: Iterable[bytes]) -> None:
    """Replace a file in one step: whoever reads it finds the old content or the new, even after a crash.

    A symbolic link is followed. Whatever goes wrong, the old file stays and no draft is left behind."""
    target = path.resolve()
    draft = target.with_name(f".{target.name}.{os.getpid()}.part")
    try:
        with draft.open("xb") as file:
            file.writelines(parts)
            file.flush()
            os.fsync(file.fileno())
        draft.replace(target)
    finally:
        draft.unlink(missing_ok=True)
