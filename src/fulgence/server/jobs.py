"""What the worker processes are given to do, and what they answer: one JSON text a line, both ways."""

from __future__ import annotations

import msgspec

from fulgence.server.messages import GameView, PadView

Turns = list[list[str]]  # moves of a seat by turn, or cards by round


class Job(msgspec.Struct, frozen=True, tag_field="job"):
    pass


class Choose(Job, frozen=True, tag="choose"):
    """The move of a bot."""

    bot: str
    seed: int
    seat: int
    done: list[bool]
    game: GameView
    city_file: str = ""


class ReviewTurn(Job, frozen=True, tag="turn"):
    record: str
    seat: int
    turn: int
    language: str
    city_file: str = ""


class PlayOn(Job, frozen=True, tag="game"):
    """Go on for a while with the game of somebody else with the same cards. `key`: whose work it is."""

    key: str
    player: str
    record: str
    seat: int
    city_file: str = ""


class Plan(Job, frozen=True, tag="plan"):
    """Check a record that is to be reviewed, and tell what will come."""

    record: str
    seat: int
    city_file: str = ""


class Analyse(Job, frozen=True, tag="analyse"):
    """A position, as it is told; with `think`, what its moves are worth."""

    record: str
    seat: int
    moves: Turns
    cards: Turns
    language: str
    city_file: str = ""
    think: bool = False


class ExplainPad(Job, frozen=True, tag="explain"):
    """Where the numbers of a seat's pad come from. `reader`: whose view the game is."""

    game: GameView
    reader: int
    seat: int
    language: str
    city_file: str = ""


class Replay(Job, frozen=True, tag="replay"):
    """A recorded game, as the page that steps through it needs it. `gzip`: compressed."""

    record: str
    language: str
    city_file: str = ""
    gzip: bool = False


class DrawSheet(Job, frozen=True, tag="draw"):
    """A seat's sheet with its score pad, as SVG."""

    record: str
    seat: int
    language: str
    city_file: str = ""
    gzip: bool = False


AnyJob = Choose | ReviewTurn | PlayOn | Plan | Analyse | ExplainPad | Replay | DrawSheet


class OpinionView(msgspec.Struct, frozen=True):
    """`text`: the move in words, empty for passing; `expected`: the total at the end; `error`: how sure."""

    move: str
    text: str
    expected: float
    error: float


class Line(msgspec.Struct, frozen=True, tag_field="type"):
    """A line of a review."""


class PlanLine(Line, frozen=True, tag="plan"):
    """What will come. `total` as far as the game has come; `learned`: whether the bot knows this city."""

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
    """A part that takes longer."""

    player: str
    share: float


class FailedLine(Line, frozen=True, tag="failed"):
    """A part that did not come to an end."""

    part: str


class EndLine(Line, frozen=True, tag="end"):
    pass


ReviewLine = PlanLine | TurnLine | GameLine | ProgressLine | FailedLine | EndLine
