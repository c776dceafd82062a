"""Why a message of a socket cannot be read, in words."""

from __future__ import annotations

import re

from fulgence.rules.message import Message

MISSING = re.compile(r"missing required field `(\w+)`")
WRONG = re.compile(r"at `\$\.?([\w.\[\]]*)`")


def decode_reason(error: Exception) -> Message:
    """Of an error of msgspec."""
    text = str(error)
    if found := MISSING.search(text):
        return Message("{key} is missing", key=found[1])
    if "Invalid value" in text:
        return Message("there is no message of this type")
    if found := WRONG.search(text):
        return Message("{key} has a wrong value", key=found[1] or "type")
    if "nested" in text:
        return Message("it is nested too deeply")
    if "truncated" in text:
        return Message("the text ends too early")
    return Message("the text is not JSON, or not an object")
