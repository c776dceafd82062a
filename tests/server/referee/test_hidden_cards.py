"""Twin tables: the same in all that was ever shown, with other cards in the pile.

Until the flip where they part they must send the same bytes: what differs then is all that could differ.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

from fulgence.fair import commitment, fair_deal
from fulgence.rules.cityfile.city_reader import load_city
from fulgence.rules.deal import Deal
from fulgence.rules.generator import Generator
from fulgence.table import requests
from server.asgi_client import AsgiClient, asgi_client
from server.local_tables import LocalTable, LocalTables, Player, sitting, with_tables

# City, add-ons, people, how many games are dealt, and how many pairs of twins are taken from them.
TABLES: list[tuple[str, tuple[str, ...], int, int, int]] = [
    ("london", (), 1, 400, 60),
    ("london", ("powers",), 2, 1000, 35),
    ("paris", ("gates",), 2, 1000, 35),
    ("berlin", ("acceleration",), 2, 2400, 35),
    ("toy", ("objectives",), 2, 800, 40),
]


@dataclass(frozen=True)
class Twins:
    seeds: tuple[str, str]
    turns: int  # that they have in common


def shown(dealt: Deal) -> list[object]:
    """What is to be seen at the beginning, and then turn by turn."""
    seen: list[object] = []
    for number, turns in enumerate(dealt.turns):
        is_visible = bool(dealt.acceleration) and dealt.acceleration[number] == "visible-cards"
        for turn, cards in enumerate(turns):
            ahead = turns[turn + 1][0] if is_visible and turn + 1 < len(turns) else None
            seen.append((number, cards, ahead))
    first = (dealt.pencils, dealt.objectives, dealt.powers, dealt.gates, dealt.acceleration, seen[0])
    return [repr(first), *seen[1:]]


def pencils_of(city: str, people: int) -> tuple[str, ...]:
    """A player alone may choose the order, which makes twins easier to find."""
    town = load_city(city)
    return town.pencils if people == 1 and town.chooses_pencils else ()


def find_twins(city: str, addons: Sequence[str], people: int, games: int) -> list[Twins]:
    """Pairs of seeds, those that part last first."""
    town = load_city(city)
    families: dict[object, list[tuple[str, list[object]]]] = {}
    for number in range(games):
        seed = hashlib.sha256(f"{city} {number}".encode()).hexdigest()
        seen = shown(fair_deal(town, addons, people, seed, "t", [""] * people, pencils_of(city, people)))
        families.setdefault(seen[0], []).append((seed, seen))
    found = [
        Twins((one, two), turns)
        for family in families.values()
        for (one, seen), (two, other) in combinations(family, 2)
        if (turns := common(seen, other))
    ]
    return sorted(found, key=lambda twins: -twins.turns)


def common(seen: Sequence[object], other: Sequence[object]) -> int:
    """How many turns are the same."""
    return next(turn for turn, (a, b) in enumerate(zip(seen, other, strict=False)) if a != b)


class Twin:
    """One of two tables, and all that it sends, without the commitment, which is a hash of its seed."""

    def __init__(self, local: LocalTable, seed: str, client: AsgiClient) -> None:
        self.local = local
        self.client = client
        self.promise = commitment(seed).encode()
        self.players: list[Player] = []
        self.read: list[int] = []

    async def come(self) -> None:
        self.players = [*(await self.local.everybody()), await self.local.spectate()]
        self.read = [*(0 for _ in self.players), len(self.client.sent)]

    def news(self) -> list[list[bytes]]:
        """What was sent since the last time, by receiver; answers to requests last."""
        sent = [*(player.sent for player in self.players), [answer.data for answer in self.client.sent]]
        news = [stream[start:] for stream, start in zip(sent, self.read, strict=True)]
        self.read = [len(stream) for stream in sent]
        return [[data.replace(self.promise, b"") for data in stream] for stream in news]

    async def say(self, seat: int, **message: object) -> None:
        self.players[seat].say(**message)
        await self.local.quiet()

    async def ask_around(self) -> None:
        path = f"/api/tables/{self.local.id}"
        for token in (self.local.watch, self.local.invite, *self.local.tokens):
            await self.client.call("GET", path, token=token)
        await self.client.call("GET", f"{path}/record", token=self.local.tokens[0])
        await self.client.call("POST", f"{path}/join", {"name": "Eve"}, token=self.local.invite)
        await self.local.ask(requests.Leave(self.local.key(0)))
        await self.local.ask(requests.Return(self.local.key(0), 0))

    async def go(self) -> None:
        await self.local.unload()
        await self.local.tables.store.erase(self.local.id)


async def play_until_they_part(turns: int, one: Twin, two: Twin, rng: Generator) -> int:
    """The turns that they have in common, byte for byte; how many messages these were."""
    first = one.players[0]
    compared = 0
    while True:
        turn = first.turn
        if rng.draw(4) == 0:
            for twin in (one, two):
                await twin.ask_around()
        for seat in range(len(one.local.tokens)):
            player = one.players[seat]
            while player.turn == turn and not player.ready[seat]:
                news = one.news()
                assert news == two.news()
                compared += sum(map(len, news))
                message = something(player, rng)
                for twin in (one, two):
                    await twin.say(seat, **message)
        if first.turn > turns:
            return compared


def something(player: Player, rng: Generator) -> dict[str, Any]:
    """What a player may say, now and then something wrong."""
    what = rng.draw(10)
    if what == 0:
        return {"type": "undo", "ply": player.ply}
    if what == 1:
        return {"type": "move", "ply": player.ply, "move": "a1-a3"}
    if not player.moves:
        return {"type": "ready", "ply": player.ply}
    move = player.moves[rng.draw(len(player.moves))]
    return {"type": "move", "ply": player.ply, "move": move, "ready": what > 3}


async def meet(
    twins: Twins, homes: Sequence[tuple[LocalTables, AsgiClient]], table: dict[str, Any]
) -> list[Twin]:
    met = []
    for (tables, client), seed in zip(homes, twins.seeds, strict=True):
        met.append(Twin(await tables.write("t", seed=seed, **table), seed, client))
        await met[-1].come()
    return met


@pytest.mark.parametrize(("city", "addons", "people", "games", "pairs"), TABLES)
def test_twin_tables_send_the_same_bytes_until_their_cards_part(
    city: str, addons: tuple[str, ...], people: int, games: int, pairs: int, tmp_path: Path
) -> None:
    table = {"city": city, "addons": addons, "people": people, "pencils": pencils_of(city, people)}
    found = find_twins(city, addons, people, games)[:pairs]
    assert len(found) == pairs and found[0].turns > 1

    async def test(tables: LocalTables) -> None:
        async with sitting(tmp_path / "other") as other:
            homes = [(tables, asgi_client(tables)), (other, asgi_client(other))]
            for number, twins in enumerate(found):
                one, two = await meet(twins, homes, table)
                compared = await play_until_they_part(twins.turns, one, two, Generator(number))
                assert compared > 2 * twins.turns
                for ours, theirs in zip(one.news(), two.news(), strict=True):
                    assert (ours[-1:] != theirs[-1:]) == bool(ours)  # the view after the flip
                for twin in (one, two):
                    await twin.go()

    with_tables(tmp_path, test)
