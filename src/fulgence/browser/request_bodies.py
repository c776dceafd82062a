"""What requests of the page bring: as those of a server, without its limits."""

from __future__ import annotations

from typing import Any

import msgspec


class DealCards(msgspec.Struct, frozen=True):
    city: str
    addons: list[str] = []
    name: str = "You"


class DrawMap(msgspec.Struct, frozen=True):
    city_file: str


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


class JoinTable(msgspec.Struct, frozen=True):
    name: str
    request: str | None = None


class EnterTable(msgspec.Struct, frozen=True):
    token: str


class BotWish(msgspec.Struct, frozen=True):
    bot: str | None = None


class MakeCityFile(msgspec.Struct, frozen=True):
    seed: int | None = None
    like: str | None = None


class EditCityBody(msgspec.Struct, frozen=True):
    city: str | None = None
    file: str | None = None
    draft: dict[str, Any] | None = None


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
