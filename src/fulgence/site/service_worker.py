"""The service worker's list of files, which makes it the one of this version of the app."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping

SCRIPT = "service-worker.js"
PAGE = "index.html"


def with_shell(script: bytes, files: Mapping[str, bytes], answers: Mapping[str, bytes]) -> bytes:
    """The script after the list that it expects. `files`: what the app consists of, by path. `answers`:
    what a server answers besides, perhaps with other spaces, so that browsers do not check them."""
    digests = {
        "" if path == PAGE else path: sha256(content) for path, content in files.items() if path != SCRIPT
    }
    contents = digests | {path: sha256(content) for path, content in answers.items()}
    listed = dict(sorted((digests | dict.fromkeys(answers, "")).items()))
    shell = {"version": sha256(json.dumps(contents, sort_keys=True).encode())[:12], "files": listed}
    return f"const SHELL={json.dumps(shell, separators=(',', ':'))};\n".encode() + script


def sha256(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()
