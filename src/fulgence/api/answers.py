"""Answers to jobs: pure, for worker processes of the server and for the worker of a browser."""

from __future__ import annotations

import msgspec

from fulgence.api import (
    challenge_links,
    city_editor,
    explanations,
    hints,
    new_cities,
    paper,
    positions,
    replays,
    reviews,
)
from fulgence.api.effort import FULL, Effort
from fulgence.api.jobs import (
    Analyse,
    AnyJob,
    Choose,
    CompareLink,
    DrawBlank,
    DrawPaper,
    DrawSheet,
    EditCity,
    ExplainPad,
    FindHints,
    MakeCity,
    MakeLink,
    OpenLink,
    PlayOn,
    ReplayGame,
    ReviewPlan,
    ReviewTurn,
    ScorePaper,
)
from fulgence.rules.cityfile.city_reader import load_city
from fulgence.rules.generator import Generator
from fulgence.table.state import custom_city
from fulgence.table.views import parse_game_view


def answer_to(job: AnyJob, effort: Effort = FULL) -> bytes:
    """The answer, or a FulgenceError."""
    match job:
        case Choose():
            return msgspec.json.encode(move_for(job, effort))
        case ReviewTurn():
            return msgspec.json.encode(reviews.turn_line(job, effort)) + b"\n"
        case PlayOn():
            return msgspec.json.encode(reviews.game_line(job, effort)) + b"\n"
        case ReviewPlan():
            return msgspec.json.encode(reviews.plan_line(job)) + b"\n"
        case Analyse():
            return msgspec.json.encode(positions.analysed(job, effort))
        case ExplainPad():
            return msgspec.json.encode(explanations.pad_explained(job))
        case FindHints():
            return msgspec.json.encode(hints.hints(job, effort))
        case ReplayGame():
            return replays.replayed(job)
        case DrawSheet():
            return replays.drawn(job)
        case MakeLink():
            return msgspec.json.encode(challenge_links.made(job))
        case OpenLink():
            return msgspec.json.encode(challenge_links.opened(job))
        case CompareLink():
            return msgspec.json.encode(challenge_links.compared(job))
        case ScorePaper():
            return msgspec.json.encode(paper.scored(job))
        case DrawPaper():
            return paper.drawn(job)
        case DrawBlank():
            return paper.blank(job)
        case EditCity():
            return msgspec.json.encode(city_editor.answer(job))
        case MakeCity():
            return msgspec.json.encode(new_cities.city_made(job))


def move_for(job: Choose, effort: Effort) -> str:
    city = custom_city(job.city_file, job.game.city) if job.city_file else load_city(job.game.city)
    view = parse_game_view(city, job.game, job.seat, job.done)
    return effort.make_bot(job.bot, Generator(job.seed)).choose(view)
