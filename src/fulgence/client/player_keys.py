"""The player's keys on this machine, one for each server, in a private file."""

from __future__ import annotations

import json
import secrets
from pathlib import Path

from fulgence.folders import data_folder, make_private_file, make_private_folder


def keys_path() -> Path:
    return data_folder() / "player-keys.json"


def known_key(server: str, path: Path) -> str:
    """The key for this server, empty if there is none yet."""
    return read_keys(path).get(server, "")


def keep_key(server: str, key: str, path: Path) -> None:
    make_private_folder(path.parent)
    make_private_file(path)
    path.write_text(json.dumps({**read_keys(path), server: key}, indent=1) + "\n", encoding="utf-8")


def read_keys(path: Path) -> dict[str, str]:
    try:
        keys = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return (
        {server: key for server, key in keys.items() if isinstance(key, str)}
        if isinstance(keys, dict)
        else {}
    )


def new_key() -> str:
    """128 random bits."""
    return secrets.token_hex(16)
