"""The letter, line pattern and colours of each pencil, for the terminal, print and the web app.

They derive from the names in the city file, in any language, so a pencil has the same letter everywhere. The
first colours are after Okabe and Ito, safe for colour-blind people; letters and patterns need no colour.
"""

from __future__ import annotations

import string
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple, TypeVar

T = TypeVar("T")


@dataclass(frozen=True)
class Pencil:
    """`dash`: lengths of light and gap along the middle of the line; empty for none."""

    name: str
    letter: str
    dash: str
    light: str  # on white paper and on a light screen
    dark: str  # on a dark screen
    rich: int  # in a terminal of 256 colours
    basic: int  # in one of 16


class Hue(NamedTuple):
    light: str
    dark: str
    rich: int
    basic: int  # if no other pencil has it
    dash: str  # likewise


SOLID, DOTS, DASHES, LONG, MIXED, SHORT = PATTERNS = ("", "2 14", "16 12", "30 10", "30 10 2 10", "8 8")
BASICS = (35, 94, 95, 32, 93, 33, 31, 36, 91, 34)

HUES = {
    "purple": Hue("#7b3fa0", "#b98be0", 134, 35, SOLID),
    "blue": Hue("#0072b2", "#58b3ec", 33, 94, DOTS),
    "pink": Hue("#c93f7f", "#f088b8", 205, 95, DASHES),
    "green": Hue("#00805f", "#3fc79a", 35, 32, LONG),
    "orange": Hue("#c25600", "#f59a4b", 208, 93, DASHES),
    "brown": Hue("#7a5230", "#c99b72", 137, 33, MIXED),
    "red": Hue("#c0202c", "#ff7468", 196, 31, DASHES),
    "teal": Hue("#00757f", "#3fd0dc", 37, 36, MIXED),
    "yellow": Hue("#7a6600", "#f2d43d", 142, 93, SHORT),
    "indigo": Hue("#23308a", "#8290ff", 62, 34, LONG),
    "maroon": Hue("#7e1037", "#d0607f", 125, 91, SHORT),
    "black": Hue("#111318", "#7d8aa6", 238, 90, SOLID),
    "grey": Hue("#464d5b", "#b7c1d2", 243, 37, SHORT),
    "white": Hue("#6c7685", "#ffffff", 249, 97, DOTS),
}
OTHER_NAMES = {
    "violet": "purple",
    "lilac": "purple",
    "azure": "blue",
    "rose": "pink",
    "magenta": "pink",
    "emerald": "green",
    "lime": "green",
    "amber": "orange",
    "scarlet": "red",
    "turquoise": "teal",
    "cyan": "teal",
    "gold": "yellow",
    "navy": "indigo",
    "crimson": "maroon",
    "gray": "grey",
    "silver": "white",
}
LETTERS = {"pink": "K", "brown": "N"}  # p is for purple, b for blue


@lru_cache(maxsize=64)
def pencils_of(names: tuple[str, ...]) -> dict[str, Pencil]:
    """The pencils of a city by name: no two share a letter, a pattern or a colour."""
    hues = hues_of(names)
    letters: list[str] = []
    dashes: list[str] = []
    basics: list[int] = []
    for name in names:
        letters.append(first_free(letters_for(name), letters))
        dashes.append(first_free((HUES[hues[name]].dash, *PATTERNS), dashes))
        basics.append(first_free((HUES[hues[name]].basic, *BASICS), basics))
    return {
        name: Pencil(name, letter, dash, *HUES[hues[name]][:3], basic)
        for name, letter, dash, basic in zip(names, letters, dashes, basics, strict=True)
    }


def hues_of(names: Sequence[str]) -> dict[str, str]:
    """A pencil named after a colour gets that hue; the others take what is left."""
    found: dict[str, str] = {}
    for name in names:
        hue = OTHER_NAMES.get(name.lower(), name.lower())
        if hue in HUES and hue not in found.values():
            found[name] = hue
    for name in names:
        if name not in found:
            found[name] = first_free(HUES, found.values())
    return found


def letters_for(name: str) -> list[str]:
    """Letters for a pencil in order of preference, all from A to Z."""
    plain = unicodedata.normalize("NFKD", name).upper()
    own = [letter for letter in plain if letter in string.ascii_uppercase]
    return [*LETTERS.get(name.lower(), ""), *own, *string.ascii_uppercase]


def first_free(wishes: Iterable[T], taken: Iterable[T]) -> T:
    used = set(taken)
    return next(wish for wish in wishes if wish not in used)
