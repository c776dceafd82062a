"""A pseudo-language that masks every letter, to expose text that is not translated."""

from __future__ import annotations

import gettext
import re

from fulgence.language import Language

FIELD_OR_LETTER = re.compile(r"\{[^}]*\}|[A-Za-z]")


def mask_letters(message: str) -> str:
    return FIELD_OR_LETTER.sub(lambda match: match[0] if len(match[0]) > 1 else "ж", message)


class PseudoTranslations(gettext.NullTranslations):
    def gettext(self, message: str) -> str:
        return mask_letters(message)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return mask_letters(msgid1 if n == 1 else msgid2)


PSEUDO = Language("pseudo", PseudoTranslations())
