"""`fulgence verify`: whether the cards of online games come from the seed that was promised."""

from __future__ import annotations

import json
from argparse import Namespace
from typing import NamedTuple

from fulgence.commands.records import NUMBERED, Reader, each_record
from fulgence.commands.streams import complain, printable
from fulgence.fair import Unfair, check_fair, parse_fairness
from fulgence.language import N_, translate
from fulgence.rules.errors import BadRecord
from fulgence.rules.message import Message
from fulgence.rules.record import replay

KEPT = N_("{file}, record {number}: fair, the cards come from the seed that was promised at the start")
IF_PROMISED = N_("{file}, record {number}: fair, if this was promised at the start: {commitment}")


class Verdict(NamedTuple):
    """As programs read it; table and commitment as far as the record could be read."""

    fair: bool
    table: str | None
    commitment: str | None
    reason: str | None


def run(options: Namespace) -> int:
    reader = Reader(options.city)

    def show(file: str, number: int, text: str) -> bool:
        verdict = judged(text, reader, options.commitment)
        if options.json:
            print(json.dumps(verdict._asdict()))
        elif not verdict.fair:
            complain(Message(NUMBERED, file=file, number=number, reason=verdict.reason))
        else:
            told = KEPT if options.commitment else IF_PROMISED
            print(printable(translate(told, file=file, number=number, commitment=verdict.commitment)))
        return verdict.fair

    return each_record(options.files, show)


def judged(text: str, reader: Reader, noted: str | None) -> Verdict:
    """`noted`: the commitment that a player saw at the start."""
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
        return Verdict(False, table, commitment, str(error))
    return Verdict(True, table, commitment, None)
