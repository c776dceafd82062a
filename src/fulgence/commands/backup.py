"""`fulgence backup`: a consistent copy of the database, whether a server uses it or not."""

from __future__ import annotations

import json
from argparse import Namespace
from dataclasses import asdict, replace
from pathlib import Path

from fulgence.commands.shared.operator_link import link_for
from fulgence.commands.shared.page_bar import PageBar
from fulgence.server.admin.backup_file import check_backup, whole_file


def run(options: Namespace) -> int:
    file = Path(options.file)
    link = link_for(options)
    with whole_file(file, force=options.force) as draft:
        with PageBar("pages") as bar:
            link.backup(draft, bar.show)
        facts = replace(check_backup(draft), file=str(file))
    if options.json:
        print(json.dumps(asdict(facts)))
    else:
        print(f"{file}: {facts.tables} tables, {facts.entries} entries, {facts.bytes / 1e6:.1f} MB, checked")
    return 0
