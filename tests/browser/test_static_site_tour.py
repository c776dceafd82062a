"""Around a site of plain files: what was played there is looked at, shown, reviewed and tried out."""

from __future__ import annotations

import json
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from browser.app_site import file_server, publish
from browser.device import PYTHON_STARTS
from browser.watch import Watch
from fulgence.browser.host import Host, OpenTable
from fulgence.browser.routes import handle
from fulgence.table.entries import format_entry
from offline_bundle import made_bundle

PNG = b"\x89PNG\r\n\x1a\n"
TOY = (files("fulgence.cities") / "toy.toml").read_text(encoding="utf-8")
VIENNA = TOY.replace("Toy Town", "Vienna")


@pytest.fixture
def page(browser: Browser, tmp_path: Path) -> Iterator[Page]:
    """On a phone, as everything is there that a larger screen has."""
    publish(tmp_path / "host", made_bundle())
    with file_server(tmp_path / "host") as address:
        context = browser.new_context(
            locale="en",
            reduced_motion="reduce",
            base_url=address,
            viewport={"width": 360, "height": 740},
        )
        context.set_default_timeout(PYTHON_STARTS)
        context.add_init_script("delete Navigator.prototype.share;")
        watch = Watch(context, address.rstrip("/"))
        with watch.expecting("^another host: blob:"):  # a picture that was made here
            yield context.new_page()
        assert not watch.problems
        context.close()


def finished_game() -> tuple[str, bytes]:
    """In a custom city: the id of its table, and a file of games with it."""
    host = Host()
    opened = host.open(OpenTable(city_file=VIENNA, city_name="vienna.toml", name="Ann"))
    id, token = opened.value["table"], opened.token
    host.connect(id, 1, token, "en")
    table = host.table(id)
    while table.table.phase == "playing":
        game, ply = table.table.game, table.table.seats[0].ply
        assert game is not None
        move = game.view(0).moves[0]
        table.receive(1, json.dumps({"type": "move", "ply": ply, "move": move, "ready": True}))
    assert handle(host, "GET", f"/api/tables/{id}/record", b"", token, "en").status == 200
    entries = [(at, format_entry(entry)) for at, entry in table.log]
    saved = {
        "format": "fulgence-games",
        "version": 1,
        "games": [{"id": id, "token": token, "entries": entries}],
    }
    return id, json.dumps(saved).encode()


@pytest.mark.long
def test_a_game_in_a_custom_city_is_shown_reviewed_and_tried_out(page: Page) -> None:
    id, saved = finished_game()
    page.goto("./")
    page.get_by_label("Add from a file").set_input_files(
        {"name": "games.json", "mimeType": "application/json", "buffer": saved}
    )
    page.get_by_text("added.").wait_for()
    page.get_by_text("Finished games on this device").click()
    page.get_by_role("link", name="Watch it again").click()
    page.get_by_text("Round 1 of").first.wait_for()

    page.goto(f"?/t/{id}")
    page.get_by_role("button", name="Share").click()
    expect(page.get_by_role("button", name="Copy the link")).to_have_count(0)  # nobody else could open it
    with page.expect_download() as picture:
        page.get_by_role("button", name="Picture").click()
    assert picture.value.path().read_bytes().startswith(PNG)
    page.keyboard.press("Escape")
    page.locator(".game-over > details > summary", has_text="More").click()
    with page.expect_download() as city:
        page.get_by_role("link", name="City file").click()
    assert city.value.path().read_text(encoding="utf-8") == VIENNA

    page.get_by_role("link", name="Review").click()
    expect(page.get_by_role("progressbar")).to_be_visible()
    page.get_by_role("link", name="Try it from here").click()
    page.get_by_role("switch", name="Show the bot's moves").click()
    page.get_by_text("Expected total").wait_for()
    page.get_by_role("button", name="Another card").click()
    page.get_by_role("dialog").get_by_role("button").nth(1).click()
    expect(page.get_by_role("dialog")).to_have_count(0)
    page.get_by_role("button", name="Pass", exact=True).click()
    page.get_by_role("button", name="One step back").click()
    expect(page.get_by_role("alert")).to_have_count(0)

    page.get_by_role("button", name="Settings").click()
    page.get_by_text("The game is here.").or_(page.get_by_text("It is all here")).wait_for()
    licences = page.request.get("offline/licenses.txt").text()
    assert "MPL-2.0" in licences and page.request.get("licenses.txt").ok
