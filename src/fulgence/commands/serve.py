"""`fulgence serve`: run the game server. Plain `fulgence` also opens a browser."""

from __future__ import annotations

import json
import threading
import urllib.request
import webbrowser
from argparse import Namespace
from dataclasses import replace

from fulgence.commands.shared.console_io import print_error
from fulgence.language import translate
from fulgence.server import run as server
from fulgence.server.limits import parse_limits
from fulgence.server.store.database import default_database


def run(options: Namespace) -> int:
    server.start_logging(options.log_level)
    settings = settings_of(options)
    if not server.is_loopback(settings.host):
        print_error(translate("anyone who can reach {host} can open tables here", host=settings.host))
    if not options.open:
        server.run(settings, announce)
        return 0
    if is_served(address := f"http://{settings.host}:{settings.port}"):
        print(translate("Fulgence is already running: {address}", address=address), flush=True)
        open_browser(address)
        return 0
    try:
        server.run(settings, announce_and_open)
    except server.CannotServe:  # the port is taken: use any free one
        server.run(replace(settings, port=0), announce_and_open)
    return 0


def settings_of(options: Namespace) -> server.Settings:
    return server.Settings(
        database=options.database or default_database(),
        host=options.host,
        port=options.port,
        redis=options.redis,
        hosts=options.allow_host,
        proxies=options.proxy,
        limits=parse_limits(options.limit),
        workers=options.workers,
        metrics_token=options.metrics_token,
        admin_token=options.admin_token,
        read_only=options.read_only,
        keep_days=options.keep_days,
        push_contact=options.push_contact,
        push_hosts=options.push_host,
    )


def is_served(address: str) -> bool:
    """Whether a Fulgence server responds there."""
    try:
        with urllib.request.urlopen(f"{address}/api/version", timeout=2) as answer:
            return "fulgence" in json.load(answer)
    except (OSError, ValueError):
        return False


def announce(address: str) -> None:
    print(translate("Fulgence is running on {address} (Ctrl-C stops it)", address=address), flush=True)


def announce_and_open(address: str) -> None:
    announce(address)
    threading.Thread(target=open_browser, args=(address,), daemon=True).start()  # some browsers block


def open_browser(address: str) -> None:
    if not webbrowser.open(address):
        print_error(translate("could not open a browser; open the address yourself"))
