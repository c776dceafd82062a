"""Searches every byte that a server sends for what its receiver must not know."""

from __future__ import annotations

import base64
import json
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from fulgence.rules.game import Game
from fulgence.table.entries import Opened
from fulgence.table.seats import hashed
from server.asgi_client import AsgiClient, SentBytes
from server.local_tables import LocalTable
from table.expected_views import told

CARD_PARTS = ("turns", "cards", "remaining", "next_card")
NAMESAKES = ("permit", "powers", "gates", "acceleration")  # where `switch` is something else


@dataclass
class LeakDetector:
    """Hears everything that is sent and knows what must not be in it."""

    client: AsgiClient
    local: LocalTable
    opened: Opened
    owners: dict[str, str] = field(default_factory=dict)  # of tokens
    seats: dict[str, int] = field(default_factory=dict)  # of names
    heard: int = 0
    searched: int = 0

    @property
    def game(self) -> Game:
        game = self.local.table.game
        assert game is not None
        return game

    def listen(self, handed: Sequence[str] = ()) -> list[SentBytes]:
        """Search what was sent since the last time. `handed`: tokens that are given to their owners now."""
        news = self.client.sent[self.heard :]
        self.heard = len(self.client.sent)
        for sent in news:
            self.searched += len(sent.data)
            if not self.local.table.is_ended:
                self.search_seed(sent.data)
            self.search_tokens(sent, handed)
            self.search_cards(sent)
        return news

    def search_seed(self, data: bytes) -> None:
        seed = self.opened.seed
        raw = bytes.fromhex(seed)
        assert raw not in data
        assert base64.b64encode(raw)[:20] not in data and base64.urlsafe_b64encode(raw)[:20] not in data
        for start in range(64 - 16):
            assert seed[start : start + 16].encode() not in data.lower()

    def search_tokens(self, sent: SentBytes, handed: Sequence[str]) -> None:
        for token, owner in self.owners.items():
            if token not in handed or owner != sent.to:
                assert token.encode() not in sent.data
            assert hashed(token).encode() not in sent.data
            assert hashed(token)[:16].encode() not in sent.data

    def search_cards(self, sent: SentBytes) -> None:
        """Cards are told where they are shown, and nowhere else."""
        text = sent.data.decode()
        view = json.loads(text) if text.startswith('{"type":"view"') else {}
        if game := view.get("game"):
            expected = told(self.game, self.seats[sent.to])
            assert [game[part] for part in CARD_PARTS] == [expected[part] for part in CARD_PARTS]
            self.search_remaining(game)
            for part in (*CARD_PARTS, *NAMESAKES):
                del game[part]
            text = json.dumps(view)
        assert not self.cards_in(text)

    def cards_in(self, text: str) -> list[str]:
        names = [re.escape(card.name) for card in self.local.table.city.cards]
        return re.findall(f'"(?:{"|".join(names)})"', text)

    def search_remaining(self, game: dict[str, Any]) -> None:
        """What remains is told in the order of the city file; the next card with Visible Cards only."""
        if game["is_over"]:
            return
        shown = [card for cards in game["turns"][-1] for card in cards]
        names = [card.name for card in self.game.city.cards]
        left = [name for name in names if name not in shown]
        bonus = game["acceleration"][game["round"]] if game["acceleration"] else ""
        if bonus == "repeat-switch" and shown.count("switch") == 1:
            assert game["remaining"] in (left, sorted([*left, "switch"], key=names.index))
        else:
            assert game["remaining"] == left
        assert game["next_card"] is None or bonus == "visible-cards"
