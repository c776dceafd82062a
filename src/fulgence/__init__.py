"""Fulgence: the flip-and-write metro games Next Station London, Paris and Berlin. Unofficial.

With the variable FULGENCE_INTERPRETED the rules run from their source files even where compiled
ones lie beside them: for debuggers, coverage, and tests of the source itself.
"""

import os

__version__ = "0.1.0"

if os.environ.get("FULGENCE_INTERPRETED", "") not in ("", "0"):
    from fulgence import interpreted

    interpreted.install()
