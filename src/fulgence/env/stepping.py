"""From actions to moves, shared by the environments: options, deals, legality."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast

from fulgence.rules import kinds
from fulgence.rules.city import City
from fulgence.rules.deal import Deal, deal
from fulgence.rules.errors import BadDeal, FulgenceError, IllegalMove
from fulgence.rules.game import Game
from fulgence.rules.generator import Generator
from fulgence.rules.message import Message
from fulgence.rules.text.notation import format_move

PASS, ERROR = "pass", "error"
GAIN, TOTAL = "gain", "total"


class BadChoice(FulgenceError):
    """An unknown value for an option of an environment."""

    is_usage = True


def check_options(illegal: str, reward: str = GAIN) -> None:
    for name, value, allowed in (("illegal", illegal, (PASS, ERROR)), ("reward", reward, (GAIN, TOTAL))):
        if value not in allowed:
            raise BadChoice(
                Message(
                    "{name} is {value!r}; it must be {first!r} or {second!r}",
                    name=name,
                    value=value,
                    first=allowed[0],
                    second=allowed[1],
                )
            )


def deal_for(
    city: City, addons: Sequence[str], seats: int, rng: Generator, options: dict[str, Any] | None
) -> Deal:
    """The deal given to `reset`, if it fits this environment, or the next one of the generator."""
    given = (options or {}).get("deal")
    if given is None:
        return deal(city, addons, seats, rng)
    if given.city is not city or set(given.addons) != set(addons) or len(given.pencils) != seats:
        raise BadDeal(
            Message(
                "the deal is for another city, other add-ons or another number of seats than the environment"
            )
        )
    return cast(Deal, given)


def is_legal(game: Game, seat: int, action: int) -> bool:
    """Whether the seat's mask allows it; a seat that is done may only wait."""
    return action == kinds.PASS or action in game.sheets[seat].legal_moves()


def play(game: Game, seat: int, action: int) -> None:
    """Play a legal action of a seat; a seat that is done waits."""
    if not game.is_done(seat):
        game.play(seat, format_move(game.city, action))


def refuse(game: Game, seat: int, action: int) -> None:
    """Raise IllegalMove with the reason."""
    names = game.city.move_names
    if not 0 <= action < len(names):
        raise no_move(game.city, action)
    game.play(seat, names[action])


def no_move(city: City, action: int) -> IllegalMove:
    last = len(city.move_names) - 1
    return IllegalMove(Message("{action}: a move is a number from 0 to {last}", action=action, last=last))
