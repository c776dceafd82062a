"""Prints what pip has to fetch, as pyproject.toml says: `build` for the build itself, `run` for the program.

With it there first, nothing waits for an isolated build, and the libraries are fetched beside the compiler.
"""

from __future__ import annotations

import sys
import tomllib

import webapp


def requirements(purpose: str) -> list[str]:
    facts = tomllib.loads((webapp.ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    if purpose == "build":
        return [*facts["build-system"]["requires"], *webapp.requirements()]
    return list(facts["project"]["dependencies"])


if __name__ == "__main__":
    print("\n".join(requirements(sys.argv[1])))
