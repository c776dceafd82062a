"""A worker: jobs come in on standard input, answers go out on standard output."""

from __future__ import annotations

import os
import signal
import sys

import msgspec

from fulgence.bots.bot import make_bot
from fulgence.rules.chance import Generator
from fulgence.rules.cityfile import load_city
from fulgence.server import parts
from fulgence.server.jobs import AnyJob, Choose, PlayOn, ReviewTurn, Weigh
from fulgence.server.state import own_city
from fulgence.server.views import parse_game_view


def main() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server, which then ends us
    if hasattr(os, "nice"):
        os.nice(5)  # people's moves come first
    decoder: msgspec.json.Decoder[AnyJob] = msgspec.json.Decoder(AnyJob)
    for line in sys.stdin.buffer:
        sys.stdout.buffer.write(msgspec.json.encode(answer_to(decoder.decode(line))) + b"\n")
        sys.stdout.buffer.flush()


def answer_to(job: AnyJob) -> str | msgspec.Struct:
    match job:
        case Choose():
            return move_for(job)
        case ReviewTurn():
            return parts.turn_line(job)
        case PlayOn():
            return parts.game_line(job)
        case Weigh():
            return parts.weighed(job)


def move_for(job: Choose) -> str:
    city = own_city(job.city_file, job.game.city) if job.city_file else load_city(job.game.city)
    view = parse_game_view(city, job.game, job.seat, job.done)
    return make_bot(job.bot, Generator(job.seed)).choose(view)


if __name__ == "__main__":
    main()
