"""Makes the offline bundle, with which browsers play without a server, in the package or in a folder.

    python packaging/offline.py [FOLDER]

Nothing else needs it: where something cannot be downloaded, that is said, and all the rest works.
"""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path

from step import step

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "src"))

from fulgence.site.bundle import LISTED, NoBundle, default_folder, make_bundle

REQUIRED = os.environ.get("FULGENCE_REQUIRE_WEB", "") not in ("", "0")


def main() -> None:
    folder = Path(sys.argv[1]).resolve() if sys.argv[1:] else default_folder()
    try:
        make_bundle(folder, step)
    except NoBundle as error:
        print(f"fulgence: no play without a server ({error}); everything else works", file=sys.stderr)
        sys.exit(1 if REQUIRED or sys.argv[1:] else 0)
    if not os.environ.get("FULGENCE_SETUP_STARTED"):
        report(folder)


def report(folder: Path) -> None:
    files = json.loads((folder / LISTED).read_text(encoding="utf-8"))["files"]
    weights = [file for file in files if file["name"].startswith("weights/")]
    others = [file for file in files if file not in weights]
    for file in [*others, *weights]:
        print(f"{file['gzipped']:>10,}  {file['name']}")
    print(f"{sum(file['gzipped'] for file in others):>10,}  bytes gzipped in all, without the weights")


if __name__ == "__main__":
    main()
