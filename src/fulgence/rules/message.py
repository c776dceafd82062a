"""A sentence of the rules in English that still knows how it was made, so that others can translate it."""

from __future__ import annotations


class Message(str):
    """The template filled in. `template` and `fields` let a reader say the same in another language;
    a field that is a Message itself is to be translated too."""

    template: str
    fields: dict[str, object]

    def __new__(cls, template: str, /, **fields: object) -> Message:
        made = super().__new__(cls, template.format(**fields) if fields else template)
        made.template = template
        made.fields = fields
        return made
