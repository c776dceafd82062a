"""`fulgence verify`: check cards against the committed seed, and say who could have chosen them."""

from __future__ import annotations

import json
from argparse import Namespace
from typing import NamedTuple

from fulgence.commands.shared.console_io import print_error, printable
from fulgence.commands.shared.record_files import NUMBERED, RecordReader, each_record
from fulgence.fair import ADDED, NONE, PROMISED, Unfair, check_fair, parse_fairness
from fulgence.language import N_, translate
from fulgence.rules.errors import BadRecord
from fulgence.rules.message import Message
from fulgence.rules.text.record import replay

KEPT = N_("{file}, record {number}: fair: the cards match the seed committed to at the start")
IF_PROMISED = N_(
    "{file}, record {number}: fair, provided this commitment was shown at the start: {commitment}"
)
ORIGINS = {
    PROMISED: N_("{name}: promised a salt and revealed it"),
    ADDED: N_("{name}: contributed a salt without promising it first"),
    NONE: N_("{name}: contributed no salt"),
}
CHOSEN = {  # by the strongest contribution of any seat
    PROMISED: N_("nobody could choose these cards, provided one player who promised a salt is honest"),
    ADDED: N_(
        "salts were contributed without a promise: whoever ran the server and contributed the last one "
        "could have chosen these cards"
    ),
    NONE: N_("no player contributed a salt: whoever ran the server could have chosen these cards"),
}


AGAIN = N_(
    "these cards are from attempt {attempt}: whoever ran the server could see and abort the earlier ones"
)


class Verdict(NamedTuple):
    """As `--json` prints it. `table` and `commitment` are None if unreadable, `salts` unless fair."""

    fair: bool
    table: str | None
    commitment: str | None
    reason: str | None
    salts: list[str] | None = None  # by seat: promised, added or none
    verdict: str | None = None
    attempt: int | None = None  # the one at which all promised salts were revealed


def run(options: Namespace) -> int:
    reader = RecordReader(options.city)

    def show(file: str, number: int, text: str) -> bool:
        verdict, names = judged(text, reader, options.commitment)
        if options.json:
            print(json.dumps(verdict._asdict()))
        elif verdict.verdict is None:
            print_error(Message(NUMBERED, file=file, number=number, reason=verdict.reason))
        else:
            sentence = KEPT if options.commitment else IF_PROMISED
            print(printable(translate(sentence, file=file, number=number, commitment=verdict.commitment)))
            for name, salt in zip(names, verdict.salts or (), strict=True):
                print(printable("  " + translate(ORIGINS[salt], name=name)))
            print(printable("  " + translate(verdict.verdict)))
            if verdict.attempt and verdict.attempt > 1:
                print(printable("  " + translate(AGAIN, attempt=verdict.attempt)))
        return verdict.fair

    return each_record(options.files, show)


def judged(text: str, reader: RecordReader, noted: str | None) -> tuple[Verdict, tuple[str, ...]]:
    """The verdict and the players' names. `noted`: the commitment seen at the start of the game."""
    table = commitment = None
    try:
        record = reader.record(text)
        document = json.loads(text)
        if "fair" not in document:
            raise BadRecord("fair is missing: the record does not say where its cards come from")
        fairness = parse_fairness(document["fair"])
        table, commitment = fairness.table, fairness.commitment
        if noted is not None and noted != commitment:
            raise Unfair(f"the commitment is {commitment}, not the one you noted")
        check_fair(record, fairness)
        replay(record)
    except BadRecord as error:
        return Verdict(False, table, commitment, str(error)), ()
    salts = fairness.origins
    verdict = next(sentence for origin, sentence in CHOSEN.items() if origin in salts)
    return Verdict(True, table, commitment, None, salts, verdict, fairness.attempt), record.names
