"""A sentence in English that keeps its template and fields, so that it can be translated."""

from __future__ import annotations


class Message(str):
    """The filled-in template. A field that is a Message is translated too."""

    template: str
    fields: dict[str, object]

    def __new__(cls, template: str, /, **fields: object) -> Message:
        made = super().__new__(cls, template.format(**fields) if fields else template)
        made.template = template
        made.fields = fields
        return made
