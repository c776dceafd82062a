"""District plans: how a sheet is divided, as pictures that turn and mirror; all look the same upside down."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from itertools import product

from fulgence.rules.generator import Generator

CORNERS = ("w", "x", "y", "z")  # the secondary districts at the corners, in reading order
PLATFORM = "p"
SPARSE, DENSE = 44, 62  # stations in a hundred cells of a main district

PICTURES = {
    "squares": """
        A A A B B B B C C C
        A A A B B B B C C C
        A A A B B B B C C C
        D D D E E E E F F F
        D D D E E E E F F F
        D D D E E E E F F F
        D D D E E E E F F F
        G G G H H H H I I I
        G G G H H H H I I I
        G G G H H H H I I I
    """,
    "pinwheel": """
        A A A A B B B C C C
        A A A A B B B C C C
        A A A A B B B C C C
        D D D E E E E C C C
        D D D E E E E F F F
        D D D E E E E F F F
        G G G E E E E F F F
        G G G H H H I I I I
        G G G H H H I I I I
        G G G H H H I I I I
    """,
    "bricks": """
        A A A A B B B C C C
        A A A A B B B C C C
        A A A A B B B C C C
        D D D E E E E F F F
        D D D E E E E F F F
        D D D E E E E F F F
        D D D E E E E F F F
        G G G H H H I I I I
        G G G H H H I I I I
        G G G H H H I I I I
    """,
    "stripes": """
        A A A A A B B B B B
        A A A A A B B B B B
        C C C C C D D D D D
        C C C C C D D D D D
        C C C C C D D D D D
        E E E E E F F F F F
        E E E E E F F F F F
        E E E E E F F F F F
        G G G G G H H H H H
        G G G G G H H H H H
    """,
    "windmill": """
        A A A A A B B B C C
        A A A A A B B B C C
        D D D D D B B B C C
        D D D D D B B B C C
        D D D D D B B B C C
        E E F F F G G G G G
        E E F F F G G G G G
        E E F F F G G G G G
        E E F F F H H H H H
        E E F F F H H H H H
    """,
}

Letters = tuple[tuple[str, ...], ...]


@dataclass(frozen=True)
class DistrictPlan:
    """`letters`: of every cell by row. `sizes`: how many stations each main district has."""

    letters: Letters
    sizes: dict[str, int]

    @property
    def size(self) -> tuple[int, int]:
        return (len(self.letters[0]), len(self.letters))


def plans_with(mains: int) -> list[Letters]:
    """Every picture with so many main districts."""
    pictures = [tuple(tuple(row.split()) for row in text.strip().splitlines()) for text in PICTURES.values()]
    return [letters for letters in pictures if len({each for row in letters for each in row}) == mains]


def choose_plan(mains: int, stations: int, platform: bool, rng: Generator) -> DistrictPlan | None:
    """A plan for so many stations in main districts. None if there is no even way to spread them."""
    pictures = plans_with(mains)
    letters = pictures[rng.draw(len(pictures))]
    if rng.draw(2):
        letters = tuple(zip(*letters, strict=True))
    if rng.draw(2):
        letters = tuple(row[::-1] for row in letters)
    letters = in_reading_order(letters)
    letters = with_secondary(letters, platform)
    sizes = even_sizes(letters, stations)
    return DistrictPlan(letters, sizes) if sizes else None


def in_reading_order(letters: Letters) -> Letters:
    """Main districts named from A on, by their middles. Upside down it is the same plan, so the middle one of
    an odd number keeps its letter."""
    places: dict[str, list[tuple[int, int]]] = {}
    for y, row in enumerate(letters):
        for x, letter in enumerate(row):
            places.setdefault(letter, []).append((y, x))

    def middle(letter: str) -> tuple[int, int]:
        cells = places[letter]
        return (sum(y for y, _ in cells) * 60 // len(cells), sum(x for _, x in cells) * 60 // len(cells))

    names = {letter: chr(ord("A") + number) for number, letter in enumerate(sorted(places, key=middle))}
    return tuple(tuple(names[letter] for letter in row) for row in letters)


def with_secondary(letters: Letters, platform: bool) -> Letters:
    rows = [list(row) for row in letters]
    rows[0][0], rows[0][-1], rows[-1][0], rows[-1][-1] = CORNERS
    if platform:
        x, y = len(rows[0]) // 2, len(rows) // 2
        for dy, dx in product((-1, 0), repeat=2):
            rows[y + dy][x + dx] = PLATFORM
    return tuple(tuple(row) for row in rows)


def even_sizes(letters: Letters, stations: int) -> dict[str, int] | None:
    """How many stations each main district gets: as many as others of the same area, and all about
    as dense."""
    areas = Counter(letter for row in letters for letter in row if letter.isupper())
    kinds = sorted(set(areas.values()))
    ranges = [range(-(-area * SPARSE // 100), area * DENSE // 100 + 1) for area in kinds]
    found = []
    for counts in product(*ranges):
        by_area = dict(zip(kinds, counts, strict=True))
        densities = [100 * count // area for area, count in by_area.items()]
        sizes = {letter: by_area[area] for letter, area in sorted(areas.items())}
        if sum(sizes.values()) == stations:
            found.append((max(densities) - min(densities), [-count for count in counts], sizes))
    return min(found)[-1] if found else None
