"""Who sees little, hears the page, has large fingers or no liking for motion and colours can play as well."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page

from browser.player import Player

Invite = Callable[..., Player]
SMALL = """() => [...document.querySelectorAll("button, a, input, select, textarea, summary")]
  .filter((each) => each.checkVisibility() && !(each.matches("a") && each.parentElement.matches("p")))
  .map((each) => each.closest("label") ?? each)
  .filter((each) => !each.closest(".visually-hidden"))
  .map((each) => [each, each.getBoundingClientRect()])
  .filter(([, box]) => box.width < 43.9 || box.height < 43.9)
  .map(([each, box]) => `${each.outerHTML.slice(0, 80)} ${box.width} x ${box.height}`)"""
COVERED = """() => [...document.querySelectorAll(".paper .station")]
  .map((each) => each.getBoundingClientRect())
  .map((box) => document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2))
  .filter((found) => !found?.closest(".paper svg"))
  .map((found) => found?.outerHTML.slice(0, 80) ?? "outside of the screen")"""
SIZES = [(320, 568), (640, 360), (768, 1024), (900, 600), (960, 640), (1024, 768), (1024, 1366), (1920, 1080)]
MOTION = "() => document.getAnimations().filter((each) => each.playState === 'running').length"
COLOUR = "([css, name]) => getComputedStyle(document.querySelector(css))[name]"


def colour(page: Page, css: str, name: str) -> list[int]:
    """Red, green and blue of something on the page."""
    text: str = page.evaluate(COLOUR, [css, name])
    return [int(float(part)) for part in text.removeprefix("rgb(").removesuffix(")").split(", ")]


def test_the_list_of_moves_says_every_move_in_the_words_of_the_server(invite: Invite) -> None:
    player = invite(seed=61)
    player.open_alone("Paris")
    player.play_turn()
    player.page.locator("details summary").click()
    buttons = player.page.locator("details li button")
    *options, nothing = player.view["words"]["options"]
    assert buttons.all_inner_texts() == [*options, nothing or "Pass"]
    assert len(options) + 1 == len(player.moves) > 1

    ply, move = player.view["ply"], player.moves[0]
    buttons.first.click()
    player.until(lambda player: player.view["ply"] > ply)
    assert player.game["sheets"][0]["rounds"][0][1] == [move]


def test_the_page_tells_cards_task_and_points_to_who_listens(invite: Invite) -> None:
    player = invite(seed=62)
    player.open_alone("London")
    region = player.page.locator("div[aria-live=polite].visually-hidden")
    assert region.is_visible()  # a hidden one is not read
    for _ in range(3):
        words, total = player.view["words"], player.game["sheets"][0]["pad"]["total"]
        told = " ".join(region.inner_text().split())
        assert told == " ".join([*words["situation"], words["task"], f"total: {total}"]).replace("\xa0", " ")
        assert "Card: " in told
        player.play_turn()


def test_all_that_can_be_touched_at_home_is_large_enough(invite: Invite) -> None:
    player = invite(hand="finger", width=320, height=568)
    player.go_home()
    for mode in ("Alone", "Against bots", "With friends", "One device"):
        player.page.get_by_role("button", name=mode).tap()
        assert player.page.evaluate(SMALL) == [], mode
        assert player.overflow() == 0, mode


def test_all_that_can_be_touched_at_a_table_is_large_enough(invite: Invite) -> None:
    player = invite(hand="finger", width=320, height=568, seed=63)
    player.open_alone("Berlin")
    player.play(player.moves[0])
    assert player.page.evaluate(SMALL) == []
    player.page.get_by_role("button", name="Score").tap()
    player.page.locator("details summary").tap()
    assert player.page.evaluate(SMALL) == []


def test_nothing_lies_on_a_station_whatever_the_size_of_the_window(invite: Invite) -> None:
    player = invite()
    player.open_alone("London")
    for width, height in SIZES:
        player.page.set_viewport_size({"width": width, "height": height})
        assert player.page.evaluate(COVERED) == [], f"{width} x {height}"
        assert player.overflow() == 0


def test_nothing_moves_for_who_wants_no_motion(invite: Invite) -> None:
    still, lively = invite(seed=64, reduced_motion="reduce"), invite(seed=64, reduced_motion="no-preference")
    for player in (still, lively):
        player.open_alone("London")
        player.touch(player.moves[0])
        player.until(lambda player: player.game["can_undo"])
        player.undo()
    assert lively.page.evaluate(MOTION) > 0
    assert still.page.evaluate(MOTION) == 0


def test_lines_without_colours_are_drawn_in_ink(invite: Invite) -> None:
    player = invite(seed=65)
    player.open_alone("Paris")
    player.play(player.moves[0])
    ink = colour(player.page, "body", "color")
    assert colour(player.page, ".paper .stroke", "stroke") != ink
    player.settings().get_by_label("Lines without colours").check()
    player.page.keyboard.press("Escape")
    assert colour(player.page, ".paper .stroke", "stroke") == ink
    player.page.reload()
    player.sit()
    assert colour(player.page, ".paper .stroke", "stroke") == ink


def test_who_wants_the_dark_has_it_in_a_light_system(invite: Invite) -> None:
    player = invite(color_scheme="light")
    player.go_home()
    assert min(colour(player.page, "body", "backgroundColor")) > 200
    player.settings().get_by_role("combobox", name="Colours").select_option("dark")
    player.page.keyboard.press("Escape")
    assert max(colour(player.page, "body", "backgroundColor")) < 60
    player.page.reload()
    player.page.locator(".city svg").first.wait_for()
    assert max(colour(player.page, "body", "backgroundColor")) < 60


def test_the_licences_of_what_others_made_are_a_tap_away(invite: Invite) -> None:
    player = invite()
    player.go_home()
    link = player.settings().get_by_role("link", name="Licences")
    answer = player.page.request.get(player.url + (link.get_attribute("href") or ""))
    assert answer.ok and "SIL OPEN FONT LICENSE" in answer.text()
