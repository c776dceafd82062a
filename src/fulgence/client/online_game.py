"""A game at a server that is played like one at home: every move is sent until it is acknowledged."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import ExitStack
from typing import Any

import msgspec
from websockets.exceptions import ConnectionClosed, InvalidHandshake
from websockets.sync.client import ClientConnection, connect

from fulgence.client.server_api import ServerApi, ServerError
from fulgence.rules.cityfile.city_reader import load_city
from fulgence.rules.errors import IllegalMove
from fulgence.rules.game import Game
from fulgence.rules.message import Message
from fulgence.rules.score_pad import ScorePad
from fulgence.rules.text.record import game_of, parse_record
from fulgence.rules.view import View
from fulgence.table.messages import Error, ViewMessage, parse_server_message
from fulgence.table.views import parse_game_view

ANSWER_SECONDS = 10.0
RETRIES = 8  # reconnects until the player is told
PAUSE = 0.5  # seconds before the first one; the next ones wait longer
AGAIN = ("storage", "in-doubt", "moved", "mistake")  # it may not have been stored: send it again


class OnlineGame:
    """A game for one player, whose seat this token has."""

    def __init__(
        self, api: ServerApi, table: str, token: str, sleep: Callable[[float], None] = time.sleep
    ) -> None:
        self.api = api
        self.table = table
        self.token = token
        self.sleep = sleep
        self.socket: ClientConnection | None = None
        self._open = ExitStack()
        self.message = self._exchange(None, lambda message: True)
        assert self.message.game is not None
        self.city = load_city(self.message.game.city)

    # As a Game has it.

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(seat.name or "" for seat in self.message.seats)

    @property
    def is_over(self) -> bool:
        return self.message.phase in ("over", "closed")

    @property
    def round(self) -> int:
        return self.view(0).round

    def view(self, seat: int) -> View:
        assert self.message.game is not None
        return parse_game_view(
            self.city, self.message.game, seat, [each.ready for each in self.message.seats]
        )

    def is_done(self, seat: int) -> bool:
        return not self.view(seat).moves

    def is_last_turn(self, view: View) -> bool:
        """As far as the cards shown tell."""
        return view.is_last_turn and view.round + 1 == len(view.pencils[view.seat])

    def pads(self) -> list[ScorePad]:
        return [self.view(0).pad(seat) for seat in range(len(self.names))]

    def play(self, seat: int, move: str) -> None:
        self._enter({"type": "move", "move": move, "ready": False})

    def undo(self, seat: int) -> None:
        self._enter({"type": "undo"})

    def flip(self) -> None:
        """The turn is finished; returns with the next card."""
        self._enter({"type": "ready"})

    def finished(self) -> Game:
        """The whole game, once it is over."""
        return game_of(parse_record(msgspec.json.encode(self.record()).decode()))

    def record(self) -> Any:
        return self.api.call("GET", f"/api/tables/{self.table}/record")

    def close(self) -> None:
        self._open.close()
        self.socket = None

    # Over the socket.

    def _enter(self, said: dict[str, object]) -> None:
        ply = self.message.ply
        self.message = self._exchange({**said, "ply": ply}, lambda message: message.ply > ply)

    def _exchange(
        self, said: dict[str, object] | None, is_answer: Callable[[ViewMessage], bool]
    ) -> ViewMessage:
        """Say it, again after every reconnect, until a view shows it."""
        for attempt in range(RETRIES):
            try:
                return self._converse(said, is_answer)
            except (ConnectionClosed, InvalidHandshake, OSError, TimeoutError):
                self.close()
                self.sleep(PAUSE * 2**attempt)
        raise ServerError(Message("the connection to {url} is lost; run the command again", url=self.api.url))

    def _converse(
        self, said: dict[str, object] | None, is_answer: Callable[[ViewMessage], bool]
    ) -> ViewMessage:
        if self.socket is None:
            path = f"{self.api.socket_url}/api/tables/{self.table}/socket"
            headers = {"Authorization": f"Bearer {self.token}"}
            self.socket = self._open.enter_context(connect(path, additional_headers=headers, max_size=None))
            first = self._hear(said)
            if first is not None and is_answer(first):
                return first
        if said is not None:
            self.socket.send(msgspec.json.encode(said).decode())
        while True:
            view = self._hear(said)
            if view is not None and is_answer(view):
                return view

    def _hear(self, said: dict[str, object] | None) -> ViewMessage | None:
        """The next message, if it is a view; IllegalMove if it refuses what was said."""
        assert self.socket is not None
        message = parse_server_message(self.socket.recv(timeout=ANSWER_SECONDS))
        if isinstance(message, Error):
            if said is None or message.code in AGAIN:
                raise TimeoutError(message.message)
            raise IllegalMove(message.message)
        return message if isinstance(message, ViewMessage) else None
