"""Messages that a table's socket may be sent, most of them wrong, made from the schemas that it publishes."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

FINAL, TEXT, BINARY, CONTINUED, CLOSE, PING, PONG = 0x80, 0x01, 0x02, 0x00, 0x08, 0x09, 0x0A
FRAME = 8192  # bytes at most
PROTOCOL, NO_BINARY, NO_TEXT, TOO_LARGE = 1002, 1003, 1007, 1009
INTEGERS = (-1, 2**31, 2**53 + 1, 2**63 - 1, 2**63, 2**64, 10**6, 10**6 + 1, -(2**63) - 1, 10**400)
SIGNS = (
    "",
    "\x00",
    "\n",
    "é",
    "\u202e",
    "\ufeff",
    "\U0001f687",
    "{0}",
    "%s",
    "'; --",
    "<script>",
    "d3-c4 ",
    "PASS",
)
NAMES = ("", "seat", "Type", "ply ", "__proto__", "\u0000", "move\u200b", "constructor")
OTHERS: tuple[object, ...] = (
    None,
    True,
    False,
    0,
    1,
    -1,
    1.5,
    "",
    "0",
    "pass",
    [],
    [0],
    {},
    {"ply": 0},
    [[[]]],
)
LITERALS = (
    "NaN",
    "Infinity",
    "-0",
    "0.0",
    "1e0",
    "1E400",
    "00",
    "+1",
    "0x10",
    "1_0",
    "9" * 5000,
    '"\\ud800"',
)
CLOSES = (1000, 1001, 3000, 4999)


@dataclass(frozen=True)
class FuzzMessage:
    """Frames to send, each a first byte and a payload. `text`: what the server is to read as a message,
    None if there is none. `code`: what it must close the socket with; 0 if it must not."""

    name: str
    frames: tuple[tuple[int, bytes], ...]
    text: bytes | None = None
    code: int = 0


@dataclass(frozen=True)
class Situation:
    """What the sender knows. `said`: its entries so far, as messages."""

    ply: int
    moves: Sequence[str]
    foreign: Sequence[str]
    said: Sequence[dict[str, Any]]


class MessageMaker:
    def __init__(self, schema: dict[str, Any], rng: random.Random) -> None:
        self.kinds: list[dict[str, Any]] = [
            schema["$defs"][choice["$ref"].rpartition("/")[2]] for choice in schema["anyOf"]
        ]
        self.rng = rng
        self.ways: tuple[Callable[[Situation], FuzzMessage], ...] = (
            *[self.of_value] * 6,
            *[self.of_text] * 4,
            self.of_framing,
        )

    def legal(self, now: Situation) -> FuzzMessage:
        """A valid message, which is a legal move if there is any."""
        kind = self.kinds[0] if now.moves and self.rng.random() < 0.8 else self.rng.choice(self.kinds)
        return told("legal", encoded(self.message(kind, now)))

    def any(self, now: Situation) -> FuzzMessage:
        return self.rng.choice(self.ways)(now)

    def message(self, kind: dict[str, Any], now: Situation) -> dict[str, Any]:
        properties: dict[str, Any] = kind["properties"]
        wanted = [name for name in properties if name in kind["required"] or self.rng.random() < 0.3]
        return {name: self.value(name, properties[name], now) for name in wanted}

    def value(self, name: str, schema: dict[str, Any], now: Situation) -> Any:
        if "enum" in schema:
            return self.rng.choice(schema["enum"])
        if name == "move":
            return self.rng.choice(now.moves or now.foreign or ["pass"])
        if name == "ply":
            return now.ply
        return {"boolean": self.rng.random() < 0.5, "integer": 0, "string": ""}[schema["type"]]

    def of_value(self, now: Situation) -> FuzzMessage:
        """JSON, but not a message, or not a legal one."""
        rng = self.rng
        kind = rng.choice(self.kinds)
        message = self.message(kind, now)
        name = rng.choice(list(message))
        most = kind["properties"][name].get("maxLength", 16)
        match rng.randrange(12):
            case 0:
                del message[name]
            case 1:
                message[rng.choice(NAMES)] = rng.choice(OTHERS)
            case 2:
                message[name] = rng.choice(OTHERS)
            case 3:
                message["ply"] = rng.choice(INTEGERS)
            case 4:
                message["ply"] = now.ply + rng.choice((-3, -2, -1, 1, 2, 100))
            case 5:
                message |= {"type": "move", "move": rng.choice(["pass", *now.foreign])}
            case 6:
                message |= {"type": "move", "move": self.section()}
            case 7:
                message[name] = rng.choice(SIGNS) * rng.choice((1, most, most + 1, 1000))
            case 8:
                message["type"] = rng.choice(
                    ("", "MOVE", "ack", "view", "undo", "ready", "timed-out", 1, None)
                )
            case 9 if now.said:
                message = dict(rng.choice(now.said))
            case 10 if now.said:
                message = {**rng.choice(now.said), rng.choice(("move", "ready", "type")): "undo"}
            case _:
                return told("value", encoded(rng.choice([*OTHERS, [message], {"message": message}])))
        return told("value", encoded(message))

    def section(self) -> str:
        cells = [f"{self.rng.choice('abcdefghijk')}{self.rng.randint(0, 11)}" for _ in range(2)]
        return self.rng.choice(("-".join(cells), f"{cells[0]}*", "".join(cells), f"{cells[0]}-{cells[0]}"))

    def of_text(self, now: Situation) -> FuzzMessage:
        """Text that is hardly JSON, or JSON at its limits."""
        rng = self.rng
        message = self.message(rng.choice(self.kinds), now)
        text = encoded(message)
        place = rng.randrange(len(text))
        match rng.randrange(12):
            case 0:
                text = text[:place]
            case 1:
                text = text[:place] + text[place + 1 :]
            case 2:
                text = text[:place] + rng.choice("\x00\x7f\"'\\,:{}[]0eé\ufeff").encode() + text[place:]
            case 3:
                name = rng.choice(list(message))
                text = encoded({**message, name: "@"}).replace(b'"@"', rng.choice(LITERALS).encode())
            case 4:
                name = rng.choice(list(message))
                text = text[:-1] + b"," + encoded({name: rng.choice([message[name], *OTHERS])})[1:]
            case 5:
                deep = rng.choice((10, 500, 4000))
                signs = rng.choice(("[]", ['{"a":', "}"]))
                inner = signs[0] * deep + ("0" if signs[0] != "[" else "") + signs[1] * rng.choice((0, deep))
                text = text[:-1] + b',"x":' + inner.encode()[: FRAME - len(text) - 6] + b"}"
            case 6:
                text = b"[" * rng.choice((1, 1000, FRAME))
            case 7:
                text = bytes(rng.randrange(128) for _ in range(rng.choice((0, 1, 20, 500))))
            case 8:
                text = "".join(chr(rng.randrange(0xE000, 0x11000)) for _ in range(200)).encode()
            case 9:
                text = rng.choice((b"\xef\xbb\xbf", b"  \n\t", b"\x0c", b"//\n", b"{}")) + text
            case 10:
                text += b" " * (FRAME - len(text))
            case _:
                filled = encoded({**message, "x": ""})
                text = filled[:-2] + b"x" * (FRAME - len(filled)) + filled[-2:]
        return told("text", text)

    def of_framing(self, now: Situation) -> FuzzMessage:
        """What WebSocket allows and forbids."""
        rng = self.rng
        text = encoded(self.message(rng.choice(self.kinds), now))
        whole, rest, cut = FINAL | TEXT, FINAL | CONTINUED, rng.randrange(len(text))
        halves = ((TEXT, text[:cut]), (rest, text[cut:]))
        bytewise = [(CONTINUED if n else TEXT, text[n : n + 1]) for n in range(len(text))]
        large = text + b" " * (FRAME + 1 - len(text))
        broken = text[:-2] + rng.choice((b"\xff", b"\xc0\x80", b"\xed\xa0\x80")) + text[-2:]
        goodbye = rng.choice(CLOSES)
        cases = (
            FuzzMessage("fragments", halves, text),
            FuzzMessage("bytes", (*bytewise, (rest, b"")), text),
            FuzzMessage("ping inside", (halves[0], (FINAL | PING, b"?"), halves[1]), text),
            FuzzMessage("ping", ((FINAL | PING, b"x" * rng.choice((0, 1, 125))),)),
            FuzzMessage("pong", ((FINAL | PONG, b"nobody asked"),)),
            FuzzMessage("binary", ((FINAL | BINARY, text),), code=NO_BINARY),
            FuzzMessage("binary fragments", ((BINARY, text[:cut]), halves[1]), code=NO_BINARY),
            FuzzMessage("no UTF-8", ((whole, broken),), code=NO_TEXT),
            FuzzMessage("large", ((whole, large),), code=TOO_LARGE),
            FuzzMessage("large fragments", ((TEXT, large[:-5]), (rest, large[-5:])), code=TOO_LARGE),
            FuzzMessage("reserved bits", ((whole | rng.choice((0x10, 0x20, 0x40)), text),), code=PROTOCOL),
            FuzzMessage("unknown opcode", ((FINAL | rng.choice((3, 7, 0x0B, 0x0F)), text),), code=PROTOCOL),
            FuzzMessage("nothing to continue", ((rest, text),), code=PROTOCOL),
            FuzzMessage("not continued", ((TEXT, text), (whole, text)), code=PROTOCOL),
            FuzzMessage("long ping", ((FINAL | PING, b"x" * 126),), code=PROTOCOL),
            FuzzMessage("ping in fragments", ((PING, b"x"),), code=PROTOCOL),
            FuzzMessage("short close", ((FINAL | CLOSE, b"\x03"),), code=PROTOCOL),
            FuzzMessage("unknown close", ((FINAL | CLOSE, (999).to_bytes(2, "big")),), code=PROTOCOL),
            FuzzMessage("close", ((FINAL | CLOSE, goodbye.to_bytes(2, "big")),), code=goodbye),
        )
        return rng.choice(cases)


def told(name: str, text: bytes) -> FuzzMessage:
    return FuzzMessage(name, ((FINAL | TEXT, text),), text, 0 if len(text) <= FRAME else TOO_LARGE)


def encoded(value: object) -> bytes:
    return json.dumps(value, ensure_ascii=False).encode()
