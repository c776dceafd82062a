"""Bit masks of cells. Compiled modules take these from bits.pxd instead."""


def bit(position: int) -> int:
    return 1 << position


def lowest(mask: int) -> int:
    """Position of the lowest bit of a mask that is not empty."""
    return (mask & -mask).bit_length() - 1


count = int.bit_count
