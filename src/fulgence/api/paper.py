"""Sheets drawn on paper: their scores in words, what the rules forbid on them, their pictures; blank ones."""

from __future__ import annotations

from typing import Any

import msgspec

from fulgence.api.jobs import DrawBlank, DrawPaper, ScorePaper
from fulgence.draw.page import blank_page, page_svg, paper_page, two_on_a_page
from fulgence.draw.paper_sizes import PAPER_SIZES
from fulgence.language import load_language, translate, using_language
from fulgence.prose import wording
from fulgence.prose.highlights import pad_highlights
from fulgence.prose.outcome import outcome_of
from fulgence.prose.score_explained import explain_pad
from fulgence.rules import kinds
from fulgence.rules.city import City
from fulgence.rules.cityfile.city_reader import city_names, load_city
from fulgence.rules.errors import BadRecord
from fulgence.rules.message import Message
from fulgence.rules.score_pad import winners
from fulgence.rules.text.json_reasons import no_sheet, parse_document
from fulgence.rules.text.paper_sheet import Paper, Problem, checked, read_paper
from fulgence.table.messages import Highlight, PadView
from fulgence.table.refusals import Refused
from fulgence.table.state import custom_city
from fulgence.table.views import line_view, names_in, pad_view


class PaperProblem(msgspec.Struct, frozen=True):
    """Something that the rules forbid. `kind`: section, or that of the mark. `where`: the section or cell,
    empty if it is none of the map."""

    kind: str
    pencil: str
    where: str
    message: str


class PaperSheet(msgspec.Struct, frozen=True):
    """The score of a sheet without what the rules forbid. `doubled`: districts by line, in the order of the
    pad."""

    name: str
    pad: PadView
    explained: dict[str, list[str]]
    highlights: dict[str, Highlight]
    doubled: list[list[str]]
    problems: list[PaperProblem]


class PaperAddons(msgspec.Struct, frozen=True):
    """What the add-ons of the city can bring to a sheet, by name and in words; empty where it has none."""

    objectives: dict[str, str]
    powers: dict[str, str]
    gates: dict[str, str]
    acceleration: dict[str, str]


class PaperScore(msgspec.Struct, frozen=True):
    """All sheets of a table. `winners` and `outcome` are empty while the rules forbid something."""

    sheets: list[PaperSheet]
    winners: list[int]
    outcome: str
    addons: PaperAddons


def scored(job: ScorePaper) -> PaperScore:
    papers = [paper_of(text, job.city_file) for text in job.sheets]
    if not papers:
        raise Refused("bad-sheet", Message("there is no sheet"), 422)
    if len({paper.city.key for paper in papers}) > 1:
        raise Refused("bad-sheet", Message("the sheets of a table are of one city"), 422)
    with using_language(load_language(job.language)):
        sheets = [sheet_score(paper) for paper in papers]
        is_final = not any(paper.problems for paper in papers)
        pads = [paper.pad for paper in papers]
        names = [paper.name or translate("Player {number}", number=n) for n, paper in enumerate(papers, 1)]
        return PaperScore(
            sheets,
            winners(pads) if is_final else [],
            outcome_of(papers[0].city, names, pads) if is_final else "",
            addons_of(papers[0].city),
        )


def addons_of(city: City) -> PaperAddons:
    has = city.addons
    return PaperAddons(
        {card.name: wording.objective_name(city, card) for card in city.objectives}
        if "objectives" in has
        else {},
        {name: translate(text) for name, text in wording.POWERS.items()} if "powers" in has else {},
        {name: translate(text) for name, text in wording.GATES.items()} if "gates" in has else {},
        {name: wording.bonus_name(city, name) for name in kinds.ACCELERATIONS}
        if "acceleration" in has
        else {},
    )


def sheet_score(paper: Paper) -> PaperSheet:
    city, sheet, pad = paper.city, paper.sheet, paper.pad
    by_round = paper.pad_by_round
    doubled = dict(zip(paper.drawn, sheet.doubled, strict=True))
    return PaperSheet(
        paper.name,
        pad_view(sheet, city, pad, [line_view(line) for line in pad.lines], paper.verdict),
        {key: [row.strip() for row in rows] for key, rows in explain_pad(city, sheet, by_round).items()},
        {
            key: Highlight(each.sum, list(each.stations), list(each.sections), list(each.districts))
            for key, each in pad_highlights(city, sheet, by_round).items()
        },
        [names_in(city.districts, doubled[pencil]) for pencil in paper.listed],
        [problem_view(each) for each in paper.problems],
    )


def problem_view(problem: Problem) -> PaperProblem:
    reason = translate(problem.reason)
    sentence = f"{problem.where}: {reason}" if problem.where else reason
    return PaperProblem(problem.kind, problem.pencil, problem.where, wording.as_sentence(sentence))


def drawn(job: DrawPaper) -> bytes:
    paper = checked(paper_of(job.sheet, job.city_file))
    with using_language(load_language(job.language)):
        return page_svg(paper_page(paper)).encode()


def blank(job: DrawBlank) -> bytes:
    if job.paper not in PAPER_SIZES:
        sizes = ", ".join(PAPER_SIZES)
        raise Refused(
            "bad-paper", Message("{paper!r} is not a paper size: {sizes}", paper=job.paper, sizes=sizes), 422
        )
    page = blank_page(city_named(job.city, job.city_file), is_mono=job.mono)
    with using_language(load_language(job.language)):
        return (two_on_a_page if job.two else page_svg)(page, PAPER_SIZES[job.paper]).encode()


def paper_of(text: str, city_file: str) -> Paper:
    document = parse_document(text, no_sheet)
    return read_paper(document, city_named(key_in(document), city_file))


def key_in(document: Any) -> str:
    key = document.get("city") if isinstance(document, dict) else None
    if not isinstance(key, str):
        raise BadRecord("a sheet is an object with a city")
    return key


def city_named(key: str, city_file: str) -> City:
    """Never a file of this machine."""
    if city_file:
        return custom_city(city_file, key)
    if key not in city_names():
        raise Refused("no-city", Message("there is no city {city!r}", city=key), 422)
    return load_city(key)
