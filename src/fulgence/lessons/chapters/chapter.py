"""A chapter of the rules."""

from __future__ import annotations

from dataclasses import dataclass, field

from fulgence.lessons.figures.figure import Figure


@dataclass(frozen=True)
class Chapter:
    """Texts in the language that was current when it was made."""

    key: str
    title: str
    paragraphs: list[str]
    figures: list[Figure] = field(default_factory=list)
