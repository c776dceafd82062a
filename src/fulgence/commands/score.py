"""`fulgence score`: a sheet drawn on paper, item by item."""

from __future__ import annotations

import json
from argparse import Namespace

from fulgence.commands.shared.console_io import read_text
from fulgence.commands.shared.pad_output import pad_object, pad_table
from fulgence.language import translate
from fulgence.rules.text.paper_sheet import parse_paper


def run(options: Namespace) -> int:
    paper = parse_paper(read_text(options.file))
    if options.json:
        print(json.dumps({"city": paper.city.key, **pad_object(paper.pad)}))
    else:
        print(translate(paper.city.name))
        print("\n".join(pad_table(paper.pad)))
    return 0
