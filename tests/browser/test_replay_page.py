"""A game step by step: of a table, from a pasted record, or by a link into the middle of it."""

from __future__ import annotations

import json
from collections.abc import Callable

from playwright.sync_api import expect

from browser.player import Player
from commands.records import PAIR
from fulgence.rules.text.record import parse_record, replay
from server.server_process import Seat

Invite = Callable[..., Player]
NAMES = {"": "\N{EN DASH}", "pass": "Pass"}
NOWHERE = json.dumps({**PAIR, "city": "atlantis"})
REFUSED = [("{}", "fulgence is missing"), (NOWHERE, "city 'atlantis' is none of")]


def where(player: Player) -> str:
    return " ".join(player.page.locator(".turn-heading").inner_text().split()[-6:])


def test_a_finished_table_is_watched_again_by_its_link(invite: Invite, finished: Seat) -> None:
    player = invite()
    page = player.page
    page.goto(f"{finished.server.url}/r/{finished.table}")
    page.get_by_role("slider").wait_for()
    assert where(player) == "Round 1 of 4 turn 1"
    page.keyboard.press("End")
    result = replay(parse_record(json.dumps(finished.call("GET", "/record"))))
    assert page.locator(".total .points").inner_text() == str(result.pads[0].total)
    page.get_by_role("button", name="greedy").click()
    assert page.locator(".total .points").inner_text() == str(result.pads[1].total)
    assert where(player).startswith("Round 4 of 4")


def test_a_pasted_record_is_walked_with_the_arrow_keys(invite: Invite) -> None:
    player = invite()
    page = player.page
    page.goto(f"{player.url}/replay")
    page.get_by_label("Record").fill(json.dumps(PAIR))
    page.get_by_role("button", name="Show it").click()
    page.get_by_role("slider").wait_for()
    page.keyboard.press("Tab")  # out of the field and its form, which are gone
    turns = PAIR["seats"][0]["moves"]
    drawn = 0
    for moves in turns[:4]:
        for move in moves or [""]:
            drawn += "-" in move
            expect(page.locator(".cards b")).to_have_text(NAMES.get(move, move))
            assert page.locator(".paper .stroke").count() == drawn
            page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowLeft")
    assert where(player) == "Round 1 of 4 turn 4"
    page.keyboard.press("PageUp")
    assert where(player) == "Round 1 of 4 turn 3"
    page.keyboard.press("Home")
    assert where(player) == "Round 1 of 4 turn 1"


def test_a_link_leads_to_a_turn_of_a_seat(invite: Invite, finished: Seat) -> None:
    ann, ben = invite(), invite()
    ann.page.goto(f"{finished.server.url}/r/{finished.table}")
    ann.page.get_by_role("button", name="greedy").click()
    for _ in range(12):
        ann.page.keyboard.press("PageDown")
    assert ann.page.url.endswith("#s1t12")
    ben.page.goto(ann.page.url)
    ben.page.get_by_role("slider").wait_for()
    assert where(ben) == where(ann)
    assert ben.page.get_by_role("button", name="greedy").get_attribute("aria-pressed") == "true"


def test_what_is_no_record_is_refused_in_a_sentence(invite: Invite) -> None:
    player = invite()
    page = player.page
    page.goto(f"{player.url}/replay")
    with player.watch.expecting("status of 422", "status 422"):
        for text, answer in REFUSED:
            page.get_by_label("Record").fill(text)
            page.get_by_role("button", name="Show it").click()
            expect(page.get_by_role("alert")).to_contain_text(answer)
    assert page.get_by_label("Record").input_value() == NOWHERE


def test_a_game_that_is_not_over_cannot_be_replayed(invite: Invite) -> None:
    player = invite()
    player.open_alone("London")
    with player.watch.expecting("status of 409", "status 409"):
        player.page.goto(f"{player.url}/r/{player.table}")
        expect(player.page.get_by_role("alert")).to_be_visible()
