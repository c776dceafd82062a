"""`fulgence replay`: check and score records."""

from __future__ import annotations

import json
from argparse import Namespace

from fulgence.commands.pads import pad_object, pad_table
from fulgence.commands.records import Reader, each_record, numbered
from fulgence.commands.streams import complain, printable
from fulgence.language import N_, translate
from fulgence.rules.errors import BadRecord
from fulgence.rules.record import Replay, replay


def run(options: Namespace) -> int:
    reader = Reader(options.city)

    def show(file: str, number: int, text: str) -> bool:
        try:
            with numbered(file, number):
                played = replay(reader.record(text))
        except BadRecord as error:
            complain(error.message)
            return False
        if options.json or options.legal:
            print(json.dumps(replay_object(played, options.legal)))
        else:
            print(replay_text(played, translate("{file}, record {number}", file=file, number=number)))
        return True

    return each_record(options.files, show)


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
    heading = N_("{title}: {city}, finished") if record.is_finished else N_("{title}: {city}, unfinished")
    city = translate(record.deal.city.name)
    lines = [printable(translate(heading, title=title, city=city))]
    for seat, (name, pad) in enumerate(zip(record.names, played.pads, strict=True)):
        told = [name]
        if seat in played.winners and len(record.names) > 1:
            told.append(translate("winner"))
        if verdict := played.verdict(seat):
            told.append(translate("verdict {verdict} of 6", verdict=verdict))
        lines.append(printable(" - ".join(told)))
        lines += pad_table(pad)
    return "\n".join(lines) + "\n"
