"""What Redis says, as it arrives."""

from __future__ import annotations

import pytest

from fulgence.server.cluster.redis_pubsub import Incomplete, Value, format_command, parse_value

PUSHED = b">3\r\n$7\r\nmessage\r\n$4\r\nhere\r\n$5\r\na\r\nbc\r\n"


@pytest.mark.parametrize(
    ("data", "value"),
    [
        (b":-12\r\n", -12),
        (b"+OK\r\n", b"OK"),
        (b"-ERR no\r\n", b"ERR no"),
        (b"$0\r\n\r\n", b""),
        (PUSHED, [b"message", b"here", b"a\r\nbc"]),
        (b"%1\r\n+proto\r\n:3\r\n", [b"proto", 3]),
        (b"*2\r\n*1\r\n:1\r\n*0\r\n", [[1], []]),
    ],
)
def test_a_value_is_read_to_its_end_and_no_further(data: bytes, value: Value) -> None:
    assert parse_value(b"??" + data + b":7\r\n", 2) == (value, 2 + len(data))


def test_a_value_that_is_cut_anywhere_is_waited_for() -> None:
    for size in range(len(PUSHED)):
        with pytest.raises(Incomplete):
            parse_value(PUSHED[:size], 0)


def test_a_command_tells_the_length_of_each_word() -> None:
    assert format_command(b"PUBLISH", b"", b"\r\n") == b"*3\r\n$7\r\nPUBLISH\r\n$0\r\n\r\n$2\r\n\r\n\r\n"
