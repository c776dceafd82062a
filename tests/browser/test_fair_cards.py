"""Every browser promises a salt, reveals it by itself, and says at the end whether promises were kept."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from playwright.sync_api import WebSocketRoute, expect

from browser.player import Player
from fulgence.fair import check_fair, parse_fairness, promise_of
from fulgence.rules.text.record import parse_record
from server.server_process import Server

Invite = Callable[..., Player]
CHECKED = "Checked: the server and all players kept"
CLOSE = "table => fetch(`/api/tables/${table}/close`, { method: 'POST' }).then(answer => answer.status)"


def open_for_two(ann: Player) -> str:
    """Ann waits in the lobby; the link for whoever comes."""
    ann.go_home()
    ann.page.get_by_role("button", name="With friends").click()
    ann.page.get_by_label("Your name").fill("Ann")
    ann.page.get_by_role("button", name="Open a table in London").click()
    return ann.page.get_by_label("Invitation link").input_value()


def come(ben: Player, link: str) -> None:
    ben.page.goto(link)
    ben.page.get_by_label("Your name").fill("Ben")
    ben.page.get_by_role("button", name="Sit down").click()


def join(server: Server, link: str, **body: str) -> dict[str, Any]:
    """Ben comes by a program of his own."""
    path, _, token = link.removeprefix(server.url).partition("#invite=")
    table = path.removeprefix("/t/")
    joined = server.call("POST", f"/api/tables/{table}/join", {"name": "Ben", **body}, token=token)
    return {**joined, "path": f"/api/tables/{table}"}


def close(host: Player) -> dict[str, Any]:
    """The host ends the game; what the record says about its cards."""
    assert host.page.evaluate(CLOSE, host.table) == 200
    host.page.get_by_text("Were the cards fair?").wait_for(state="attached")
    text = host.record()
    fair: dict[str, Any] = json.loads(text)["fair"]
    check_fair(parse_record(text), parse_fairness(fair))
    return fair


def check_told(player: Player, sentence: str) -> None:
    """Good news is folded away under "More"."""
    expect(player.page.get_by_text(sentence)).to_be_hidden()
    player.open_more()
    expect(player.page.get_by_text(sentence)).to_be_visible()


def revealed(player: Player) -> list[int]:
    """The attempts for which the page has revealed a salt; it may say so more than once."""
    return [message["attempt"] for message in player.said if message["type"] == "reveal"]


def test_a_player_alone_adds_a_salt_too(invite: Invite) -> None:
    ann = invite(seed=61)
    ann.open_alone("London")
    assert set(revealed(ann)) == {1}
    fair = close(ann)
    assert fair["promises"] == [promise_of(fair["salts"][0])]
    check_told(ann, CHECKED)
    ann.page.reload()
    check_told(ann, CHECKED)


def test_a_page_loaded_again_before_the_others_come_still_has_its_salt(invite: Invite) -> None:
    ann, ben = invite(seed=62), invite(seed=63)
    link = open_for_two(ann)
    ann.page.reload()
    ann.page.get_by_role("heading", name="Waiting for friends").wait_for()
    come(ben, link)
    for player in (ann, ben):
        player.sit()
        assert set(revealed(player)) == {1}
    assert all(close(ann)["promises"])
    for player in (ann, ben):
        check_told(player, CHECKED)


def test_a_page_that_has_lost_its_salt_says_what_to_do(invite: Invite, server: Server) -> None:
    ann = invite(seed=64)
    link = open_for_two(ann)
    ann.page.evaluate("() => localStorage.clear()")
    ann.page.reload()
    ann.page.get_by_role("heading", name="Waiting for friends").wait_for()
    join(server, link)
    expect(ann.page.get_by_role("alert")).to_contain_text("does not have the salt that was promised")
    assert revealed(ann) == []
    ann.page.get_by_role("button", name="Leave the table").click()
    ann.page.locator(".city svg").first.wait_for()


def test_a_host_lets_a_bot_play_for_somebody_who_does_not_reveal(invite: Invite, server: Server) -> None:
    ann = invite(seed=65)
    link = open_for_two(ann)
    join(server, link, promise=promise_of("11" * 32))
    expect(ann.page.get_by_text("Waiting for Ben")).to_be_visible()
    ann.page.get_by_role("button", name="Let a bot play for Ben").click()
    ann.sit()
    assert sorted(set(revealed(ann))) == [1, 2]
    fair = close(ann)
    assert (fair["attempt"], fair["promises"][1], fair["salts"][1]) == (2, "", "")
    check_told(ann, CHECKED)
    expect(ann.page.get_by_text("these are the cards of shuffle 2")).to_be_visible()


def test_a_game_without_salts_says_so(invite: Invite, server: Server) -> None:
    [seat] = server.open(1)
    ann = invite(seed=66)
    ann.page.goto(f"{server.url}/t/{seat.table}#seat={seat.token}")
    ann.sit()
    close(ann)
    check_told(ann, "No player added a salt")


def test_a_server_that_swaps_a_promise_after_the_reveal_is_caught(invite: Invite, server: Server) -> None:
    """It shows Ann one promise for Ben's seat, learns her salt, and only then lets Ben choose his own."""
    ann = invite(seed=67)

    def lie(route: WebSocketRoute) -> None:
        real = route.connect_to_server()

        def hear(text: str | bytes) -> None:
            message = json.loads(text)
            if message.get("promised"):
                message["promised"]["promises"][1] = "22" * 32
            route.send(json.dumps(message))

        real.on_message(hear)

    ann.page.route_web_socket("**/socket?*", lie)
    link = open_for_two(ann)
    ben = join(server, link, promise=promise_of("11" * 32))
    expect(ann.page.get_by_text("Waiting for Ben")).to_be_visible()
    server.call("POST", f"{ben['path']}/reveal", {"salt": "11" * 32}, token=ben["token"])
    ann.page.locator(".paper svg").wait_for()
    close(ann)
    expect(ann.page.get_by_role("alert")).to_contain_text("Ben broke the promise")
    expect(ann.page.get_by_text(CHECKED)).to_have_count(0)


def test_a_server_that_asks_twice_with_other_promises_gets_no_second_answer(
    invite: Invite, server: Server
) -> None:
    ann = invite(seed=68)
    views = 0

    def lie(route: WebSocketRoute) -> None:
        real = route.connect_to_server()

        def hear(text: str | bytes) -> None:
            nonlocal views
            message = json.loads(text)
            if message.get("promised") and all(message["promised"]["promises"]):
                views += 1
                message["promised"]["promises"][1] = f"{views:064x}"
                message["promised"]["waiting_for"] = [0, 1]
            route.send(json.dumps(message))

        real.on_message(hear)

    ann.page.route_web_socket("**/socket?*", lie)
    link = open_for_two(ann)
    join(server, link, promise=promise_of("11" * 32))
    expect(ann.page.get_by_role("alert")).to_contain_text("shows other promises")
