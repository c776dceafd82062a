"""What must follow from a message: predicted from the view of its sender alone, without the server's code."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any, NoReturn

ACK, ERROR, VIEW, EITHER, EXPLAINED, REASON = "ack", "error", "view", "either", "explained", "reason"
REACTION, HINTS = "reaction", "hints"
REACTIONS = {"bravo", "wow", "hmm", "oops", "hurry", "thanks"}
CODES = {
    "bad-message",
    "bad-move",
    "illegal-move",
    "too-late",
    "ply",
    "not-playing",
    "not-your-seat",
    "no-seat",
    "no-hint",
    "rate",  # a reaction soon after another
    "no-promise",  # nobody here has promised a salt, so none is revealed
}
FIELDS = {
    "move": ("ply", "move"),
    "undo": ("ply",),
    "ready": ("ply",),
    "view": (),
    "explain": ("seat",),
    "why": ("target",),
    "hint": (),
    "react": ("reaction",),
    "visibility": ("visible",),
}


class Unsure(Exception):
    """JSON does not say what this means, so that both answers are right."""


def read(text: bytes) -> dict[str, Any] | None:
    """The message, or None if it is none."""
    try:
        message = json.loads(text.decode(), object_pairs_hook=once, parse_constant=refuse)
        json.dumps(message, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        raise Unsure from None  # half a character, written as an escape
    except (ValueError, RecursionError):
        return None
    if (
        not isinstance(message, dict)
        or not isinstance(kind := message.get("type"), str)
        or kind not in FIELDS
    ):
        return None
    for name in FIELDS[kind]:
        value = message.get(name)
        if type(value) is float and value.is_integer():
            raise Unsure
        if name == "ply" and not (type(value) is int and 0 <= value <= 1_000_000):
            return None
        if name == "seat" and not (type(value) is int and 0 <= value <= 3):
            return None
        if name in ("move", "target") and not (isinstance(value, str) and len(value) <= 16):
            return None
        if name == "visible" and type(value) is not bool:
            return None
        if name == "reaction" and not (isinstance(value, str) and value in REACTIONS):
            return None
    return None if kind == "move" and type(message.get("ready", True)) is not bool else message


def once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    if len({name for name, _ in pairs}) < len(pairs):
        raise Unsure
    return dict(pairs)


def refuse(name: str) -> NoReturn:
    raise ValueError(name)


def entry_of(message: dict[str, Any]) -> dict[str, Any]:
    """What counts of a message that is an entry."""
    kind = message["type"]
    entry = {"type": kind, "ply": message["ply"]}
    return (
        {**entry, "move": message["move"], "ready": message.get("ready", True)} if kind == "move" else entry
    )


def verdict(
    text: bytes, view: dict[str, Any], said: Sequence[dict[str, Any] | None]
) -> tuple[str, dict[str, Any] | None]:
    """How the message must be answered, and the entry that it makes if that is new."""
    try:
        message = read(text)
    except Unsure:
        return EITHER, None
    if message is None:
        return ERROR, None
    if message["type"] in ("view", "visibility"):
        return VIEW, None
    if message["type"] == "explain":
        is_there = view["game"] is not None and message["seat"] < len(view["seats"])
        return (EXPLAINED if is_there else ERROR), None
    if message["type"] == "why":  # what is no cell and no move is refused
        return (REASON if view["you"] is not None and view["game"] is not None else ERROR), None
    if message["type"] == "hint":
        return (HINTS if may_ask_for_hints(view) else ERROR), None
    if message["type"] == "react":
        return (REACTION if view["you"] is not None else ERROR), None
    entry = entry_of(message)
    if view["you"] is None or message["ply"] > len(said):
        return ERROR, None
    if message["ply"] < len(said):
        earlier = said[message["ply"]]
        return (EITHER if earlier is None else ACK if earlier == entry else ERROR), None
    return (ACK, entry) if view["phase"] == "playing" and is_legal(entry, view["game"]) else (ERROR, None)


def may_ask_for_hints(view: dict[str, Any]) -> bool:
    alone = view["you"] is not None and len(view["seats"]) == 1 and not view["contest"]
    return alone and view["phase"] == "playing" and bool(view["game"]["moves"])


def is_legal(entry: dict[str, Any], game: dict[str, Any]) -> bool:
    match entry["type"]:
        case "move":
            return entry["move"] in game["moves"]
        case "undo":
            return bool(game["can_undo"])
        case _:
            return bool(game["permit"] == "turn-over")


def state(view: dict[str, Any]) -> dict[str, Any]:
    """Everything but who is here and what the clock says, and whether somebody has asked for a hint."""
    passing = ("seats", "watching", "seconds_left", "helped")
    known = {name: value for name, value in view.items() if name not in passing}
    return {**known, "number": view["number"] - view["helped"]}  # that the game was marked has a number too


def is_newer(before: dict[str, Any], after: dict[str, Any]) -> bool:
    """Whether the numbers of two views tell so. Of the same number there is only one."""
    same = before["number"] == after["number"]
    return state(before) == state(after) if same else bool(before["number"] < after["number"])


def turns_with_moves(view: dict[str, Any]) -> list[list[str]]:
    """What the viewer has drawn, by turn."""
    if view["game"] is None or view["you"] is None:
        return []
    return [moves for turns in view["game"]["sheets"][view["you"]]["rounds"] for moves in turns]


def moves_of(view: dict[str, Any]) -> list[str]:
    return [move for moves in turns_with_moves(view) for move in moves]


def recorded_turns(view: dict[str, Any]) -> list[list[str]]:
    """What the record of the game must hold: a turn that is not finished is no part of it."""
    turns = turns_with_moves(view)
    return turns if view["game"]["permit"] == "turn-over" else turns[:-1]


def turns_of(view: dict[str, Any]) -> int:
    """How often cards were flipped; the end of the game counts too."""
    game = view["game"]
    return 0 if game is None else sum(map(len, game["turns"])) + bool(game["is_over"])


def wrong(before: dict[str, Any], after: dict[str, Any], entry: dict[str, Any] | None) -> str:
    """What is wrong with a view after this entry, or after none; empty if nothing is."""
    if entry is None:
        return "" if state(before) == state(after) else "the view changed although nothing happened"
    if after["ply"] != before["ply"] + 1:
        return f"the ply went from {before['ply']} to {after['ply']}"
    drawn = moves_of(before)
    match entry["type"]:
        case "move":
            drawn = [*drawn, entry["move"]]
        case "undo":
            drawn = drawn[:-1]
    return "" if moves_of(after) == drawn else f"{entry}: {drawn} expected, {moves_of(after)} drawn"
