"""Environments for reinforcement learning: Gymnasium for one player, PettingZoo for a table."""

from __future__ import annotations

from importlib import import_module

from fulgence.rules.errors import FulgenceError
from fulgence.rules.message import Message

LIBRARIES = ("gymnasium", "numpy", "pettingzoo")


class NoLibraries(FulgenceError, ImportError):
    """The libraries of the extra `env` are not installed."""


for library in LIBRARIES:
    try:
        import_module(library)
    except ImportError:
        raise NoLibraries(
            Message(
                "environments need {library}, which is not installed: pip install 'fulgence[env]'",
                library=library,
            )
        ) from None

import gymnasium  # noqa: E402 (after checking that it is installed)

ENVIRONMENT = "Fulgence-v0"

if ENVIRONMENT not in gymnasium.registry:
    gymnasium.register(
        ENVIRONMENT,
        entry_point="fulgence.env.solo:Solo",
        vector_entry_point="fulgence.env.vector:SoloVector",
    )
