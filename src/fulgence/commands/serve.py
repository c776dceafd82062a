"""`fulgence serve`: the game server; `fulgence` alone: the same, with a browser opened on it."""

from __future__ import annotations

import json
import threading
import urllib.request
import webbrowser
from argparse import Namespace
from dataclasses import replace

from fulgence.commands.streams import complain
from fulgence.language import translate
from fulgence.server import run as server
from fulgence.server.limits import parse_limits


def run(options: Namespace) -> int:
    server.start_logging(options.log_level)
    settings = settings_of(options)
    if not server.is_loopback(settings.host):
        complain(translate("everybody who reaches {host} can open tables here", host=settings.host))
    if not options.open:
        server.run(settings, tell)
        return 0
    if is_served(address := f"http://{settings.host}:{settings.port}"):
        print(translate("Fulgence is running already: {address}", address=address), flush=True)
        show(address)
        return 0
    try:
        server.run(settings, tell_and_show)
    except server.CannotServe:  # the port is somebody else's: any other will do
        server.run(replace(settings, port=0), tell_and_show)
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
        metrics_token=options.metrics_token,
    )


def is_served(address: str) -> bool:
    """Whether a Fulgence answers there."""
    try:
        with urllib.request.urlopen(f"{address}/api/version", timeout=2) as answer:
            return "fulgence" in json.load(answer)
    except (OSError, ValueError):
        return False


def tell(address: str) -> None:
    print(translate("Fulgence serves on {address} (Ctrl-C ends it)", address=address), flush=True)


def tell_and_show(address: str) -> None:
    tell(address)
    threading.Thread(target=show, args=(address,), daemon=True).start()  # some browsers do not return


def show(address: str) -> None:
    if not webbrowser.open(address):
        complain(translate("no browser could be opened; open the address yourself"))
