"""A worker: jobs come in on standard input, one JSON text a line; answers go out on standard output.

Before each answer goes a line with `done` or `refused`, the CPU time in microseconds, and its size in bytes.
"""

from __future__ import annotations

import os
import signal
import sys
import time

import msgspec

from fulgence.bots.bot import make_bot
from fulgence.rules.chance import Generator
from fulgence.rules.cityfile import load_city
from fulgence.rules.errors import FulgenceError
from fulgence.server import analysis, parts, replays, told
from fulgence.server.jobs import (
    Analyse,
    AnyJob,
    Choose,
    DrawSheet,
    ExplainPad,
    Plan,
    PlayOn,
    Replay,
    ReviewTurn,
)
from fulgence.server.requests import refusal_of
from fulgence.server.state import own_city
from fulgence.server.views import parse_game_view


def main() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server, which then ends us
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


def answer_to(job: AnyJob) -> bytes:
    match job:
        case Choose():
            return msgspec.json.encode(move_for(job))
        case ReviewTurn():
            return msgspec.json.encode(parts.turn_line(job)) + b"\n"
        case PlayOn():
            return msgspec.json.encode(parts.game_line(job)) + b"\n"
        case Plan():
            return msgspec.json.encode(parts.plan_line(job)) + b"\n"
        case Analyse():
            return msgspec.json.encode(analysis.analysed(job))
        case ExplainPad():
            return msgspec.json.encode(told.pad_explained(job))
        case Replay():
            return replays.replayed(job)
        case DrawSheet():
            return replays.drawn(job)


def move_for(job: Choose) -> str:
    city = own_city(job.city_file, job.game.city) if job.city_file else load_city(job.game.city)
    view = parse_game_view(city, job.game, job.seat, job.done)
    return make_bot(job.bot, Generator(job.seed)).choose(view)


if __name__ == "__main__":
    main()
