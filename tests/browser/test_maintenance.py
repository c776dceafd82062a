"""What players see when an operator makes the server read-only, or deletes their table."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import expect

from browser.conftest import OPERATOR
from browser.player import Player
from server.server_process import Server

MAINTAINED = "The server is being maintained; your move is sent as soon as that is done."


def test_a_move_waits_for_the_end_of_maintenance_and_a_deleted_table_says_so(
    invite: Callable[..., Player], server: Server
) -> None:
    def administer(**operation: object) -> None:
        server.call("POST", "/api/admin", operation, token=OPERATOR)

    ann = invite()
    ann.open_alone("London")
    administer(do="read-only", is_on=True)
    try:
        ann.touch(ann.moves[0])
        notices = ann.page.locator(".notices .notice")
        expect(notices).to_have_text([MAINTAINED])
        assert ann.view["ply"] == 0
    finally:
        administer(do="read-only", is_on=False)
    ann.until(lambda player: player.view["ply"] > 0)
    expect(notices).to_have_count(0)
    ann.play_turn()
    administer(do="delete", table=ann.table)
    ann.page.get_by_role("heading", name="This table cannot be entered").wait_for()
    expect(ann.page.get_by_role("alert")).to_have_text("whoever runs this server has deleted this table")
