"""`fulgence doctor`: what this installation can do."""

from __future__ import annotations

import json
import os
import platform
import sys
from argparse import Namespace

from fulgence import __version__
from fulgence.build import is_compiled
from fulgence.rules.cityfile import city_names


def run(options: Namespace) -> int:
    findings = {
        "fulgence": __version__,
        "python": platform.python_version(),
        "platform": platform.platform(),
        "compiled": is_compiled(),
        "cities": list(city_names()),
        "terminal": sys.stdout.isatty(),
        "colour": sys.stdout.isatty() and "NO_COLOR" not in os.environ and os.environ.get("TERM") != "dumb",
    }
    if options.json:
        print(json.dumps(findings))
        return 0
    for name, value in findings.items():
        text = ", ".join(value) if isinstance(value, list) else value
        print(
            f"{name:<10} {({True: 'yes', False: 'no'}.get(text, text)) if isinstance(text, bool) else text}"
        )
    if not findings["compiled"]:
        print("The rules run uncompiled: everything works, but simulations are about 100 times slower.")
        print("With a C compiler and the Python headers, install the package again.")
    return 0
