"""What people send is taken for text and facts, never for more; what is secret stays out of the log."""

from __future__ import annotations

import json
import re
import socket
import time
from importlib.resources import files
from itertools import count
from pathlib import Path

import pytest

from fulgence.rules.cityfile.city_reader import parse_city_file
from fulgence.rules.text.record import parse_record, replay
from server.raw_http import JSON, bearer, port_of, send
from server.server_process import Failed, Server, play_out, serving

TOY = (files("fulgence.cities") / "toy.toml").read_text(encoding="utf-8")


def refused(server: Server, **wishes: object) -> Failed:
    with pytest.raises(Failed) as failed:
        server.call("POST", "/api/tables", {"city": "toy", "name": "Ann", **wishes})
    return failed.value


# Bots that would think for minutes.


@pytest.mark.parametrize("bot", ["mcts:5001", "flat:1000000"])
def test_a_bot_that_thinks_for_long_is_not_let_to_a_table(server: Server, bot: str) -> None:
    failed = refused(server, seats=[{"kind": "person"}, {"kind": "bot", "bot": bot}])
    assert (failed.status, failed.code) == (422, "refused")
    assert failed.message == "a bot's number is at most 5000 at a table"
    seat = server.open(city="toy", seats=[{"kind": "person"}, {"kind": "bot", "bot": "mcts:5000"}])[0]
    with pytest.raises(Failed) as handing:
        server.call("POST", f"{seat.path}/seats/0/bot", {"bot": bot}, token=seat.token)
    assert handing.value.code == "refused"


# Names.

SCOTLAND = (
    "\U0001f3f4\U000e0067\U000e0062\U000e0073\U000e0063\U000e0074\U000e007f"  # a flag of hidden letters
)


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("Ann", "Ann"),
        ("  Ann \t\n Lee ", "Ann Lee"),
        ("A" * 24, "A" * 24),
        ("Zoe\u0308", "Zo\u00eb"),
        ("\u674e\u5c0f\u9f99", "\u674e\u5c0f\u9f99"),
        ("\u05d3\u05d5\u05d3", "\u05d3\u05d5\u05d3"),
        ("Ann \U0001f687", "Ann \U0001f687"),
        ("\u2764\ufe0f", "\u2764\ufe0f"),
        ("\U0001f469\u200d\U0001f467 A", "\U0001f469\u200d\U0001f467 A"),  # a family, joined
        ("\U0001f3c3\U0001f3fd\u200d\u2640\ufe0f", "\U0001f3c3\U0001f3fd\u200d\u2640\ufe0f"),  # a runner
        ("\u2764\ufe0f\u200d\U0001f525", "\u2764\ufe0f\u200d\U0001f525"),  # a heart on fire
        ("\U0001f1ee\U0001f1f9", "\U0001f1ee\U0001f1f9"),  # the flag of Italy
        (SCOTLAND, SCOTLAND),
        ("\u0e17\u0e35\u0e48", "\u0e17\u0e35\u0e48"),  # a vowel and a tone
        ("\u05e9\u05c1\u05bc\u05b8", "\u05e9\u05b8\u05bc\u05c1"),  # three points on one letter
        ("<script>alert(1)</script"[:24], "<script>alert(1)</script"),
        ('"; drop table tables; --', '"; drop table tables; --'),
        ("{0.__class__}", "{0.__class__}"),
    ],
)
def test_names_come_back_as_they_are_shown(server: Server, name: str, shown: str) -> None:
    seat = server.open(city="toy", name=name)[0]
    answer = send(server, "GET", seat.path, [bearer(seat.token)])
    assert answer.document["seats"][0]["name"] == shown
    assert answer.headers["content-type"] == "application/json"
    assert answer.headers["x-content-type-options"] == "nosniff"
    with seat.connect() as player:
        assert player.view["game"]["names"] == [shown]


@pytest.mark.parametrize(
    "name",
    [
        "",
        " \t\u00a0\u2003",
        "A" * 25,
        "\U0001f687" * 25,
        "A\x00B",
        "A\x07B",
        "A\x7fB",
        "\u202eannA",  # written from right to left
        "A\u2066B",
        "\u200f",
        "A\u200bB",  # no width
        "A\u200dB",
        "\U0001f469\u200d",  # joins nothing
        "\u200d\U0001f469",
        "\U0001f469\u200d\u200d\U0001f467",
        "\U0001f469\u200dA",
        "A\U000e0067\U000e0062\U000e007f",  # letters of a flag without the flag
        "\U0001f3f4\U000e0067\U000e0062",  # a flag that does not end
        "A\ufeffB",
        "A\u00adB",  # a hyphen that is not shown
        "\u3164",  # letters that look like nothing
        "\u2800",
        "A\u115fB",
        "A\U000e0041B",
        "A\ue000B",  # nobody knows what it looks like
        "A\uffffB",
        "A\u0300\u0301\u0302\u0303\u0304",  # covers the lines above
        "A\u20dd\u20de\u20df\u20e0",
    ],
    ids=ascii,
)
def test_names_that_deceive_are_refused(server: Server, name: str) -> None:
    failed = refused(server, name=name)
    assert (failed.status, failed.code) == (422, "bad-name")
    table = server.open(city="toy", seats=[{"kind": "person"}] * 2)[0]
    with pytest.raises(Failed) as joining:
        server.call("POST", f"{table.path}/join", {"name": name}, token=table.opened["invite"])
    assert (joining.value.status, joining.value.code) == (422, "bad-name")


@pytest.mark.parametrize("name", [None, 1, ["Ann"], {"Ann": 1}, "A" * 201])
def test_a_name_is_a_text(server: Server, name: object) -> None:
    table = server.open(city="toy", seats=[{"kind": "person"}] * 2)[0]
    with pytest.raises(Failed) as failed:
        server.call("POST", f"{table.path}/join", {"name": name}, token=table.opened["invite"])
    assert (failed.value.status, failed.value.code) == (422, "bad-request")


def test_half_a_character_is_no_text(server: Server) -> None:
    for body in (rb'{"city":"toy","name":"\ud800"}', rb'{"city":"toy","\ud800":1}', b'{"city":"\xff"}'):
        assert send(server, "POST", "/api/tables", [JSON], body).status in (400, 422)


@pytest.mark.parametrize(
    ("salt", "status"),
    [
        ("", 200),
        ("0", 200),
        ("0123456789abcdef" * 4, 200),
        ("0" * 65, 422),
        ("A", 422),
        ("g", 422),
        (" 0", 422),
    ],
)
def test_a_salt_is_up_to_64_hexadecimal_digits(server: Server, salt: str, status: int) -> None:
    table = server.open(city="toy", seats=[{"kind": "person"}] * 2)[0]
    body = json.dumps({"name": "Ben", "salt": salt}).encode()
    sent = [JSON, bearer(table.opened["invite"])]
    assert send(server, "POST", f"{table.path}/join", sent, body).status == status


# Cities that somebody brings along.


def test_a_city_of_ones_own_plays_to_the_end(server: Server) -> None:
    text = TOY.replace("Toy Town", "<b>Mine</b>").replace("river = 2", "river = 7")
    seat = server.open(city=None, city_file=text)[0]
    with seat.connect() as player:
        play_out([player])
        total = player.view["game"]["sheets"][0]["pad"]["total"]
    record = json.dumps(seat.call("GET", "/record"))
    game = replay(parse_record(record, parse_city_file(text.encode(), "mine.toml", "mine.toml")))
    assert [pad.total for pad in game.pads] == [total]
    answer = send(server, "GET", f"{seat.path}/city")
    assert answer.body.decode() == text
    assert answer.headers["content-type"] == "text/plain; charset=utf-8"
    assert answer.headers["x-content-type-options"] == "nosniff"


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (
            TOY.replace("1 S T", "1 S X"),
            "own.toml:8: stations: b1: unknown character 'X'; expected one of S T P C ? M # + .",
        ),
        (
            TOY.replace("river = 2", "river = -1"),
            "own.toml:44: points.river: must be a whole number from 0 to 999, not -1",
        ),
        (TOY + '\n[secret]\nfile = "/etc/passwd"', "own.toml:80: secret: unknown key"),
        ("name = ", "own.toml: not TOML: the text ends too early"),
        ("#", "own.toml: name: is missing"),
    ],
)
def test_a_city_with_a_mistake_is_told_which(server: Server, text: str, sentence: str) -> None:
    failed = refused(server, city=None, city_file=text)
    assert (failed.status, failed.message) == (422, sentence)


HOSTILE = [
    ("a." * 9_990 + "a = 1", "own.toml:1: a line has at most 40 dots"),
    ("[" + "a." * 9_990 + "a]", "own.toml:1: a line has at most 40 dots"),
    ("[" + "a." * 39 + "a]\n" + "".join(f"{'b.' * 39}c{n} = 1\n" for n in range(200)), "own.toml: name: is"),
    (
        TOY.replace('"c3", "a5"', str([f"{n:x}" for n in range(2_000)])[1:-1]),
        "own.toml:52: sites.cells: there is no station at 0",
    ),
    ("a = " + "[" * 19_000, "own.toml: not TOML: "),
    ("a = " + "{a=" * 6_000, "own.toml: not TOML: "),
    (TOY.replace("river = 2", "river = " + "9" * 15_000), "own.toml: not TOML: "),
    (
        TOY.replace("river = 2", "river = 0x" + "f" * 15_000),
        "own.toml:44: points.river: must be a whole number",
    ),
    (TOY.replace("river = 2", "river = nan"), "own.toml:44: points.river: must be a whole number"),
    ("\x01\x02{[\x7f" * 2_000, "own.toml: not TOML: "),
    ('"' * 20_000, "own.toml: not TOML: "),
    (TOY.replace("1 S T . C P\n", "1 S T . C P\n" * 1_000), "own.toml:9: stations: row 2 must begin with"),
    ("name = 'A'\nstations = \"a\\n1 .\"", "own.toml:2: stations: has no station"),
]


@pytest.mark.parametrize(("text", "sentence"), HOSTILE, ids=count())
def test_a_hostile_city_is_refused_at_once(server: Server, text: str, sentence: str) -> None:
    began = time.monotonic()
    failed = refused(server, city=None, city_file=text)
    assert time.monotonic() - began < 2
    assert failed.status == 422
    assert failed.message.startswith(sentence)


def test_a_city_has_a_size(server: Server) -> None:
    assert server.open(city=None, city_file=TOY.ljust(20_000, "\n"))
    failed = refused(server, city=None, city_file=TOY.ljust(20_001, "\n"))
    assert (failed.status, failed.code) == (422, "bad-request")
    assert refused(server, city=None, city_file="#" * 60_000).status == 422


@pytest.mark.parametrize("city", ["../toy", "/etc/passwd", "toy.toml", "own.toml", "TOY", "", "toy\x00"])
def test_a_city_is_one_of_the_package_and_no_file(server: Server, city: str) -> None:
    assert refused(server, city=city).code == "no-city"


@pytest.mark.parametrize(
    "wishes",
    [
        {"seats": []},
        {"seats": [{"kind": "person"}] * 5},
        {"seats": [{"kind": "bot"}]},
        {"seats": [{"kind": "person", "bot": "greedy"}]},
        {"seats": [{"kind": "bot", "bot": "../greedy"}]},
        {"clock": 4},
        {"clock": 604_801},
        {"clock": 5.5},
        {"clock": "60"},
        {"clock": 10**400},
        {"language": "../de"},
        {"language": "xx"},
        {"addons": ["powers"] * 9},
        {"addons": ["nothing"]},
        {"listed": "yes"},
        {"seed": "0" * 64},
        {"token": "0" * 32},
    ],
    ids=str,
)
def test_a_wish_that_cannot_be_is_refused(server: Server, wishes: dict[str, object]) -> None:
    assert refused(server, **wishes).status in (400, 422)


# Secrets.


def test_the_log_tells_no_secret(tmp_path: Path) -> None:
    with serving(tmp_path, "--log-level=debug") as server:
        ann, ben = server.open(2, city="toy")
        fresh = ann.call("POST", "/seats/1/token")["token"]
        cookies = [("Cookie", f"seat={ann.token}"), ("Origin", server.url)]
        assert send(server, "POST", f"{ann.path}/seats/0/return", cookies).status == 200
        entering = b'{"token":"%b"}' % fresh.encode()
        assert send(server, "POST", f"{ann.path}/enter", [JSON], entering).status == 200
        with ann.connect() as player:
            player.play(player.moves[0])
        tokens = [ann.token, ben.token, fresh, ann.opened["invite"], ann.opened["watch"]]
        seed = written_seed(tmp_path, ann.table)
    log = "".join(server.log)
    assert '"level": "debug"' in log
    assert "***" in log  # something was there to be masked
    for secret in (*tokens, seed):
        # Not even a part of it.
        assert not [start for start in range(len(secret) - 11) if secret[start : start + 12] in log]


def written_seed(folder: Path, table: str) -> str:
    """The server has the database for itself; its bytes can be read."""
    text = b"".join(file.read_bytes() for file in folder.glob("games.db*")).decode("latin-1")
    found = re.search(table + r'.{0,40}"entry":"opened".*?"seed":"([0-9a-f]{64})"', text, re.DOTALL)
    assert found
    return found[1]


def test_the_server_listens_where_only_this_machine_can_ask(server: Server) -> None:
    assert server.url.startswith("http://127.0.0.1:")
    with pytest.raises(OSError):
        socket.create_connection(("127.0.0.2", port_of(server)), timeout=2)
