"""A language in which every letter of every message is another one, so that what is not a message shows."""

from __future__ import annotations

import gettext
import re

from fulgence.language import Language

FIELD_OR_LETTER = re.compile(r"\{[^}]*\}|[A-Za-z]")


def disguised(message: str) -> str:
    return FIELD_OR_LETTER.sub(lambda match: match[0] if len(match[0]) > 1 else "ж", message)


class Disguises(gettext.NullTranslations):
    def gettext(self, message: str) -> str:
        return disguised(message)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return disguised(msgid1 if n == 1 else msgid2)


PSEUDO = Language("pseudo", Disguises())
