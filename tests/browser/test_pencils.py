"""Pencils that no city of the package has: the page draws them as the terminal and the printed sheet do."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import expect

from browser.player import Player
from fulgence.draw.page import blank_page, page_svg
from fulgence.rules.cityfile.city_reader import parse_city
from fulgence.term.text_map import pencil_letters
from server.server_process import Seat, Server, play_out

Invite = Callable[..., Player]
DOCUMENT = Path(__file__).parents[2] / "docs" / "add-a-city.md"

LOOKS = """() => [0, 1, 2, 3].map((place) => {
  const style = (css) => getComputedStyle(document.querySelector(`.map .${css}.pencil-${place}`));
  const inside = style("pattern");
  return [style("stroke").stroke, inside.stroke === "none" ? "" : inside.strokeDasharray];
})"""


@pytest.fixture(scope="module")
def documented() -> str:
    """The small city of the document, with red and black pencils."""
    found = re.search(
        r"```toml\n(name = \"Ringtown\".*?)```", DOCUMENT.read_text(encoding="utf-8"), re.DOTALL
    )
    assert found
    return found[1]


@pytest.fixture(scope="module")
def seat(server: Server, documented: str) -> Seat:
    """Ann's, at a table where all lines of the documented city have been drawn."""
    while True:  # with some cards, about one deal in twenty, a pencil never draws
        [ann] = server.open(1, city=None, city_file=documented)
        with ann.connect() as socket:
            play_out([socket])
            rounds = socket.view["game"]["sheets"][0]["rounds"]
        if all(any("-" in move for turn in turns for move in turn) for turns in rounds):
            return ann


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_red_and_black_differ_on_the_page(invite: Invite, seat: Seat, documented: str, scheme: str) -> None:
    page = invite(color_scheme=scheme).page
    page.goto(f"{seat.server.url}/t/{seat.table}#seat={seat.token}")
    expect(page.locator("th .pencil-badge")).to_have_count(4)
    looks = page.evaluate(LOOKS)
    assert [dash.replace("px", "").replace(",", "") for _, dash in looks] == ["16 12", "2 14", "30 10", ""]
    assert len({colour for colour, _ in looks}) == 4

    city = parse_city(documented, "ringtown.toml", "ringtown")
    letters = [letter.upper() for letter in pencil_letters(city).values()]
    assert letters == ["R", "B", "G", "L"]
    assert page.locator("th .pencil-badge .letter").all_text_contents() == letters
    badges = page.locator(".map .badge-letter").all_text_contents()
    assert sorted(badges) == sorted(letters)
    printed = page_svg(blank_page(city))
    assert {*re.findall(r'class="badge-letter"[^>]*>(\w)<', printed)} == {*letters}
