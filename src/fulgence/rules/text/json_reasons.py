"""Why a text is not JSON, in words for people who did not write it by hand."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from fulgence.rules.errors import BadRecord
from fulgence.rules.message import Message


def parse_document(text: str, refusal: Callable[[Message], Message]) -> Any:
    """What a JSON text holds, or BadRecord with the refusal for the reason why it holds nothing."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        reason = json_reason(text, error)
    raise BadRecord(refusal(reason))


def no_record(reason: Message) -> Message:
    return Message("this is not a record: {reason}", reason=reason)


def no_sheet(reason: Message) -> Message:
    return Message("this is not a sheet: {reason}", reason=reason)


def json_reason(text: str, error: ValueError | RecursionError) -> Message:
    if isinstance(error, RecursionError):
        return Message("it is nested too deeply")
    if not isinstance(error, json.JSONDecodeError):
        return Message("a number has too many digits")
    if not text.strip():
        return Message("the text is empty")
    if not text.lstrip().startswith(("{", "[")):
        return Message("the text does not begin with a curly bracket")
    if error.msg.startswith("Unterminated string") or not text[error.pos :].strip():
        return Message("the text ends too early")
    place = {"line": error.lineno, "column": error.colno}
    if error.msg == "Extra data":
        return Message("something follows its end in line {line}, column {column}", **place)
    return Message("line {line}, column {column} cannot be read", **place)
