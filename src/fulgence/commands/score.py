"""`fulgence score`: a sheet drawn on paper, item by item."""

from __future__ import annotations

import json
from argparse import Namespace

from fulgence.commands.pads import pad_object, pad_table
from fulgence.commands.streams import read_text
from fulgence.language import translate
from fulgence.rules.paper import parse_paper
from fulgence.rules.scorepad import score_pad


def run(options: Namespace) -> int:
    paper = parse_paper(read_text(options.file))
    pad = score_pad(paper.sheet, paper.pencils)
    if options.json:
        print(json.dumps({"city": paper.city.key, **pad_object(pad)}))
    else:
        print(translate(paper.city.name))
        print("\n".join(pad_table(pad)))
    return 0
