"""Kills a server with SIGKILL again and again while people play: what it acknowledged must be there.

`--kills 200` takes some minutes; one JSON line at the end.
"""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from server.repeated_kills import main

if __name__ == "__main__":
    raise SystemExit(main())
