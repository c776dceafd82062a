"""Kills one of two servers that share PostgreSQL and Redis, again and again, while people play through both.

`--kills 5` takes a minute; one JSON line at the end.
"""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from server.repeated_takeovers import main

if __name__ == "__main__":
    raise SystemExit(main())
