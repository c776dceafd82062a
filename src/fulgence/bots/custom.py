"""Bots of one's own, named on the command line as `module:Class`.

Only for names that the user of this machine has typed: a name from elsewhere would choose what code runs.
"""

from __future__ import annotations

import importlib
import inspect
import sys
from pathlib import Path

from fulgence.bots.bot import BadBot, Bot, BotFailed, make_bot
from fulgence.rules.chance import Generator
from fulgence.rules.errors import FulgenceError
from fulgence.rules.game import Game
from fulgence.rules.message import Message


def load_bot(name: str, chance: Generator) -> Bot:
    """A bot of the package by its name, or one of your own as `module:Class`, which has a method `choose`.

    The class is given a generator if it takes one. Modules are looked for where Python finds them, and
    in the current folder.
    """
    if not is_custom(name):
        return make_bot(name, chance)
    made = class_of(name)
    try:
        bot = made(chance) if inspect.signature(made).parameters else made()
    except Exception as error:
        raise failure(name, error) from error
    if not callable(getattr(bot, "choose", None)):
        raise BadBot(Message("{bot}: a bot has a method choose(view), and this class has none", bot=name))
    return bot  # type: ignore[no-any-return]  # what `choose` returns is looked at when it is called


def is_custom(name: str) -> bool:
    """Whether a name has the form `module:Class`; `flat:10` and `genius:7` have not."""
    module, colon, attribute = name.partition(":")
    return bool(colon) and attribute.isidentifier() and all(map(str.isidentifier, module.split(".")))


def class_of(name: str) -> type:
    module, _, attribute = name.partition(":")
    folder = str(Path.cwd())
    if folder not in sys.path:
        sys.path.append(folder)  # last: no file of the folder hides a module of Python
    try:
        found = getattr(importlib.import_module(module), attribute, None)
    except ModuleNotFoundError as error:
        if error.name is None or not f"{module}.".startswith(f"{error.name}."):
            raise failure(name, error) from error  # one that the module itself wants
        raise BadBot(
            Message(
                "{bot}: there is no module {module!r}, neither installed nor in this folder",
                bot=name,
                module=module,
            )
        ) from None
    except Exception as error:
        raise failure(name, error) from error
    if not inspect.isclass(found):
        message = Message("{bot}: {module} has no class {name!r}", bot=name, module=module, name=attribute)
        raise BadBot(message)
    return found


def play_by_bot(game: Game, seat: int, bot: Bot) -> None:
    """Let a bot, which may be anybody's program, make a move; BotFailed with its name if it cannot."""
    try:
        game.play(seat, bot.choose(game.view(seat)))
    except Exception as error:
        reason = error.message if isinstance(error, FulgenceError) else f"{type(error).__name__}: {error}"
        message = Message("the bot {bot} failed: {reason}", bot=game.names[seat], reason=reason)
        raise BotFailed(message) from error


def failure(name: str, error: Exception) -> BadBot:
    reason = f"{type(error).__name__}: {error}"
    return BadBot(Message("{bot} cannot be made: {reason}", bot=name, reason=reason))
