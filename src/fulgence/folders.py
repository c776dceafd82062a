"""Where things are kept on the user's machine."""

from __future__ import annotations

import contextlib
import os
import sys
from pathlib import Path


def data_folder() -> Path:
    """Where a user's programs keep their data on this system."""
    if chosen := os.environ.get("FULGENCE_DATA"):
        return Path(chosen)
    home = Path.home()
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", home / "AppData" / "Local")) / "fulgence"
    if sys.platform == "darwin":
        return home / "Library" / "Application Support" / "fulgence"
    return Path(os.environ.get("XDG_DATA_HOME") or home / ".local" / "share") / "fulgence"


def make_private_folder(folder: Path) -> None:
    """Where there is none. Windows keeps what is in a user's folder from others by itself."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    if folder.absolute() == data_folder().absolute():  # any other may be shared on purpose
        keep_from_others(folder)


def make_private_file(file: Path) -> None:
    """Where there is none; it and what SQLite puts beside it are for nobody else."""
    os.close(os.open(file, os.O_RDWR | os.O_CREAT, 0o600))
    for ending in ("", "-wal", "-shm", "-journal"):
        keep_from_others(file.with_name(file.name + ending))


def keep_from_others(path: Path) -> None:
    """Group and others may do nothing with it, if it is there and ours."""
    with contextlib.suppress(OSError):
        path.chmod(path.stat().st_mode & 0o700)
