"""The end of a round has its moment, which nobody has to wait for; sounds are there for who wants them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page, expect

from browser.player import Player
from browser.whole_game import play_up_to_the_last_turn
from server.server_process import Server

Invite = Callable[..., Player]
COUNT_AUDIO = """() => {
  window.audioContexts = 0;
  window.tones = 0;
  const [Context, Oscillator] = [window.AudioContext, window.OscillatorNode];
  window.AudioContext = function (...all) { window.audioContexts++; return new Context(...all); };
  window.OscillatorNode = function (...all) { window.tones++; return new Oscillator(...all); };
}"""
PRESS = "n => document.querySelectorAll('details li button')[n].click()"


def sit(invite: Invite, server: Server, motion: str = "no-preference", **wishes: Any) -> Player:
    player = invite(reduced_motion=motion, **wishes)
    [ann] = server.open()
    player.page.goto(f"{server.url}/t/{ann.table}#seat={ann.token}")
    player.sit()
    return player


def pass_turn(player: Player) -> None:
    """Without drawing, and without touching the page."""
    turn = player.turn
    draw(player)
    player.page.evaluate("() => document.querySelector('.actions .primary').click()")
    player.until(lambda player: player.turn > turn or not player.is_playing)


def draw(player: Player) -> None:
    """The first move of the list and no more."""
    turn = player.turn
    while player.moves and player.turn == turn:
        ply = player.view["ply"]
        player.page.evaluate(PRESS, 0)
        player.until(lambda player, ply=ply: player.view["ply"] > ply)  # type: ignore[misc]


def finish_round(player: Player) -> None:
    played = len(player.game["turns"])
    while player.is_playing and len(player.game["turns"]) == played:
        pass_turn(player)


def announced(page: Page) -> list[str]:
    return [text for text in page.get_by_role("status").all_text_contents() if "is over" in text]


def test_the_end_of_a_round_counts_its_line_and_passes_by(invite: Invite, server: Server) -> None:
    player = sit(invite, server, seed=91)
    page = player.page
    finish_round(player)
    counted = player.view["words"]["counted"]
    expect(page.locator(".line-count")).to_be_visible()
    expect(page.locator(".lit-district")).not_to_have_count(0)
    expect(page.locator(".line-count .total")).to_have_text(str(counted["points"]))
    expect(page.locator(".line-count .next.shown b")).to_have_text(player.game["pencils"][0][1])
    expect(page.locator(".line-count")).to_have_count(0, timeout=2000)
    expect(page.locator(".lit-district")).to_have_count(0)
    assert announced(page) == [f"Round 1 is over: {counted['pencil']}, {counted['points']} points."]

    page.reload()
    player.sit()
    expect(page.locator(".line-count")).to_have_count(0)
    assert announced(page) == []


def test_a_move_ends_the_moment_and_is_played(invite: Invite, server: Server) -> None:
    player = sit(invite, server, seed=92)
    finish_round(player)
    expect(player.page.locator(".line-count")).to_be_visible()
    ply = player.view["ply"]
    player.page.keyboard.press("p")
    expect(player.page.locator(".line-count")).to_have_count(0, timeout=500)
    player.until(lambda player: player.view["ply"] > ply)


def test_the_last_round_is_counted_on_top_of_the_end(invite: Invite, server: Server) -> None:
    player = invite(reduced_motion="no-preference", seed=93)
    [ann] = server.open()
    play_up_to_the_last_turn([ann])
    player.page.goto(f"{server.url}/t/{ann.table}#seat={ann.token}")
    player.sit()
    pass_turn(player)
    assert not player.is_playing
    counted = player.view["words"]["counted"]
    assert announced(player.page) == [f"Round 4 is over: {counted['pencil']}, {counted['points']} points."]
    expect(player.page.locator(".line-count")).to_have_count(0, timeout=2000)


def test_who_wants_no_motion_only_hears_of_it(invite: Invite, server: Server) -> None:
    player = sit(invite, server, motion="reduce", seed=94)
    player.page.evaluate(
        "() => new MutationObserver(() => (window.seen ||= !!document.querySelector('.line-count')))"
        ".observe(document.body, { childList: true, subtree: true })"
    )
    finish_round(player)
    expect(player.page.get_by_role("status").filter(has_text="Round 1 is over")).to_have_count(1)
    assert not player.page.evaluate("() => window.seen")


def test_the_table_is_silent_until_sounds_are_switched_on(invite: Invite, server: Server) -> None:
    player = sit(invite, server, motion="reduce", seed=95)
    page = player.page
    page.evaluate(COUNT_AUDIO)
    for _ in range(3):
        pass_turn(player)
    assert page.evaluate("() => window.audioContexts") == 0

    settings = player.settings()
    settings.get_by_label("Sounds").check()
    settings.get_by_label("Volume").fill("0.2")
    page.keyboard.press("Escape")
    pass_turn(player)
    page.wait_for_function("() => window.audioContexts === 1 && window.tones > 2")
    heard = page.evaluate("() => window.tones")
    player.settings().get_by_label("Sounds").uncheck()
    page.keyboard.press("Escape")
    pass_turn(player)
    assert page.evaluate("() => window.tones") == heard
