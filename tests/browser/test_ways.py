"""Whole games with all add-ons: each city by each way to play, a few of them unless all are asked for."""

from __future__ import annotations

import os
from collections.abc import Callable

import pytest

from browser.player import Player
from browser.whole_game import check_the_end, play_out
from server.server_process import Server

Invite = Callable[..., Player]
ADDONS = {
    "london": ["objectives", "powers", "gates"],
    "paris": ["objectives", "powers", "gates"],
    "berlin": ["objectives", "acceleration"],
}
WIDTHS = {"mouse-drag": 1280, "finger-drag": 360, "keys": 1024, "names": 1280}
ALL = [(city, way) for city in ADDONS for way in WIDTHS]
FEW = [("london", "mouse-drag"), ("paris", "finger-drag"), ("berlin", "keys"), ("paris", "names")]
WANTED = ALL if os.environ.get("FULGENCE_ALL_WAYS", "") not in ("", "0") else FEW


def test_the_few_have_every_city_and_every_way() -> None:
    assert {city for city, _ in FEW} == set(ADDONS)
    assert {way for _, way in FEW} == set(WIDTHS)


@pytest.mark.parametrize(("city", "way"), WANTED)
def test_a_whole_game_with_all_add_ons(invite: Invite, server: Server, city: str, way: str) -> None:
    player = invite(hand=way, width=WIDTHS[way], seed=31)
    [ann] = server.open(1, [], city=city, addons=ADDONS[city])
    player.page.goto(f"{server.url}/t/{ann.table}#seat={ann.token}")
    player.sit()
    play_out(player)
    check_the_end(player)
