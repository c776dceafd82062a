"""Why a text is not TOML, in words for people who write a city file."""

from __future__ import annotations

import re

from fulgence.rules.message import Message

PLACE = re.compile(r"\(at line (\d+), column (\d+)\)")
# By words of tomllib's messages; the first that occurs.
REASONS = {
    "overwrite": Message("a key is there twice"),
    "twice": Message("a table is there twice"),
    "Duplicate": Message("a key is there twice"),
    "Expected '='": Message("an equals sign is missing after a key"),
    "Expected ']'": Message("a closing bracket is missing"),
    "Unclosed": Message("a closing bracket is missing"),
    "Unterminated": Message("a closing quotation mark is missing"),
    "Illegal character '\\n'": Message("a closing quotation mark is missing"),
    "Illegal character": Message("this character is not allowed here"),
    "Invalid value": Message("this is not a value: texts have quotation marks"),
    "Expected newline": Message("something follows the end of a line"),
}
UNREADABLE = Message("this cannot be read")


def toml_reason(error: ValueError | RecursionError) -> Message:
    if isinstance(error, RecursionError):
        return Message("it is nested too deeply")
    text = str(error)
    if "at end of document" in text:
        return Message("the text ends too early")
    place = PLACE.search(text)
    if place is None:
        return Message("a number has too many digits")
    reason = next((words for sign, words in REASONS.items() if sign in text), UNREADABLE)
    return Message(
        "line {line}, column {column}: {reason}", line=int(place[1]), column=int(place[2]), reason=reason
    )
