"""Asking before something that cannot be undone."""

from __future__ import annotations

import sys
from argparse import Namespace

from fulgence.commands.shared.console_io import printable
from fulgence.rules.errors import FulgenceError


class NotConfirmed(FulgenceError):
    """Nothing was done."""


class CannotAsk(NotConfirmed):
    is_usage = True


def confirm(question: str, options: Namespace) -> None:
    """Return if the answer is yes; `--yes` is one in advance."""
    if options.yes:
        return
    if sys.stdin is None or not sys.stdin.isatty():
        raise CannotAsk("this needs a terminal that can be asked, or --yes")
    print(f"{printable(question)} [y/N] ", end="", file=sys.stderr, flush=True)
    if sys.stdin.readline().strip().lower() not in ("y", "yes"):
        raise NotConfirmed("nothing was done")
