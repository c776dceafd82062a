"""Records of several seats: the pencils go round the table."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from commands.records import TOY, changed, replay

ORDERS = {
    2: ["purple green pink blue", "pink blue purple green"],
    3: ["purple green pink blue", "blue purple green pink", "pink blue purple green"],
    4: [
        "purple green pink blue",
        "blue purple green pink",
        "pink blue purple green",
        "green pink blue purple",
    ],
}


def table(orders: list[str]) -> Any:
    """A game that nobody has begun."""
    seats = [{"name": str(n), "pencils": order.split(), "moves": []} for n, order in enumerate(orders)]
    return changed(TOY, "seats", seats)


@pytest.mark.parametrize("orders", ORDERS.values())
def test_the_pencils_of_a_table_go_round_to_the_left(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, orders: list[str]
) -> None:
    assert len(replay(capsys, tmp_path, table(orders)).objects[0]["seats"]) == len(orders)


@pytest.mark.parametrize("seats", [3, 4])
def test_pencils_that_go_round_to_the_right_are_refused(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, seats: int
) -> None:
    other_way = [" ".join([first, *reversed(rest)]) for first, *rest in map(str.split, ORDERS[seats])]
    answer = replay(capsys, tmp_path, table(other_way))
    assert answer.err == "seat 1: pencils move on by one place a round: green, purple, blue, pink"


@pytest.mark.parametrize(
    ("orders", "reason"),
    [
        (
            ["purple green pink blue", "blue purple green pink"],
            "seat 1: pencils move on by one place a round: pink, blue, purple, green",
        ),
        (
            ["purple green pink blue", "purple green pink blue"],
            "seat 1: pencils move on by one place a round: pink, blue, purple, green",
        ),
        (
            ["purple green pink blue", "pink blue purple green", "blue purple green pink"],
            "seat 1: pencils move on by one place a round: blue, purple, green, pink",
        ),
        (
            [*ORDERS[3], "green purple pink blue"],
            "seat 3: pencils move on by one place a round: green, pink, blue, purple",
        ),
    ],
)
def test_seats_at_other_places_of_the_table_are_refused(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, orders: list[str], reason: str
) -> None:
    answer = replay(capsys, tmp_path, table(orders))
    assert (answer.code, answer.err) == (1, reason)


@pytest.mark.parametrize(
    "order", ["purple blue pink green", "green pink blue purple", "blue green purple pink"]
)
def test_a_player_alone_may_take_the_pencils_in_any_order(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, order: str
) -> None:
    (result,) = replay(capsys, tmp_path, table([order])).objects
    assert [line["pencil"] for line in result["seats"][0]["lines"]] == order.split()
