"""`fulgence site`: write the game as static files, which any web host can serve."""

from __future__ import annotations

import sys
from argparse import Namespace
from pathlib import Path

from fulgence.commands.shared.options import BadOption
from fulgence.language import translate
from fulgence.rules.message import Message
from fulgence.site.bundle import default_folder, make_bundle
from fulgence.site.static_site import BASE, check_folder, site_files, write_site


def run(options: Namespace) -> int:
    folder, base = Path(options.folder), base_of(options.base)
    check_folder(folder)
    make_bundle(default_folder(), say)
    files = site_files(base, default_folder())
    say("writing the files")
    write_site(folder, files)
    megabytes = sum(len(content) for path, content in files.items() if not path.endswith(".gz")) / 1e6
    print(
        translate(
            "{folder} is ready: {count} files, {size} MB, to be served at {base}",
            folder=folder,
            count=len(files),
            size=f"{megabytes:.1f}",
            base=base,
        )
    )
    return 0


def base_of(text: str) -> str:
    """With a slash at both ends."""
    base = f"/{text.strip('/')}/" if text.strip("/") else "/"
    if not BASE.fullmatch(base):
        raise BadOption(Message("--base is a path such as /games/, not {base!r}", base=text))
    return base


def say(text: str) -> None:
    print(f"fulgence: {text} ...", file=sys.stderr, flush=True)
