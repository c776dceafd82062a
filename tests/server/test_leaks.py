"""Every byte that the server sends in whole games, searched for what its receiver must not know."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

import pytest

from fulgence.rules.cityfile.city_reader import city_names
from fulgence.rules.generator import Generator
from fulgence.table.entries import Opened, TimedOut
from fulgence.table.views import NOBODY, Views
from random_games import SAMPLER
from server.asgi_client import AsgiSocket, SentBytes, asgi_client
from server.leak_detector import LeakDetector
from server.local_tables import LocalTable, LocalTables, with_tables
from table.expected_views import SPECTATOR, told
from table.table_log import full

ADDONS = {
    "london": ["objectives", "powers", "gates"],
    "paris": ["objectives", "powers", "gates"],
    "berlin": ["objectives", "acceleration"],
    "toy": ["powers"],
    "own.toml": ["objectives", "powers", "gates", "acceleration"],
}


@dataclass
class Party:
    detector: LeakDetector
    people: list[AsgiSocket]
    watchers: list[AsgiSocket]
    rng: Generator

    async def quiet(self) -> list[SentBytes]:
        await self.detector.local.quiet()
        for socket in (*self.people, *self.watchers):
            await socket.drained()
        return self.detector.listen()

    async def play_turn(self) -> None:
        """Everybody's turn, with mistakes and moves taken back; nobody else must notice before the flip."""
        turn = self.people[0].turn
        for player in self.people:
            seat = self.detector.seats[player.to]
            while player.phase == "playing" and player.turn == turn and not player.ready[seat]:
                await self.step(player, seat)

    async def step(self, player: AsgiSocket, seat: int) -> None:
        moves = player.moves
        before = self.detector.local.table.changes
        ready = player.ready[:]
        what = self.rng.draw(8)
        if what == 0 and player.game["can_undo"]:
            player.say(type="undo", ply=player.ply)
        elif what == 1:
            player.say(type="move", ply=player.ply, move="nonsense")
        elif what == 2:
            player.say(type="move", ply=player.ply, move="a1-a3", ready=True)
        elif moves:
            player.say(
                type="move",
                ply=player.ply,
                move=moves[self.rng.draw(len(moves))],
                ready=self.rng.draw(3) > 0,
            )
        else:
            player.say(type="ready", ply=player.ply)
        news = await self.quiet()
        if self.detector.local.table.changes == before:
            others = [sent for sent in news if sent.to not in (player.to, "")]
            if player.ready == ready:
                assert others == []
                if self.rng.draw(4) == 0:
                    await self.look_again(player)
            else:
                ready[seat] = not ready[seat]
                assert {tuple(json.loads(sent.data)) for sent in others} <= {("type", "seats", "watching")}
                assert all(watcher.ready == ready for watcher in self.watchers)
        for socket in self.people:
            assert socket.view["game"] == told(self.detector.game, self.detector.seats[socket.to])

    async def look_again(self, player: AsgiSocket) -> None:
        """Not even who asks for the view again gets to know that somebody has played."""
        for socket in (*self.people, *self.watchers):
            if socket.to != player.to:
                socket.say(type="view")
        await self.quiet()
        for socket in (*self.people, *self.watchers):
            before, after = socket.views[-2:] if len(socket.views) > 1 else socket.views * 2
            if socket.to != player.to:
                assert {**before, "seats": 0, "watching": 0} == {**after, "seats": 0, "watching": 0}


async def open_table(tables: LocalTables, city: str, rng: Generator) -> tuple[Party, dict[str, str]]:
    client = asgi_client(tables)
    own = {"city_file": Path(SAMPLER).read_text(encoding="utf-8")} if city == "own.toml" else {"city": city}
    seats = [{"kind": "person"}] * 3
    answer = await client.call(
        "POST", "/api/tables", {**own, "addons": ADDONS[city], "seats": seats, "name": "Ann"}, to="ann"
    )
    table = answer.json
    path = f"/api/tables/{table['table']}"
    local = LocalTable(tables, table["table"], [table["token"]], table["invite"], table["watch"])
    opened = (await local.entries())[0][1]
    assert isinstance(opened, Opened)
    await local.quiet()
    detector = LeakDetector(client, local, opened)
    detector.seats = {"ann": 0, "ben": 1, "cleo": 2, "watcher": SPECTATOR}
    detector.owners = {table["token"]: "ann", table["invite"]: "ann", table["watch"]: "ann"}
    detector.listen(handed=list(detector.owners))
    for name in ("ben", "cleo"):
        joined = await client.call("POST", f"{path}/join", {"name": name}, table["invite"], to=name)
        detector.owners[joined.json["token"]] = name
        local.tokens.append(joined.json["token"])
        detector.listen(handed=[joined.json["token"]])
    names = ("ann", "ben", "cleo", "ben")  # one of them looks with two screens
    people = [
        await client.connect(f"{path}/socket", local.tokens[detector.seats[name]], to=name) for name in names
    ]
    watchers = [await client.connect(f"{path}/socket", table["watch"], to="watcher") for _ in range(2)]
    return Party(detector, people[:3], [*watchers, people[3]], rng), {"path": path, "watch": table["watch"]}


async def ask_around(party: Party, path: str, watch: str) -> None:
    """Every question that can be asked of a table, by everybody."""
    detector, client = party.detector, party.detector.client
    for token in (*detector.local.tokens, watch, detector.local.invite, "", "0" * 32):
        for question in ("", "/record"):
            await client.call("GET", path + question, token=token)
        for request in ("close", "rematch", "seats/0/return", "seats/2/token"):
            if token not in detector.local.tokens:
                await client.call("POST", f"{path}/{request}", {}, token=token)
        await client.call("POST", f"{path}/rematch", token=token)
        await client.call("POST", f"{path}/join", {"name": "Eve"}, token=token)
        await client.call("POST", f"{path}/enter", {"token": "0" * 32}, token=token)
        await client.call("POST", f"{path}/leave", {"bot": "nobody"}, token=token)
    for question in ("health", "version", "choices", "messages", "tables", "openapi.json", "nothing"):
        await client.call("GET", f"/api/{question}")
    await party.quiet()


@pytest.mark.parametrize("city", ADDONS)
def test_nothing_that_is_sent_tells_what_must_not_be_known(city: str, tmp_path: Path) -> None:
    async def test(tables: LocalTables) -> None:
        party, place = await open_table(tables, city, Generator(len(city)))
        await party.quiet()
        first = party.people[0]
        while first.phase == "playing":
            await party.play_turn()
            if first.game["round"] in (0, 3) and len(first.game["turns"][-1]) == 2:
                await ask_around(party, **place)
        detector = party.detector
        record = await detector.client.call("GET", f"{place['path']}/record")
        assert detector.opened.seed.encode() in record.body  # so that a leak would have been found
        assert all(detector.opened.seed.encode() in socket.sent[-1] for socket in party.watchers)
        assert detector.searched > 500_000

    with_tables(tmp_path, test)


@pytest.mark.parametrize("city", city_names())
def test_the_place_of_the_next_card_among_those_that_remain_is_random(city: str) -> None:
    """Chi-square over all flips of many games, each length of what remains on its own."""
    seen: dict[int, list[int]] = {}
    for game in range(100):
        log = full(city, (), 1, seed=f"{game:064x}")
        views = Views(log.table, lambda _: True)
        while log.table.phase == "playing":
            before = views.message(NOBODY, 0, 0).game
            log.write(TimedOut(0))
            after = views.message(NOBODY, 0, 0).game
            assert before is not None and after is not None
            if after.round == before.round:
                places = seen.setdefault(len(before.remaining), [0] * len(before.remaining))
                places[before.remaining.index(after.cards[0])] += 1
    assert sum(map(sum, seen.values())) > 1700
    distance = sum(
        (number - sum(places) / size) ** 2 / (sum(places) / size)
        for size, places in seen.items()
        for number in places
    )
    freedom = sum(size - 1 for size in seen)
    assert abs(distance - freedom) < 5 * (2 * freedom) ** 0.5
