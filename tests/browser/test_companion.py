"""A game on paper with one phone: set up, flipped, and added up; or with several phones in step."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from browser.axe import violations
from browser.player import Player
from commands.shell import ask
from fulgence.rules.cityfile.city_reader import load_city
from fulgence.rules.deal import Deal
from fulgence.rules.deal_checks import switch_returns
from fulgence.rules.game import Game
from paper_sheets import played, sheet_of

Invite = Callable[..., Player]
NAMES = ("Ann", "Bob", "Cy", "Dora")


def open_game(player: Player, city: str, addons: list[str], names: tuple[str, ...] = NAMES) -> dict[str, Any]:
    """From the start page to the setup; what the page was told."""
    page = player.page
    page.goto(f"{player.url}/companion")
    page.locator(".city", has_text=city).click()
    page.get_by_role("button", name=str(len(names)), exact=True).click()
    for number, name in enumerate(names, 1):
        page.get_by_label(f"Player {number}", exact=True).fill(name)
    for addon in addons:
        page.get_by_role("checkbox", name=addon).check()
    with page.expect_response(lambda response: response.url.endswith("/api/companions")) as answer:
        page.get_by_role("button", name="Lay out the cards").click()
    page.locator(".setup").wait_for()
    view: dict[str, Any] = answer.value.json()
    return view


def flip(page: Page) -> dict[str, Any]:
    with page.expect_response(lambda response: response.url.endswith("/step")) as answer:
        page.locator(".flip").click()
    view: dict[str, Any] = answer.value.json()
    if view["phase"] == "turn":
        where = f"Round {view['round'] + 1}, turn {view['turn'] + 1}"
        expect(page.get_by_role("heading", level=1)).to_have_text(where)
    return view


def flip_all(page: Page) -> list[dict[str, Any]]:
    views = [flip(page)]
    while views[-1]["phase"] != "over":
        views.append(flip(page))
    return views


def deal_of(view: dict[str, Any], views: list[dict[str, Any]]) -> Deal:
    """The deal that was seen on the phone. What was never flipped lies below in any order."""
    city = load_city(view["city"])
    rounds = []
    for number in range(4):
        shown = [
            card
            for each in views
            if (each["phase"], each["round"]) == ("turn", number)
            for card in each["cards"]
        ]
        pile = [*shown, *(card.name for card in city.cards if card.name not in shown)]
        returns = view["acceleration"] and view["acceleration"][number] == "repeat-switch"
        if returns and pile.count("switch") == 1 and switch_returns(city, pile):
            pile.append("switch")
        rounds.append(tuple(pile))
    return Deal(
        city=city,
        addons=tuple(view["addons"]),
        rounds=tuple(rounds),
        pencils=tuple(map(tuple, view["orders"])),
        objectives=tuple(each["name"] for each in view["objectives"]),
        powers=view["powers"],
        gates=view["gates"],
        acceleration=tuple(view["acceleration"]),
    )


def copy_sheet(page: Page, game: Game, seat: int) -> None:
    """Type the lines, pencil by pencil, and circle what is circled."""
    sheet = sheet_of(game, seat)
    for pencil, line in sheet["lines"].items():
        page.get_by_role("radio", name=pencil).click()
        page.get_by_label(f"The {pencil} line, section by section").fill(" ".join(line))
        page.get_by_label(f"The {pencil} line, section by section").press("Enter")
        if sheet["boxed"] and pencil == list(sheet["lines"])[-1]:
            page.get_by_role("radio", name="Box").click()
            for cell in sheet["boxed"]:
                tap(page, game, cell)
            page.get_by_role("radio", name="Line").click()
        for mark in sheet["circled"]:
            if mark.startswith(f"{pencil}:"):
                page.get_by_role("radio", name="Circle").click()
                tap(page, game, mark.partition(":")[2])
                page.get_by_role("radio", name="Line").click()


def tap(page: Page, game: Game, *cells: str) -> None:
    """On a station, or in the middle of a section between two."""
    spots = page.evaluate(
        """([cells, city]) => fetch(`/api/cities/${city}`).then((answer) => answer.json()).then((map) => {
          const svg = document.querySelector(".editor .paper svg.sheet");
          return cells.map((cell) => {
            const [x, y] = map.cells[cell];
            const at = new DOMPoint(x, y).matrixTransform(svg.getScreenCTM());
            return [at.x, at.y];
          });
        })""",
        [list(cells), game.city.key],
    )
    x, y = (sum(spot[axis] for spot in spots) / len(spots) for axis in (0, 1))
    page.mouse.click(x, y)


@pytest.mark.parametrize(
    ("city", "addons"),
    [
        ("Paris", ["City Gates"]),
        pytest.param("London", ["Shared Objectives", "Pencil Powers"], marks=pytest.mark.long),
        pytest.param("Berlin", ["Shared Objectives", "Accelerated"], marks=pytest.mark.long),
    ],
)
def test_four_people_play_on_one_phone(
    invite: Invite, tmp_path: Path, capsys: pytest.CaptureFixture[str], city: str, addons: list[str]
) -> None:
    player = invite(width=360)
    page = player.page
    setup = open_game(player, city, addons)
    assert violations(page) == []
    for cell, text in setup["gate_texts"].items():
        expect(page.locator(".setup li", has=page.get_by_text(cell, exact=True))).to_contain_text(text)
    first = flip(page)
    assert page.locator(".big-card").count() == len(first["cards"])
    assert violations(page) == []
    assert player.overflow() <= 0
    views = [first]
    page.get_by_role("button", name="Take back").click()  # by mistake
    page.locator(".setup").wait_for()
    assert flip(page)["cards"] == first["cards"]
    page.reload()
    expect(page.get_by_role("heading", level=1)).to_have_text("Round 1, turn 1")
    views += flip_all(page)
    ends = [view for view in views if view["phase"] == "round-end"]
    assert [len(view["handovers"]) for view in ends] == [4, 4, 4]
    game = played(deal_of(setup, views), NAMES)
    assert [list(turn) for turns in game.deal.turns for turn in turns] == [
        view["cards"] for view in views if view["phase"] == "turn"
    ]

    page.get_by_role("button", name="Add up").click()
    totals = [pad.total for pad in game.pads()]
    for seat, name in enumerate(NAMES):
        tab = page.get_by_role("group", name="Players").get_by_role("button", name=name)
        tab.click()
        copy_sheet(page, game, seat)
        expect(tab.locator("b")).to_have_text(str(totals[seat]))
    assert page.locator(".problems p").count() == 0
    assert player.overflow() <= 0
    assert violations(page) == []
    winners = [NAMES[seat] for seat in game.winners()]
    expect(page.locator(".result li.won span")).to_have_text(winners)
    page.reload()  # nothing is lost
    expect(page.locator(".result li b")).to_have_text([str(total) for total in sorted(totals, reverse=True)])

    with page.expect_download() as saved:
        page.get_by_role("button", name="Save the sheets").click()
    file = tmp_path / "sheets.json"
    saved.value.save_as(file)
    (result,) = ask(capsys, "score", file, "--json").objects
    assert [sheet["total"] for sheet in result["sheets"]] == totals
    assert result["winners"] == game.winners()
    with page.expect_download() as picture:
        page.get_by_role("button", name="Picture").click()
    assert picture.value.suggested_filename == f"fulgence-{city.lower()}-1.png"


def test_a_sheet_is_copied_by_taps_and_keys_and_wrong_strokes_are_named(invite: Invite) -> None:
    player = invite(width=360)
    page = player.page
    page.goto(f"{player.url}/companion/score/london")
    sheet = page.locator(".editor .paper svg.sheet")
    sheet.wait_for()
    game = Game(deal_of({**EMPTY, "city": "london"}, []))
    page.get_by_role("radio", name="pink").click()
    tap(page, game, "h4", "i5")  # the dotted line
    tap(page, game, "i5")  # one station after the other
    tap(page, game, "h6")
    expect(page.locator(".ticket .total .points")).to_have_text("5")
    tap(page, game, "h4")
    expect(page.locator(".problems")).to_have_text("pink: h4-h6: makes a loop.")
    expect(page.locator(".wrong")).to_have_attribute("data-where", "pink h4-h6")
    expect(page.locator(".result")).to_contain_text("Against the rules")
    expect(page.get_by_role("button", name="Picture")).to_be_disabled()
    page.get_by_role("button", name="Undo").click()
    expect(page.locator(".problems p")).to_have_count(0)
    page.get_by_role("checkbox", name="Played alone").check()
    expect(page.locator(".result .outcome")).to_have_text(
        "5 points, verdict 1 of 6: A quiet branch line. Every network starts small."
    )
    page.get_by_text("Every sum").click()
    expect(page.locator(".sums")).to_contain_text("pink: 1x3 + 2 = 5")
    page.get_by_role("radio", name="green").click()
    sheet.focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    expect(page.locator(".editor .stroke")).to_have_count(3)
    assert violations(page) == []
    sheets = [{"city": "london", "name": "Eve", "lines": {"blue": ["f8-e7"]}}]
    file = {"name": "s.json", "mimeType": "application/json", "buffer": json.dumps(sheets).encode()}
    page.get_by_label("Open sheets").set_input_files(file)  # type: ignore[arg-type]  # a dictionary will do
    expect(page.get_by_role("button", name="Eve 2")).to_be_visible()
    expect(page.get_by_role("radiogroup", name="Pencil").get_by_role("radio")).to_have_count(4)


EMPTY: dict[str, Any] = {
    "addons": [],
    "orders": [["pink", "green", "purple", "blue"]],
    "objectives": [],
    "powers": {},
    "gates": {},
    "acceleration": [],
}


def test_two_phones_of_a_room_show_the_same_card(invite: Invite) -> None:
    host, guest = invite(width=740, height=360), invite(width=360, seed=2)
    open_game(host, "Berlin", ["Accelerated"], NAMES[:2])
    guest.page.goto(host.page.url)
    guest.page.locator(".setup").wait_for()
    view = flip(host.page)
    expect(guest.page.get_by_role("heading", level=1)).to_have_text("Round 1, turn 1")
    assert guest.page.locator(".big-card").count() == len(view["cards"])
    guest.page.keyboard.press("ArrowRight")
    expect(guest.page.get_by_role("heading", level=1)).to_have_text("Round 1, turn 2")
    expect(host.page.get_by_role("heading", level=1)).to_have_text("Round 1, turn 2")
    guest.page.keyboard.press("u")
    expect(host.page.get_by_role("heading", level=1)).to_have_text("Round 1, turn 1")
    assert host.overflow() <= 0 and guest.overflow() <= 0


def test_the_voice_says_the_card_the_screen_stays_on_and_a_blank_sheet_is_printed(invite: Invite) -> None:
    player = invite(width=1280)
    page = player.page
    page.add_init_script(
        "window.heard = []; speechSynthesis.speak = (said) => heard.push([said.lang, said.text]);"
        "window.awake = []; navigator.wakeLock.request = async (kind) => {"
        " awake.push(kind); return Object.assign(new EventTarget(), { release: async () => awake.pop() }); };"
        "localStorage.setItem('companion-options', JSON.stringify({ clock: 30 }));"
        "window.print = () => { window.printed = document.querySelector('.printed-sheet').naturalWidth; };"
    )
    open_game(player, "London", [], NAMES[:1])
    page.wait_for_function("() => awake.includes('screen')")
    page.get_by_role("button", name="Say the cards aloud").click()
    view = flip(page)
    expect(page.get_by_role("timer")).to_have_text(re.compile(r"0:(30|2\d)"))
    assert page.evaluate("() => heard.at(-1)") == ["en", view["said"][-1]]
    page.get_by_role("link", name="Back").click()
    page.wait_for_function("() => awake.length === 0")
    page.get_by_role("checkbox", name="two on a page").check()
    page.get_by_role("checkbox", name="without colours").check()
    page.get_by_role("button", name="Print").click()
    page.wait_for_function("() => window.printed > 500")
    assert json.loads(page.evaluate("() => localStorage.getItem('blank-sheets')"))["two"] is True
