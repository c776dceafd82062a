"""One line for each step of `make play`, with the seconds since its first one."""

from __future__ import annotations

import os
import sys
import time


def step(text: str) -> None:
    """Nothing outside of make: pip and others have words of their own."""
    if started := os.environ.get("FULGENCE_SETUP_STARTED"):
        print(f"[{time.time() - float(started):3.0f} s] {text} ...", flush=True)


if __name__ == "__main__":
    step(" ".join(sys.argv[1:]))
