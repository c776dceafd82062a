"""The program of a worker process: reads jobs from standard input, writes answers to standard output.

A job is one line of JSON. Each answer follows a line with `done` or `refused`, the CPU time in microseconds,
and the size in bytes.
"""

from __future__ import annotations

import os
import signal
import sys
import time

import msgspec

from fulgence.api.answers import answer_to
from fulgence.api.jobs import AnyJob
from fulgence.rules.errors import FulgenceError
from fulgence.table.requests import refusal_of


def main() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the server handles Ctrl-C and then ends its workers
    if hasattr(os, "nice"):
        os.nice(5)  # people's moves come first
    decoder: msgspec.json.Decoder[AnyJob] = msgspec.json.Decoder(AnyJob)
    out = sys.stdout.buffer
    for line in sys.stdin.buffer:
        begun = time.process_time()
        try:
            kind, data = b"done", answer_to(decoder.decode(line))
        except FulgenceError as error:
            kind, data = b"refused", msgspec.json.encode(refusal_of(error))
        out.write(b"%b %d %d\n" % (kind, round(1e6 * (time.process_time() - begun)), len(data)) + data)
        out.flush()


if __name__ == "__main__":
    main()
