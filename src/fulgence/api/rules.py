"""The rules in words and figures as JSON: of a city, or of a table with its add-ons."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from functools import lru_cache

from fulgence.language import load_language, using_language
from fulgence.lessons.aim import FirstMarks, aim, first_marks
from fulgence.lessons.chapters.chapter import Chapter
from fulgence.lessons.figures.figure import Figure
from fulgence.lessons.rulebook import rules_pages
from fulgence.lessons.terms import Term, terms_of
from fulgence.rules.city import City


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


def rules_text(city: City, language: str, addons: tuple[str, ...] | None = None, players: int = 0) -> str:
    """All of it as JSON. Without `addons`, with all that the city has; `players`: 0 for any number."""
    return cached_rules_text(city, language, addons, min(players, 2))


@lru_cache(maxsize=64)
def cached_rules_text(city: City, language: str, addons: tuple[str, ...] | None, players: int) -> str:
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
