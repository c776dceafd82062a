"""`fulgence replay`: check and score records."""

from __future__ import annotations

import json
from argparse import Namespace

from fulgence.commands.shared.console_io import print_error, printable
from fulgence.commands.shared.pad_output import pad_object, pad_table
from fulgence.commands.shared.record_files import RecordReader, each_record, naming_record
from fulgence.language import N_, translate
from fulgence.rules.errors import BadRecord
from fulgence.rules.text.record import Replay, replay


def run(options: Namespace) -> int:
    reader = RecordReader(options.city)

    def show(file: str, number: int, text: str) -> bool:
        try:
            with naming_record(file, number):
                played = replay(reader.record(text))
        except BadRecord as error:
            print_error(error.message)
            return False
        if options.json or options.legal:
            print(json.dumps(replay_object(played, options.legal)))
        else:
            print(replay_text(played, translate("{file}, record {number}", file=file, number=number)))
        return True

    return each_record(options.files, show)


def replay_object(played: Replay, legal: bool) -> dict[str, object]:
    """The result as JSON, in the public format."""
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
        parts = [name]
        if seat in played.winners and len(record.names) > 1:
            parts.append(translate("winner"))
        if verdict := played.verdict(seat):
            parts.append(translate("verdict {verdict} of 6", verdict=verdict))
        lines.append(printable(" - ".join(parts)))
        lines += pad_table(pad)
    return "\n".join(lines) + "\n"
