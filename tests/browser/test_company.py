"""Two people and a bot, each person with a browser of their own."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect

from browser.player import Player
from browser.whole_game import play_up_to_the_last_turn
from server.server_process import Seat, Server

Invite = Callable[..., Player]


def sit_down_together(ann: Player, ben: Player) -> None:
    """Ann opens a table for three, a bot takes one seat, Ben comes by the link."""
    page = ann.page
    ann.go_home()
    page.locator(".city", has_text="London").click()
    page.get_by_role("button", name="With friends").click()
    page.get_by_role("group", name="Number of players").get_by_role("button", name="3").click()
    page.get_by_label("Your name").fill("Ann")
    page.get_by_role("button", name="Open a table in London").click()
    assert seats(page) == ["Ann (you)", "free seat free", "free seat free"]

    page.get_by_role("button", name="Let a bot take a free seat").click()
    expect(page.locator("main li").nth(1)).to_contain_text("casual")
    link = page.get_by_label("Invitation link").input_value()

    ben.page.goto(link)
    ben.page.get_by_label("Your name").fill("Ben")
    assert "invite" not in ben.page.url
    ben.page.get_by_role("button", name="Sit down").click()
    for player in (ann, ben):
        player.sit()


def seats(page: Page) -> list[str]:
    page.locator("main li").first.wait_for()
    rows = page.locator("main li").filter(has=page.locator(".status-mark"))
    return [" ".join(row.split()[1:]) for row in rows.all_inner_texts()]


def doing(player: Player, name: str) -> str:
    """What the page of a player says somebody does."""
    return player.page.locator(".seat-strip li", has_text=name).locator(".state").text_content() or ""


def strokes_of(player: Player, name: str) -> int:
    """How much of another's sheet is seen."""
    return player.page.get_by_role("img", name=f"Sheet of {name}").locator(".stroke").count()


def token_of(player: Player) -> str:
    """The browser keeps it in a cookie of the table's path."""
    [cookie] = player.page.context.cookies(f"{player.url}/api/tables/{player.table}/")
    return cookie["value"]


def play_a_turn(ann: Player, ben: Player) -> None:
    turn = ann.turn
    for player in (ann, ben):
        player.decide()
        player.done()
    for player in (ann, ben):
        player.until(lambda player: player.turn > turn or not player.is_playing)


def test_two_people_and_a_bot_play_a_game_and_another(invite: Invite, server: Server) -> None:
    ann, ben = invite(seed=21), invite(seed=22)
    sit_down_together(ann, ben)

    # Ben draws: Ann sees that he is done, and what he has drawn only after the flip.
    ben.play(ben.moves[0])
    ben.decide()
    expect(ann.page.locator(".seat-strip li", has_text="Ben").locator(".state")).to_have_text("drawing")
    ben.done()
    expect(ann.page.locator(".seat-strip li", has_text="Ben").locator(".state")).to_have_text("done")
    expect(ben.page.locator(".instruction")).to_have_text("Waiting for the others.")
    assert strokes_of(ann, "Ben") == 0
    ann.play_turn()
    ben.until(lambda player: player.turn == 2)
    assert strokes_of(ann, "Ben") == ben.strokes > 0
    assert strokes_of(ben, "Ann") == ann.strokes
    assert doing(ann, "Ben") == "drawing"

    # What lies between is played without the pages, which come back for the last turn.
    seats = [Seat(server, ann.table, player.view["you"], token_of(player), {}) for player in (ann, ben)]
    play_up_to_the_last_turn(seats)
    for player in (ann, ben):
        player.page.reload()
        player.sit()
    play_a_turn(ann, ben)
    assert not ann.is_playing
    assert ann.pads() == ben.pads()
    assert len(ann.pads()["total"]) == 3
    assert ann.page.locator("h1").inner_text() == ben.page.locator("h1").inner_text()
    assert ann.page.locator("em").all_inner_texts() == ben.page.locator("em").all_inner_texts() != []

    old = ann.table
    for player, button in ((ann, "Play again with everybody"), (ben, "Ann wants to play again: join")):
        player.view = {}
        player.page.get_by_role("button", name=button).click()
        player.page.wait_for_function("old => !location.pathname.includes(old)", arg=old)
    for player in (ann, ben):
        player.sit()
    assert ann.table == ben.table != old
    play_a_turn(ann, ben)


def test_a_spectator_sees_the_sheets_as_of_the_last_flip(invite: Invite, server: Server) -> None:
    ann, eve = invite(seed=23), invite(seed=24)
    [seat] = server.open(1, ["random"])
    ann.page.goto(f"{server.url}/t/{seat.table}#seat={seat.token}")
    ann.sit()
    eve.page.goto(f"{server.url}/t/{seat.table}#watch={seat.opened['watch']}")
    expect(eve.page.locator(".instruction")).to_have_text("You are watching Ann.")
    expect(eve.page.locator(".actions")).to_have_count(0)
    assert "watch" not in eve.page.url

    ann.play(ann.moves[0])
    ann.decide()
    assert eve.page.locator(".paper .stroke").count() == 0
    ann.done()
    expect(eve.page.locator(".paper .stroke")).to_have_count(ann.strokes)
    expect(eve.page.locator(".paper .target")).to_have_count(0)


def test_a_bot_plays_for_who_has_left_until_they_return(invite: Invite, server: Server) -> None:
    ann, ben = invite(seed=25), invite(seed=26)
    for player, seat in zip((ann, ben), server.open(2), strict=True):
        player.page.goto(f"{server.url}/t/{seat.table}#seat={seat.token}")
        player.sit()
    table = ben.page.url
    ben.page.get_by_role("button", name="Table …").click()
    ben.page.get_by_role("button", name="a bot plays my seat").click()
    expect(ben.page.get_by_role("heading", name="Go on")).to_be_visible()
    for _ in range(2):
        ann.play_turn()

    ben.page.get_by_role("link", name="London").click()
    expect(ben.page.locator(".instruction")).to_have_text("A bot is playing your seat.")
    assert ben.page.url == table
    ben.page.get_by_role("button", name="Take my seat back").click()
    expect(ben.page.locator(".instruction")).not_to_have_text("A bot is playing your seat.")
    expect(ben.button("Undo")).to_be_visible()


def test_somebody_who_comes_too_late_may_watch(invite: Invite, server: Server) -> None:
    late = invite()
    seats = server.open(2)
    late.page.goto(f"{server.url}/t/{seats[0].table}#invite={seats[0].opened['invite']}")
    expect(late.page.get_by_text("The game has begun, and all seats are taken.")).to_be_visible()
    late.page.get_by_role("button", name="Watch").click()
    expect(late.page.locator(".instruction")).to_have_text("You are watching Ann.")


def test_somebody_whose_seat_is_taken_meanwhile_is_told_so(invite: Invite, server: Server) -> None:
    late = invite()
    [ann] = server.open(1, seats=[{"kind": "person"}] * 2)
    late.page.goto(f"{server.url}/t/{ann.table}#invite={ann.opened['invite']}")
    late.page.get_by_label("Your name").fill("Cleo")
    server.call("POST", f"{ann.path}/join", {"name": "Ben"}, token=ann.opened["invite"])
    with late.watch.expecting("status of 409", "status 409"):
        late.page.get_by_role("button", name="Sit down").click()
        expect(late.page.get_by_role("alert")).to_contain_text("no seat is free")
    expect(late.page.get_by_role("button", name="Watch")).to_be_visible()


def test_a_table_that_is_not_there_is_said_in_a_sentence(invite: Invite) -> None:
    player = invite()
    with player.watch.expecting("status of 40", "status 40"):
        player.page.goto(f"{player.url}/t/AAAAAAAAAAAA")
        expect(player.page.get_by_role("alert")).to_have_text("there is no such table")
    player.page.get_by_role("link", name="Start page").click()
    player.page.locator(".city svg").first.wait_for()


def test_anybody_sits_down_at_a_table_that_is_on_the_list(invite: Invite, server: Server) -> None:
    person = {"kind": "person"}
    wish = {"city": "london", "seats": [person, person], "name": "Zoe", "listed": True}
    table = server.call("POST", "/api/tables", wish)["table"]
    eve = invite(seed=5)
    eve.go_home()
    eve.page.get_by_role("link", name="Zoe").click()
    eve.page.get_by_label("Your name").fill("Eve")
    eve.page.get_by_role("button", name="Sit down").click()
    eve.sit()
    assert [seat["name"] for seat in eve.view["seats"]] == ["Zoe", "Eve"]
    assert server.call("GET", f"/api/tables/{table}")["phase"] == "playing"
