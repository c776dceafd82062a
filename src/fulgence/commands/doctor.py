"""`fulgence doctor`: check the installation."""

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
from fulgence.bots.network.weights import custom_games, learned_games
from fulgence.build import is_compiled
from fulgence.commands.shared import doctor_checks
from fulgence.commands.shared.console_io import printable
from fulgence.commands.shared.doctor_checks import CheckResult, DataFolder, OpenFiles
from fulgence.draw import png
from fulgence.folders import data_folder
from fulgence.language import N_, translate
from fulgence.rules.cityfile.city_reader import city_names, load_city

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
    doctor_checks.NEW: N_("new; a server sets it up when it starts"),
    doctor_checks.READY: N_("ready, {version}"),
    doctor_checks.OLD: N_("from an older version, {version}: the next start upgrades it"),
    doctor_checks.NEWER: N_("from a newer version, {version}: it cannot be used"),
    doctor_checks.IN_USE: N_("in use by a running server"),
    doctor_checks.UNUSABLE: N_("cannot be used: {reason}"),
    doctor_checks.FREE: N_("free"),
    doctor_checks.SERVED: N_("Fulgence {version} is running there"),
    doctor_checks.TAKEN: N_("in use by another program"),
}
NOTES = {
    "compiled": N_(
        "The rules run uncompiled: everything works, but simulations are about 100 times slower. With a "
        "C compiler and the Python headers, reinstall the package with `pip install --force-reinstall "
        "--no-cache-dir`: pip may have cached the uncompiled one."
    ),
    "pictures": png.NEEDED,
    "libraries": N_("The server needs all of its libraries: reinstall the package."),
    "sqlite": N_(
        "SQLite before 3.51.3 can damage a database that two connections write at once. The server is "
        "not affected: it locks the file for a single connection."
    ),
    "files": N_(
        "The system allows fewer open files than a busy server needs, so it refuses connections sooner. "
        "To allow more, set LimitNOFILE in the systemd unit, or use ulimit -n in the shell."
    ),
}


@dataclass(frozen=True)
class Checkup:
    """The report, as `--json` prints it. The last five are None if they were not checked."""

    fulgence: str
    python: str
    platform: str
    compiled: bool
    cities: list[str]
    learned: list[str]  # games that the expert is trained for
    terminal: bool
    colour: bool
    pictures: list[str]  # what `fulgence draw` can write
    libraries: dict[str, str | None]  # versions, None if not installed
    sqlite: str
    files: OpenFiles | None
    data: DataFolder | None
    database: CheckResult | None
    redis: CheckResult | None
    port: CheckResult | None


def run(options: Namespace) -> int:
    checkup = checkup_of(options)
    if options.json:
        print(json.dumps(asdict(checkup)))
    else:
        print("\n".join(lines(checkup)))
    asked = [options.database and checkup.database, options.redis and checkup.redis]
    return 1 if any(found and not found.works for found in asked) else 0


def checkup_of(options: Namespace) -> Checkup:
    libraries = doctor_checks.versions(doctor_checks.LIBRARIES)
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
        libraries=libraries | doctor_checks.versions(doctor_checks.OPTIONAL),
        sqlite=sqlite3.sqlite_version,
        files=doctor_checks.open_files() if folder else None,
        data=folder,
        database=doctor_checks.database(address) if folder else None,
        redis=doctor_checks.redis_server(options.redis) if options.redis else None,
        port=doctor_checks.port(options.port) if options.port else None,
    )


def places() -> tuple[DataFolder, str]:
    """The server's data folder, and the URL of its default database."""
    from fulgence.server.store.database import default_database  # slow: imports SQLAlchemy

    folder = data_folder()
    return DataFolder(str(folder), doctor_checks.can_be_written(folder)), default_database()


def lines(checkup: Checkup) -> Iterator[str]:
    labels = {key: translate(label) for key, label in LABELS.items()}
    margin = max(map(len, labels.values())) + 2
    for key, label in labels.items():
        value = getattr(checkup, key)
        if value is not None:
            yield from wrap(shown(value), f"{label:<{margin}}", " " * margin)
    for key, note in NOTES.items():
        if is_noted(checkup, key):
            yield from wrap(translate(note), "", "")


def wrap(text: str, first: str, next: str) -> list[str]:
    return textwrap.wrap(
        printable(text),
        WIDTH,
        initial_indent=first,
        subsequent_indent=next,
        break_long_words=False,
        break_on_hyphens=False,
    )


def shown(value: object) -> str:
    match value:
        case bool():
            return translate(N_("yes") if value else N_("no"))
        case list():
            return ", ".join(value)
        case dict():
            absent = translate("not installed")
            return ", ".join(f"{name} {version or absent}" for name, version in value.items())
        case DataFolder():
            state = N_("writable") if value.writable else N_("not writable")
            return f"{value.folder}: {translate(state)}"
        case OpenFiles():
            return translate("{allowed}; a busy server needs {needed}", **vars(value))
        case CheckResult():
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
    return sqlite3.sqlite_version_info < doctor_checks.SAFE_SQLITE
