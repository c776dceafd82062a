"""The rules at hand: as a drawer over a table, and as a page, with figures, search and links."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from browser.axe import violations
from browser.player import Player
from fulgence.lessons.rulebook import rules_pages
from fulgence.rules.cityfile.city_reader import load_city
from language.extraction import SOURCE
from server.server_process import Seat, Server

Invite = Callable[..., Player]


def go_to(player: Player, seat: Seat) -> None:
    player.page.goto(f"{player.url}/t/{seat.table}#seat={seat.token}")
    player.sit()


def drawer(page: Page) -> Locator:
    return page.get_by_role("dialog", name="Rules of")


def headings(page: Page) -> Locator:
    return page.locator(".rules-text h2")


@pytest.mark.parametrize("width", [320, pytest.param(1280, marks=pytest.mark.long)])
def test_the_rules_open_over_the_table_with_its_add_ons_only(
    server: Server, invite: Invite, width: int
) -> None:
    [ann] = server.open(city="london", addons=["gates"])
    player = invite(width=width)
    go_to(player, ann)
    if width < 600:
        player.page.get_by_role("button", name="Score").click()
    player.page.locator(".details").get_by_role("button", name="Rules").click()
    expect(drawer(player.page)).to_be_visible()
    titles = [chapter.title for chapter in rules_pages(load_city("london"), ["gates"], 1)]
    expect(headings(player.page)).to_have_text(titles)
    assert player.page.locator("figure svg[aria-label]").count() >= 10
    assert violations(player.page) == []
    assert player.overflow() <= 0
    player.page.keyboard.press("Escape")
    expect(drawer(player.page)).to_have_count(0)
    player.shows_the_view()


def test_a_word_of_the_task_leads_to_its_section_and_back_closes_it(server: Server, invite: Invite) -> None:
    [ann] = server.open(city="london")
    player = invite()
    go_to(player, ann)
    page = player.page
    page.locator(".instruction").get_by_role("link", name="end", exact=True).click()
    expect(page.locator("[data-section=drawing] h2")).to_be_focused()
    assert page.url.endswith("#rules=drawing")
    page.go_back()
    expect(drawer(page)).to_have_count(0)
    assert page.url.endswith(f"/t/{ann.table}")
    player.play_turn()


def test_the_link_in_the_header_opens_the_drawer_at_a_table(server: Server, invite: Invite) -> None:
    [ann] = server.open(city="berlin")
    player = invite()
    go_to(player, ann)
    player.page.locator("header").get_by_role("link", name="Rules").click()
    expect(drawer(player.page)).to_contain_text("Rules of Berlin")
    assert f"/t/{ann.table}" in player.page.url
    drawer(player.page).get_by_role("button", name="Close").click()
    expect(drawer(player.page)).to_have_count(0)


def test_an_address_leads_to_a_section_at_a_table(server: Server, invite: Invite) -> None:
    [ann] = server.open(city="paris")
    player = invite()
    go_to(player, ann)
    player.page.goto("about:blank")
    player.page.goto(f"{player.url}/t/{ann.table}#rules=places")
    expect(player.page.locator("[data-section=places] h2")).to_be_focused()
    player.page.keyboard.press("Escape")
    expect(drawer(player.page)).to_have_count(0)
    assert player.page.url.endswith(f"/t/{ann.table}")


def test_a_search_keeps_what_mentions_it(server: Server, invite: Invite) -> None:
    player = invite(width=360)
    page = player.page
    page.goto(f"{player.url}/rules/berlin")
    field = page.get_by_role("searchbox", name="Search the rules")
    field.fill("national TRAIN")
    expect(page.get_by_role("status")).to_contain_text("chapters found")
    assert page.locator("mark").count() >= 4
    expect(headings(page).filter(has_text="The goal")).to_have_count(0)
    assert violations(page) == []
    field.fill("dragon")
    expect(page.get_by_role("status")).to_contain_text("Nothing in these rules mentions “dragon”.")
    expect(headings(page)).to_have_count(0)
    field.press("Escape")
    expect(field).to_have_value("")
    expect(headings(page).first).to_have_text("The goal")


def test_escape_ends_the_search_before_it_closes_the_drawer(server: Server, invite: Invite) -> None:
    [ann] = server.open(city="london")
    player = invite()
    go_to(player, ann)
    page = player.page
    page.locator("header").get_by_role("link", name="Rules").click()
    field = drawer(page).get_by_role("searchbox")
    field.fill("joker")
    field.press("Escape")
    expect(field).to_have_value("")
    expect(drawer(page)).to_be_visible()
    field.press("Escape")
    expect(drawer(page)).to_have_count(0)


def test_the_address_of_a_section_is_shown_at_once(invite: Invite) -> None:
    player = invite(height=600)
    player.page.goto(f"{player.url}/rules/london#gates")
    expect(player.page.locator("[data-section=gates] h2")).to_be_focused()
    assert player.page.evaluate("() => scrollY") > 600


def test_a_city_that_is_not_there_is_named(invite: Invite) -> None:
    player = invite()
    player.page.goto(f"{player.url}/rules/nowhere")
    expect(player.page.get_by_role("alert")).to_contain_text("There is no city “nowhere” here.")
    player.page.get_by_role("navigation", name="City").get_by_role("link", name="Paris").click()
    expect(headings(player.page).first).to_have_text("The goal")


def test_without_a_server_the_page_says_so_and_tries_again(invite: Invite) -> None:
    player = invite()
    page = player.page
    with player.watch.expecting("/api/cities/berlin/rules", "Failed to load resource"):
        page.route("**/api/cities/berlin/rules", lambda route: route.abort())
        page.goto(f"{player.url}/rules/berlin")
        expect(page.get_by_role("alert")).to_have_text(
            "The rules cannot be loaded: The server cannot be reached."
        )
    page.unroute("**/api/cities/berlin/rules")
    page.get_by_role("button", name="Try again").click()
    expect(headings(page).first).to_have_text("The goal")


def test_while_rules_are_on_their_way_the_page_says_so(invite: Invite) -> None:
    player = invite()
    page = player.page
    held = []
    page.route("**/api/cities/london/rules", lambda route: held.append(route))
    page.goto(f"{player.url}/rules/london")
    expect(page.get_by_role("status")).to_contain_text("Loading the rules ...")
    held[0].continue_()
    expect(headings(page).first).to_have_text("The goal")


def test_a_custom_city_has_its_own_rules_at_the_table(server: Server, invite: Invite) -> None:
    text = (SOURCE / "cities" / "toy.toml").read_text(encoding="utf-8").replace('"Brook"', '"Styx"')
    [ann] = server.open(city=None, city_file=text)
    player = invite()
    go_to(player, ann)
    player.page.locator("header").get_by_role("link", name="Rules").click()
    expect(drawer(player.page).locator("[data-section=places]")).to_contain_text("Styx")
    expect(drawer(player.page).locator("[data-section=places] figure")).to_have_count(2)
