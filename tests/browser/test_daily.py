"""Daily games and challenges in the browser: the same cards for everybody, compared when one has played."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from browser.axe import violations
from browser.conftest import Company
from browser.player import Player
from fulgence.contests.weekly import format_week, week_at
from fulgence.table.entries import now
from server.server_process import Seat, Server, play_out, serving

Invite = Callable[..., Player]


def play_to_the_end(server: Server, opened: dict[str, Any]) -> None:
    """Always the first legal move, without a hand: other tests draw."""
    with Seat(server, opened["table"], 0, opened["token"], opened).connect() as socket:
        play_out([socket])


def answer_to(page: Page, path: str, act: Callable[[], None]) -> dict[str, Any]:
    """What the server answers to the request that this makes the page send."""
    with page.expect_response(
        lambda response: path in response.url and response.request.method == "POST"
    ) as sent:
        act()
    answer: dict[str, Any] = sent.value.json()
    return answer


def check(player: Player, where: str) -> None:
    assert violations(player.page) == [], where
    assert player.overflow() == 0, where


def test_a_newcomer_plays_the_game_of_the_day_and_is_ranked(invite: Invite, server: Server) -> None:
    ann = invite(width=360, seed=1)
    page = ann.page
    ann.go_home()
    page.get_by_role("button", name="London Not played").click()
    page.get_by_role("textbox", name="Your name").fill("Ann")
    begin = page.get_by_role("dialog").get_by_role("button", name="Play")
    opened = answer_to(page, "/api/daily/london", begin.click)
    ann.sit()
    expect(page.locator(".turn-heading")).to_contain_text("Daily, ")
    check(ann, "table")

    page.goto(server.url)
    expect(page.get_by_role("button", name="London Go on")).to_be_visible()
    assert (
        answer_to(page, "/api/daily/london", page.get_by_role("button", name="London Go on").click) == opened
    )
    ann.sit()
    play_to_the_end(server, opened)
    page.get_by_role("link", name="See the results of the day").click()
    own = page.locator("tr.you")
    expect(own.locator("th")).to_have_text("Ann (you)")
    total = own.locator(".number").inner_text()
    expect(page.locator(".own .total")).to_have_text(f"{total} points")
    expect(own.locator("td").first).to_have_text("1")
    page.get_by_text("Were the cards fair?").click()
    expect(page.locator("details code")).to_have_count(1)  # the seed is still secret
    check(ann, "results")

    again = page.get_by_role("button", name="Practise again")
    practice = answer_to(page, "/api/daily/london", again.click)
    assert practice["practice"] and practice["table"] != opened["table"]
    ann.sit()
    expect(page.locator(".turn-heading")).to_contain_text("Practice, ")
    play_to_the_end(server, practice)
    expect(page.get_by_text("This was practice: it does not count.")).to_be_visible()

    page.goto(f"{server.url}/daily")
    expect(page.get_by_role("link", name=f"London {total} points")).to_be_visible()
    expect(page.get_by_role("table").get_by_role("row")).to_have_count(8)
    check(ann, "calendar")


def test_results_of_friends_and_bots_wait_until_one_has_played(invite: Invite, server: Server) -> None:
    eve = invite(seed=2)
    page = eve.page
    page.goto(f"{server.url}/daily")
    page.get_by_role("link", name="Paris").last.click()
    expect(page.get_by_role("button", name="Play today's game")).to_be_visible()
    expect(page.get_by_role("heading", name="Bots with the same cards")).to_have_count(0)
    check(eve, "results of others")
    with eve.watch.expecting("404"):
        page.locator(".days a").first.click()
        expect(page.get_by_role("alert")).to_contain_text("no daily game")


def test_a_new_city_every_week_has_its_map_its_game_and_its_results(invite: Invite, server: Server) -> None:
    ann = invite(width=360, seed=3)
    page = ann.page
    made = server.call("GET", f"/api/weekly/{format_week(week_at(now()))}")
    page.goto(f"{server.url}/daily")
    expect(page.get_by_role("heading", name=f"City of the week: {made['name']}")).to_be_visible()
    expect(page.get_by_role("img", name=f"Map of {made['name']}")).to_be_visible()
    check(ann, "city of the week")
    page.get_by_role("button", name=f"Play {made['name']}").click()
    page.get_by_role("textbox", name="Your name").fill("Ann")
    begin = page.get_by_role("dialog").get_by_role("button", name="Play")
    opened = answer_to(page, "/api/weekly", begin.click)
    ann.sit()
    expect(page.locator(".turn-heading")).to_contain_text("City of the week")
    play_to_the_end(server, opened)
    page.get_by_role("link", name="See the results of the week").click()
    expect(page.locator("tr.you th")).to_have_text("Ann (you)")
    check(ann, "results of the week")


OVER, NOON = "2026-11-02", 1_793_620_800_000  # a day that is over, and its noon in milliseconds since 1970


def put_on_a_day_that_is_over(file: Path, table: str) -> None:
    """Nobody can wait for the end of a day, so a finished game is moved to an earlier one."""
    with closing(sqlite3.connect(file)) as database, database:
        day = {"day": OVER, "seed": "5eed" * 16, "noon": NOON, "table": table}
        database.execute("insert into days (day, seed, closed_at) values (:day, :seed, :noon)", day)
        database.execute(
            "update games set contest = 'daily-' || :day || '-london', began_at = :noon, ended_at = :noon "
            "where table_id = :table",
            day,
        )


def test_a_day_that_is_over_shows_its_seed_and_every_game(company: Company, tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        [seat] = server.open(1)
        with seat.connect() as socket:
            play_out([socket])
    put_on_a_day_that_is_over(tmp_path / "games.db", seat.table)
    with serving(tmp_path) as server:
        eve = company.invite(server, width=360)
        page = eve.page
        page.goto(f"{server.url}/daily/{OVER}/london")
        expect(page.get_by_role("heading", name="London, Monday 2 November")).to_be_visible()
        expect(page.get_by_role("button", name="Play today's game")).to_have_count(0)
        page.get_by_text("Were the cards fair?").click()
        expect(page.locator("details code").nth(1)).to_have_text("5eed" * 16)
        expect(page.get_by_role("link", name="3 November")).to_be_visible()
        check(eve, "a day that is over")
        page.get_by_role("link", name="Replay Ann").click()
        expect(page.get_by_role("slider")).to_be_visible()
        page.close()


@pytest.mark.parametrize("width", [360, pytest.param(1280, marks=pytest.mark.long)])
def test_a_friend_plays_the_same_cards_and_both_sheets_are_compared(
    invite: Invite, server: Server, width: int
) -> None:
    [seat] = server.open(1, city="toy")
    with seat.connect() as socket:
        play_out([socket])
    ann = invite(width=width, seed=3)
    ann.page.goto(f"{server.url}/t/{seat.table}#seat={seat.token}")
    ann.page.get_by_role("button", name="Same cards for a friend").click()
    link = ann.page.get_by_label("Link to the same cards").input_value()
    check(ann, "link")

    ben = invite(width=width, seed=4)
    page = ben.page
    page.goto(link)
    expect(page.get_by_role("heading", name="Ann challenges you")).to_be_visible()
    expect(page.get_by_role("table")).to_have_count(0)
    check(ben, "challenge")
    page.get_by_label("Your name").fill("Ben")
    opened = answer_to(page, "/play", page.get_by_role("button", name="Play").click)
    ben.sit()
    page.goto(link)
    expect(page.get_by_role("link", name="Go on")).to_be_visible()
    expect(page.get_by_role("table")).to_have_count(0)  # begun is not finished
    page.get_by_role("link", name="Go on").click()
    ben.sit()
    play_to_the_end(server, opened)
    page.get_by_role("link", name="Compare with the others").click()
    ann.page.goto(link)
    for player in (ann, ben):
        results = player.page.get_by_role("table", name="Results")
        expect(results.get_by_role("row")).to_have_count(3)
        expect(player.page.locator("figure svg")).to_have_count(2)
    slider, totals = page.get_by_role("slider"), page.locator("figure .total")
    last = totals.all_inner_texts()
    assert sorted(last) == sorted(results.locator("tbody .number").all_inner_texts())
    slider.fill("0")
    expect(page.locator("figure .stroke")).to_have_count(2)  # both drew with the first card
    check(ben, "side by side")


def test_new_cards_are_sent_to_a_friend_before_a_game(invite: Invite) -> None:
    ann = invite(seed=5)
    ann.go_home()
    ann.page.get_by_role("button", name="Send a friend the same cards").click()
    expect(ann.page.get_by_role("heading", name="The same cards for everybody in London")).to_be_visible()
    link = ann.page.get_by_label("Link to the same cards").input_value()
    assert link == ann.page.url
    check(ann, "before a game")
