"""`fulgence score`: sheets drawn on paper, item by item, and who has won."""

from __future__ import annotations

import json
from argparse import Namespace
from collections.abc import Sequence

from fulgence.commands.shared.console_io import read_text
from fulgence.commands.shared.pad_output import pad_object, pad_table
from fulgence.language import translate
from fulgence.prose.outcome import outcome_of
from fulgence.prose.score_explained import explain_pad
from fulgence.rules.errors import BadRecord
from fulgence.rules.score_pad import winners
from fulgence.rules.text.json_reasons import no_sheet, parse_document
from fulgence.rules.text.paper_sheet import Paper, checked, read_paper


def run(options: Namespace) -> int:
    papers, is_table = read_papers(read_text(options.file))
    if options.json:
        print_json(papers, is_table)
        return 0
    print(translate(papers[0].city.name))
    for paper in papers:
        if paper.name:
            print(paper.name)
        print("\n".join(pad_table(paper.pad)))
        if options.explain:
            rows = explain_pad(paper.city, paper.sheet, paper.pad_by_round).values()
            print("\n".join(f"  {row}" for lines in rows for row in lines))
    if is_table or papers[0].alone is not None:
        names = [name_of(paper, number) for number, paper in enumerate(papers, 1)]
        print(outcome_of(papers[0].city, names, [paper.pad for paper in papers]))
    return 0


def read_papers(text: str) -> tuple[list[Paper], bool]:
    """The sheet of a file, or those of a table: a list, or one on each line."""
    lines = [line for line in text.splitlines() if line.strip()]
    if len(lines) > 1 and all(line.lstrip().startswith("{") and is_json(line) for line in lines):
        documents = [json.loads(line) for line in lines]
    else:
        document = parse_document(text, no_sheet)
        if not isinstance(document, list) or not document:
            return [checked(read_paper(document))], False
        documents = document
    papers = [checked_sheet(document, number) for number, document in enumerate(documents, 1)]
    if len({paper.city.key for paper in papers}) > 1:
        raise BadRecord("the sheets of a table are of one city")
    return papers, True


def is_json(text: str) -> bool:
    try:
        json.loads(text)
    except (ValueError, RecursionError):
        return False
    return True


def checked_sheet(document: object, number: int) -> Paper:
    try:
        return checked(read_paper(document))
    except BadRecord as error:
        raise BadRecord(f"sheet {number}: {error}") from None


def name_of(paper: Paper, number: int) -> str:
    return paper.name or translate("Player {number}", number=number)


def print_json(papers: Sequence[Paper], is_table: bool) -> None:
    """One sheet alone is the object itself, as ever."""
    objects = [score_object(paper) for paper in papers]
    if not is_table:
        print(json.dumps({"city": papers[0].city.key, **objects[0]}))
        return
    won = winners([paper.pad for paper in papers])
    print(json.dumps({"city": papers[0].city.key, "sheets": objects, "winners": won}))


def score_object(paper: Paper) -> dict[str, object]:
    extra: dict[str, object] = {"name": paper.name} if paper.name else {}
    if paper.verdict is not None:
        extra["verdict"] = paper.verdict
    return {**extra, **pad_object(paper.pad)}
