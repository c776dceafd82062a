"""The API for the page of this browser: the same paths and the same JSON as at a server."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

import msgspec

from fulgence.api.catalogues import catalogue_of
from fulgence.api.challenge_links import cards_of
from fulgence.api.choices import choices, version
from fulgence.api.city_editor import answer as city_edit
from fulgence.api.city_maps import custom_map_text, known_city, map_text
from fulgence.api.companions import Companion, companion_view
from fulgence.api.deals import dealt_record
from fulgence.api.jobs import (
    Analyse,
    AnyJob,
    CompareLink,
    DrawBlank,
    DrawPaper,
    DrawSheet,
    EditCity,
    MakeLink,
    OpenLink,
    PlayOn,
    ReplayGame,
    ReviewPlan,
    ReviewTurn,
    ScorePaper,
)
from fulgence.api.lessons import known_lesson, lesson_list, lesson_view
from fulgence.api.new_cities import city_job
from fulgence.api.puzzles import daily_puzzles, known_puzzle, puzzle_answer, puzzle_sets, puzzle_view
from fulgence.api.reviews import checked_record
from fulgence.api.rules import rules_text
from fulgence.browser.companions import MakeStep, OpenCompanion
from fulgence.browser.daily import PlayDaily, day_results, open_daily, today
from fulgence.browser.host import Answer, Host, OpenTable
from fulgence.browser.local_table import Effects
from fulgence.contests.cards import PAR, frozen_cards
from fulgence.language import load_language
from fulgence.review.parts import review_parts
from fulgence.rules.errors import FulgenceError
from fulgence.rules.message import Message
from fulgence.table import requests
from fulgence.table.entries import now
from fulgence.table.opening import contest_request
from fulgence.table.refusals import Refused, code_of, status_of
from fulgence.table.seats import hashed, new_token
from fulgence.table.state import Table

NDJSON = "application/x-ndjson"
Body = TypeVar("Body", bound=msgspec.Struct)


@dataclass(slots=True)
class Asked:
    """A request of the page. `token`: the one that it remembers for the table."""

    host: Host
    body: bytes
    token: str
    language: str
    parts: tuple[str, ...] = ()

    @property
    def key(self) -> str:
        return hashed(self.token)

    def read(self, kind: type[Body]) -> Body:
        try:
            return msgspec.json.decode(self.body or b"{}", type=kind)
        except msgspec.DecodeError:
            raise Refused("bad-request", Message("the request cannot be read"), 422) from None


@dataclass(slots=True)
class Response:
    """`job`: somebody who thinks has to make the text from it. `jobs`: the lines of the text, one after
    another; one that answers with progress is to be asked again."""

    status: int
    text: bytes
    kind: str = "application/json"
    effects: list[tuple[str, Effects]] = field(default_factory=list)
    token: str = ""
    job: bytes = b""
    jobs: list[bytes] = field(default_factory=list)


class DealCards(msgspec.Struct, frozen=True):
    city: str
    addons: list[str] = []
    name: str = "You"


class DrawMap(msgspec.Struct, frozen=True):
    city_file: str


class MakeCityFile(msgspec.Struct, frozen=True):
    seed: int | None = None
    like: str | None = None


class ReplayRecord(msgspec.Struct, frozen=True):
    record: str
    city_file: str | None = None


class TryPosition(msgspec.Struct, frozen=True):
    record: str
    moves: list[list[str]]
    seat: int = 0
    city_file: str | None = None
    cards: list[list[str]] = []
    think: bool = False


class ReviewGame(msgspec.Struct, frozen=True):
    record: str
    seat: int = 0
    city_file: str | None = None


class TakeLesson(msgspec.Struct, frozen=True):
    turns: list[list[str]]
    seen: list[str] = []


class SolvePuzzle(msgspec.Struct, frozen=True):
    move: str


class MakeChallengeLink(msgspec.Struct, frozen=True):
    record: str
    name: str
    seat: int = 0
    link: str = ""
    city_file: str | None = None


class OpenChallengeLink(msgspec.Struct, frozen=True):
    link: str
    city_file: str | None = None


class CompareChallengeLink(msgspec.Struct, frozen=True):
    link: str
    record: str
    seat: int = 0
    city_file: str | None = None


class PlayChallengeLink(msgspec.Struct, frozen=True):
    link: str
    name: str
    language: str = "en"
    city_file: str | None = None
    request: str | None = None


class ScoreSheets(msgspec.Struct, frozen=True):
    sheets: list[msgspec.Raw]
    city_file: str | None = None


class DrawSheetOnPaper(msgspec.Struct, frozen=True):
    sheet: msgspec.Raw
    city_file: str | None = None


class PrintBlank(msgspec.Struct, frozen=True):
    city: str
    city_file: str | None = None
    paper: str = "a4"
    two: bool = False
    mono: bool = False


class EditCityBody(msgspec.Struct, frozen=True):
    city: str | None = None
    file: str | None = None
    draft: dict[str, Any] | None = None


class JoinTable(msgspec.Struct, frozen=True):
    name: str
    request: str | None = None


class EnterTable(msgspec.Struct, frozen=True):
    token: str


class BotWish(msgspec.Struct, frozen=True):
    bot: str | None = None


def handle(host: Host, method: str, path: str, body: bytes, token: str, language: str) -> Response:
    """The answer to a request; what is wrong with it is an answer too."""
    asked = Asked(host, body, token, language)
    try:
        for wanted, pattern, respond in ROUTES:
            match = re.fullmatch(pattern, path)
            if match and wanted == method:
                asked.parts = match.groups()
                return respond(asked)
        raise Refused("not-found", Message("there is nothing at this address"), 404)
    except FulgenceError as error:
        problem = {"code": code_of(error), "message": load_language(language).text(error.message)}
        return Response(status_of(error), msgspec.json.encode(problem))


# Without a table.


def json_of(value: Any) -> Response:
    return Response(200, msgspec.json.encode(value))


def text_of(text: str, kind: str = "application/json") -> Response:
    return Response(200, text.encode(), kind)


def by_job(job: AnyJob, kind: str = "application/json") -> Response:
    return Response(200, b"", kind, job=msgspec.json.encode(job))


def dealt(asked: Asked) -> Response:
    body = asked.read(DealCards)
    return text_of(dealt_record(body.city, body.addons, body.name))


def city_made(asked: Asked) -> Response:
    body = asked.read(MakeCityFile)
    return by_job(city_job(body.seed, body.like))


def replayed(asked: Asked) -> Response:
    body = asked.read(ReplayRecord)
    return by_job(ReplayGame(body.record, asked.language, body.city_file or ""))


def analysed(asked: Asked) -> Response:
    body = asked.read(TryPosition)
    job = Analyse(
        body.record, body.seat, body.moves, body.cards, asked.language, body.city_file or "", body.think
    )
    return by_job(job)


def reviewed(asked: Asked) -> Response:
    """As the server's review: the plan, then one part after another; the games last, as they take long."""
    body = asked.read(ReviewGame)
    own = body.city_file or ""
    record = checked_record(body.record, body.seat, own)
    jobs: list[AnyJob] = [ReviewPlan(body.record, body.seat, own)]
    parts = review_parts(len(record.moves[body.seat]), games=record.is_finished)
    for part in sorted(parts, key=lambda part: isinstance(part, str)):
        if isinstance(part, int):
            jobs.append(ReviewTurn(body.record, body.seat, part, asked.language, own))
        else:
            jobs.append(PlayOn(new_token(), part, body.record, body.seat, own))
    return Response(200, b"", NDJSON, jobs=[msgspec.json.encode(job) for job in jobs])


def lesson_taken(asked: Asked) -> Response:
    body = asked.read(TakeLesson)
    language = load_language(asked.language)
    return json_of(lesson_view(known_lesson(asked.parts[0]), body.turns, body.seen, language))


def puzzle_shown(asked: Asked) -> Response:
    return json_of(puzzle_view(known_puzzle(asked.parts[0]), load_language(asked.language)))


def puzzle_solved(asked: Asked) -> Response:
    move = asked.read(SolvePuzzle).move
    return json_of(puzzle_answer(known_puzzle(asked.parts[0]), move, load_language(asked.language)))


# Contests.


def link_made(asked: Asked) -> Response:
    body = asked.read(MakeChallengeLink)
    return by_job(MakeLink(body.record, body.seat, body.name, body.link, body.city_file or ""))


def link_opened(asked: Asked) -> Response:
    body = asked.read(OpenChallengeLink)
    return by_job(OpenLink(body.link, body.city_file or ""))


def link_compared(asked: Asked) -> Response:
    body = asked.read(CompareChallengeLink)
    return by_job(CompareLink(body.link, body.record, body.seat, body.city_file or ""))


def link_played(asked: Asked) -> Response:
    """A table with the cards of a link."""
    body = asked.read(PlayChallengeLink)
    city_file = body.city_file or ""
    link = cards_of(body.link, city_file)
    wanted = contest_request(
        frozen_cards(link.deal),
        f"challenge-{link.id}",
        name=body.name,
        language=body.language,
        city_file=city_file,
        request=body.request or "",
    )
    return given(asked.host.open_table(wanted), 201)


def par(asked: Asked) -> Response:
    """What bots make of the cards of a table that is over, one after another, as lines of a review."""
    record, city_file = record_at(asked)
    seat = table_of(asked).seat_of(asked.key) or 0
    jobs = [PlayOn(new_token(), bot, record, seat, city_file) for bot in PAR]
    return Response(200, b"", NDJSON, jobs=[msgspec.json.encode(job) for job in jobs])


# Paper.


def paper_scored(asked: Asked) -> Response:
    body = asked.read(ScoreSheets)
    sheets = [bytes(sheet).decode() for sheet in body.sheets]
    return by_job(ScorePaper(sheets, asked.language, body.city_file or ""))


def paper_drawn(asked: Asked) -> Response:
    body = asked.read(DrawSheetOnPaper)
    sheet = bytes(body.sheet).decode()
    return by_job(DrawPaper(sheet, asked.language, body.city_file or ""), "image/svg+xml")


def blank_drawn(asked: Asked) -> Response:
    body = asked.read(PrintBlank)
    own = body.city_file or ""
    job = DrawBlank(body.city, asked.language, own, body.paper, body.two, body.mono)
    return by_job(job, "image/svg+xml")


def companion_opened(asked: Asked) -> Response:
    companion, effects = asked.host.companions.open(asked.read(OpenCompanion))
    return companion_shown(asked, companion, 201, effects)


def companion_looked_at(asked: Asked) -> Response:
    return companion_shown(asked, asked.host.companions.found(asked.parts[0]))


def companion_stepped(asked: Asked) -> Response:
    companion, effects = asked.host.companions.step(asked.parts[0], asked.read(MakeStep))
    return companion_shown(asked, companion, 200, effects)


def companion_shown(
    asked: Asked, companion: Companion, status: int = 200, effects: Sequence[tuple[str, Effects]] = ()
) -> Response:
    view = companion_view(companion, load_language(asked.language), now())
    return Response(status, msgspec.json.encode(view), effects=list(effects))


# City files.


def city_edited(asked: Asked) -> Response:
    body = asked.read(EditCityBody)
    job = EditCity(asked.language, body.city or "", body.file or "", body.draft)
    return json_of(city_edit(job))


# Tables.


def table_of(asked: Asked) -> Table:
    return asked.host.table(asked.parts[0]).table


def given(answer: Answer, status: int = 200) -> Response:
    return Response(status, msgspec.json.encode(answer.value), effects=answer.effects, token=answer.token)


def record_at(asked: Asked) -> tuple[str, str]:
    """The record of a table that is over, and its city file if it is a custom one."""
    document, _ = asked.host.ask(asked.parts[0], requests.GetRecord(asked.key))
    assert isinstance(document, requests.Document)
    return document.text, table_of(asked).opened.city_file


def table_replay(asked: Asked) -> Response:
    record, city_file = record_at(asked)
    return by_job(ReplayGame(record, asked.language, city_file))


def table_rules(asked: Asked) -> Response:
    table = table_of(asked)
    return text_of(rules_text(table.city, asked.language, tuple(table.opened.addons), len(table.seats)))


def table_picture(asked: Asked) -> Response:
    record, city_file = record_at(asked)
    return by_job(DrawSheet(record, int(asked.parts[1]), asked.language, city_file), "image/svg+xml")


def city_file(asked: Asked) -> Response:
    document, _ = asked.host.ask(asked.parts[0], requests.GetCity(asked.key))
    assert isinstance(document, requests.Document)
    return text_of(document.text, "text/plain")


def joined(asked: Asked) -> Response:
    body = asked.read(JoinTable)
    return given(asked.host.join(asked.parts[0], asked.key, body.name, body.request or ""))


def informed(make: Callable[[Asked], requests.AnyRequest]) -> Callable[[Asked], Response]:
    """For requests that are answered with the table as it is then."""
    return lambda asked: given(asked.host.info(asked.parts[0], make(asked)))


TABLE = r"/api/tables/([\w-]+)"
LESSON = r"/api/lessons/([\w-]+)"
PUZZLE = r"/api/puzzles/([\w-]+)"
COMPANION = r"/api/companions/([\w-]+)"
ROUTES: list[tuple[str, str, Callable[[Asked], Response]]] = [
    ("GET", "/api/version", lambda asked: json_of(version())),
    ("GET", "/api/choices", lambda asked: json_of(choices())),
    ("GET", r"/api/languages/(\w+)", lambda asked: json_of(catalogue_of(asked.parts[0]))),
    ("GET", r"/api/cities/(\w+)", lambda asked: text_of(map_text(known_city(asked.parts[0])))),
    (
        "GET",
        r"/api/cities/(\w+)/rules",
        lambda asked: text_of(rules_text(known_city(asked.parts[0]), asked.language)),
    ),
    ("POST", "/api/maps", lambda asked: text_of(custom_map_text(asked.read(DrawMap).city_file))),
    ("POST", "/api/cities/new", city_made),
    ("GET", "/api/lessons", lambda asked: json_of(lesson_list(load_language(asked.language)))),
    ("GET", rf"{LESSON}/map", lambda asked: text_of(map_text(known_lesson(asked.parts[0]).city))),
    ("POST", LESSON, lesson_taken),
    ("GET", "/api/puzzles", lambda asked: json_of(puzzle_sets())),
    ("GET", r"/api/puzzles/daily/([\d-]+)", lambda asked: json_of(daily_puzzles(asked.parts[0]))),
    ("GET", PUZZLE, puzzle_shown),
    ("POST", PUZZLE, puzzle_solved),
    ("GET", "/api/daily", lambda asked: json_of(today(asked.host))),
    (
        "POST",
        r"/api/daily/(\w+)",
        lambda asked: given(open_daily(asked.host, asked.parts[0], asked.read(PlayDaily))),
    ),
    (
        "GET",
        r"/api/daily/([\d-]+)/(\w+)(?:\?page=0)?",
        lambda asked: json_of(day_results(asked.host, asked.parts[0], asked.parts[1])),
    ),
    ("POST", "/api/challenge-links", link_made),
    ("POST", "/api/challenge-links/open", link_opened),
    ("POST", "/api/challenge-links/compare", link_compared),
    ("POST", "/api/challenge-links/play", link_played),
    ("POST", "/api/cities/edit", city_edited),
    ("POST", "/api/review", reviewed),
    ("POST", "/api/deal", dealt),
    ("POST", "/api/replay", replayed),
    ("POST", "/api/analysis", analysed),
    ("POST", "/api/paper/score", paper_scored),
    ("POST", "/api/paper/picture", paper_drawn),
    ("POST", "/api/paper/blank", blank_drawn),
    ("POST", "/api/companions", companion_opened),
    ("GET", COMPANION, companion_looked_at),
    ("POST", f"{COMPANION}/step", companion_stepped),
    (
        "GET",
        f"{COMPANION}/map",
        lambda asked: text_of(map_text(asked.host.companions.found(asked.parts[0]).game.deal.city)),
    ),
    (
        "GET",
        f"{COMPANION}/city",
        lambda asked: text_of(asked.host.companions.found(asked.parts[0]).city_file, "text/plain"),
    ),
    ("GET", "/api/tables", lambda asked: json_of({"tables": []})),
    ("POST", "/api/tables", lambda asked: given(asked.host.open(asked.read(OpenTable)), 201)),
    ("GET", TABLE, informed(lambda asked: requests.Look(asked.key))),
    ("GET", f"{TABLE}/map", lambda asked: text_of(map_text(table_of(asked).city))),
    ("GET", f"{TABLE}/rules", table_rules),
    ("GET", f"{TABLE}/record", lambda asked: text_of(record_at(asked)[0])),
    ("GET", f"{TABLE}/city", city_file),
    ("GET", f"{TABLE}/replay", table_replay),
    ("GET", rf"{TABLE}/sheets/(\d)\.svg", table_picture),
    ("POST", f"{TABLE}/par", par),
    ("POST", f"{TABLE}/join", joined),
    (
        "POST",
        f"{TABLE}/enter",
        lambda asked: given(asked.host.enter(asked.parts[0], asked.read(EnterTable).token)),
    ),
    (
        "POST",
        f"{TABLE}/leave",
        informed(lambda asked: requests.Leave(asked.key, asked.read(BotWish).bot or "")),
    ),
    (
        "POST",
        rf"{TABLE}/seats/(\d)/bot",
        informed(lambda asked: requests.Hand(asked.key, int(asked.parts[1]), asked.read(BotWish).bot or "")),
    ),
    (
        "POST",
        rf"{TABLE}/seats/(\d)/return",
        informed(lambda asked: requests.Return(asked.key, int(asked.parts[1]))),
    ),
    ("POST", f"{TABLE}/close", informed(lambda asked: requests.Close(asked.key))),
    ("POST", f"{TABLE}/rematch", lambda asked: given(asked.host.rematch(asked.parts[0], asked.token))),
]
