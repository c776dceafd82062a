"""Games with all add-ons, each city by each way to play: some turns of a few always, all in a long run."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from browser.player import Player
from browser.whole_game import check_the_end, play_out, play_up_to_the_last_turn
from server.server_process import Seat, Server

Invite = Callable[..., Player]
ADDONS = {
    "london": ["objectives", "powers", "gates"],
    "paris": ["objectives", "powers", "gates"],
    "berlin": ["objectives", "acceleration"],
}
WIDTHS = {"mouse-drag": 1280, "finger-drag": 360, "keys": 1024, "names": 1280}
ALL = [(city, way) for city in ADDONS for way in WIDTHS]
FEW = [("london", "mouse-drag"), ("paris", "finger-drag"), ("berlin", "keys"), ("paris", "names")]


def test_the_few_have_every_city_and_every_way() -> None:
    assert {city for city, _ in FEW} == set(ADDONS)
    assert {way for _, way in FEW} == set(WIDTHS)


def sit(invite: Invite, server: Server, city: str, way: str) -> tuple[Player, Seat]:
    player = invite(hand=way, width=WIDTHS[way], seed=31)
    [ann] = server.open(1, [], city=city, addons=ADDONS[city])
    player.page.goto(f"{server.url}/t/{ann.table}#seat={ann.token}")
    player.sit()
    return player, ann


@pytest.mark.long
@pytest.mark.parametrize(("city", "way"), ALL)
def test_a_whole_game_with_all_add_ons(invite: Invite, server: Server, city: str, way: str) -> None:
    player, _ = sit(invite, server, city, way)
    play_out(player)
    check_the_end(player)


@pytest.mark.parametrize(("city", "way"), FEW)
def test_the_first_and_the_last_turns_with_all_add_ons(
    invite: Invite, server: Server, city: str, way: str
) -> None:
    player, ann = sit(invite, server, city, way)
    play_out(player, turns=6)
    play_up_to_the_last_turn([ann])
    player.page.reload()
    player.sit()
    play_out(player)
    check_the_end(player)
