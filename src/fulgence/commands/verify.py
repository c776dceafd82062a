"""`fulgence verify`: whether cards come from the seed that was promised, and who could have chosen them."""

from __future__ import annotations

import json
from argparse import Namespace
from typing import NamedTuple

from fulgence.commands.records import NUMBERED, Reader, each_record
from fulgence.commands.streams import complain, printable
from fulgence.fair import ADDED, NONE, PROMISED, Unfair, check_fair, parse_fairness
from fulgence.language import N_, translate
from fulgence.rules.errors import BadRecord
from fulgence.rules.message import Message
from fulgence.rules.record import replay

KEPT = N_("{file}, record {number}: fair, the cards come from the seed that was promised at the start")
IF_PROMISED = N_("{file}, record {number}: fair, if this was promised at the start: {commitment}")
ORIGINS = {
    PROMISED: N_("{name}: promised a salt and revealed it"),
    ADDED: N_("{name}: added a salt without a promise"),
    NONE: N_("{name}: added no salt"),
}
CHOSEN = {  # by the best that any seat did
    PROMISED: N_("nobody chose these cards, as long as one of those who promised a salt is honest"),
    ADDED: N_(
        "salts were added without a promise: whoever ran the server and added the last one could have "
        "chosen these cards"
    ),
    NONE: N_("no player added a salt: whoever ran the server could have chosen these cards"),
}


AGAIN = N_(
    "these are the cards of attempt {attempt}: whoever ran the server could see those of the attempts "
    "before and break them off"
)


class Verdict(NamedTuple):
    """As programs read it; table and commitment as far as the record could be read, salts if it is fair."""

    fair: bool
    table: str | None
    commitment: str | None
    reason: str | None
    salts: list[str] | None = None  # by seat: promised, added or none
    verdict: str | None = None
    attempt: int | None = None  # at which all promised salts were revealed


def run(options: Namespace) -> int:
    reader = Reader(options.city)

    def show(file: str, number: int, text: str) -> bool:
        verdict, names = judged(text, reader, options.commitment)
        if options.json:
            print(json.dumps(verdict._asdict()))
        elif verdict.verdict is None:
            complain(Message(NUMBERED, file=file, number=number, reason=verdict.reason))
        else:
            told = KEPT if options.commitment else IF_PROMISED
            print(printable(translate(told, file=file, number=number, commitment=verdict.commitment)))
            for name, salt in zip(names, verdict.salts or (), strict=True):
                print(printable("  " + translate(ORIGINS[salt], name=name)))
            print(printable("  " + translate(verdict.verdict)))
            if verdict.attempt and verdict.attempt > 1:
                print(printable("  " + translate(AGAIN, attempt=verdict.attempt)))
        return verdict.fair

    return each_record(options.files, show)


def judged(text: str, reader: Reader, noted: str | None) -> tuple[Verdict, tuple[str, ...]]:
    """The verdict and the names of the seats. `noted`: the commitment that a player saw at the start."""
    table = commitment = None
    try:
        record = reader.record(text)
        document = json.loads(text)
        if "fair" not in document:
            raise BadRecord("fair is missing: the record does not tell where its cards come from")
        fairness = parse_fairness(document["fair"])
        table, commitment = fairness.table, fairness.commitment
        if noted is not None and noted != commitment:
            raise Unfair(f"the commitment is {commitment}, not the one that you noted")
        check_fair(record, fairness)
        replay(record)
    except BadRecord as error:
        return Verdict(False, table, commitment, str(error)), ()
    salts = fairness.origins
    verdict = next(sentence for origin, sentence in CHOSEN.items() if origin in salts)
    return Verdict(True, table, commitment, None, salts, verdict, fairness.attempt), record.names
