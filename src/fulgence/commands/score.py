"""`fulgence score`: a sheet drawn on paper, item by item."""

from __future__ import annotations

import json
import sys
from argparse import Namespace
from pathlib import Path

from fulgence.commands.pads import pad_object, pad_table
from fulgence.rules.errors import BadRecord
from fulgence.rules.paper import parse_paper
from fulgence.rules.scorepad import score_pad


def run(options: Namespace) -> int:
    try:
        text = sys.stdin.read() if options.file == "-" else Path(options.file).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is not UTF-8 text"
        raise BadRecord(f"{options.file}: cannot be read: {reason}") from None
    paper = parse_paper(text)
    pad = score_pad(paper.sheet, paper.pencils)
    if options.json:
        print(json.dumps({"city": paper.city.key, **pad_object(pad)}))
    else:
        print(paper.city.name)
        print("\n".join(pad_table(pad)))
    return 0
