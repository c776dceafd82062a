"""`fulgence doctor`: what this installation can do."""

from __future__ import annotations

import json
import os
import platform
import sqlite3
import sys
import textwrap
from argparse import Namespace
from collections.abc import Iterator
from dataclasses import asdict, dataclass

from fulgence import __version__
from fulgence.bots.weights import custom_games, learned_games
from fulgence.build import is_compiled
from fulgence.commands import services
from fulgence.commands.services import Files, Finding, Folder
from fulgence.commands.streams import printable
from fulgence.draw import png
from fulgence.folders import data_folder
from fulgence.language import N_, translate
from fulgence.rules.cityfile import city_names, load_city

WIDTH = 100
LABELS = {
    "fulgence": "fulgence",
    "python": "python",
    "platform": N_("system"),
    "compiled": N_("compiled"),
    "cities": N_("cities"),
    "learned": N_("learned"),
    "terminal": N_("terminal"),
    "colour": N_("colour"),
    "pictures": N_("pictures"),
    "libraries": N_("libraries"),
    "sqlite": "sqlite",
    "files": N_("open files"),
    "data": N_("data folder"),
    "database": N_("database"),
    "redis": "redis",
    "port": N_("port"),
}
STATES = {
    services.NEW: N_("new, it is filled when a server starts"),
    services.READY: N_("ready, {version}"),
    services.OLD: N_("of an older program, {version}: the next start brings it up to date"),
    services.NEWER: N_("of a newer program, {version}: it cannot be used"),
    services.IN_USE: N_("a running server is using it"),
    services.UNUSABLE: N_("cannot be used: {reason}"),
    services.FREE: N_("free"),
    services.SERVED: N_("Fulgence {version} answers"),
    services.TAKEN: N_("another program has it"),
}
NOTES = {
    "compiled": N_(
        "The rules run uncompiled: everything works, but simulations are about 100 times slower. "
        "With a C compiler and the Python headers, install the package again by "
        "`pip install --force-reinstall --no-cache-dir`: pip may have kept the uncompiled one."
    ),
    "pictures": png.NEEDED,
    "libraries": N_("The server cannot run without all of its libraries: install the package again."),
    "sqlite": N_(
        "SQLite before 3.51.3 can damage a database that two connections write at once. "
        "The server is safe from it: one connection holds the file alone."
    ),
    "files": N_(
        "The system allows fewer open files than a busy server needs, so it refuses connections sooner. "
        "To allow more, set LimitNOFILE in the systemd unit, or use ulimit -n in the shell."
    ),
}


@dataclass(frozen=True)
class Checkup:
    """As programs read it; the last five are None if they were not asked for or cannot be looked at."""

    fulgence: str
    python: str
    platform: str
    compiled: bool
    cities: list[str]
    learned: list[str]  # games that the expert has learned a value for
    terminal: bool
    colour: bool
    pictures: list[str]  # what `fulgence draw` can write
    libraries: dict[str, str | None]  # versions, None if not installed
    sqlite: str
    files: Files | None
    data: Folder | None
    database: Finding | None
    redis: Finding | None
    port: Finding | None


def run(options: Namespace) -> int:
    checkup = checkup_of(options)
    if options.json:
        print(json.dumps(asdict(checkup)))
    else:
        print("\n".join(lines(checkup)))
    asked = [options.database and checkup.database, options.redis and checkup.redis]
    return 1 if any(found and not found.works for found in asked) else 0


def checkup_of(options: Namespace) -> Checkup:
    libraries = services.versions(services.LIBRARIES)
    folder, address = places() if all(libraries.values()) else (None, "")
    address = options.database or address
    return Checkup(
        fulgence=__version__,
        python=platform.python_version(),
        platform=platform.platform(),
        compiled=is_compiled(),
        cities=list(city_names()),
        learned=[
            *(game for name in city_names() for game in learned_games(load_city(name))),
            *custom_games(),
        ],
        terminal=sys.stdout.isatty(),
        colour=sys.stdout.isatty() and "NO_COLOR" not in os.environ and os.environ.get("TERM") != "dumb",
        pictures=["SVG", "PDF", *(["PNG"] if png.is_available() else [])],
        libraries=libraries | services.versions(services.OPTIONAL),
        sqlite=sqlite3.sqlite_version,
        files=services.open_files() if folder else None,
        data=folder,
        database=services.database(address) if folder else None,
        redis=services.redis_server(options.redis) if options.redis else None,
        port=services.port(options.port) if options.port else None,
    )


def places() -> tuple[Folder, str]:
    """Where a server keeps its data, and the address of the database there."""
    from fulgence.server.run import default_database  # a second: it brings all libraries

    folder = data_folder()
    return Folder(str(folder), services.can_be_written(folder)), default_database()


def lines(checkup: Checkup) -> Iterator[str]:
    labels = {key: translate(label) for key, label in LABELS.items()}
    margin = max(map(len, labels.values())) + 2
    for key, label in labels.items():
        value = getattr(checkup, key)
        if value is not None:
            yield from folded(told(value), f"{label:<{margin}}", " " * margin)
    for key, note in NOTES.items():
        if is_noted(checkup, key):
            yield from folded(translate(note), "", "")


def folded(text: str, first: str, next: str) -> list[str]:
    return textwrap.wrap(
        printable(text),
        WIDTH,
        initial_indent=first,
        subsequent_indent=next,
        break_long_words=False,
        break_on_hyphens=False,
    )


def told(value: object) -> str:
    match value:
        case bool():
            return translate(N_("yes") if value else N_("no"))
        case list():
            return ", ".join(value)
        case dict():
            absent = translate("not installed")
            return ", ".join(f"{name} {version or absent}" for name, version in value.items())
        case Folder():
            state = N_("can be written") if value.writable else N_("cannot be written")
            return f"{value.folder}: {translate(state)}"
        case Files():
            return translate("{allowed}; a busy server needs {needed}", **vars(value))
        case Finding():
            reason = translate(value.reason) if value.reason else ""
            return f"{value.address}: {translate(STATES[value.state], version=value.version, reason=reason)}"
    return str(value)


def is_noted(checkup: Checkup, key: str) -> bool:
    if key == "compiled":
        return not checkup.compiled
    if key == "pictures":
        return "PNG" not in checkup.pictures
    if key == "libraries":
        return checkup.data is None
    if key == "files":
        return checkup.files is not None and checkup.files.allowed < checkup.files.needed
    return sqlite3.sqlite_version_info < services.SAFE_SQLITE
