"""A snapshot of the order of generated moves."""

from pathlib import Path

from perft.order import move_orders


def test_moves_come_in_the_order_written_down() -> None:
    expected = Path(__file__).with_name("order.txt").read_text(encoding="utf-8")
    assert move_orders() == expected
