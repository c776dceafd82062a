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

from fulgence.bots.bot import make_bot
from fulgence.rules.cityfile.city_reader import load_city
from fulgence.rules.errors import FulgenceError
from fulgence.rules.generator import Generator
from fulgence.server.workers import explain_job, position_job, replay_job, review_job
from fulgence.server.workers.jobs import (
    Analyse,
    AnyJob,
    Choose,
    DrawSheet,
    ExplainPad,
    PlayOn,
    ReplayGame,
    ReviewPlan,
    ReviewTurn,
)
from fulgence.table.requests import refusal_of
from fulgence.table.state import custom_city
from fulgence.table.views import parse_game_view


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


def answer_to(job: AnyJob) -> bytes:
    match job:
        case Choose():
            return msgspec.json.encode(move_for(job))
        case ReviewTurn():
            return msgspec.json.encode(review_job.turn_line(job)) + b"\n"
        case PlayOn():
            return msgspec.json.encode(review_job.game_line(job)) + b"\n"
        case ReviewPlan():
            return msgspec.json.encode(review_job.plan_line(job)) + b"\n"
        case Analyse():
            return msgspec.json.encode(position_job.analysed(job))
        case ExplainPad():
            return msgspec.json.encode(explain_job.pad_explained(job))
        case ReplayGame():
            return replay_job.replayed(job)
        case DrawSheet():
            return replay_job.drawn(job)


def move_for(job: Choose) -> str:
    city = custom_city(job.city_file, job.game.city) if job.city_file else load_city(job.game.city)
    view = parse_game_view(city, job.game, job.seat, job.done)
    return make_bot(job.bot, Generator(job.seed)).choose(view)


if __name__ == "__main__":
    main()
