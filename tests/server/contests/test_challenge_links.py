"""A challenge in a link, opened at a server: it is played there, and kept from then on."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from server.contests.contest_server import ContestServer, passing, with_server

SOLO: dict[str, object] = {"city": "toy", "name": "Ann"}
LINKS = "/api/challenge-links"


def test_two_people_play_the_cards_of_a_link_at_a_server(tmp_path: Path) -> None:
    async def test(server: ContestServer) -> None:
        async def post(path: str, status: int = 200, **body: object) -> Any:
            answer = await server.ask("POST", path, body)
            assert answer.status == status, answer.body
            return answer.json

        own = (await server.ask("POST", "/api/tables", SOLO)).json
        total = await server.play(own)
        record = (await server.ask("GET", f"/api/tables/{own['table']}/record")).body.decode()
        made = await post(LINKS, record=record, name="Ann")
        link = made["link"]
        opened = await post(f"{LINKS}/open", link=link)
        assert opened == {"id": made["id"], "city": "toy", "addons": [], "names": ["Ann"]}
        ben = await post(f"{LINKS}/play", 201, link=link, name="Ben")
        cleo = await post(f"{LINKS}/play", 201, link=link, name="Cleo")
        totals = {"Ben": await server.play(ben, passing), "Cleo": await server.play(cleo)}
        path = f"/api/challenges/{made['id']}?table={ben['table']}"
        assert {each["name"]: each["total"] for each in (await server.get(path))["results"]} == totals
        played = (await server.ask("GET", f"/api/tables/{ben['table']}/record")).body.decode()
        [sent] = await post(f"{LINKS}/compare", link=link, record=played)
        assert (sent["name"], sent["total"]) == ("Ann", total)
        for wrong in (link[:-3], "1", "no link"):
            answer = await server.ask("POST", f"{LINKS}/open", {"link": wrong})
            assert (answer.status, answer.json["code"]) == (422, "bad-link")
            assert "this link is damaged" in answer.json["message"]
        unfinished = json.loads(played)
        unfinished["seats"][0]["moves"].pop()
        early = {"link": link, "record": json.dumps(unfinished)}
        answer = await server.ask("POST", f"{LINKS}/compare", early)
        assert (answer.status, answer.json["code"]) == (409, "not-over")
        for task in list(server.daily.pars.tasks):
            await task

    with_server("sqlite", tmp_path, test)
