"""A game in a custom city in the web app: its file can be saved beside the record, and it can be reviewed."""

from __future__ import annotations

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
