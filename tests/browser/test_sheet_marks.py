"""Marks beside the lines: doubled districts, boxes of a game drawn again, objectives of each sheet."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

from playwright.sync_api import expect

from browser.player import Player
from fulgence.language import ENGLISH
from fulgence.rules.cityfile.city_reader import load_city
from fulgence.rules.game import Game
from fulgence.rules.generator import Generator
from fulgence.table.entries import Moved
from fulgence.table.view_words import view_bytes
from fulgence.table.views import NOBODY, Views
from server.server_process import Seat, Server, play_out
from table.table_log import full

Invite = Callable[..., Player]
ADDONS = ("objectives", "powers", "gates")
MARKS = """() => [...document.querySelectorAll(".paper .doubled")].map((mark) => {
  const pencil = [...mark.classList].find((each) => each.startsWith("pencil-"));
  const line = document.querySelector(`.paper .stroke.${pencil}`);
  return [mark.textContent, pencil, getComputedStyle(mark).fill === getComputedStyle(line).stroke];
})"""


def view_when(holds: Callable[[Game], bool], reader: int) -> dict[str, Any]:
    """What a reader sees as soon as this is so in a game that two play at random."""
    for seed in range(50):
        log, rng = full("london", ADDONS, 2), Generator(seed)
        while log.table.phase == "playing":
            if log.game.turn == 3 and not any(map(log.game.is_done, range(2))) and holds(log.game):
                text = view_bytes(Views(log.table, lambda _: True), reader, 0, 0.0, ENGLISH)
                view: dict[str, Any] = json.loads(text)
                return view
            seat = next(seat for seat in range(2) if not log.game.is_done(seat))
            moves = log.game.view(seat).moves
            log.write(Moved(seat, moves[rng.draw(len(moves))]))
    raise AssertionError("no such game")


def show(player: Player, server: Server, view: dict[str, Any]) -> None:
    [ann] = server.open(1, ["greedy"], addons=ADDONS)
    player.page.route_web_socket(re.compile("/socket"), lambda socket: socket.send(json.dumps(view)))
    player.page.goto(f"{server.url}/t/{ann.table}#seat={ann.token}")
    player.page.locator(".paper svg").first.wait_for()


def test_a_district_that_counts_twice_is_marked_in_its_pencils_colour(invite: Invite, server: Server) -> None:
    view = view_when(lambda game: any(game.sheets[0].doubled), 0)
    player = invite()
    show(player, server, view)
    pencils = [load_city("london").pencils.index(name) for name in view["game"]["pencils"][0]]
    doubled = view["game"]["sheets"][0]["doubled"]
    wanted = [
        ["\u00d72", f"pencil-{pencils[at]}", True] for at, districts in enumerate(doubled) for _ in districts
    ]
    expect(player.page.locator(".paper .doubled")).to_have_count(len(wanted))
    assert player.page.evaluate(MARKS) == wanted


def test_a_spectator_sees_the_objectives_of_the_sheet_on_the_table(invite: Invite, server: Server) -> None:
    view = view_when(lambda game: game.round == 3, NOBODY)
    progress = [[each["progress"] for each in seat["objectives"]] for seat in view["words"]["sheets"]]
    assert progress[0] != progress[1]
    player = invite(height=1200)
    show(player, server, view)
    for seat in (0, 1, 0):
        player.page.locator(".seat-strip .seat").nth(seat).click()
        for text in progress[seat]:
            expect(player.page.locator(".details")).to_contain_text(text)


def game_with_boxes(server: Server) -> tuple[Seat, list[int], int, int]:
    """A seat whose game is over, its boxes after every turn, a turn with some of them, and its step."""
    while True:  # some deals have only one box
        [ann] = server.open(1, city="berlin")
        with ann.connect() as socket:
            play_out([socket])
            rounds = socket.view["game"]["sheets"][0]["rounds"]
        boxed = [len(state[0]["boxed"]) for state in ann.call("GET", "/replay")["states"]]
        turns = [turn for round_ in rounds for turn in round_]
        for turn, count in enumerate(boxed):
            if 0 < count < boxed[-1] and turns[turn][-1] != "pass":
                return ann, boxed, turn, sum(move != "pass" for moves in turns[: turn + 1] for move in moves)


def test_boxes_come_back_as_the_game_is_drawn_again(invite: Invite, server: Server) -> None:
    ann, boxed, half, step = game_with_boxes(server)

    page = invite().page
    page.goto(f"{server.url}/t/{ann.table}#seat={ann.token}")
    boxes = page.locator(".game-over figure .sheet .boxed")
    expect(boxes).to_have_count(boxed[-1])
    page.get_by_role("slider", name="Step").fill(str(step))
    expect(boxes).to_have_count(boxed[half])
    page.get_by_role("slider", name="Step").fill("0")
    expect(boxes).to_have_count(0)
