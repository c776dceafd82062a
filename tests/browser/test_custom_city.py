"""A game in a custom city in the web app: its file can be saved beside the record, which opens with it."""

from __future__ import annotations

import json
from collections.abc import Callable
from importlib.resources import files
from pathlib import Path

from browser.player import Player
from server.server_process import Server, play_out

Invite = Callable[..., Player]
TOY = (files("fulgence.cities") / "toy.toml").read_text(encoding="utf-8")
VIENNA = "\ufeff" + TOY.replace("Toy Town", "Wien (Österreich)").replace("\n", "\r\n")


def test_the_file_of_a_custom_city_is_saved_as_it_was_and_its_game_reviewed(
    invite: Invite, server: Server, tmp_path: Path
) -> None:
    [ann] = server.open(1, city=None, city_file=VIENNA, city_name="vienna.toml")
    with ann.connect() as socket:
        play_out([socket])
    player = invite()
    page = player.page
    page.goto(f"{server.url}/t/{ann.table}#seat={ann.token}")
    player.open_more()
    with page.expect_download() as saved:
        page.get_by_role("link", name="City file").click()
    assert saved.value.suggested_filename == "vienna.toml"
    saved.value.save_as(tmp_path / "vienna.toml")
    assert (tmp_path / "vienna.toml").read_bytes() == VIENNA.encode()
    page.get_by_role("link", name="Review").click()
    page.get_by_text("The review is ready.").wait_for(state="attached", timeout=180_000)

    # A record names the city file by its digest: it opens with this file, and with no other.
    record = server.call("GET", f"/api/tables/{ann.table}/record")
    (tmp_path / "other.toml").write_text(TOY, encoding="utf-8")
    page.goto(f"{server.url}/replay")
    assert page.get_by_label("City file").count() == 0
    page.get_by_label("Record").fill(json.dumps(record))
    page.get_by_label("City file").set_input_files(tmp_path / "other.toml")
    with player.watch.expecting("422"):
        page.get_by_role("button", name="Show it").click()
        page.get_by_text("was played on a file with digest").wait_for()
    page.get_by_label("City file").set_input_files(tmp_path / "vienna.toml")
    page.get_by_role("button", name="Show it").click()
    page.get_by_text("Round 1 of 4").wait_for()
    page.get_by_role("button", name="Same cards for a friend").click()
    link = page.get_by_label("Link to the same cards").input_value()
    page.goto("about:blank")
    with player.watch.expecting("422"):
        page.goto(link)
        page.get_by_text("these cards are for vienna.toml").wait_for()
    page.get_by_label("City file").set_input_files(tmp_path / "vienna.toml")
    page.get_by_role("heading", name="challenges you in vienna").wait_for()


def test_a_city_of_the_package_has_no_file_to_save(invite: Invite, server: Server) -> None:
    [ann] = server.open(1, city="toy")
    with ann.connect() as socket:
        play_out([socket])
    player = invite()
    page = player.page
    page.goto(f"{server.url}/t/{ann.table}#seat={ann.token}")
    player.open_more()
    page.get_by_role("link", name="Record").wait_for()
    assert page.get_by_role("link", name="City file").count() == 0
