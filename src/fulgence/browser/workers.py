"""What the workers of a page call: the referee of its tables, and the thinker; all as text."""

from __future__ import annotations

import sys
import traceback
from typing import Any

import msgspec

from fulgence.api.answers import answer_to
from fulgence.api.jobs import (
    Analyse,
    AnyJob,
    Choose,
    DrawBlank,
    EditCity,
    MakeCity,
    PlayOn,
    ReviewPlan,
    ReviewTurn,
)
from fulgence.api.reviews import record_in
from fulgence.bots.bot import is_trainable
from fulgence.bots.network.weights import fitting_names
from fulgence.browser.companions import PREFIX as COMPANION
from fulgence.browser.host import DeviceGame, Host
from fulgence.browser.light_expert import LIGHT
from fulgence.browser.local_table import Effects
from fulgence.browser.routes import Response, handle
from fulgence.language import load_language
from fulgence.rules.errors import FulgenceError
from fulgence.rules.message import Message
from fulgence.table.refusals import Refused, code_of, status_of


def mistake() -> Refused:
    return Refused("mistake", Message("the program made a mistake; your game is kept"), 500)


def text_of(value: Any) -> str:
    return msgspec.json.encode(value).decode()


def effects_text(effects: Effects) -> dict[str, Any]:
    return {
        "first": effects.first,
        "entries": effects.entries,
        "messages": [(visitor, message.decode()) for visitor, message in effects.messages],
        "jobs": [(key, job.decode()) for key, job in effects.jobs],
        "seconds": effects.seconds,
    }


def response_text(response: Response) -> str:
    return text_of(
        {
            "status": response.status,
            "text": response.text.decode(),
            "kind": response.kind,
            "token": response.token,
            "job": response.job.decode(),
            "jobs": [job.decode() for job in response.jobs],
            "effects": [(id, effects_text(effects)) for id, effects in response.effects],
        }
    )


def problem_text(error: FulgenceError, language: str) -> str:
    problem = {"code": code_of(error), "message": load_language(language).text(error.message)}
    return text_of({"status": status_of(error), "text": text_of(problem), "kind": "application/json"})


class Referee:
    """The tables of this page. Effects are JSON; the caller carries them out before it calls again."""

    def __init__(self) -> None:
        self.host = Host()

    def load(self, id: str, written: str) -> bool:
        """`written`: all entries of the table so far, as a JSON list of [milliseconds, text].

        False if they are not those of a game that can go on."""
        self.drop(id)
        try:
            entries = msgspec.json.decode(written, type=list[tuple[int, str]])
            if id.startswith(COMPANION):
                self.host.companions.load(id, entries)
            else:
                self.host.load(id, entries)
        except Exception:  # it may come from any file
            traceback.print_exc(file=sys.stderr)
            return False
        return True

    def know_contest_games(self, games: str) -> None:
        """All games of this browser with the cards of contests, as a JSON list."""
        self.host.contest_games = msgspec.json.decode(games, type=list[DeviceGame])

    def drop(self, id: str) -> None:
        self.host.tables.pop(id, None)
        self.host.companions.drop(id)

    def request(self, method: str, path: str, body: str, token: str, language: str) -> str:
        try:
            return response_text(handle(self.host, method, path, body.encode(), token, language))
        except Exception:
            traceback.print_exc(file=sys.stderr)
            problem = {"code": "mistake", "message": load_language(language).text(mistake().message)}
            return response_text(Response(500, msgspec.json.encode(problem)))

    def connect(self, id: str, visitor: int, token: str, language: str) -> str:
        """The effects, or nothing if the token gives no right to it."""
        try:
            return text_of(effects_text(self.host.connect(id, visitor, token, language)))
        except Refused:
            return ""

    def watch(self, id: str, visitor: int, language: str) -> str:
        """The view of somebody who has no seat, also where the table is not open to spectators."""
        return text_of(effects_text(self.host.watch(id, visitor, language)))

    def disconnect(self, id: str, visitor: int) -> str:
        return text_of(effects_text(self.host.table(id).disconnect(visitor)))

    def receive(self, id: str, visitor: int, text: str) -> str:
        table = self.host.table(id)
        length = len(table.log)
        try:
            effects = table.receive(visitor, text)
        except Exception:
            traceback.print_exc(file=sys.stderr)
            effects = table.roll_back(Effects(length), mistake())
        return text_of(effects_text(effects))

    def bot_chose(self, id: str, seat: int, ply: int, move: str) -> str:
        return text_of(effects_text(self.host.table(id).bot_chose(seat, ply, move)))

    def time_up(self, id: str) -> str:
        return text_of(effects_text(self.host.table(id).time_up()))


def weights_for(job: str) -> str:
    """The weight files that a job can make use of, as a JSON list of names; custom cities have none here."""
    return text_of(weight_names(msgspec.json.decode(job, type=AnyJob)))


def weight_names(job: AnyJob) -> list[str]:
    match job:
        case EditCity() | DrawBlank() | MakeCity():
            return []
        case _ if job.city_file:
            return []
        case Choose():
            return fitting_names(job.game.city, job.game.addons) if is_trainable(job.bot) else []
        case ReviewPlan() | ReviewTurn() | PlayOn() | Analyse():
            try:
                deal = record_in(job.record, "").deal
            except FulgenceError:  # the answer to the job will say what is wrong
                return []
            return fitting_names(deal.city.key, deal.addons)
        case _:
            return []


def think(job: str, language: str) -> str:
    """The answer to a job, with a status as over HTTP."""
    try:
        answer = answer_to(msgspec.json.decode(job, type=AnyJob), LIGHT)
        return text_of({"status": 200, "text": answer.decode()})
    except FulgenceError as error:
        return problem_text(error, language)
    except Exception:
        traceback.print_exc(file=sys.stderr)
        return problem_text(mistake(), language)
