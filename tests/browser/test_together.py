"""Everybody at the table: the strip with all seats, reactions, who is away, and who only watches."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from browser.axe import violations
from browser.player import Player
from server.server_process import Seat, Server

Invite = Callable[..., Player]
SPOKEN = """(seats) => seats.map((seat) => {
  const spoken = seat.cloneNode(true);
  for (const hidden of spoken.querySelectorAll("[aria-hidden]")) hidden.remove();
  return spoken.textContent;
})"""
BOXES = """() => {
  const all = document.querySelectorAll(".seat-strip, .seat-strip li, .paper, .cards, .actions");
  return [...all].map((each) => {
    const { x, y, width, height } = each.getBoundingClientRect();
    return [x, y, width, height].map(Math.round);
  });
}"""


def sit(player: Player, seat: Seat) -> Page:
    player.page.goto(f"{seat.server.url}/t/{seat.table}#seat={seat.token}")
    player.sit()
    return player.page


def place(page: Page, name: str) -> Locator:
    return page.locator(".seat-strip li", has_text=name)


def names(page: Page) -> list[str]:
    """What screen readers call the seats."""
    texts: list[str] = page.locator(".seat-strip .seat").evaluate_all(SPOKEN)
    return [" ".join(text.split()) for text in texts]


def test_the_strip_says_who_draws_who_is_done_and_with_how_many_points(
    invite: Invite, server: Server
) -> None:
    seats = server.open(2, ["random"])
    ann, ben = invite(seed=1), invite(seed=2)
    page = sit(ann, seats[0])
    sit(ben, seats[1])
    expect(place(page, "Ben").locator(".state")).to_have_text("drawing")
    expect(place(page, "Ann").get_by_role("button")).to_have_attribute("aria-current", "true")
    ben.play(ben.moves[0])
    ben.decide()
    ben.done()
    expect(place(page, "Ben").locator(".state")).to_have_text("done")
    expect(place(page, "Ben").locator(".points")).to_have_text("0")
    ann.play_turn()
    totals = [str(sheet["pad"]["total"]) for sheet in ann.game["sheets"]]
    assert page.locator(".seat-strip .points").all_inner_texts() == totals
    letters = [pencils[0] for pencils in ann.game["pencils"]]
    shown = names(page)
    assert shown[0].startswith("Ann (you), ") and shown[2].startswith("random, ")
    for label, pencil, total in zip(shown, letters, totals, strict=True):
        assert f", {pencil}, " in label and label.endswith(f", total {total}")
    place(page, "Ben").get_by_role("button").click()
    sheet = page.get_by_role("dialog").get_by_role("img", name="Sheet of Ben")
    expect(sheet.locator(".stroke")).to_have_count(ben.strokes)


@pytest.mark.parametrize(
    ("width", "height"),
    [(320, 640), *(pytest.param(*size, marks=pytest.mark.long) for size in ((360, 740), (1280, 800)))],
)
def test_four_seats_fit_and_nothing_moves_when_they_change(
    invite: Invite, server: Server, width: int, height: int
) -> None:
    seats = server.open(3, ["random"])
    ann = invite(width=width, height=height, seed=3)
    page = sit(ann, seats[0])
    expect(place(page, "random").locator(".state")).to_have_text("done")
    expect(place(page, "Ben").locator(".state")).to_have_text("away")
    before = page.evaluate(BOXES)
    strip = page.locator(".seat-strip").bounding_box()
    assert strip and strip["height"] == 52
    with seats[1].connect() as ben:
        expect(place(page, "Ben").locator(".state")).to_have_text("drawing")
        assert page.evaluate(BOXES) == before
        ben.say(type="react", reaction="hmm")
        expect(place(page, "Ben").locator(".sign")).to_be_visible()
        assert page.evaluate(BOXES) == before
    expect(place(page, "Ben").locator(".state")).to_have_text("away")
    assert page.evaluate(BOXES) == before
    assert ann.overflow() == 0
    assert violations(page) == []


def test_a_host_lets_a_bot_play_for_who_is_away_and_others_may_not(invite: Invite, server: Server) -> None:
    seats = server.open(3)
    ann, ben = invite(seed=4), invite(seed=5)
    page = sit(ann, seats[0])
    sit(ben, seats[1])
    expect(place(ben.page, "Cleo").locator(".state")).to_have_text("away")
    assert ben.page.locator(".seat-strip .help").count() == 0
    page.get_by_role("button", name="Let a bot play for Cleo").click()
    expect(place(page, "Cleo (bot)").locator(".name")).to_have_text("Cleo (bot)")
    expect(page.locator(".seat-strip .help")).to_have_count(0)
    expect(place(ben.page, "Cleo (bot)").locator(".state")).to_have_text("done")


def test_a_reaction_is_seen_and_announced_for_a_moment(invite: Invite, server: Server) -> None:
    seats = server.open(2)
    ann, ben = invite(seed=6), invite(seed=7)
    page = sit(ann, seats[0])
    sit(ben, seats[1])
    ben.page.get_by_role("button", name="React").click()
    expect(ben.page.get_by_role("group", name="Reactions").get_by_role("button")).to_have_count(6)
    ben.page.keyboard.press("ArrowRight")
    ben.page.keyboard.press("Enter")
    for player in (ann, ben):
        expect(place(player.page, "Ben").locator(".sign.wow")).to_be_visible()
    expect(page.locator(".seat-strip [role=status]")).to_have_text("Ben: Wow!")
    expect(ben.page.locator(".seat-strip [role=status]")).to_have_text("")
    expect(ben.page.get_by_role("button", name="React")).to_be_disabled()
    expect(place(page, "Ben").locator(".sign")).to_have_count(0)
    expect(ben.page.get_by_role("button", name="React")).to_be_enabled()


def test_whoever_does_not_want_reactions_sees_none(invite: Invite, server: Server) -> None:
    seats = server.open(2)
    ann = invite(seed=8)
    page = sit(ann, seats[0])
    ann.settings().get_by_label("Show the reactions of other players").uncheck()
    page.keyboard.press("Escape")
    with seats[1].connect() as ben:
        assert ann.socket
        with ann.socket.expect_event("framereceived", lambda frame: "reaction" in str(frame)):
            ben.say(type="react", reaction="hurry")
    assert page.locator(".sign").count() == 0
    assert page.get_by_role("button", name="React").count() == 0
    expect(page.locator(".seat-strip [role=status]")).to_have_text("")


def test_a_spectator_chooses_whose_sheet_to_watch(invite: Invite, server: Server) -> None:
    seats = server.open(2)
    eve = invite(seed=9)
    page = eve.page
    page.goto(f"{server.url}/t/{seats[0].table}#watch={seats[0].opened['watch']}")
    expect(page.locator(".instruction")).to_have_text("You are watching Ann.")
    with seats[0].connect() as ann, seats[1].connect() as ben:
        ann.play("pass")
        ben.play(ben.moves[0])
        ann.until("view")
    expect(page.locator(".paper .stroke")).to_have_count(0)
    place(page, "Ben").get_by_role("button").click()
    expect(page.locator(".instruction")).to_have_text("You are watching Ben.")
    expect(page.locator(".paper .stroke")).to_have_count(1)
    expect(place(page, "Ben").get_by_role("button")).to_have_attribute("aria-current", "true")
    assert page.get_by_role("button", name="React").count() == 0


def test_somebody_without_a_name_is_called_you_and_bots_by_their_level(invite: Invite) -> None:
    player = invite(locale="fr", seed=10)
    page = player.page
    player.go_home()
    page.locator(".modes button").nth(1).click()
    page.locator(".play").click()
    player.sit()
    assert page.locator(".seat-strip .name").all_inner_texts() == ["Toi", "occasionnel"]
    label = names(page)[0]
    assert label.startswith("Toi, ")


@pytest.mark.parametrize("name", ["\u05d3\u05d5\u05d3", "\U0001f469\u200d\U0001f467\u200d\U0001f466 Lee"])
def test_any_name_stays_in_its_place(invite: Invite, server: Server, name: str) -> None:
    seats = server.open(2, name=name)
    ann = invite(seed=11)
    page = sit(ann, seats[0])
    assert page.locator(".seat-strip bdi").first.inner_text().strip("\u2068\u2069") == name
    label = names(page)[0]
    isolated = f"\u2068{name}\u2069" if name[0] == "\u05d3" else name
    assert label.startswith(f"{isolated} (you), ")


def test_a_move_made_without_a_network_says_that_it_waits(invite: Invite) -> None:
    player = invite(seed=12)
    player.open_alone("London")
    page, ply, move = player.page, player.view["ply"], player.moves[0]
    with player.watch.expecting("ERR_INTERNET_DISCONNECTED"):
        page.context.set_offline(True)
        expect(page.get_by_text("Reconnecting ...")).to_be_visible()
        player.touch(move)
        expect(
            page.get_by_text("Not connected; your move is sent when the connection is back.")
        ).to_be_visible()
        page.context.set_offline(False)
        expect(page.get_by_text("Not connected")).to_have_count(0)
        player.until(lambda player: player.view["ply"] > ply)
    assert page.get_by_text("Not connected").count() == 0
    assert player.game["sheets"][0]["rounds"] == [[[move]]]
