"""A first visit is light: counted in bytes as they come over the network."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Request

from browser.player import Player
from server.server_process import Server

MOST, MOST_WITH_A_TABLE = 65_000, 80_000


def weigh(player: Player, visit: Callable[[], None]) -> dict[str, int]:
    """Scripts and styles that a visit loads, with their bytes."""
    loaded: list[Request] = []
    player.page.on("requestfinished", lambda request: loaded.append(request))
    visit()
    player.page.wait_for_load_state("networkidle")
    wanted = [each for each in loaded if each.resource_type in ("script", "stylesheet")]
    return {each.url: each.sizes()["responseBodySize"] for each in wanted}


def test_the_start_page_loads_at_most_65_kilobytes_of_script_and_style(invite: Callable[..., Player]) -> None:
    player = invite(fresh=True)
    sizes = weigh(player, player.go_home)
    assert len(sizes) >= 2
    assert sum(sizes.values()) <= MOST, sizes


def test_a_link_to_a_table_loads_at_most_80_kilobytes(invite: Callable[..., Player], server: Server) -> None:
    player = invite(fresh=True)
    [ann] = server.open()

    def visit() -> None:
        player.page.goto(f"{server.url}/t/{ann.table}#seat={ann.token}")
        player.sit()

    sizes = weigh(player, visit)
    assert len(sizes) >= 2
    assert sum(sizes.values()) <= MOST_WITH_A_TABLE, sizes
