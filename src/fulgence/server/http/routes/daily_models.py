"""What requests about the daily games bring, and what they are answered."""

from __future__ import annotations

from pydantic import BaseModel

from fulgence.server.http.routes.players import PlayerInfo
from fulgence.server.http.routes.schemas import Body, Word


class OwnTry(BaseModel):
    """The try that counts; `total` once it is finished."""

    table: str
    total: int | None


class CityOfDay(BaseModel):
    """`results`: how many have finished. `you`: null before your try, and for those without a key."""

    city: str
    addons: list[str]
    results: int
    you: OwnTry | None


class ComingDay(BaseModel):
    """`addons`: by city. The commitment is that of the day's seed, published after the day has closed."""

    day: str
    commitment: str
    addons: dict[str, list[str]]


class CityOfWeek(BaseModel):
    """`name`: of a new city, whose rules are those of the city `like`. `ends_at`: milliseconds since 1970;
    until then a try that counts can be begun. `results`, `you`: as in `CityOfDay`. `next_commitment`: that
    of the next week's seed."""

    week: str
    name: str
    like: str
    ends_at: int
    results: int
    you: OwnTry | None
    next_commitment: str


class Today(BaseModel):
    """`now`, `ends_at`: milliseconds since 1970; until then a try that counts can be begun. `player`:
    who asks, or null without a key. `streak`: days in a row with a daily game. `checked`: whether somebody
    else deals and judges; without a server nobody does. `week`: null until its city is made, and without a
    server."""

    day: str
    now: int
    ends_at: int
    cities: list[CityOfDay]
    coming: list[ComingDay]
    player: PlayerInfo | None
    streak: int
    checked: bool = True
    week: CityOfWeek | None = None


class PlayDaily(Body):
    """`practice`: another try, which counts for nothing."""

    practice: bool = False
    language: Word = "en"


class OpenedDaily(BaseModel):
    """`practice`: whether this is a try that counts for nothing."""

    table: str
    seat: int
    token: str
    practice: bool


class DailyResult(BaseModel):
    """`table`: only once the day has closed; with it the game can be replayed. `name`: null if forgotten."""

    name: str | None
    total: int
    you: bool
    table: str | None


class OwnStanding(BaseModel):
    """`percentile`: how many of a hundred results are worse."""

    total: int
    rank: int
    percentile: int
    table: str


class BotResult(BaseModel):
    """What a bot made of the cards. `record`: its game, as JSON text."""

    bot: str
    total: int
    record: str


class ContestResults(BaseModel):
    """`state`: `open` (can be begun), `ending` (can be finished) or `closed`. `bots` and `friends` are told
    after your own try. `seed` and the best game in hindsight, as the bot `hindsight`: when it has closed.
    `streak` and `checked`: as in `Today`."""

    state: str
    closes_at: int
    commitment: str
    seed: str | None
    results: int
    you: OwnStanding | None
    best: list[DailyResult]
    friends: list[DailyResult]
    bots: list[BotResult]
    streak: int
    checked: bool = True


class DailyResults(ContestResults):
    """The results of a day in a city."""

    day: str
    city: str
    addons: list[str]


class WeeklyResults(ContestResults):
    """The results of a week. `name`: of its city, whose rules are those of the city `like`."""

    week: str
    name: str
    like: str
    city_file: str
