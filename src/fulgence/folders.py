"""Where things are kept on the user's machine."""

from __future__ import annotations

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
