"""A section of the rules pages."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Section:
    """Texts in the language spoken when it was made."""

    key: str
    title: str
    paragraphs: list[str]
