"""The language of an answer, from the Accept-Language header."""

from __future__ import annotations

from fastapi import Request

from fulgence.language import ENGLISH, Language, known_tag, load_language


def language_for(request: Request) -> Language:
    """The first of the accepted languages that we have."""
    for accepted in request.headers.get("accept-language", "").split(",")[:10]:
        tag = accepted.partition(";")[0].strip()
        if known_tag(tag):
            return load_language(tag)
    return ENGLISH
