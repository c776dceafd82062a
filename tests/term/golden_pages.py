"""The golden pages: a London game in its third round, drawn and in words.

`cd tests && python -m term.golden_pages` rewrites them; read the diff like code.
"""

from __future__ import annotations

from fulgence.prose.options import options
from fulgence.term.display import Display
from fulgence.term.glyphs import ASCII
from fulgence.term.screen import Screen
from fulgence.term.spoken_display import SpokenDisplay
from term.scripted_games import HERE, recorded_game

GOLDEN = HERE / "golden"
DISPLAYS: dict[str, Display] = {
    "screen.txt": Screen(),
    "ascii.txt": Screen(glyphs=ASCII),
    "spoken.txt": SpokenDisplay(),
}


def drawing(name: str) -> str:
    view = recorded_game("midgame.json").view(0)
    return "\n".join(DISPLAYS[name].decision(view, options(view))) + "\n"


def write() -> None:
    for name in DISPLAYS:
        (GOLDEN / name).write_text(drawing(name), encoding="utf-8")


if __name__ == "__main__":
    write()
