"""Fulgence: the flip-and-write metro games Next Station London, Paris and Berlin. Unofficial.

What programs use is in `__all__`; everything below is loaded when it is first used (PEP 562).

With the variable FULGENCE_INTERPRETED the rules run from their source files even where compiled
ones lie beside them: for debuggers, coverage, and tests of the source itself.
"""

import os

__version__ = "0.1.0"
__all__ = [
    "BadBot",
    "BadCity",
    "BadDeal",
    "BadNotation",
    "BadRecord",
    "Bot",
    "BotFailed",
    "City",
    "FulgenceError",
    "Game",
    "Generator",
    "IllegalMove",
    "Record",
    "Replay",
    "Review",
    "ScorePad",
    "View",
    "__version__",
    "format_record",
    "game_of",
    "load_city",
    "make_bot",
    "new_game",
    "parse_record",
    "play_out",
    "record_of",
    "replay",
    "review_game",
]

if os.environ.get("FULGENCE_INTERPRETED", "") not in ("", "0"):
    from fulgence import interpreted

    interpreted.install()

# Type checkers take this name for true; importing it from typing would take longer than all the rest.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from fulgence.bots.bot import BadBot, Bot, BotFailed
    from fulgence.library import load_city, make_bot, new_game, play_out
    from fulgence.review.review import Review, review_game
    from fulgence.rules.city import City
    from fulgence.rules.errors import BadCity, BadDeal, BadNotation, BadRecord, FulgenceError, IllegalMove
    from fulgence.rules.game import Game
    from fulgence.rules.generator import Generator
    from fulgence.rules.score_pad import ScorePad
    from fulgence.rules.text.record import (
        Record,
        Replay,
        format_record,
        game_of,
        parse_record,
        record_of,
        replay,
    )
    from fulgence.rules.view import View
else:
    HOMES = {
        "bots.bot": ("BadBot", "Bot", "BotFailed"),
        "library": ("load_city", "make_bot", "new_game", "play_out"),
        "review.review": ("Review", "review_game"),
        "rules.generator": ("Generator",),
        "rules.city": ("City",),
        "rules.errors": ("BadCity", "BadDeal", "BadNotation", "BadRecord", "FulgenceError", "IllegalMove"),
        "rules.game": ("Game",),
        "rules.text.record": (
            "Record",
            "Replay",
            "format_record",
            "game_of",
            "parse_record",
            "record_of",
            "replay",
        ),
        "rules.score_pad": ("ScorePad",),
        "rules.view": ("View",),
    }

    def __getattr__(name: str) -> object:  # hidden from type checkers, who would then allow any name
        for home, names in HOMES.items():
            if name in names:
                from importlib import import_module

                globals()[name] = found = getattr(import_module(f"fulgence.{home}"), name)
                return found
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return __all__
