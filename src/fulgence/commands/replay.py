"""`fulgence replay`: check and score records."""

from __future__ import annotations

import json
import sys
from argparse import Namespace
from collections.abc import Iterator
from pathlib import Path

from fulgence.commands.pads import pad_object, pad_table
from fulgence.rules.errors import BadRecord
from fulgence.rules.record import Replay, parse_record, replay


def run(options: Namespace) -> int:
    status = 0
    for file in options.files:
        try:
            for number, text in enumerate(documents(file), 1):
                try:
                    played = replay(parse_record(text))
                except BadRecord as error:
                    print(f"fulgence: {file}: record {number}: {error}", file=sys.stderr)
                    status = 1
                    continue
                if options.json:
                    print(json.dumps(replay_object(played, options.legal), ensure_ascii=False))
                else:
                    print(replay_text(played, f"{file}, record {number}"))
        except (OSError, UnicodeDecodeError) as error:
            reason = error.strerror if isinstance(error, OSError) else "it is not UTF-8 text"
            print(f"fulgence: {file}: cannot be read: {reason}", file=sys.stderr)
            status = 1
    return status


def documents(file: str) -> Iterator[str]:
    """The records of a file: JSON Lines, or one document that begins with a line of its own."""
    text = sys.stdin.read() if file == "-" else Path(file).read_text(encoding="utf-8")
    lines = [line for line in text.split("\n") if line.strip()]
    if not lines or lines[0].strip() in ("{", "["):
        yield text
    else:
        yield from lines


def replay_object(played: Replay, legal: bool) -> dict[str, object]:
    """The result as the public format has it."""
    record = played.record
    seats = []
    for seat, (name, pad) in enumerate(zip(record.names, played.pads, strict=True)):
        entry: dict[str, object] = {"name": name, **pad_object(pad), "verdict": played.verdict(seat)}
        if legal:
            entry["legal"] = played.legal[seat]
        seats.append(entry)
    return {
        "city": record.deal.city.key,
        "finished": record.is_finished,
        "seats": seats,
        "winners": played.winners,
    }


def replay_text(played: Replay, title: str) -> str:
    record = played.record
    lines = [f"{title}: {record.deal.city.name}, {'finished' if record.is_finished else 'unfinished'}"]
    for seat, (name, pad) in enumerate(zip(record.names, played.pads, strict=True)):
        won = " - winner" if seat in played.winners and len(record.names) > 1 else ""
        verdict = played.verdict(seat)
        lines.append(f"{name}{won}" + (f" - verdict {verdict} of 6" if verdict else ""))
        lines += pad_table(pad)
    return "\n".join(lines) + "\n"
