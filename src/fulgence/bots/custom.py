"""Custom bots, given on the command line as `module:Class`.

Only for names typed by the user of this machine: a name from elsewhere would choose which code runs.
"""

from __future__ import annotations

import importlib
import inspect
import sys
from pathlib import Path

from fulgence.bots.bot import BadBot, Bot, BotFailed, make_bot
from fulgence.rules.errors import FulgenceError
from fulgence.rules.game import Game
from fulgence.rules.generator import Generator
from fulgence.rules.message import Message


def load_bot(name: str, rng: Generator) -> Bot:
    """A bot of the package by name, or a custom one as `module:Class` with a method `choose`.

    The class is given a generator if it takes an argument. Modules are also looked up in the current folder.
    """
    if not is_custom(name):
        return make_bot(name, rng)
    made = class_of(name)
    try:
        bot = made(rng) if inspect.signature(made).parameters else made()
    except Exception as error:
        raise failure(name, error) from error
    if not callable(getattr(bot, "choose", None)):
        raise BadBot(Message("{bot}: a bot needs a method choose(view), and this class has none", bot=name))
    return bot  # type: ignore[no-any-return]  # what `choose` returns is checked at every call


def is_custom(name: str) -> bool:
    """Whether a name has the form `module:Class`, unlike `flat:10`."""
    module, colon, attribute = name.partition(":")
    return bool(colon) and attribute.isidentifier() and all(map(str.isidentifier, module.split(".")))


def class_of(name: str) -> type:
    module, _, attribute = name.partition(":")
    folder = str(Path.cwd())
    if folder not in sys.path:
        sys.path.append(folder)  # last, so that no file there hides an installed module
    try:
        found = getattr(importlib.import_module(module), attribute, None)
    except ModuleNotFoundError as error:
        if error.name is None or not f"{module}.".startswith(f"{error.name}."):
            raise failure(name, error) from error  # an import inside that module
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
    """Let a bot, which may be any program, make a move; BotFailed with its name if it fails."""
    try:
        game.play(seat, bot.choose(game.view(seat)))
    except Exception as error:
        reason = error.message if isinstance(error, FulgenceError) else f"{type(error).__name__}: {error}"
        message = Message("the bot {bot} failed: {reason}", bot=game.names[seat], reason=reason)
        raise BotFailed(message) from error


def failure(name: str, error: Exception) -> BadBot:
    reason = f"{type(error).__name__}: {error}"
    return BadBot(Message("{bot} cannot be created: {reason}", bot=name, reason=reason))
