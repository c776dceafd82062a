"""Zobrist hashing of sheets, so that a search detects transpositions.

A key covers the sections drawn and the marks that still count, not the order of drawing. Two different sheets
collide once in 2**64.
"""

from __future__ import annotations

from array import array

from fulgence.rules import generator, kinds
from fulgence.rules.sheet import Sheet

WORD = 0xFFFFFFFFFFFFFFFF
MIX_1, MIX_2, MIX_3 = 0x9E3779B97F4A7C15, 0xBF58476D1CE4E5B9, 0x94D049BB133111EB
MAX_SECTIONS = 192


class ZobristKeys:
    def __init__(self) -> None:
        self.sections = array("Q", [generator.scrambled(n) for n in range(kinds.ROUNDS * MAX_SECTIONS)])

    def toggle_section(self, key: int, number: int, move: int) -> int:
        """The key of the sections after one more was drawn in round `number`."""
        return key ^ self.sections[number * MAX_SECTIONS + ((move - 1) >> 1)]

    def full_key(self, key: int, sheet: Sheet) -> int:
        """The key of the sections combined with the marks and the unspent power of this round."""
        marks = sheet.boxed * MIX_1 & WORD
        marks = (marks ^ marks >> 31 ^ sheet.circled[sheet.round]) * MIX_2 & WORD
        marks = (marks ^ marks >> 29 ^ sheet.doubled[sheet.round]) * MIX_3 & WORD
        marks = (marks ^ marks >> 30 ^ sheet.power) * MIX_1 & WORD
        return key ^ marks ^ marks >> 32

    def drawn_key(self, sheet: Sheet) -> int:
        """The key of all sections of a sheet."""
        key = 0
        for section in range(sheet.city.sections):
            rounds = sheet.drawn[section]
            for number in range(kinds.ROUNDS):
                if rounds >> number & 1:
                    key ^= self.sections[number * MAX_SECTIONS + section]
        return key

    def state_key(self, key: int, sheet: Sheet) -> int:
        """Like `full_key`, across rounds: finished lines that differ in nothing but marks differ in
        points."""
        points = sheet.points[0] + sheet.points[1] + sheet.points[2] + sheet.points[3]
        past = (8 * points + sheet.round + 1) * MIX_2 & WORD
        return self.full_key(key, sheet) ^ past ^ past >> 32

    def ended_key(self, key: int) -> int:
        """Of the same sheet after the end of the round."""
        return (key * MIX_3 + MIX_1) & WORD


class KeySet:
    """A hash set of keys with linear probing."""

    def __init__(self, capacity: int) -> None:
        """`capacity`: a power of two; doubled when the set is half full."""
        self.size = 0
        self.mask = capacity - 1
        self.slots = self.old_slots = array("Q", bytes(8 * capacity))

    def clear(self) -> None:
        self.size = 0
        for place in range(self.mask + 1):
            self.slots[place] = 0

    def add(self, key: int) -> bool:
        """Add a key; False if it was there."""
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
        self.old_slots = self.slots
        self.slots = array("Q", bytes(16 * (self.mask + 1)))
        before = self.mask
        self.mask = 2 * before + 1
        for place in range(before + 1):
            if self.old_slots[place]:
                self.put(self.old_slots[place])
