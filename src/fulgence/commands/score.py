"""`fulgence score`: a sheet drawn on paper, item by item."""

from __future__ import annotations

import json
from argparse import Namespace

from fulgence.commands.pads import pad_object, pad_table
from fulgence.commands.streams import read_text
from fulgence.language import translate
from fulgence.rules.paper import parse_paper


def run(options: Namespace) -> int:
    paper = parse_paper(read_text(options.file))
    if options.json:
        print(json.dumps({"city": paper.city.key, **pad_object(paper.pad)}))
    else:
        print(translate(paper.city.name))
        print("\n".join(pad_table(paper.pad)))
    return 0
