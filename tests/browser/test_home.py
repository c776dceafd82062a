"""The start page: going on with a game, joining and watching others, choosing pencils, storing nothing."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from browser.axe import violations
from browser.player import Player
from server.server_process import Server

Invite = Callable[..., Player]
PERSON = {"kind": "person"}
BLOCKED = """for (const name of ["localStorage", "sessionStorage"])
  Object.defineProperty(window, name, { get() { throw new DOMException("blocked", "SecurityError"); } });"""


def games(page: Page) -> Locator:
    return page.locator(".own a")


def test_an_own_game_comes_first_with_its_sheet_and_whose_turn_it_is(invite: Invite, server: Server) -> None:
    seats = server.open(2)
    ann = invite(seed=1)
    page = ann.page
    page.goto(f"{server.url}/t/{seats[0].table}#seat={seats[0].token}")
    ann.sit()
    ann.play(ann.moves[0])
    page.goto(server.url)
    expect(games(page).locator(".turn")).to_have_text("Your turn")
    expect(games(page).locator(".stroke")).to_have_count(1)
    expect(games(page)).to_contain_text("Round 1 of 4, turn 1")
    assert page.locator("h2, h1").first.inner_text() == "Go on"

    games(page).click()
    ann.sit()
    ann.decide()
    ann.done()
    page.goto(server.url)
    expect(games(page).locator(".turn")).to_have_text("Waiting for Ben")
    with seats[1].connect() as ben:
        while ben.moves:
            ben.play(ben.moves[0])
            if ben.turn > 1:
                break
        totals = [str(sheet["pad"]["total"]) for sheet in ben.view["game"]["sheets"]]
    page.reload()
    expect(games(page).locator(".turn")).to_have_text("Your turn")
    assert games(page).locator(".scores b").all_inner_texts() == totals
    assert violations(page) == []


def test_a_game_that_is_over_is_not_among_those_to_go_on_with(invite: Invite, server: Server) -> None:
    [seat] = server.open(1)
    ann = invite(seed=2)
    ann.page.goto(f"{server.url}/t/{seat.table}#seat={seat.token}")
    ann.sit()
    seat.call("POST", "/close")
    ann.page.locator(".game-over").wait_for()
    ann.go_home()
    expect(ann.page.locator(".own")).to_have_count(0)


def test_tables_on_the_list_are_to_join_or_to_watch(invite: Invite, server: Server) -> None:
    wish = {"city": "paris", "seats": [PERSON, PERSON], "listed": True, "clock": 60}
    server.call("POST", "/api/tables", {**wish, "name": "Waldo"})
    running = server.call("POST", "/api/tables", {**wish, "name": "Rita"})
    server.call("POST", f"/api/tables/{running['table']}/join", {"name": "Sam"})
    eve = invite(seed=3)
    eve.go_home()
    page = eve.page
    join = page.locator("section", has=page.get_by_role("heading", name="Join"))
    watch = page.locator("section", has=page.get_by_role("heading", name="Watch"))
    expect(join.get_by_role("link", name="Waldo")).to_contain_text("1 seat is free")
    expect(watch.get_by_role("link", name="Rita, Sam")).to_contain_text("Round 1")
    assert join.get_by_role("link", name="Rita").count() == 0
    assert watch.get_by_role("link", name="Waldo").count() == 0


def test_a_player_alone_chooses_the_order_of_the_pencils_by_keys(invite: Invite) -> None:
    player = invite(seed=4)
    page = player.page
    player.go_home()
    page.locator(".city", has_text="Paris").click()
    expect(page.get_by_role("button", name="I choose")).to_have_count(0)
    page.locator(".city", has_text="London").click()
    page.get_by_role("button", name="I choose").click()
    down = page.get_by_role("button", name="Move purple down")
    down.focus()
    for _ in range(3):
        page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Move purple up")).to_be_focused()
    page.get_by_role("button", name="Move green up").click()
    page.get_by_role("button", name="Play London").click()
    player.sit()
    assert player.game["pencils"] == [["blue", "green", "pink", "purple"]]


def test_pencils_are_dragged_into_their_order(invite: Invite) -> None:
    player = invite(seed=5)
    page = player.page
    player.go_home()
    page.get_by_role("button", name="I choose").click()
    rows = page.locator("li[data-pencil]")
    expect(rows).to_have_count(4)
    last = rows.nth(3).locator(".name")
    last.hover()
    page.mouse.down()
    first = rows.nth(0).bounding_box()
    assert first
    page.mouse.move(first["x"] + 80, first["y"] + 4, steps=6)
    page.mouse.up()
    assert [row.get_attribute("data-pencil") for row in rows.all()] == ["green", "purple", "blue", "pink"]
    page.get_by_role("button", name="By chance").click()
    expect(rows).to_have_count(0)


@pytest.mark.parametrize("width", [320, pytest.param(1280, marks=pytest.mark.long)])
def test_a_browser_that_stores_nothing_plays_and_invites(invite: Invite, width: int) -> None:
    player = invite(fresh=True, width=width, seed=6)
    page = player.page
    page.add_init_script(BLOCKED)
    player.open_alone("London")
    page.get_by_role("button", name="Skip").click()  # it does not know that they have played before
    player.play_turn()

    page.get_by_role("link", name="Fulgence").click()
    expect(games(page)).to_have_count(1)
    page.get_by_role("button", name="With friends").click()
    page.get_by_label("Your name").fill("Ann")
    page.locator(".play").click()
    assert "#invite=" in page.get_by_label("Invitation link").input_value()


def test_an_invitation_says_who_invites_and_to_what(invite: Invite, server: Server) -> None:
    seats = [PERSON, PERSON, {"kind": "bot", "bot": "greedy"}]
    wish = {"city": "london", "seats": seats, "name": "Zoe", "addons": ["powers"], "clock": 30}
    opened = server.call("POST", "/api/tables", wish)
    eve = invite(width=360, seed=7)
    page = eve.page
    page.goto(f"{server.url}/t/{opened['table']}#invite={opened['invite']}")
    expect(page.get_by_role("heading", name="Zoe invites you to London")).to_be_visible()
    facts = page.locator(".facts li").all_inner_texts()
    assert facts[0].startswith("Pencil Powers: ") and facts[1:] == ["30 seconds a turn"]
    names = [" ".join(text.split()) for text in page.locator(".seats li").all_inner_texts()]
    assert names == ["Zoe host", "free seat", "greedy"]
    expect(page.get_by_role("img", name="Map of London")).to_be_visible()
    assert violations(page) == [] and eve.overflow() == 0
    page.get_by_label("Your name").fill("Eve")
    page.get_by_role("button", name="Sit down").click()
    eve.sit()
