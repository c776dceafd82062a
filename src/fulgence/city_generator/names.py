"""Names of cities and rivers that do not exist, made of syllables."""

from __future__ import annotations

from fulgence.rules.generator import Generator

FIRST = """
    Al Ar Bel Bran Cal Cor Dal Dor El Er Fal Fen Gar Gol Hal Hes Is Jor Kal Kel Lan Lor Mal Mer Nar Nor Or
    Pel Per Quil Ral Ros Sal Sel Tal Tor Ul Val Vel Wen Wil Yar Zel
"""
MIDDLE = "a e i o a e i o an en in on ar er el"
LAST = """
    bourg burg by dale dorf fell ford gard grad haven heim holm lund mark mont mouth mund now pont rath rode
    rona sted stad stow thal tona tova trin via vik ville wald wick worth zano
"""
RIVER_FIRST = "Av Bren Cal Dran El Fal Gav Il Kes Len Mar Nev Or Pell Quen Rav Sarn Tol Ur Ven Wes Yr Zar"
RIVER_LAST = "a an ar e el en er et il in is o on or our une"


def city_name(rng: Generator) -> str:
    return drawn(FIRST, rng) + drawn(MIDDLE, rng) + drawn(LAST, rng)


def river_name(rng: Generator) -> str:
    return drawn(RIVER_FIRST, rng) + drawn(RIVER_LAST, rng)


def drawn(syllables: str, rng: Generator) -> str:
    choices = syllables.split()
    return choices[rng.draw(len(choices))]
