"""A bot's worker: jobs come in on standard input, moves go out on standard output."""

from __future__ import annotations

import os
import signal
import sys

import msgspec

from fulgence.bots.bot import make_bot
from fulgence.rules.chance import Generator
from fulgence.rules.cityfile import load_city
from fulgence.server.bots import Job
from fulgence.server.state import own_city
from fulgence.server.views import parse_game_view


def main() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server, which then ends us
    if hasattr(os, "nice"):
        os.nice(5)  # people's moves come first
    decoder = msgspec.json.Decoder(Job)
    for line in sys.stdin.buffer:
        sys.stdout.buffer.write(msgspec.json.encode(move_for(decoder.decode(line))) + b"\n")
        sys.stdout.buffer.flush()


def move_for(job: Job) -> str:
    city = own_city(job.city_file) if job.city_file else load_city(job.game.city)
    view = parse_game_view(city, job.game, job.seat, job.done)
    return make_bot(job.bot, Generator(job.seed)).choose(view)


if __name__ == "__main__":
    main()
