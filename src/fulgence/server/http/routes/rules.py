"""The rules in words and figures: of a city, or of a table with its add-ons."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from functools import lru_cache

from fastapi import APIRouter, Request, Response

from fulgence.language import load_language, using_language
from fulgence.lessons.aim import FirstMarks, aim, first_marks
from fulgence.lessons.chapters.chapter import Chapter
from fulgence.lessons.figures.figure import Figure
from fulgence.lessons.rulebook import rules_pages
from fulgence.lessons.terms import Term, terms_of
from fulgence.rules.city import City
from fulgence.rules.cityfile.city_reader import city_names, load_city
from fulgence.rules.message import Message
from fulgence.server.http.accept_language import language_for
from fulgence.server.http.routes.schemas import MAYBE_TOKEN, PROBLEMS, Key, TableId
from fulgence.server.http.routes.table_access import ask, city_at, key_of
from fulgence.table import requests
from fulgence.table.refusals import Refused

router = APIRouter(prefix="/api")


@dataclass(frozen=True)
class FigureOfRules:
    """A drawing in the classes of the map. `box`: its viewBox. `alt`: for those who cannot see it."""

    key: str
    caption: str
    alt: str
    box: tuple[float, float, float, float]
    svg: str


@dataclass(frozen=True)
class SectionOfRules:
    key: str
    title: str
    paragraphs: list[str]
    figures: list[FigureOfRules]


@dataclass(frozen=True)
class RulesOfCity:
    """`aim`: what to aim for. `marks`: what a newcomer is told first. `terms`: words and the sections that
    explain them, longest first, in lower case."""

    aim: str
    marks: FirstMarks
    sections: list[SectionOfRules]
    terms: list[Term]


RULES = PROBLEMS | {200: {"model": RulesOfCity}}


@router.get("/cities/{key}/rules", responses=RULES, response_class=Response)
async def rules(key: Key, request: Request) -> Response:
    """The rules of a city in words and figures."""
    if key not in city_names():
        raise Refused("not-found", Message("there is no city {city!r}", city=key), 404)
    return answer(request, load_city(key), None, 0)


@router.get("/tables/{id}/rules", responses=RULES, response_class=Response, **MAYBE_TOKEN)
async def table_rules(id: TableId, request: Request) -> Response:
    """The rules of a table: its city, which may be a custom one, its add-ons and its number of players."""
    info = await ask(request, id, requests.Look(key_of(request)))
    return answer(request, await city_at(request, id), info.addons, len(info.seats))


def answer(request: Request, city: City, addons: Sequence[str] | None, players: int) -> Response:
    played = None if addons is None else tuple(addons)
    text = rules_text(city, language_for(request).tag, played, min(players, 2))
    return Response(text, media_type="application/json", headers={"vary": "accept-language"})


@lru_cache(maxsize=64)
def rules_text(city: City, language: str, addons: tuple[str, ...] | None, players: int) -> str:
    """All of it as JSON. `players`: 0 for any number, 2 for two and more."""
    with using_language(load_language(language)):
        chapters = rules_pages(city, addons, players)
        found = RulesOfCity(
            aim=aim(city),
            marks=first_marks(city),
            sections=[section_of(chapter) for chapter in chapters],
            terms=terms_of(city, [chapter.key for chapter in chapters]),
        )
    return json.dumps(asdict(found), ensure_ascii=False, separators=(",", ":"))


def section_of(chapter: Chapter) -> SectionOfRules:
    return SectionOfRules(
        key=chapter.key,
        title=chapter.title,
        paragraphs=chapter.paragraphs,
        figures=[figure_of(figure) for figure in chapter.figures],
    )


def figure_of(figure: Figure) -> FigureOfRules:
    return FigureOfRules(figure.key, figure.caption, figure.alt, figure.box, figure.svg)
