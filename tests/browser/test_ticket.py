"""The score pad is a ticket: its numbers are the server's, and each of them shows where it comes from."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from browser.player import Player
from server.server_process import Server

Invite = Callable[..., Player]
ADDONS = {
    "london": ["objectives"],
    "paris": ["objectives", "powers"],
    "berlin": ["objectives", "acceleration"],
}
TICKET = """() => {
  const number = ({ textContent: text }) => (text.trim() === "" ? null : +(text.replace("\\u2212", "-")));
  const rows = [...document.querySelectorAll(".details .ticket .row")];
  return rows.map((row) => [...row.querySelectorAll(".box")].map(number));
}"""
TRACK = (
    "() => [...document.querySelectorAll('.details .step')].map((each) => each.classList.contains('done'))"
)
LIT = "() => [...document.querySelectorAll('.paper .lit-station')].map((each) => each.dataset.cell).sort()"
NAMES = """() => [...document.querySelectorAll(".details .ticket .pencil .name, .details .ticket .label")]
  .filter((each) => each.scrollWidth > each.clientWidth + 1).map((each) => each.textContent)"""


def sit(invite: Invite, server: Server, city: str, **wishes: Any) -> Player:
    player = invite(**wishes)
    [ann] = server.open(1, city=city, addons=ADDONS[city])
    player.page.goto(f"{server.url}/t/{ann.table}#seat={ann.token}")
    player.sit()
    return player


def expected_ticket(player: Player, sides: int, items: list[list[int | None]]) -> list[list[int | None]]:
    pad = player.game["sheets"][0]["pad"]
    rows: list[list[int | None]] = []
    for line in pad["lines"]:
        pairs = [[part["districts"], part["most"]] for part in line["parts"]]
        pairs += [[None, None]] * (sides - len(pairs))
        begun = bool(line["parts"])
        boxes = [number for pair in pairs for number in pair]
        rows.append([*boxes, line["extras"] if begun else None, line["points"] if begun else None])
    return [*rows, *items, [pad["total"]]]


@pytest.mark.parametrize(
    ("city", "sides"),
    [*(pytest.param(city, 1, marks=pytest.mark.long) for city in ("london", "paris")), ("berlin", 2)],
)
def test_the_numbers_of_the_ticket_are_those_of_the_view(
    invite: Invite, server: Server, city: str, sides: int
) -> None:
    player = sit(invite, server, city, seed=81)
    for _ in range(9):
        player.play_turn()
        pad = player.game["sheets"][0]["pad"]
        counts, points = pad["counts"], pad["items"]
        items: list[list[int | None]] = [[points["sites"]]] if city == "london" else []
        items += [[*counts["crossings"], points["crossings"]]] if city == "paris" else []
        items += [[*counts["interchanges"], points["interchanges"]]]
        items += [[sum(each["met"] for each in player.view["words"]["objectives"]), points["objectives"]]]
        items += [[points["handicap"]]] if points["handicap"] else []
        assert player.page.evaluate(TICKET) == expected_ticket(player, sides, items)
        if city == "london":
            track = player.page.evaluate(TRACK)
            assert sum(track) == min(counts["visits"], len(track))


def row(page: Page, name: str) -> Any:
    return page.locator(".details .ticket .row", has_text=name).first


def test_pointing_at_a_number_lights_its_stations_and_says_the_sum(invite: Invite, server: Server) -> None:
    player = sit(invite, server, "london", seed=82)
    page = player.page
    for _ in range(3):
        player.play_turn()
    pencil = player.game["pencils"][0][0]
    assert page.evaluate(LIT) == []
    row(page, pencil).hover()
    highlight = player.explained()["highlights"][pencil]
    expect(page.locator(".ticket .why")).to_have_text(highlight["sum"])
    assert page.evaluate(LIT) == sorted(highlight["stations"]) != []
    expect(page.locator(".paper .lit-section")).to_have_count(len(highlight["sections"]))
    page.mouse.move(5, 5)
    expect(page.locator(".lit-station")).to_have_count(0)
    expect(page.locator(".ticket .why")).to_have_count(0)

    row(page, pencil).focus()
    page.keyboard.press("Tab")
    page.keyboard.press("Shift+Tab")
    expect(page.locator(".ticket .why")).to_have_text(highlight["sum"])


def test_a_tap_on_a_number_lights_its_stations_above_the_drawer(invite: Invite, server: Server) -> None:
    player = sit(invite, server, "berlin", hand="finger", width=360, seed=83)
    page = player.page
    for _ in range(3):
        player.play_turn()
    pencil = player.game["pencils"][0][0]
    page.locator(".score-button").tap()
    row(page, pencil).tap()
    expect(page.locator(".paper .lit-station").first).to_be_visible()
    drawer, sheet = page.locator("dialog").bounding_box(), page.locator(".paper svg").first.bounding_box()
    assert drawer and sheet
    assert drawer["y"] >= sheet["y"] + sheet["height"] - 1
    assert page.evaluate(NAMES) == []
    row(page, pencil).tap()
    expect(page.locator(".paper .lit-station")).to_have_count(0)
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)


def test_somebody_alone_sees_the_next_verdict(invite: Invite, server: Server) -> None:
    player = sit(invite, server, "london", seed=84)
    ladder = player.page.get_by_role("img", name="Verdict 1 of 6; the next from 91 points.")
    expect(ladder).to_be_attached()
    assert [text for text in ladder.locator(".least").all_inner_texts() if text] == [
        "91",
        "106",
        "121",
        "136",
        "151",
    ]
