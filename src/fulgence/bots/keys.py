"""Sheets told apart by one number each, so that a search meets no sheet twice.

A key is made of the sections that are drawn and of the marks that still count; the order in which a
line was drawn is not in it. Two different sheets have the same key once in 2**64.
"""

from __future__ import annotations

from array import array

from fulgence.rules import chance, kinds, sheet

WORD = 0xFFFFFFFFFFFFFFFF
FIRST, SECOND, THIRD = 0x9E3779B97F4A7C15, 0xBF58476D1CE4E5B9, 0x94D049BB133111EB
SECTIONS = 192


class Keys:
    def __init__(self) -> None:
        self.sections = array("Q", [chance.scrambled(n) for n in range(kinds.ROUNDS * SECTIONS)])

    def drawn(self, key: int, number: int, move: int) -> int:
        """The key after one more section in round `number`."""
        return key ^ self.sections[number * SECTIONS + ((move - 1) >> 1)]

    def marked(self, key: int, page: sheet.Sheet) -> int:
        """The key of sections together with what else the sheet of this round holds."""
        marks = page.boxed * FIRST & WORD
        marks = (marks ^ marks >> 31 ^ page.circled[page.round]) * SECOND & WORD
        marks = (marks ^ marks >> 29 ^ page.doubled[page.round]) * THIRD & WORD
        marks = (marks ^ marks >> 30 ^ page.power) * FIRST & WORD
        return key ^ marks ^ marks >> 32


class Seen:
    """A set of keys."""

    def __init__(self, room: int) -> None:
        """`room`: a power of two, doubled when the set gets full."""
        self.size = 0
        self.mask = room - 1
        self.slots = self.former = array("Q", bytes(8 * room))

    def clear(self) -> None:
        self.size = 0
        for place in range(self.mask + 1):
            self.slots[place] = 0

    def add(self, key: int) -> bool:
        """Put a key into the set; False if it was there."""
        if not self.put(key):
            return False
        self.size += 1
        if 2 * self.size > self.mask:
            self.grow()
        return True

    def put(self, key: int) -> bool:
        key |= 1  # an empty slot is 0
        place = (key >> 1) & self.mask
        while self.slots[place]:
            if self.slots[place] == key:
                return False
            place = (place + 1) & self.mask
        self.slots[place] = key
        return True

    def grow(self) -> None:
        self.former = self.slots
        self.slots = array("Q", bytes(16 * (self.mask + 1)))
        before = self.mask
        self.mask = 2 * before + 1
        for place in range(before + 1):
            if self.former[place]:
                self.put(self.former[place])
