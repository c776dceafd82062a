"""`fulgence serve`: the game server."""

from __future__ import annotations

from argparse import Namespace

from fulgence.commands.streams import complain
from fulgence.language import translate
from fulgence.server import run as server
from fulgence.server.limits import parse_limits


def run(options: Namespace) -> int:
    server.start_logging(options.log_level)
    settings = settings_of(options)
    if not server.is_loopback(settings.host):
        complain(translate("everybody who reaches {host} can open tables here", host=settings.host))
    server.run(settings, tell)
    return 0


def settings_of(options: Namespace) -> server.Settings:
    return server.Settings(
        database=options.database or server.default_database(),
        host=options.host,
        port=options.port,
        redis=options.redis,
        hosts=options.allow_host,
        proxies=options.proxy,
        limits=parse_limits(options.limit),
        workers=options.workers,
    )


def tell(address: str) -> None:
    print(translate("Fulgence serves on {address} (Ctrl-C ends it)", address=address), flush=True)
