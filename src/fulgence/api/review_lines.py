"""The lines of a review: one for each part, as it is finished."""

from __future__ import annotations

import msgspec

from fulgence.table.messages import PadView


class OpinionView(msgspec.Struct, frozen=True):
    """`text`: the move in words, empty for passing; `expected`: the total at the end; `error`: how sure."""

    move: str
    text: str
    expected: float
    error: float


class Line(msgspec.Struct, frozen=True, tag_field="type"):
    """A line of a review."""


class PlanLine(Line, frozen=True, tag="plan"):
    """What will come. `total`: as far as the game went; `learned`: a value was trained for this city."""

    parts: int
    turns: int
    names: tuple[str, ...]
    seat: int
    total: int
    finished: bool
    learned: bool


class ChoiceView(msgspec.Struct, frozen=True):
    """One decision: `best` has the best moves, `options` is how many there were."""

    own: OpinionView
    best: list[OpinionView]
    options: int
    loss: float
    loss_error: float


class TurnLine(Line, frozen=True, tag="turn"):
    """`turn`: from 0, through the whole game. `before`: what could be expected when the cards lay open."""

    turn: int
    round: int
    cards: tuple[str, ...]
    choices: list[ChoiceView]
    before: float
    before_error: float
    after: float
    after_error: float
    loss: float
    loss_error: float
    label: str | None


class GameLine(Line, frozen=True, tag="game"):
    """Somebody else's game with the same cards. By turn: `moves`, `totals` and what is `boxed` after it."""

    player: str
    total: int
    exact: bool  # nothing better is possible
    rounds: list[list[list[str]]]
    totals: list[int]
    boxed: list[list[str]]
    pad: PadView


class ProgressLine(Line, frozen=True, tag="progress"):
    """Progress of a part that takes longer."""

    player: str
    share: float


class FailedLine(Line, frozen=True, tag="failed"):
    """A part that could not be finished."""

    part: str


class EndLine(Line, frozen=True, tag="end"):
    pass


ReviewLine = PlanLine | TurnLine | GameLine | ProgressLine | FailedLine | EndLine
