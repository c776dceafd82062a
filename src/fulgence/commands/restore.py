"""`fulgence restore`: put a backup in the place of a database that no server uses."""

from __future__ import annotations

import json
from argparse import Namespace
from pathlib import Path

from fulgence.commands.shared.confirmation import confirm
from fulgence.commands.shared.console_io import UnreadableFile
from fulgence.commands.shared.page_bar import PageBar
from fulgence.folders import make_private_folder
from fulgence.server.admin.backup_file import BadBackup, check_backup, restore
from fulgence.server.admin.control_file import sqlite_file
from fulgence.server.store.database import default_database

PG_RESTORE = "restore PostgreSQL while no server runs, with: pg_restore --clean --dbname=URL games.dump"


def run(options: Namespace) -> int:
    address = options.database or default_database()
    database, backup = sqlite_file(address), Path(options.file)
    if database is None:
        raise BadBackup(f"{address.partition('?')[0]}: {PG_RESTORE}")
    if not backup.is_file():
        raise UnreadableFile(f"{backup}: there is no such file")
    facts = check_backup(backup)
    if database.exists():
        confirm(f"Put {backup} ({facts.tables} tables) in the place of {database}?", options)
    make_private_folder(database.parent)
    with PageBar("pages") as bar:
        aside = restore(backup, database, bar.show)
    if options.json:
        print(json.dumps({"database": str(database), "aside": str(aside) if aside else None}))
    else:
        print(f"{database}: {facts.tables} tables, {facts.entries} entries")
        if aside:
            print(f"The old one is {aside}")
    return 0
