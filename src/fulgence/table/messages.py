"""The messages of a socket, typed. What a browser may know of a game is defined here and nowhere else."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec

Ply = Annotated[int, msgspec.Meta(ge=0, le=1_000_000)]
MoveText = Annotated[str, msgspec.Meta(max_length=16)]


class FromClient(msgspec.Struct, frozen=True, tag_field="type"):
    pass


class Move(FromClient, frozen=True, tag="move"):
    """`ready`: false keeps the turn open for taking back when no decision is left."""

    ply: Ply
    move: MoveText
    ready: bool = True


class Undo(FromClient, frozen=True, tag="undo"):
    ply: Ply


class Ready(FromClient, frozen=True, tag="ready"):
    ply: Ply


class AskView(FromClient, frozen=True, tag="view"):
    pass


class Explain(FromClient, frozen=True, tag="explain"):
    """Where do the numbers of this seat's score pad come from?"""

    seat: Annotated[int, msgspec.Meta(ge=0, le=3)]


class Why(FromClient, frozen=True, tag="why"):
    """Why does no move lead to this station, or why is this move illegal?"""

    target: MoveText


class AskHints(FromClient, frozen=True, tag="hint"):
    """What would the expert do? For a player alone, where nothing counts; the game is marked as helped."""


ReactionName = Literal["bravo", "wow", "hmm", "oops", "hurry", "thanks"]


class React(FromClient, frozen=True, tag="react"):
    """Show everybody at the table one of these signs beside this seat's name, for some seconds."""

    reaction: ReactionName


class Reveal(FromClient, frozen=True, tag="reveal"):
    """The salt that this seat has promised, for an attempt to collect them all."""

    salt: Annotated[str, msgspec.Meta(max_length=64)]
    attempt: Annotated[int, msgspec.Meta(ge=1, le=1_000_000)] = 1


class Visibility(FromClient, frozen=True, tag="visibility"):
    """Whether somebody can see the page of this socket; until it says so, they can."""

    visible: bool


TurnMessage = Move | Undo | Ready
ClientMessage = TurnMessage | AskView | Explain | Why | AskHints | React | Reveal | Visibility


class SeatInfo(msgspec.Struct, frozen=True):
    """`kind`: person, bot or free. `here`: somebody is looking at the table with this seat's token."""

    kind: str
    name: str | None
    bot: str | None
    here: bool
    ready: bool
    left: bool
    host: bool


class Fair(msgspec.Struct, frozen=True):
    """With this anybody can deal the cards again."""

    table: str
    seed: str
    salts: tuple[str, ...]
    commitment: str
    promises: tuple[str, ...]
    attempt: int


class Promised(msgspec.Struct, frozen=True):
    """What is fixed before the cards are dealt, by seat: promises of salts, and salts added without one.

    `waiting_for`: seats that have still to reveal their salt; none while a seat is free."""

    promises: tuple[str, ...]
    salts: tuple[str, ...]
    attempt: int
    waiting_for: tuple[int, ...]


class PartView(msgspec.Struct, frozen=True):
    districts: int
    most: int


class LineView(msgspec.Struct, frozen=True):
    pencil: str
    parts: list[PartView]
    extras: int
    points: int


class ItemsView(msgspec.Struct, frozen=True):
    sites: int
    crossings: int
    interchanges: int
    objectives: int
    handicap: int


class CountsView(msgspec.Struct, frozen=True):
    """What the items are counted from: visits to sites, interchanges on 2, 3 and 4 lines (boxed stations
    twice), crossings used once and twice."""

    visits: int
    interchanges: tuple[int, ...]
    crossings: tuple[int, ...]


class PadView(msgspec.Struct, frozen=True):
    lines: list[LineView]
    items: ItemsView
    counts: CountsView
    total: int
    verdict: int | None


class SheetView(msgspec.Struct, frozen=True):
    """`rounds`: the moves by round and turn."""

    rounds: list[list[list[str]]]
    boxed: list[str]
    doubled: list[list[str]]  # by round: districts
    pad: PadView


class GameView(msgspec.Struct, frozen=True):
    city: str
    addons: tuple[str, ...]
    objectives: tuple[str, ...]
    powers: dict[str, str]
    gates: dict[str, str]
    acceleration: tuple[str, ...]
    names: tuple[str, ...]
    pencils: tuple[tuple[str, ...], ...]
    handicap: int
    round: int
    turns: list[list[tuple[str, ...]]]  # cards shown so far, by round and turn
    cards: tuple[str, ...]
    remaining: tuple[str, ...]
    next_card: str | None
    permit: str
    moves: tuple[str, ...]
    can_undo: bool
    is_over: bool
    winners: list[int]
    sheets: list[SheetView]  # the own one as it is now, the others as of the last flip


class ObjectiveWords(msgspec.Struct, frozen=True):
    """`count` of `wanted`; `steps` of `goal` tell the same in the smallest steps, `progress` in words."""

    text: str
    count: int
    wanted: int
    met: bool
    steps: int
    goal: int
    progress: str


class GateWords(msgspec.Struct, frozen=True):
    cell: str
    text: str


class PowerWords(msgspec.Struct, frozen=True):
    """The power of this round's pencil. `state`: ready, used or automatic, translated."""

    text: str
    state: str
    spent: bool


class PreviewWords(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a legal move would do if nothing more were drawn.

    `total`: change of the total. `parts`: of this round's line, after the move. `items`: the changes of other
    points: river, monuments, link, sites, crossings, interchanges, objectives. `power`: the move spends the
    pencil's power. `gate`: it earns the bonus of the gate where it ends."""

    total: int
    parts: tuple[tuple[int, int], ...] = ()  # districts, most stations
    items: dict[str, int] = {}
    power: bool = False
    gate: bool = False


class CountedPart(msgspec.Struct, frozen=True):
    """A connected line as it is counted. `fullest`: the district with the most stations."""

    districts: list[str]
    fullest: str
    points: int


class CountedLine(msgspec.Struct, frozen=True):
    """The line of a round that has just ended."""

    round: int
    pencil: str
    parts: list[CountedPart]
    extras: int
    points: int


class SheetWords(msgspec.Struct, frozen=True):
    """What is said about one sheet, as of the last flip."""

    objectives: list[ObjectiveWords] = []
    districts: dict[str, list[int]] = {}


class Words(msgspec.Struct, frozen=True):
    """The view in sentences, in the language of the socket; `options` as `moves` of the game, `previews` too
    but for `pass`.

    When the game is over, `task` tells how it has ended. `counted`: sent with the first turn of a round and
    at the end of the game."""

    task: str
    remark: str | None = None  # at the end of the game, for this seat
    situation: list[str] = []
    options: list[str] = []
    previews: list[PreviewWords] = []
    last_turn: bool = False  # of this round, as the cards shown tell
    idle_cards: list[str] = []  # shown, but they do not count this turn
    power: str | None = None
    power_card: PowerWords | None = None
    bonus: str | None = None
    objectives: list[ObjectiveWords] = []
    gates: list[GateWords] = []
    districts: dict[str, list[int]] = {}  # stations of this round's line there; of two lines each
    sheets: list[SheetWords] = []  # by seat, for spectators
    counted: CountedLine | None = None


class FromServer(msgspec.Struct, frozen=True, tag_field="type"):
    pass


class Acknowledged(FromServer, frozen=True, tag="ack"):
    """`said`: what was entered with this ply, so that nobody takes it for something said later."""

    ply: int
    said: TurnMessage


class Error(FromServer, frozen=True, tag="error"):
    """`ply` and `said`: of the entry that it is about, if it is about one."""

    code: str
    message: str
    ply: int | None = None
    said: TurnMessage | None = None


class Presence(FromServer, frozen=True, tag="presence"):
    seats: list[SeatInfo]
    watching: int


class ViewMessage(FromServer, frozen=True, tag="view"):
    number: int
    table: str
    you: int | None
    ply: int
    phase: str
    seats: list[SeatInfo]
    watching: int
    clock: int | None
    seconds_left: float | None
    language: str
    commitment: str
    promised: Promised | None  # until the game begins
    fair: Fair | None
    rematch: str | None
    game: GameView | None
    words: Words | None = None  # for sockets that ask for them
    rematch_by: int | None = None  # the seat that was the first to ask for it
    contest: str = ""  # what the result counts for
    helped: bool = False  # whether a hint was asked for
    late: list[int] = []  # seats that those who wait may let a bot play


class Highlight(msgspec.Struct, frozen=True):
    """Where the points of an item are on the map, and the sum in words."""

    sum: str
    stations: list[str] = []
    sections: list[str] = []
    districts: list[str] = []


class Explained(FromServer, frozen=True, tag="explained"):
    """By pencil or item of the pad: sentences, the first of them with the points; and what to highlight."""

    seat: int
    parts: dict[str, list[str]]
    highlights: dict[str, Highlight]


class HintedMove(msgspec.Struct, frozen=True):
    """`expected`: the total at the end of the game, give or take `error`."""

    move: str
    text: str
    expected: float
    error: float


class Hints(FromServer, frozen=True, tag="hints"):
    """The best moves of the decision with this ply, the best first."""

    ply: int
    moves: list[HintedMove]


class Reaction(FromServer, frozen=True, tag="reaction"):
    """A sign of a seat, for everybody at the table; nothing of it is stored."""

    seat: int
    reaction: ReactionName


class Reason(FromServer, frozen=True, tag="reason"):
    """The answer to `why`."""

    target: str
    message: str


ServerMessage = Acknowledged | Error | Presence | ViewMessage | Explained | Reason | Hints | Reaction

_encoder = msgspec.json.Encoder()
_client = msgspec.json.Decoder(ClientMessage)
_server = msgspec.json.Decoder(ServerMessage)


def format_message(message: msgspec.Struct) -> bytes:
    return _encoder.encode(message)


def parse_client_message(text: str | bytes) -> ClientMessage:
    """The message, or msgspec.DecodeError."""
    try:
        message: ClientMessage = _client.decode(text)
    except RecursionError:
        raise msgspec.DecodeError("JSON is nested too deeply") from None
    return message


def parse_server_message(text: str | bytes) -> ServerMessage:
    message: ServerMessage = _server.decode(text)
    return message


def schemas() -> dict[str, Any]:
    """JSON Schemas for other people's programs."""
    return {"client": msgspec.json.schema(ClientMessage), "server": msgspec.json.schema(ServerMessage)}
