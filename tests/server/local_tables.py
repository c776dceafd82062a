"""Tables in this process: a real store on a file, real referees, and players that keep what they hear."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from fulgence.language import ENGLISH, Language
from fulgence.server.limits import Limits
from fulgence.server.referee.bots import Bots
from fulgence.server.referee.registry import Registry
from fulgence.server.referee.table_service import TableLink
from fulgence.server.store.store import open_store
from fulgence.table import requests
from fulgence.table.entries import Entry, JoinedSeat, Opened, SeatPlan, format_entry, parse_entry
from fulgence.table.opening import NewTableRequest
from fulgence.table.seats import hashed
from fulgence.table.state import Table, fold
from fulgence.table.views import NOBODY
from server.failing_store import PATIENCE, FailingStore
from table.table_log import NAMES, SEED

WATCH = "0" * 31 + "a"  # the tokens of tables that tests write themselves
INVITE = "0" * 31 + "b"


class RecordingSocket:
    """One end of a socket, which keeps all that it is sent."""

    def __init__(self) -> None:
        self.sent: list[bytes] = []
        self.heard: list[dict[str, Any]] = []
        self.views: list[dict[str, Any]] = []
        self.seats: list[dict[str, Any]] = []  # as of the newest view or presence
        self.closed: int | None = None
        self._news = asyncio.Event()

    def send(self, data: bytes) -> None:
        assert self.closed is None
        message = json.loads(data)
        self.sent.append(data)
        self.heard.append(message)
        if message["type"] == "view":
            self.views.append(message)
        self.seats = message.get("seats", self.seats)
        self._news.set()

    def close(self, code: int, reason: str) -> None:
        self.closed = code
        self._news.set()

    def say_text(self, text: str) -> None:
        raise NotImplementedError

    def say(self, **message: object) -> None:
        self.say_text(json.dumps(message))

    async def until(self, done: Callable[[], object]) -> None:
        """Wait for news until this is so."""
        async with asyncio.timeout(PATIENCE):
            while not done():
                self._news.clear()
                await self._news.wait()

    async def until_flip(self, turn: int) -> None:
        """Wait for the cards after this turn, or the end."""
        await self.until(lambda: self.turn > turn or self.phase != "playing")

    @property
    def view(self) -> dict[str, Any]:
        return self.views[-1]

    @property
    def game(self) -> dict[str, Any]:
        game: dict[str, Any] = self.view["game"]
        return game

    @property
    def ply(self) -> int:
        ply: int = self.view["ply"]
        return ply

    @property
    def phase(self) -> str:
        phase: str = self.view["phase"]
        return phase

    @property
    def turn(self) -> int:
        """How often cards were flipped so far."""
        return sum(map(len, self.game["turns"]))

    @property
    def moves(self) -> list[str]:
        """The legal moves, none when the seat waits or the game is over."""
        moves: list[str] = self.game["moves"] if self.phase == "playing" else []
        return moves

    @property
    def ready(self) -> list[bool]:
        return [seat["ready"] for seat in self.seats]

    def replies(self, since: int = 0) -> list[tuple[str, int | None]]:
        """What was acknowledged or refused, in order: `ack` or the code of the error, and its ply."""
        answers = (message for message in self.heard[since:] if message["type"] in ("ack", "error"))
        return [(message.get("code", "ack"), message["ply"]) for message in answers]

    async def tell(self, **message: object) -> str:
        """Say it and wait for the answer: `ack`, or the code of the error."""
        before = len(self.heard)
        self.say(**message)
        await self.until(lambda: self.replies(before))
        return self.replies(before)[0][0]

    async def play(self, move: str, **more: object) -> None:
        """Play a move and wait until it is seen."""
        ply = self.ply
        assert await self.tell(type="move", ply=ply, move=move, **more) == "ack"
        await self.until(lambda: self.ply > ply)


class Player(RecordingSocket):
    """A visitor of a referee in this process."""

    def __init__(self, token: str, language: Language = ENGLISH, address: str = "") -> None:
        super().__init__()
        self.key = hashed(token)
        self.address = address
        self.seat = NOBODY
        self.language = language
        self.wants_words = False
        self.link: TableLink | None = None

    def say_text(self, text: str) -> None:
        assert self.link is not None
        self.link.receive(self, text)

    def leave(self) -> None:
        """Shut the socket."""
        assert self.link is not None
        self.link.detach(self)


@dataclass
class LocalTable:
    """A table and all its tokens."""

    tables: LocalTables
    id: str
    tokens: list[str] = field(default_factory=list)  # of the people, by seat
    invite: str = INVITE
    watch: str = WATCH

    async def connect(self, seat: int, language: Language = ENGLISH) -> Player:
        return await self.tables.connect(self.id, self.tokens[seat], language)

    async def spectate(self) -> Player:
        return await self.tables.connect(self.id, self.watch)

    async def everybody(self) -> list[Player]:
        return [await self.connect(seat) for seat in range(len(self.tokens))]

    async def ask(self, request: requests.AnyRequest) -> Any:
        return await self.tables.registry.ask(self.id, request)

    def key(self, seat: int) -> str:
        return hashed(self.tokens[seat])

    async def join(self, token: str, name: str, salt: str = "", promise: str = "") -> int:
        place = await self.ask(requests.Join(hashed(self.invite), name, hashed(token), salt, promise))
        self.tokens.append(token)
        assert isinstance(place.seat, int)
        return place.seat

    async def quiet(self) -> requests.TableInfo:
        """Wait until everything that was said before is answered and told; the table then."""
        info = await self.ask(requests.Look(hashed(self.watch)))
        assert isinstance(info, requests.TableInfo)
        return info

    async def entries(self) -> list[tuple[int, Entry]]:
        """What is really written."""
        return [(at, parse_entry(body)) for at, body in await self.tables.store.entries(self.id)]

    async def history(self) -> list[Entry]:
        """The same without the opening and the joining."""
        return [entry for _, entry in await self.entries() if not isinstance(entry, Opened | JoinedSeat)]

    async def written(self) -> Table:
        """The table that the entries make."""
        return fold(self.id, await self.entries())

    @property
    def table(self) -> Table:
        """The table in memory."""
        return self.tables.registry.referees[self.id].table

    async def unload(self) -> None:
        """Put the table away as if nobody had looked at it for long."""
        await self.quiet()
        referee = self.tables.registry.referees[self.id]
        self.tables.registry.forget(referee)
        referee.stop(1012, "")


@dataclass
class LocalTables:
    store: FailingStore
    registry: Registry

    async def open(self, people: int = 2, bots: Sequence[str] = (), free: int = 0, **more: Any) -> LocalTable:
        """A table as the API opens it; its people's seats are taken in order, but for the free ones."""
        usual: dict[str, Any] = {"city": "london", "city_file": "", "addons": (), "pencils": ()}
        usual |= {"name": "Ann" if people else None, "clock": None, "language": "en", "listed": False}
        opened = await self.registry.open(
            NewTableRequest(bots=[""] * people + list(bots), **{**usual, **more})
        )
        tokens = [opened.token] if opened.token else []
        local = LocalTable(self, opened.table, tokens, opened.invite, opened.watch)
        for name in NAMES[1 : people - free]:
            await local.join(token_of(name), name)
        return local

    async def write(
        self,
        id: str,
        people: int = 2,
        bots: Sequence[str] = (),
        free: int = 0,
        began: int = 0,
        promises: Sequence[str] = ("",) * 4,
        **opened: Any,
    ) -> LocalTable:
        """A table whose entries are written by hand: with a chosen seed, or a clock that the API refuses."""
        parts = {"city": "london", "addons": (), "seed": SEED, "host": 0, **opened}
        plans = tuple([SeatPlan()] * people + [SeatPlan(bot=bot) for bot in bots])
        tokens = [token_of(name) for name in NAMES[: people - free]]
        entries: list[Entry] = [
            Opened(seats=plans, invite=hashed(INVITE), watch=hashed(WATCH), **parts),
            *(
                JoinedSeat(seat, NAMES[seat], hashed(token), promise=promises[seat])
                for seat, token in enumerate(tokens)
            ),
        ]
        at = time.time_ns() // 1_000_000 - began
        row: dict[str, object] = {"opened_at": at, "phase": "playing", "listed": False, "due_at": None}
        await self.store.append(id, 0, [(at, format_entry(entry)) for entry in entries], row)
        return LocalTable(self, id, tokens)

    async def connect(self, id: str, token: str, language: Language = ENGLISH, address: str = "") -> Player:
        """A socket that has been greeted, or turned away."""
        player = Player(token, language, address)
        player.link = await self.registry.attach(id, player)
        await player.until(lambda: player.views or player.closed)
        return player


async def play_turn(players: Sequence[RecordingSocket], choose: Callable[[RecordingSocket], str]) -> None:
    """Everybody's moves until the cards are flipped, and the flip seen by all."""
    turn = players[0].turn
    for player in players:
        while player.moves and player.turn == turn:
            await player.play(choose(player))
    for player in players:
        await player.until_flip(turn)


async def play_out(players: Sequence[RecordingSocket], choose: Callable[[RecordingSocket], str]) -> None:
    while players[0].phase == "playing":
        await play_turn(players, choose)


def first_move(player: RecordingSocket) -> str:
    return player.moves[0]


def token_of(name: str) -> str:
    """A token that is the same in every run."""
    return name.encode().hex().rjust(32, "0")


@asynccontextmanager
async def sitting(folder: Path) -> AsyncIterator[LocalTables]:
    """Tables with a database in this folder."""
    store = FailingStore(await open_store(f"sqlite:///{folder}/games.db"))
    bots = Bots(1)
    registry = Registry(store, bots, Limits())
    try:
        yield LocalTables(store, registry)
    finally:
        store.gate.set()
        await registry.close()
        await bots.close()
        await store.close()


def with_tables(folder: Path, test: Callable[[LocalTables], Awaitable[None]]) -> None:
    """Run a test with tables that no other test has."""

    async def run() -> None:
        async with sitting(folder) as tables:
            await test(tables)

    asyncio.run(run())
