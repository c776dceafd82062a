"""What would the expert do? Asked at a table where somebody plays alone."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import expect

from browser.player import Player
from server.server_process import Server

Invite = Callable[..., Player]


def test_the_best_moves_are_listed_drawn_and_can_be_played(invite: Invite, server: Server) -> None:
    [ann] = server.open(1, city="toy")
    player = invite()
    player.page.goto(f"{server.url}/t/{ann.table}#seat={ann.token}")
    player.page.get_by_role("button", name="Hints").click()
    hints = player.page.get_by_role("region", name="Hints")
    expect(hints).to_contain_text("A hint marks the game as helped.")
    hints.get_by_role("button", name="What would the expert do?").click()
    moves = hints.get_by_role("listitem")
    expect(moves.first).to_contain_text("expects")
    expect(hints).to_contain_text("This game is marked as helped.")
    assert 1 <= player.page.locator(".suggestions .label").count() <= moves.count() <= 3
    moves.first.get_by_role("button").click()
    expect(hints.get_by_role("button", name="What would the expert do?")).to_be_visible()
    expect(player.page.locator(".suggestions")).to_have_count(0)


def test_there_are_no_hints_where_others_play(invite: Invite, server: Server) -> None:
    [ann] = server.open(1, ["greedy"], city="toy")
    player = invite()
    player.page.goto(f"{server.url}/t/{ann.table}#seat={ann.token}")
    player.page.locator(".paper svg").first.wait_for()
    expect(player.page.get_by_role("button", name="Hints")).to_have_count(0)
