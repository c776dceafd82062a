"""Two people at one device: they pass it on after every turn, and neither sees the other's unfinished one."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from browser.axe import violations
from browser.player import Player
from browser.whole_game import play_up_to_the_last_turn
from fulgence.rules.text.record import parse_record, replay
from server.server_process import Seat, Server

Invite = Callable[..., Player]
SECRETS = ".paper, .interactive-sheet, .stroke, .ticket, .seat-strip, .points, .card-slots"
DEVICE_KEYS = "() => Object.keys(localStorage).filter(key => key.startsWith('device-seats-'))"


def seats_at_device(server: Server, player: Player) -> list[Seat]:
    kept = player.page.evaluate(
        "key => JSON.parse(localStorage.getItem(key))", f"device-seats-{player.table}"
    )
    return [Seat(server, player.table, each["seat"], each["token"], {}) for each in kept]


def open_for_two(player: Player) -> None:
    page = player.page
    player.go_home()
    page.get_by_role("button", name="One device").click()
    page.get_by_label("Player 1").fill("Ann")
    page.get_by_label("Player 2").fill("Ben")
    page.get_by_label("Number of bots").select_option("1")
    page.get_by_label("level").select_option("greedy")
    assert not violations(page)
    page.get_by_role("button", name="Play London").click()


def take_device(player: Player, name: str, press: str = "") -> None:
    """What lies between two players: a page with nothing of either's sheet, and one button."""
    page = player.page
    page.get_by_role("heading", name=f"Pass the device to {name}").wait_for()
    assert page.locator(SECRETS).count() == 0
    button = page.get_by_role("button", name=f"I am {name}")
    expect(button).to_be_focused()
    seen = len(player.sockets)
    page.keyboard.press(press) if press else player.hand.press(button, "")
    page.locator(".actions").wait_for()
    player.until(lambda player: player.game["names"][player.view["you"]] == name)
    assert len(player.sockets) - seen <= 1
    expect(page.get_by_role("region", name="Your task")).to_be_focused()


def hear(player: Player, holds: Callable[[Player], bool]) -> None:
    """Wait for a view for which this is so; the page may show something else than the sheet."""
    while not holds(player):
        assert player.socket
        player.socket.wait_for_event("framereceived")


def finish_turn(player: Player) -> None:
    """Up to `Done`, which takes the sheet away or flips the card."""
    player.decide()
    ply = player.view["ply"]
    player.hand.press(player.button("Done"), "n")
    hear(player, lambda player: player.view["ply"] > ply)


def both_finish_their_turns(player: Player, names: list[str]) -> None:
    """First who holds the device, then who waits for it; they have changed places afterwards."""
    turn = player.turn
    finish_turn(player)
    take_device(player, names[1])
    names.reverse()
    finish_turn(player)
    hear(player, lambda player: player.turn > turn or not player.is_playing)


@pytest.mark.long
def test_two_people_play_a_game_and_another_at_one_device(invite: Invite, server: Server) -> None:
    player = invite(hand="finger", width=360, seed=31)
    page = player.page
    open_for_two(player)
    take_device(player, "Ann")

    # Ann draws, undoes, draws again and is done; Ben has not been asked for anything yet.
    first = player.moves[0]
    player.play(first)
    player.undo()
    player.play(first)
    expect(page.locator(".seat-strip li", has_text="Ben").locator(".state")).to_have_text("drawing")
    finish_turn(player)
    page.get_by_role("heading", name="Pass the device to Ben").wait_for()
    assert player.view["you"] == 0
    assert not violations(page)
    take_device(player, "Ben", press="Enter")
    assert player.game["sheets"][0]["rounds"] == [[[]]]

    # Ben reloads in the middle of his turn: he says again that it is him, and goes on.
    player.play(player.moves[0])
    page.reload()
    take_device(player, "Ben", press="Space")
    assert player.strokes == 1
    turn = player.turn
    finish_turn(player)

    # The card is flipped, and Ben still has the device: it changes hands once in a turn.
    player.until(lambda player: player.turn > turn)
    names = ["Ben", "Ann"]  # who holds the device, and who waits for it
    while player.game["round"] == 0:
        both_finish_their_turns(player, names)
        if player.game["round"] == 0:
            player.shows_the_view()
    expect(page.get_by_role("heading", name="Round 1 is over")).to_be_visible()
    totals = [str(sheet["pad"]["total"]) for sheet in player.game["sheets"]]
    assert page.locator("tbody td:last-child").all_inner_texts() == totals
    assert not violations(page)
    player.hand.press(page.get_by_role("button", name="Next round"), "")
    player.shows_the_view()

    # What lies between is played without the page, which comes back for the last turn.
    play_up_to_the_last_turn(seats_at_device(server, player))
    player.view = {}
    page.reload()
    page.get_by_role("heading", name="Pass the device to").wait_for()
    names = ["Ann", "Ben"] if page.get_by_role("button", name="I am Ann").count() else ["Ben", "Ann"]
    take_device(player, names[0])
    both_finish_their_turns(player, names)
    assert not player.is_playing
    player.shows_the_view()

    # The end is everybody's, and the cards are checked with Ann's salt whoever looks.
    page.get_by_role("heading", name="The winner is").or_(
        page.get_by_role("heading", name="share")
    ).wait_for()
    pads = replay(parse_record(player.record())).pads
    assert player.pads()["total"] == [pad.total for pad in pads]
    player.open_more()
    page.get_by_text("Checked: the server and all players kept the promises").wait_for()

    # Another game, with both of them at the device.
    player.hand.press(page.get_by_role("button", name="Play again with everybody"), "")
    take_device(player, "Ann")
    finish_turn(player)
    take_device(player, "Ben")
    assert page.evaluate(DEVICE_KEYS) == [f"device-seats-{player.table}"]

    # The start page tells whose turn it is, and shows nobody's unfinished turn.
    player.go_home()
    own = page.locator(".own .game")
    expect(own.locator(".turn")).to_have_text("Waiting for Ben")
    assert own.locator(".stroke").count() == 0
    own.click()
    take_device(player, "Ben")
