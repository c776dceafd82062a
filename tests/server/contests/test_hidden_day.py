"""Nothing of a day's pile can be had before its flip, by whatever one asks for."""

from __future__ import annotations

import json
from pathlib import Path

from fulgence.contests.daily import DailyContest
from fulgence.rules.text.record import parse_record
from server.contests.contest_server import ContestServer, passing, with_server
from server.local_tables import play_turn

NUMBER = "00112233445566778899aabbccddeeff"


def test_no_answer_tells_a_card_that_was_not_flipped(tmp_path: Path) -> None:
    async def test(server: ContestServer) -> None:
        ann, ben = await server.person("Ann"), await server.person("Ben")
        opened = await server.begin_daily(ann)
        [day] = (await server.daily.days([server.daily.today])).values()
        deal = parse_record(await server.daily.cards(DailyContest(server.daily.today, "london"))).deal
        table, token = f"/api/tables/{opened['table']}", opened["token"]
        socket = await server.client.connect(f"{table}/socket?words=1", token, to="ann")
        for _ in range(3):
            await play_turn([socket], passing)
        for method, path, body in (
            ("GET", "/record", None),
            ("GET", "/replay", None),
            ("GET", "/sheets/0.svg", None),
            ("GET", "", None),
            ("POST", "/close", None),
            ("POST", "/rematch", {}),
            ("POST", "/leave", {"bot": "expert"}),
            ("POST", "/seats/0/bot", {"bot": "expert"}),
            ("POST", "/seats/0/token", {"request": NUMBER}),
        ):
            answer = await server.ask(method, table + path, body, key=ann, token=token)
            assert answer.status != 200 or path in ("", "/seats/0/token"), (path, answer.body)
        for key in (ann, ben, ""):
            for path in ("/api/daily", "/api/daily/2026-11-18/london", "/api/player/games", "/api/tables"):
                await server.ask("GET", path, key=key)
        socket.say(type="hint")
        await server.ask("POST", "/api/challenges", {"table": opened["table"]}, key=ann)
        await server.ask("POST", f"{table}/claim", key=ann, token=token)
        await socket.drained()
        everything = b"".join(sent.data for sent in server.client.sent)
        assert opened["table"].encode() in everything
        assert day.seed.encode() not in everything
        for pile in deal.rounds:
            for number in range(0 if pile is not deal.rounds[0] else 4, len(pile) - 3):
                order = ",".join(json.dumps(card) for card in pile[number : number + 4])
                assert order.encode() not in everything.replace(b" ", b"")

    with_server("sqlite", tmp_path, test)


def test_the_order_would_be_noticed(tmp_path: Path) -> None:
    """The record of a finished game has it, after every flip."""

    async def test(server: ContestServer) -> None:
        opened = await server.begin_daily(await server.person("Ann"))
        await server.play(opened, passing)
        answer = await server.ask("GET", f"/api/tables/{opened['table']}/record")
        deal = parse_record(answer.body.decode()).deal
        order = ",".join(json.dumps(card) for card in deal.rounds[3][:4])
        assert order.encode() in answer.body.replace(b" ", b"")

    with_server("sqlite", tmp_path, test)
