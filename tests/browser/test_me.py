"""The page of a player: games, numbers, other devices, and how to be forgotten."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect

from browser.axe import violations
from browser.player import WIDER, Player
from server.server_process import Seat, Server, play_out

Invite = Callable[..., Player]


def new_key(server: Server, name: str) -> str:
    key = name.encode().hex().rjust(32, "0")
    server.call("POST", "/api/players", {"key": key, "name": name})
    return key


def open_as(server: Server, key: str, **wishes: object) -> Seat:
    body = {"city": "toy", "name": "Ann", **wishes}
    opened = server.call("POST", "/api/tables", body, Fulgence_Player=key)
    return Seat(server, opened["table"], 0, opened["token"], opened)


def finish(seat: Seat) -> int:
    with seat.connect() as socket:
        play_out([socket])
        total: int = socket.view["game"]["sheets"][0]["pad"]["total"]
    return total


def join(player: Player, key: str) -> Page:
    """Open the player's secret link and say that it is one's own."""
    player.page.goto(f"{player.url}/me#key={key}")
    player.page.get_by_role("button", name="Yes, it is mine").click()
    expect(player.page.get_by_role("heading", name="Your data")).to_be_visible()
    assert key not in player.page.url
    return player.page


def test_a_game_that_was_begun_before_is_kept_and_goes_on_on_another_device(
    invite: Invite, server: Server
) -> None:
    [seat] = server.open(city="toy")
    ann = invite(seed=1)
    page = ann.page
    page.goto(f"{server.url}/t/{seat.table}#seat={seat.token}")
    ann.sit()
    ann.play(ann.moves[0])
    ann.go_home()
    page.get_by_role("link", name="My games").click()
    page.get_by_label("Your name").fill("Annie")
    page.get_by_role("button", name="Keep my games").click()
    expect(page.locator("main a", has_text="Toy Town").locator(".turn")).to_have_text("Your turn")

    page.get_by_role("button", name="Rename").click()
    page.get_by_label("Your name").fill("Ann Other")
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_text("Ann Other")).to_be_visible()
    page.get_by_role("button", name="Show the link").click()
    expect(page.get_by_role("img", name="QR code of your secret link")).to_be_visible()
    link = page.get_by_label("Your secret link", exact=True).input_value()
    assert violations(page) == []

    other = invite(seed=2, width=360)
    phone = join(other, link.partition("#key=")[2])
    assert link.startswith(f"{server.url}/me#key=")
    expect(phone.get_by_text("Ann Other")).to_be_visible()
    game = phone.locator("main a", has_text="Toy Town")
    expect(game.locator(".stroke")).to_have_count(1)  # the sheet that was drawn on the first device
    assert phone.evaluate(WIDER) == 0
    game.click()
    other.sit()
    other.done()


def test_finished_games_are_listed_with_numbers_plots_and_the_same_as_tables(
    invite: Invite, server: Server
) -> None:
    key = new_key(server, "Statistician")
    totals = [finish(open_as(server, key)) for _ in range(2)]
    alone = finish(open_as(server, key, addons=["objectives"]))
    page = join(invite(seed=3), key)
    finished = page.get_by_role("region", name="Finished games").locator("li")
    numbers = page.get_by_role("region", name="Your numbers")
    shown = [str(alone), *map(str, reversed(totals))]
    expect(finished.locator(".total")).to_have_text(shown)
    expect(finished.first.locator(".stroke").first).to_be_attached()
    expect(numbers.locator("tbody tr")).to_have_count(2)
    assert violations(page) == []

    numbers.get_by_role("button", name="Toy Town", exact=True).click()
    expect(finished.locator(".total")).to_have_text(shown[1:])
    expect(numbers.locator("dd").first).to_have_text("2")
    assert float(numbers.locator("dd").nth(1).inner_text()) == sum(totals) / 2
    assert numbers.locator("dd a").inner_text() == str(max(totals))
    numbers.get_by_role("button", name="Show as a table: Games by points").click()
    counts = numbers.get_by_role("table", name="Games by points").locator("td").all_inner_texts()
    assert sum(map(int, counts)) == 2
    assert violations(page) == []

    page.get_by_label("Games in").select_option("all cities")
    expect(finished.locator(".total")).to_have_text(shown)
    with page.expect_download() as saved:
        page.get_by_role("link", name="Save all finished games").click()
    assert len(saved.value.path().read_text().splitlines()) == 3
    finished.first.get_by_role("link", name="Watch it again").click()
    expect(page.locator(".paper .stroke").first).to_be_attached()


def test_who_asks_to_be_forgotten_is_told_what_stays_and_is_nobody_afterwards(
    invite: Invite, server: Server
) -> None:
    key = new_key(server, "Passer-by")
    bob = invite(seed=4)
    page = join(bob, key)
    page.get_by_role("button", name="Forget me").click()
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("The games themselves stay, without your name")
    dialog.get_by_role("button", name="Cancel").click()
    expect(dialog).to_have_count(0)
    page.get_by_role("button", name="Forget me").click()
    dialog.get_by_role("button", name="Forget me").click()
    expect(page.get_by_role("button", name="Keep my games")).to_be_visible()
    with bob.watch.expecting(r"404.*/api/players$", "console error: .*404"):
        page.goto(f"{server.url}/me#key={key}")
        page.get_by_role("button", name="Yes, it is mine").click()
        expect(page.get_by_role("alert")).to_have_text("This link no longer works: its player was forgotten.")
