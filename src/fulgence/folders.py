"""The data folder and the cache folder on the user's machine, and private files."""

from __future__ import annotations

import contextlib
import os
import sys
from pathlib import Path


def data_folder() -> Path:
    """Where programs of a user store data on this system."""
    if chosen := os.environ.get("FULGENCE_DATA"):
        return Path(chosen)
    home = Path.home()
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", home / "AppData" / "Local")) / "fulgence"
    if sys.platform == "darwin":
        return home / "Library" / "Application Support" / "fulgence"
    return Path(os.environ.get("XDG_DATA_HOME") or home / ".local" / "share") / "fulgence"


def cache_folder() -> Path:
    """Where programs of a user keep what they can make again."""
    if chosen := os.environ.get("FULGENCE_DATA"):
        return Path(chosen) / "cache"
    home = Path.home()
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", home / "AppData" / "Local")) / "fulgence" / "cache"
    if sys.platform == "darwin":
        return home / "Library" / "Caches" / "fulgence"
    return Path(os.environ.get("XDG_CACHE_HOME") or home / ".cache") / "fulgence"


def make_private_folder(folder: Path) -> None:
    """Create the folder if needed. On Windows the folders of a user are private anyway."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    if folder.absolute() == data_folder().absolute():  # another one may be shared on purpose
        keep_from_others(folder)


def make_private_file(file: Path) -> None:
    """Create the file if needed; it and the files that SQLite puts beside it are private."""
    os.close(os.open(file, os.O_RDWR | os.O_CREAT, 0o600))
    for ending in ("", "-wal", "-shm", "-journal"):
        keep_from_others(file.with_name(file.name + ending))


def keep_from_others(path: Path) -> None:
    """Take away the rights of group and others, if the file exists and is ours."""
    with contextlib.suppress(OSError):
        path.chmod(path.stat().st_mode & 0o700)
