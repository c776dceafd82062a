"""How long a player waits for a bot while one address takes all it can get; one JSON line.

The attacker opens tables of four costly bots each, which play by themselves, reviews games and replays them.
The player, at another address, plays against one bot, first on a quiet server and then during the attack. A
wait is the time from the flip of the cards until the bot is ready.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import math
import time
from collections import Counter

import msgspec
from load import Opened, Server, parse_opened, percentile_ms, serve, tell
from websocket import Http, Refused, Socket

from fulgence.bots.bot import make_bot
from fulgence.rules.cityfile.city_reader import load_city
from fulgence.rules.deal import deal
from fulgence.rules.game import Game
from fulgence.rules.generator import Generator
from fulgence.rules.text.record import format_record, record_of

ATTACKER, PLAYER = "192.0.2.1", "192.0.2.2"
READERS = 4  # replays that the attacker asks for at the same time
THINK = 0.25  # seconds from a view to the player's move


class SeatView(msgspec.Struct):
    ready: bool


class GameView(msgspec.Struct):
    moves: list[str]
    turns: list[list[msgspec.Raw]]


class ServerMessage(msgspec.Struct):
    """What the player needs of any message."""

    type: str
    seats: list[SeatView] = []
    ply: int | None = None
    phase: str = ""
    game: GameView | None = None
    code: str = ""
    message: str = ""


parse_told = msgspec.json.Decoder(ServerMessage).decode


class Seat(Socket):
    """Plays the first legal move some time after each flip, and counts how long the bot takes from there."""

    def __init__(self, waits: list[float]) -> None:
        super().__init__()
        self.waits = waits
        self.over: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.turn = 0
        self.since = math.inf

    def on_text(self, text: bytes) -> None:
        told = parse_told(text)
        if told.type == "error":
            self.on_close(f"{told.code}: {told.message}")
            return
        turn = sum(map(len, told.game.turns)) if told.game else 0
        is_flipped = turn > self.turn or told.phase == "over"
        if self.since < math.inf and told.seats and (is_flipped or told.seats[1].ready):
            self.waits.append(time.perf_counter() - self.since)
            self.since = math.inf
        if told.phase == "over":
            self.finish()
        elif is_flipped:
            self.turn = turn
            self.since = time.perf_counter()
        if told.game and told.game.moves and told.ply is not None:
            move = b'{"type":"move","ply":%d,"move":"%b"}' % (told.ply, told.game.moves[0].encode())
            asyncio.get_running_loop().call_later(THINK, self.send, move)

    def finish(self) -> None:
        if not self.over.done():
            self.over.set_result(None)

    def on_close(self, reason: str) -> None:
        if not self.over.done():
            self.over.set_exception(Refused(reason))


async def play(server: Server, bot: str, seconds: float) -> list[float]:
    """Games against the bot, one after the other; the waits of all of them."""
    http = Http(server.host, server.port, PLAYER)
    waits: list[float] = []
    until = time.perf_counter() + seconds
    while time.perf_counter() < until:
        opened = await open_table(http, "london", (), ["", bot])
        seat = Seat(waits)
        await seat.open(http.host, http.port, f"/api/tables/{opened.table}/socket", opened.token, PLAYER)
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(seat.over, max(0.1, until - time.perf_counter()))
        if seat.since < math.inf:  # it still waits
            waits.append(time.perf_counter() - seat.since)
        seat.close()
    http.close()
    return waits


async def open_table(http: Http, city: str, addons: tuple[str, ...], bots: list[str]) -> Opened:
    seats = [{"kind": "bot", "bot": bot} if bot else {"kind": "person"} for bot in bots]
    body = {"city": city, "addons": addons, "seats": seats, "name": None if all(bots) else "Ann"}
    answer = await http.post("/api/tables", msgspec.json.encode(body))
    return parse_opened(answer.replace(b'"token":null', b'"token":""'))


async def attack(
    server: Server, tables: int, city: str, bot: str, seconds: float, told: Counter[str]
) -> None:
    http = Http(server.host, server.port, ATTACKER)
    addons = tuple(load_city(city).addons)
    record = game_of(city, addons)
    async with asyncio.TaskGroup() as group:
        readers = [group.create_task(keep_asking(http, record, told)) for _ in range(READERS)]
        readers.append(group.create_task(keep_reviewing(server, record, told)))
        for _ in range(tables):
            try:
                await open_table(http, city, addons, [bot] * 4)
                told["tables"] += 1
            except Refused as error:
                told[f"table refused: {error}"[:160]] += 1
        await asyncio.sleep(seconds)
        for reader in readers:
            reader.cancel()
    http.close()


async def keep_asking(http: Http, record: str, told: Counter[str]) -> None:
    """At the pace that the limit of requests allows."""
    body = json.dumps({"record": record}).encode()
    while True:
        try:
            await http.post("/api/replay", body)
            told["replays"] += 1
        except Refused as error:
            told[f"replay refused: {error}"[:160]] += 1
        await asyncio.sleep(0.12 * READERS)


async def keep_reviewing(server: Server, record: str, told: Counter[str]) -> None:
    body = json.dumps({"record": record}).encode()
    while True:
        reader, writer = await asyncio.open_connection(server.host, server.port)
        writer.write(
            b"POST /api/review HTTP/1.1\r\nHost: %b:%d\r\nX-Forwarded-For: %b\r\nConnection: close\r\n"
            b"Content-Type: application/json\r\nContent-Length: %d\r\n\r\n%b"
            % (server.host.encode(), server.port, ATTACKER.encode(), len(body), body)
        )
        try:
            async for _ in reader:
                told["lines of reviews"] += 1
        finally:
            writer.close()
        await asyncio.sleep(0.5)


def game_of(city: str, addons: tuple[str, ...]) -> str:
    """The record of a game of four."""
    game = Game(deal(load_city(city), addons, 4, Generator(7)), ("Ann", "Ben", "Cleo", "Dora"))
    bot = make_bot("greedy", Generator(1))
    while not game.is_over:
        for seat in range(4):
            while not game.is_done(seat):
                game.play(seat, bot.choose(game.view(seat)))
        game.flip()
    return format_record(record_of(game))


async def run(server: Server, asked: argparse.Namespace) -> dict[str, object]:
    quiet = sorted(await play(server, asked.bot, asked.seconds / 4))
    tell(f"quiet: {len(quiet)} moves", lasting=True)
    told: Counter[str] = Counter()
    attacker = asyncio.create_task(
        attack(server, asked.tables, asked.city, asked.costly, asked.seconds + 5, told)
    )
    await asyncio.sleep(5)
    waits = sorted(await play(server, asked.bot, asked.seconds))
    tell(f"attacked: {len(waits)} moves; the attacker had {dict(told)}", lasting=True)
    await attacker
    return {
        "quiet_p50_ms": percentile_ms(quiet, 0.5),
        "quiet_p99_ms": percentile_ms(quiet, 0.99),
        "p50_ms": percentile_ms(waits, 0.5),
        "p99_ms": percentile_ms(waits, 0.99),
        "longest_ms": percentile_ms(waits, 1),
        "moves": len(waits),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description="Measures the wait for a bot while one address attacks.")
    parser.add_argument("--seconds", type=float, default=60, help="how long the attack is measured (60)")
    parser.add_argument("--tables", type=int, default=26, help="of the attacker (26)")
    parser.add_argument("--costly", default="mcts:5000", help="the attacker's bots (mcts:5000)")
    parser.add_argument("--city", default="berlin", help="of the attacker, with all add-ons (berlin)")
    parser.add_argument("--bot", default="casual", help="the player's (casual)")
    asked = parser.parse_args()
    with serve(None, ["--proxy=127.0.0.1"]) as server:
        print(json.dumps(asyncio.run(run(server, asked))), flush=True)


if __name__ == "__main__":
    try:
        main()
    except (Refused, OSError) as refusal:
        raise SystemExit(str(refusal)) from None
