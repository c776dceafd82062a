"""The desk stands still through whole games: what a turn needs is always there, uncovered, where it was."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from browser.player import Player
from server.server_process import Seat, Server

Invite = Callable[..., Player]

ADDONS = {
    "london": ["objectives", "powers"],
    "paris": ["objectives", "powers", "gates"],
    "berlin": ["objectives", "acceleration"],
}
SIZES = [(360, 740), (1280, 800), (768, 1024), (1024, 768), (320, 640), (740, 360), (640, 400), (1920, 1080)]
CITIES = ["paris", "berlin", "london"]

WATCH_SHIFTS = """() => {
  window.shifts = [];
  new PerformanceObserver((list) => {
    for (const { value, sources } of list.getEntries())
      for (const { node, previousRect, currentRect } of sources)
        window.shifts.push({ value, node: node?.outerHTML ?? node?.textContent, previousRect, currentRect });
  }).observe({ type: "layout-shift" });
}"""
SHIFTS = (
    "() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(() => resolve(window.shifts), 0)))"
)
NEEDED = ["svg.sheet", ".turn-heading", ".card-slots", ".pile", ".task", ".actions", ".actions button"]
PLACES = """needed => needed.map((css) => {
  const { x, y, width, height } = document.querySelector(css).getBoundingClientRect();
  return [css, ...[x, y, width, height].map(Math.round)].join(" ");
})"""
OUT_OF_SIGHT = """needed => needed
  .map((css) => [css, document.querySelector(css).getBoundingClientRect()])
  .filter(([, { top, left, bottom, right }]) =>
    top < 0 || left < 0 || bottom > innerHeight + 0.5 || right > innerWidth + 0.5)
  .map(([css, box]) => `${css} ${box.top} ${box.bottom}`)"""
COVERED = """() => [...document.querySelectorAll(".desk button, .slot .card")]
  .filter((each) => {
    const { x, y, width, height } = each.getBoundingClientRect();
    return !each.contains(document.elementFromPoint(x + width / 2, y + height / 2));
  })
  .map((each) => each.outerHTML.slice(0, 80))"""
CUT_OFF = """() => {
  const task = document.querySelector(".task");
  return task.scrollHeight > task.clientHeight ? task.textContent : "";
}"""
PRESS = "n => document.querySelectorAll('details li button')[n].click()"


def sizes() -> list[Any]:
    """The first one always, the others in a long run."""
    return [
        pytest.param(*size, CITIES[n % 3], id=f"{size[0]}x{size[1]}", marks=[pytest.mark.long] if n else [])
        for n, size in enumerate(SIZES)
    ]


def sit(invite: Invite, server: Server, city: str = "london", bots: int = 0, **wishes: Any) -> Player:
    player = invite(**wishes)
    [ann] = server.open(1, ["random"] * bots, city=city, addons=ADDONS[city])
    player.page.goto(f"{server.url}/t/{ann.table}#seat={ann.token}")
    player.sit()
    return player


def play_by_list(player: Player) -> None:
    """A turn by the list of moves, up to Done."""
    turn = player.turn
    while player.moves and player.turn == turn:
        ply, move = player.view["ply"], player.choose()
        player.page.evaluate(PRESS, player.moves.index(move))
        player.until(lambda player, ply=ply: player.view["ply"] > ply)  # type: ignore[misc]


@pytest.mark.parametrize(("width", "height", "city"), sizes())
def test_nothing_on_the_desk_moves_or_is_hidden_in_a_whole_game(
    invite: Invite, server: Server, width: int, height: int, city: str
) -> None:
    player = sit(invite, server, city, width=width, height=height, seed=31)
    page = player.page
    page.evaluate("() => document.fonts.ready")
    page.evaluate(WATCH_SHIFTS)
    places = page.evaluate(PLACES, NEEDED)
    while player.is_playing:
        for _ in range(2):  # before the turn is drawn, and after
            assert page.evaluate(OUT_OF_SIGHT, NEEDED) == []
            assert page.evaluate(COVERED) == []
            assert page.evaluate(CUT_OFF) == ""
            assert page.evaluate(PLACES, NEEDED) == places
            play_by_list(player)
        assert page.evaluate(SHIFTS) == []
        turn = player.turn
        player.done()
        player.until(lambda player, turn=turn: player.turn > turn or not player.is_playing)  # type: ignore[misc]


@pytest.mark.parametrize(
    "locale", ["de", pytest.param("fr", marks=pytest.mark.long), pytest.param("it", marks=pytest.mark.long)]
)
def test_the_longest_task_fits(invite: Invite, server: Server, locale: str) -> None:
    """At the narrowest desk."""
    player = sit(invite, server, "berlin", width=640, height=400, locale=locale, seed=32)
    for _ in range(12):
        assert player.page.evaluate(CUT_OFF) == ""
        play_by_list(player)
        turn = player.turn
        player.page.keyboard.press("n")
        player.until(lambda player, turn=turn: player.turn > turn)  # type: ignore[misc]


def test_the_cards_that_close_a_round_are_announced(invite: Invite, server: Server) -> None:
    player = sit(invite, server, seed=33)
    badge = player.page.locator(".last-turn")
    while not player.view["words"]["last_turn"]:
        expect(badge).to_have_text("")
        player.play_turn()
    expect(badge).to_have_text("Last card of this round")
    assert badge.get_attribute("role") == "status"
    player.play_turn()
    expect(badge).to_have_text("")


def test_a_power_is_a_token_that_is_turned_over_when_it_is_spent(invite: Invite, server: Server) -> None:
    player = sit(invite, server, seed=34)
    power = player.page.locator(".power")
    while not any(preview.get("power") for preview in player.view["words"]["previews"]):
        expect(power.locator("b")).to_have_text(player.view["words"]["power_card"]["text"])
        player.play_turn()
    expect(power.locator("small")).to_have_text("ready")
    spending = [preview.get("power", False) for preview in player.view["words"]["previews"]].index(True)
    player.play(player.moves[spending])
    expect(power.locator("small")).to_have_text("used")
    assert "spent" in (power.get_attribute("class") or "")


def test_objectives_show_how_far_they_are(invite: Invite, server: Server) -> None:
    player = sit(invite, server, "paris", seed=35)
    for _ in range(3):
        objectives = player.view["words"]["objectives"]
        cards = player.page.locator(".objectives li")
        texts = cards.locator(".text").all_text_contents()
        assert texts == [each["text"] for each in objectives]
        assert cards.locator(".progress").all_inner_texts() == [each["progress"] for each in objectives]
        assert cards.evaluate_all("all => all.map((each) => each.classList.contains('met'))") == [
            each["met"] for each in objectives
        ]
        player.play_turn()


def test_a_gate_says_what_it_gives_to_fingers_and_to_who_listens(invite: Invite, server: Server) -> None:
    player = sit(invite, server, "paris", hand="finger", width=768, height=1024, seed=36)
    said = len(player.said)
    for gate in player.view["words"]["gates"]:
        card = player.page.get_by_role("button", name=f"{gate['cell']}: {gate['text']}")
        card.locator(".card").tap()
        expect(player.page.locator(".bubble")).to_have_text(gate["text"])
        card.locator(".card").tap()
        expect(player.page.locator(".bubble")).to_have_count(0)
    assert [each for each in player.said[said:] if each["type"] != "explain"] == []


def test_a_switch_that_does_not_count_is_dimmed(invite: Invite, server: Server) -> None:
    player = invite()
    for number in (0, 1):
        seat = table_with_idle_cards(server, number)
        player.page.goto(f"{server.url}/t/{seat.table}#seat={seat.token}")
        player.sit()
        expect(player.page.locator(".slot .card.idle")).to_have_count(number)
        said = player.page.locator(".instruction").inner_text()
        assert ("does not count" in said) == bool(number)


def table_with_idle_cards(server: Server, number: int) -> Seat:
    """Tables are opened until the first turn of one has so many."""
    for _ in range(80):
        [seat] = server.open(1)
        with seat.connect("?words=1") as player:
            if len(player.view["words"]["idle_cards"]) == number:
                return seat
    raise AssertionError(f"no game began with {number} idle cards")
