"""The language that a request is answered in."""

from __future__ import annotations

from fastapi import Request

from fulgence.language import ENGLISH, Language, known_tag, load_language


def language_for(request: Request) -> Language:
    """The first language that the reader asks for and that we have."""
    for wish in request.headers.get("accept-language", "").split(",")[:10]:
        tag = wish.partition(";")[0].strip()
        if known_tag(tag):
            return load_language(tag)
    return ENGLISH
