"""Plays whole games through the API of a browser, one person against one bot, and prints a line of JSON each.

    play_games.py BOT GAMES [CITY...]

With all add-ons of the city, or those that follow its name: `london:powers`, `london:` without any.
Runs in every Python, that of the offline bundle too. Milliseconds: CPU time of the bot's decisions.
"""

from __future__ import annotations

import importlib
import json
import sys
import time
from typing import Any

import msgspec

from fulgence.api.answers import answer_to
from fulgence.api.jobs import AnyJob
from fulgence.browser.host import Host
from fulgence.browser.light_expert import LIGHT
from fulgence.browser.local_table import Effects
from fulgence.browser.routes import handle
from fulgence.rules.cityfile.city_reader import load_city
from fulgence.rules.generator import Generator

VISITOR = 1


def cpu_seconds() -> float:
    if sys.platform != "emscripten":
        return time.process_time()
    process = importlib.import_module("js").process  # there, Python sees only the time of day
    return float(process.cpuUsage().user) / 1e6


class Page:
    def __init__(self, city: str, addons: tuple[str, ...], bot: str) -> None:
        self.host = Host()
        self.milliseconds: list[float] = []
        seats = [{}, {"kind": "bot", "bot": bot}]
        body = {"city": city, "addons": addons, "seats": seats, "name": "Ann"}
        opened = self.ask("POST", "/api/tables", body)
        self.id, self.token = opened["table"], opened["token"]
        self.table = self.host.table(self.id)
        self.view: dict[str, Any] = {}
        self.carry_out(self.host.connect(self.id, VISITOR, self.token, "en"))

    def ask(self, method: str, path: str, body: dict[str, Any] | None = None) -> Any:
        token = getattr(self, "token", "")
        response = handle(self.host, method, path, json.dumps(body or {}).encode(), token, "en")
        assert response.status in (200, 201), response.text
        text = response.text
        if response.job:
            text = answer_to(msgspec.json.decode(response.job, type=AnyJob))
        return json.loads(text)

    def carry_out(self, effects: Effects) -> None:
        for _, text in effects.messages:
            message = json.loads(text)
            assert message["type"] != "error", message
            if message["type"] == "view":
                self.view = message
        for key, job in effects.jobs:
            _, seat, ply = key.split()
            start = cpu_seconds()
            move = json.loads(answer_to(msgspec.json.decode(job, type=AnyJob), LIGHT))
            self.milliseconds.append(1000 * (cpu_seconds() - start))
            self.carry_out(self.table.bot_chose(int(seat), int(ply), move))

    def play(self, rng: Generator) -> None:
        while self.view["phase"] == "playing":
            moves = self.view["game"]["moves"]
            message = {"type": "move", "ply": self.view["ply"], "move": moves[rng.draw(len(moves))]}
            self.carry_out(self.table.receive(VISITOR, json.dumps(message)))


def game(city: str, addons: tuple[str, ...], bot: str, seed: int) -> dict[str, Any]:
    page = Page(city, addons, bot)
    page.play(Generator(seed))
    replayed = page.ask("GET", f"/api/tables/{page.id}/replay")
    times = sorted(page.milliseconds)
    return {
        "city": city,
        "addons": addons,
        "bot": bot,
        "record": page.ask("GET", f"/api/tables/{page.id}/record"),
        "totals": [sheet["pad"]["total"] for sheet in page.view["game"]["sheets"]],
        "turns_replayed": len(replayed["states"]),
        "mean_ms": round(sum(times) / len(times)),
        "max_ms": round(times[-1]),
    }


if __name__ == "__main__":
    bot, games, *cities = sys.argv[1:]
    for number in range(int(games)):
        for chosen in cities or ("london", "paris", "berlin"):
            city, has_addons, listed = chosen.partition(":")
            addons = tuple(filter(None, listed.split(","))) if has_addons else load_city(city).addons
            print(json.dumps(game(city, tuple(addons), bot, number)), flush=True)
