"""A finished game reviewed, and tried out another way: by mouse and by keyboard, wide and narrow."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from browser.axe import violations
from browser.hands import Keys
from browser.player import Player, end_of
from fulgence.bots.bot import make_bot
from fulgence.rules.cityfile.city_reader import load_city
from fulgence.rules.deal import deal
from fulgence.rules.game import Game
from fulgence.rules.generator import Generator
from fulgence.rules.text.record import Record, format_record, parse_record, record_of, replay
from server.server_process import Seat

Invite = Callable[..., Player]
SMALL = """() => [...document.querySelectorAll("main button, main a, main input, summary, dialog button")]
  .filter((each) => each.checkVisibility())
  .map((each) => [each, each.getBoundingClientRect()])
  .filter(([, box]) => box.width < 43.9 || box.height < 43.9)
  .map(([each, box]) => `${each.outerHTML.slice(0, 80)} ${box.width} x ${box.height}`)"""


def careless(city: str, seed: int) -> Record:
    """A game in which not every move was the best."""
    game = Game(deal(load_city(city), (), 1, Generator(seed)), ["Ann"])
    bot = make_bot("beginner", Generator(seed))
    while not game.is_over:
        while not game.is_done(0):
            game.play(0, bot.choose(game.view(0)))
        game.flip()
    return record_of(game)


TOY = careless("toy", 3)


def load(player: Player, record: Record) -> Page:
    """From the form of the replay page to the review."""
    page = player.page
    page.goto(f"{player.url}/replay")
    page.get_by_label("Record").fill(format_record(record))
    page.get_by_role("button", name="Show it").click()
    page.get_by_role("link", name="Review").click()
    return page


def until_ready(page: Page) -> None:
    page.get_by_text("The review is ready.").wait_for(state="attached", timeout=180_000)
    expect(page.get_by_role("progressbar")).to_have_count(0)


def check(player: Player, where: str) -> None:
    found = violations(player.page)
    assert not found, f"{where}: " + "\n".join(found)
    assert player.overflow() <= 0, where


@pytest.mark.parametrize("width", [360, pytest.param(1280, marks=pytest.mark.long)])
def test_a_game_at_a_table_is_reviewed(invite: Invite, finished: Seat, width: int) -> None:
    player = invite(width=width)
    page = player.page
    page.goto(f"{finished.server.url}/t/{finished.table}#seat={finished.token}")
    page.get_by_role("link", name="Review").click()
    expect(page.get_by_role("progressbar")).to_be_visible()
    until_ready(page)
    record = parse_record(json.dumps(finished.call("GET", "/record")))
    assert page.locator(".chart .point").count() == len(record.moves[0])
    totals = [int(text) for text in page.locator(".sum .value").all_inner_texts()]
    assert totals[0] == replay(record).pads[0].total <= totals[2]
    assert len(totals) == 3
    check(player, "review")
    assert width > 600 or page.evaluate(SMALL) == []


def test_a_turn_is_selected_in_the_chart_in_the_list_and_by_the_keys(invite: Invite) -> None:
    player = invite()
    page = load(player, TOY)
    until_ready(page)
    title = page.locator(".side-panel h2")
    box = page.locator(".chart svg").bounding_box()
    assert box
    page.mouse.click(box["x"] + 38 + 2, box["y"] + 100)
    expect(title).to_have_text("Round 1, turn 1")
    page.keyboard.press("ArrowRight")
    expect(title).to_have_text("Round 1, turn 2")
    assert page.url.endswith("#s0t1")
    page.keyboard.press("End")
    expect(title).to_contain_text("Round 4")
    page.locator(".turns button").nth(2).click()
    expect(title).to_have_text("Round 1, turn 3")
    assert page.get_by_role("slider").get_attribute("aria-valuenow") == "3"
    own = [move for turn in TOY.moves[0][:3] for move in turn]
    assert page.locator(".paper .stroke").count() == sum("-" in move for move in own)
    listed = page.locator(".moves li")
    assert 1 <= listed.count() <= 4
    expect(page.locator(".moves .own")).to_have_count(1)
    drawn = page.locator(".suggestions .label").count()
    assert drawn == listed.count() - listed.filter(has_text="Pass").count()


def test_an_unfinished_game_is_reviewed_as_far_as_it_goes(invite: Invite) -> None:
    player = invite()
    page = load(player, Record(TOY.deal, TOY.names, (TOY.moves[0][:5],)))
    until_ready(page)
    assert page.locator(".chart .point").count() == page.locator(".turns li").count() == 5
    expect(page.locator(".sum")).to_have_count(1)
    page.keyboard.press("End")
    page.get_by_role("link", name="Try it from here").click()
    forward = page.get_by_role("button", name="One step forward")
    while forward.is_enabled():
        forward.click()
        expect(page.locator(".side-panel")).to_have_attribute("aria-busy", "false")
    expect(page.get_by_role("alert")).to_have_count(0)
    expect(page.locator(".variation")).to_have_text("as it was played")


def test_the_worst_move_is_shown_by_a_button(invite: Invite) -> None:
    player = invite(width=360)
    page = load(player, TOY)
    until_ready(page)
    first = page.locator(".worst li").first
    expect(first).to_contain_text("▼ \N{MINUS SIGN}")
    where = first.locator("b").inner_text()
    page.keyboard.press("Home")
    first.get_by_role("button", name="Show").click()
    expect(page.locator(".side-panel h2")).to_have_text(where)
    expect(page.locator(".paper .interactive-sheet")).to_be_in_viewport()


def test_the_sheets_of_the_expert_and_of_hindsight_are_shown(invite: Invite) -> None:
    player = invite()
    page = load(player, TOY)
    until_ready(page)
    page.keyboard.press("End")
    whose = page.get_by_role("group", name="Whose sheet?")
    for name in ("The expert", "In hindsight"):
        total = page.locator(".sum", has_text=name).locator(".value").inner_text()
        whose.get_by_role("button", name=name).click()
        expect(page.get_by_text(f"After this turn: {total} points")).to_be_visible()
        expect(page.locator(".suggestions")).to_have_count(0)
    whose.get_by_role("button", name="You").click()
    expect(page.locator(".suggestions")).to_have_count(1)


def test_by_keys_alone_a_game_is_reviewed_and_tried_out(invite: Invite) -> None:
    player = invite(hand="keys")
    page, hand = player.page, player.hand
    assert isinstance(hand, Keys)
    page.goto(f"{player.url}/replay")
    page.get_by_label("Record").fill(format_record(TOY))
    hand.enter("Show it")
    page.get_by_role("slider").wait_for()
    hand.enter("Review")
    until_ready(page)
    hand.reach("() => document.activeElement?.matches('.chart')")
    page.keyboard.press("Home")
    page.keyboard.press("ArrowRight")
    assert page.get_by_role("slider").get_attribute("aria-valuenow") == "2"
    hand.enter("Try it from here")
    page.locator(".paper .interactive-sheet").wait_for()
    page.keyboard.press("b")
    page.locator("ol .number").first.wait_for()
    page.keyboard.press("p")
    expect(page.get_by_text("The turn is over.")).to_be_visible()
    page.keyboard.press("n")
    expect(page.locator(".turn-heading")).to_contain_text("turn 3")
    page.keyboard.press("u")
    page.keyboard.press("u")
    expect(page.locator(".turn-heading")).to_contain_text("turn 2")
    page.keyboard.press("c")
    check(player, "the cards")
    page.keyboard.press("Escape")


@pytest.mark.parametrize("width", [pytest.param(360, marks=pytest.mark.long), 1280])
def test_another_move_and_another_card_are_tried_from_a_turn(invite: Invite, width: int) -> None:
    player = invite(width=width, hand="finger" if width < 600 else "mouse")
    page = load(player, TOY)
    until_ready(page)
    page.keyboard.press("Home")
    with page.expect_response("**/api/analysis") as answer:
        page.get_by_role("link", name="Try it from here").click()
    game = answer.value.json()["game"]
    expect(page.locator(".variation")).to_have_text("as it was played")
    moves = [move for move in game["moves"] if move not in (*TOY.moves[0][0][:1], "pass")]
    other = next(move for move in moves if sum(end_of(move) == end_of(each) for each in moves) == 1)
    player.hand.pick(end_of(other))
    expect(page.locator(".paper .stroke")).to_have_count(1)
    expect(page.locator(".variation")).to_have_text("a variation")

    page.get_by_role("button", name="One step back").click()
    expect(page.locator(".paper .stroke")).to_have_count(0)
    page.get_by_role("button", name="One step forward").click()
    expect(page.locator(".paper .stroke")).to_have_count(1)

    page.get_by_role("button", name="Another card").click()
    check(player, "cards to choose from")
    cards = page.locator(".choice button")
    wanted = page.locator(".choice button[aria-pressed=false]").first
    name = wanted.get_attribute("aria-label") or ""
    assert cards.count() == len(TOY.deal.city.cards)
    wanted.click()
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(page.locator(".cards > .card .visually-hidden")).to_have_text(name)
    expect(page.locator(".paper .stroke")).to_have_count(0)

    page.get_by_role("switch", name="Show the bot's moves").click()
    expect(page.get_by_text("Expected total")).to_be_visible()
    best = page.locator(".bot li button")
    assert best.count() >= 1
    check(player, "the board with the moves of the bot")
    assert width > 600 or page.evaluate(SMALL) == []
    best.first.click()
    expect(page.get_by_text("The turn is over.").or_(best.first)).to_be_visible()

    page.get_by_role("button", name="As it was played").click()
    expect(page.locator(".variation")).to_have_text("as it was played")
    page.get_by_role("link", name="Go to the review").click()
    until_ready(page)
    page.get_by_role("link", name="Watch it again").click()
    page.locator("input[type=range]").wait_for()


@pytest.mark.long
def test_a_fresh_game_is_played_to_its_end_on_the_board(invite: Invite) -> None:
    player = invite()
    page = player.page
    player.go_home()
    page.get_by_role("link", name="Analysis board").click()
    page.locator(".city svg").nth(2).wait_for()
    check(player, "the form")
    page.locator(".city", has_text="Berlin").click()
    with page.expect_response("**/api/analysis"):
        page.get_by_role("button", name="Play Berlin").click()
    panel, button = page.locator(".side-panel"), page.locator(".actions .wide")
    expect(panel).to_have_attribute("aria-busy", "false")
    while button.count():  # "Pass", then "Next card"
        with page.expect_response("**/api/analysis"):
            button.click()
        expect(panel).to_have_attribute("aria-busy", "false")
    assert page.locator(".total .points").inner_text() == "0"
    page.get_by_role("button", name="Another game").click()
    expect(page.get_by_role("heading", name="A new game")).to_be_visible()


@pytest.mark.parametrize("width", [360, pytest.param(1280, marks=pytest.mark.long)])
def test_a_fresh_game_has_the_add_ons_that_were_ticked(invite: Invite, width: int) -> None:
    player = invite(width=width)
    page = player.page
    page.goto(f"{player.url}/analysis")
    page.locator(".city", has_text="Berlin").click()
    page.locator(".city", has_text="London").click()
    boxes = page.get_by_role("group", name="Add-ons").get_by_role("checkbox")
    expect(boxes).to_have_count(3)
    boxes.first.focus()
    page.keyboard.press("Space")
    expect(boxes.first).to_be_checked()
    check(player, "the form")
    with page.expect_response("**/api/analysis") as answer:
        page.get_by_role("button", name="Play London").click()
    assert answer.value.json()["game"]["addons"] == ["objectives"]
    page.get_by_role("button", name="Another game").click()
    expect(boxes.first).to_be_checked()
    expect(page.locator(".city[aria-pressed=true]")).to_contain_text("London")


def test_a_review_that_is_left_ends(invite: Invite) -> None:
    player = invite()
    with player.watch.expecting("status of 429", "status 429"):  # the server may not know yet
        page = load(player, careless("london", 5))
        page.locator(".chart .point").first.wait_for()
        page.get_by_role("link", name="Fulgence").click()
        page.locator(".city svg").nth(2).wait_for()
        page.go_back()
        page.locator(".chart .point").first.wait_for()
        page.goto(player.url)
        page.locator(".city svg").nth(2).wait_for()


def test_what_cannot_be_reviewed_is_said_in_a_sentence(invite: Invite) -> None:
    player = invite()
    page = player.page
    with player.watch.expecting("status of 404", "status 404"):
        page.goto(f"{player.url}/review/nowhere")
        expect(page.get_by_role("alert")).to_contain_text("there is no such table")
    with player.watch.expecting("status of 422", "status 422"):
        page.goto(f"{player.url}/analysis")
        page.get_by_label("Record").fill("{}")
        page.get_by_role("button", name="Show it").click()
        expect(page.get_by_role("alert")).to_contain_text("fulgence is missing")
