"""The golden pages: a game in London in its third round, for the eye and for the ear.

`cd tests && python -m term.drawings` writes them anew; read the difference like code.
"""

from __future__ import annotations

from fulgence.term.face import Face
from fulgence.term.glyphs import ASCII
from fulgence.term.options import options
from fulgence.term.screen import Screen
from fulgence.term.spoken import Spoken
from term.table import HERE, recorded_game

GOLDEN = HERE / "golden"
FACES: dict[str, Face] = {"screen.txt": Screen(), "ascii.txt": Screen(glyphs=ASCII), "spoken.txt": Spoken()}


def drawing(name: str) -> str:
    view = recorded_game("midgame.json").view(0)
    return "\n".join(FACES[name].decision(view, options(view))) + "\n"


def write() -> None:
    for name in FACES:
        (GOLDEN / name).write_text(drawing(name), encoding="utf-8")


if __name__ == "__main__":
    write()
