"""The parts of a review, and in which order they are made."""

from __future__ import annotations

from collections.abc import Iterator

PLAYERS = EXPERT, HINDSIGHT = "expert", "hindsight"  # whose games with the same cards are shown


def review_parts(turns: int, *, games: bool) -> Iterator[int | str]:
    """Turns by number, and the games of other players by their name.

    The expert's game comes first because it is soon there; hindsight searches longest and comes last."""
    if games:
        yield EXPERT
    yield from range(turns)
    if games:
        yield HINDSIGHT
