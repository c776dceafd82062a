"""The licences of the software of others in the offline bundle, copied from where each was installed."""

from __future__ import annotations

import os
import zipfile
from pathlib import Path

PYODIDE_FILES = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "pyodide-lock.json")


def license_text(pyodide: str, wheel: Path) -> str:
    """`pyodide`: its version. `wheel`: of msgspec, for browsers."""
    return "\n\n\n".join(
        [
            "The offline bundle of Fulgence. fulgence.zip and weights/ are parts of Fulgence, under the MIT\n"
            "licence. Everything else was made by others and is unchanged:",
            part(
                f"Pyodide {pyodide} (MPL-2.0): {', '.join(PYODIDE_FILES)}",
                "Its package has no licence text. It is the Mozilla Public License 2.0: https://mozilla.org/MPL/2.0/\n"
                "The source code is at https://github.com/pyodide/pyodide",
            ),
            part(
                "CPython (PSF-2.0): python_stdlib.zip, and in pyodide.asm.wasm",
                python_license()
                or "The Python that made this bundle has no licence text. It is the Python Software\n"
                "Foundation License Version 2: https://docs.python.org/3/license.html",
            ),
            part(
                "C libraries in pyodide.asm.wasm",
                "Emscripten (MIT or NCSA), musl (MIT), zlib (Zlib), bzip2 (bzip2-1.0.6), liblzma (0BSD),\n"
                "Zstandard (BSD-3-Clause), libffi (MIT), SQLite (public domain), libmpdec (BSD-2-Clause),\n"
                "Expat (MIT). Pyodide's package has none of their licence texts; its source code says where\n"
                "each comes from.",
            ),
            part(f"msgspec (BSD-3-Clause): {wheel.name}", wheel_license(wheel)),
        ]
    )


def part(heading: str, text: str) -> str:
    return f"{heading}\n{'=' * len(heading)}\n\n{text}"


def python_license() -> str:
    """Where `license()` of an interactive Python looks for it; "" if it was not installed."""
    library = Path(os.__file__).parent
    for folder in (library.parent, library):
        for name in ("LICENSE.txt", "LICENSE"):
            if (folder / name).is_file():
                return (folder / name).read_text(encoding="utf-8").strip()
    return ""


def wheel_license(wheel: Path) -> str:
    with zipfile.ZipFile(wheel) as archive:
        [name] = [name for name in archive.namelist() if "/licenses/LICENSE" in name]
        return archive.read(name).decode().strip()
