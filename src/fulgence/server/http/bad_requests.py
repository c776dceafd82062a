"""Why a request cannot be accepted, in words instead of those of the library that checks it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from fulgence.rules.message import Message


def bad_request(error: Mapping[str, Any]) -> Message:
    """The first error that pydantic has found, with the place of it."""
    where = ".".join(str(part) for part in error["loc"])[:200]
    return Message("{where}: {reason}", where=where, reason=reason_of(error["type"], error.get("ctx") or {}))


def reason_of(kind: str, limits: Mapping[str, Any]) -> Message:
    if kind == "json_invalid":
        return Message("the text is not JSON")
    if kind == "missing":
        return Message("is missing")
    if kind == "extra_forbidden":
        return Message("is not known here")
    if kind == "string_too_long":
        return Message("at most {count} characters are allowed", count=limits["max_length"])
    if kind == "too_long":
        return Message("at most {count} are allowed", count=limits["max_length"])
    if kind in ("string_too_short", "too_short"):
        return Message("is too short")
    if kind in ("greater_than_equal", "less_than_equal"):
        return Message("this number is out of range")
    return Message("is not what is expected here")
