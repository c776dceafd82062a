"""The end of a game: what is said and shown, drawn again, shared, and learned from."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect

from browser.axe import violations
from browser.player import Player
from server.server_process import Seat, Server, play_out

Invite = Callable[..., Player]
SHARING = """() => {
  window.shared = [];
  navigator.canShare = (what) => Boolean(what.files);
  navigator.share = async ({ url, text, files }) => {
    window.shared.push({ url, text, files: files.map((file) => [file.name, file.type, file.size > 1000]) });
  };
}"""


def end_of(player: Player, seat: Seat) -> Page:
    player.page.goto(f"{seat.server.url}/t/{seat.table}#seat={seat.token}")
    player.page.locator(".game-over figure .sheet").wait_for()
    return player.page


def test_the_focus_is_on_the_result_when_the_last_turn_is_played(invite: Invite, server: Server) -> None:
    [ann] = server.open(1, city="toy")
    player = invite(seed=1)
    player.page.goto(f"{server.url}/t/{ann.table}#seat={ann.token}")
    player.sit()
    while player.is_playing:
        player.play_turn()
    heading = player.page.get_by_role("heading", level=1)
    expect(heading).to_be_focused()
    expect(heading).to_have_text(player.view["words"]["task"])
    expect(player.page.locator(".remark")).to_have_text(player.view["words"]["remark"])
    assert "verdict" in player.view["words"]["remark"]
    assert "Your turn" not in player.page.title()


def test_the_sheets_of_all_players_can_be_looked_at(invite: Invite, finished: Seat) -> None:
    player = invite(seed=2)
    page = end_of(player, finished)
    for seat in (1, 0):
        page.locator(".seat-strip .seat").nth(seat).click()
        name = player.game["names"][seat]
        sheet = player.game["sheets"][seat]
        drawn = [move for turns in sheet["rounds"] for moves in turns for move in moves if "-" in move]
        expect(page.get_by_role("img", name=f"Sheet of {name}").locator(".stroke")).to_have_count(len(drawn))
        expect(page.locator(".ticket .total .points").first).to_have_text(str(sheet["pad"]["total"]))
    winners = [player.game["names"][seat] for seat in player.game["winners"]]
    labels = [" ".join(text.split()) for text in page.locator(".seat-strip .seat").all_text_contents()]
    assert [label.split(",")[0].split(" ")[0] for label in labels if label.endswith(", winner")] == winners
    assert violations(page) == []


def test_the_game_is_drawn_again_stroke_by_stroke(invite: Invite, finished: Seat) -> None:
    player = invite(seed=3, reduced_motion="no-preference")
    page = end_of(player, finished)
    strokes = page.locator(".game-over figure .sheet .stroke")
    every = strokes.count()
    page.get_by_role("button", name="Draw it again").click()
    strokes.nth(2).wait_for(state="attached")
    page.get_by_role("button", name="Pause").click()
    stopped = strokes.count()
    assert 3 <= stopped < every
    expect(page.get_by_text("Round 1, turn")).to_be_visible()
    page.get_by_role("slider", name="Step").fill("1")
    expect(strokes).to_have_count(1)
    page.get_by_role("button", name="Draw it again").click()
    expect(strokes).to_have_count(every)
    expect(page.get_by_role("button", name="Draw it again")).to_be_visible()


def test_without_motion_the_game_is_drawn_again_step_by_step(invite: Invite, finished: Seat) -> None:
    player = invite(seed=4)
    page = end_of(player, finished)
    strokes = page.locator(".game-over figure .sheet .stroke")
    every = strokes.count()
    assert page.get_by_role("button", name="Draw it again").count() == 0
    for left in (1, 2):
        page.get_by_role("button", name="One step back").click()
        expect(strokes).to_have_count(every - left)
    page.get_by_role("button", name="One step forward").click()
    expect(strokes).to_have_count(every - 1)


def test_the_most_expensive_move_is_found_and_leads_into_the_review(invite: Invite, finished: Seat) -> None:
    player = invite(seed=5)
    page = end_of(player, finished)
    page.get_by_role("button", name="Find my biggest mistake").click()
    found = page.locator(".mistake a")
    found.wait_for(timeout=180_000)
    title = found.inner_text()
    found.click()
    page.wait_for_url("**/review/**")
    expect(page.get_by_role("heading", name=title).or_(page.get_by_text(title)).first).to_be_visible()


def test_a_game_is_shared_with_the_menu_of_the_device(invite: Invite, finished: Seat) -> None:
    player = invite(seed=6)
    page = end_of(player, finished)
    page.evaluate(SHARING)
    page.get_by_role("button", name="Share").click()
    page.wait_for_function("() => window.shared.length")
    [shared] = page.evaluate("() => window.shared")
    assert shared["url"] == f"{finished.server.url}/r/{finished.table}"
    assert shared["text"] == player.view["words"]["task"]
    assert shared["files"] == [[f"fulgence-{finished.table}.png", "image/png", True]]


def test_without_such_a_menu_there_is_a_picture_a_link_and_a_record(invite: Invite, finished: Seat) -> None:
    player = invite(seed=7)
    player.page.add_init_script("delete Navigator.prototype.share;")
    page = end_of(player, finished)
    page.get_by_role("button", name="Share").click()
    with page.expect_download() as saved:
        page.get_by_role("button", name="Picture").click()
    assert saved.value.suggested_filename == f"fulgence-{finished.table}.png"
    expect(page.get_by_role("button", name="Copy the link")).to_be_visible()
    expect(page.get_by_role("link", name="Record").first).to_be_visible()
    assert violations(page) == []
    page.keyboard.press("Escape")
    expect(page.get_by_role("button", name="Copy the link")).to_have_count(0)
    expect(page.get_by_role("button", name="Share")).to_be_focused()


def test_who_loses_is_told_kindly_and_a_wish_for_another_game_is_seen(invite: Invite, server: Server) -> None:
    seats = server.open(2, city="toy")
    sockets = [seat.connect() for seat in seats]
    play_out(sockets)
    for socket in sockets:
        socket.close()
    ann, ben = invite(seed=8), invite(seed=9)
    end_of(ann, seats[0])
    end_of(ben, seats[1])
    for player in (ann, ben):
        assert player.view["words"]["remark"]
        expect(player.page.locator(".remark")).to_have_text(player.view["words"]["remark"])
    ben.view = {}
    ben.page.get_by_role("button", name="Play again with everybody").click()
    button = ann.page.get_by_role("button", name="Ben wants to play again: join")
    expect(button).to_be_visible()
    expect(ann.page.get_by_role("status").filter(has_text="Ben wants to play again")).to_have_count(1)
    old = ann.table
    button.click()
    ann.page.wait_for_function("old => !location.pathname.includes(old)", arg=old)
    for player in (ann, ben):
        player.sit()
    assert (ann.view["you"], ben.view["you"], ann.table) == (0, 1, ben.table)
