"""A table in a custom city: its name, its file byte by byte, and its record read by every command."""

from __future__ import annotations

import hashlib
import json
from importlib.resources import files
from pathlib import Path

import pytest

from commands.shell import ask
from server.raw_http import send
from server.server_process import Failed, Server, play_out

TOY = (files("fulgence.cities") / "toy.toml").read_text(encoding="utf-8")
VIENNA = "\ufeff" + TOY.replace("Toy Town", "Wien (Österreich)").replace("\n", "\r\n")
DIGEST = hashlib.sha256(VIENNA.encode()).hexdigest()


def test_every_command_reads_the_record_of_an_online_game_with_the_city_file_of_its_table(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, server: Server
) -> None:
    (seat,) = server.open(city=None, city_file=VIENNA, city_name="vienna.toml", bots=["greedy"])
    with seat.connect() as player:
        assert player.view["game"]["city"] == "vienna.toml"
        play_out([player])
        totals = [sheet["pad"]["total"] for sheet in player.view["game"]["sheets"]]
    record = seat.call("GET", "/record")
    assert (record["city"], record["city_digest"]) == ("vienna.toml", DIGEST)
    city, game = tmp_path / "saved.toml", tmp_path / "game.json"
    city.write_bytes(send(server, "GET", f"{seat.path}/city").body)
    assert city.read_bytes() == VIENNA.encode()
    game.write_text(json.dumps(record), encoding="utf-8")

    replayed = ask(capsys, "replay", game, "--city", city, "--json")
    assert (replayed.code, replayed.err) == (0, "")
    assert [each["total"] for each in replayed.objects[0]["seats"]] == totals
    commitment = seat.opened["commitment"]
    verified = ask(capsys, "verify", game, "--city", city, "--commitment", commitment, "--json")
    assert (verified.code, verified.err) == (0, "")
    assert verified.objects[0]["fair"] is True
    reviewed = ask(capsys, "review", game, "--city", city, "--json")
    assert (reviewed.code, reviewed.objects[0]["total"]) == (0, totals[0])
    begun = tmp_path / "begun.json"
    seats = [{**player, "moves": player["moves"][:2]} for player in record["seats"]]
    begun.write_text(json.dumps({**record, "seats": seats}), encoding="utf-8")
    counted = ask(capsys, "perft", begun, "--city", city, "--depth", "1", "--json")
    assert (counted.code, counted.err) == (0, "")
    assert counted.objects[0]["perft"]
    drawn = ask(capsys, "draw", game, "--city", city)
    assert (drawn.code, drawn.err) == (0, "")
    assert drawn.out.startswith("<svg")

    (tmp_path / "other.toml").write_bytes(city.read_bytes() + b"\n")
    for command in ("replay", "verify", "review", "draw", "perft"):
        refused = ask(capsys, command, game, "--city", tmp_path / "other.toml")
        assert (refused.code, refused.out) == (1, "")
        assert f"was played on a file with digest {DIGEST}, and other.toml has " in refused.err


def test_a_record_of_a_custom_city_is_replayed_with_its_file(server: Server) -> None:
    (seat,) = server.open(city=None, city_file=VIENNA, city_name="vienna.toml")
    with seat.connect() as player:
        play_out([player])
    record = json.dumps(seat.call("GET", "/record"))
    told = server.call("POST", "/api/replay", {"record": record, "city_file": VIENNA})
    assert told == seat.call("GET", "/replay")
    for own in ({}, {"city_file": TOY}, {"city_file": "what?"}):
        with pytest.raises(Failed) as caught:
            server.call("POST", "/api/replay", {"record": record, **own})
        assert caught.value.status == 422


def test_the_page_can_ask_for_all_of_a_custom_city(server: Server) -> None:
    (seat,) = server.open(city=None, city_file=VIENNA, city_name="Wien, süd.toml".replace(",", ""))
    with seat.connect() as player:
        play_out([player])
    assert seat.call("GET", "/map")["key"] == "Wien süd.toml"
    assert seat.call("GET", "/replay")["game"]["city"] == "Wien süd.toml"
    assert send(server, "GET", f"{seat.path}/sheets/0.svg").status == 200
    again = seat.call("POST", "/rematch")["table"]
    found = server.call("GET", f"/api/tables/{again}", token=seat.token)
    assert found["city"] == "Wien süd.toml"


@pytest.mark.parametrize(
    ("name", "file"),
    [
        ("Wien (Österreich)", "wien-österreich.toml"),
        ("../../etc", "etc.toml"),
        ("<b>Mine</b>", "b-mine-b.toml"),
        ("!", "city.toml"),
        ("x" * 200, "x" * 59 + ".toml"),
    ],
)
def test_a_file_without_a_name_is_called_as_its_city(server: Server, name: str, file: str) -> None:
    (seat,) = server.open(city=None, city_file=TOY.replace("Toy Town", name))
    assert seat.call("GET", "")["city"] == file


@pytest.mark.parametrize(
    "name",
    [
        "vienna",
        ".toml",
        "../vienna.toml",
        "a/b.toml",
        "a\\b.toml",
        ".vienna.toml",
        " vienna.toml",
        "vienna.toml\n",
        "vien\u202ena.toml",
        "vien\x00na.toml",
        "v" * 60 + ".toml",
        '"vienna".toml',
    ],
)
def test_a_name_that_is_no_safe_file_name_is_refused(server: Server, name: str) -> None:
    with pytest.raises(Failed) as failed:
        server.open(city=None, city_file=TOY, city_name=name)
    assert (failed.value.status, failed.value.code) == (422, "bad-name")
    assert failed.value.message == (
        "the name of a city file may have letters, digits, spaces and . _ - + ( ), and ends in .toml"
    )


def test_a_mistake_is_told_with_the_name_of_the_file(server: Server) -> None:
    with pytest.raises(Failed) as failed:
        server.open(city=None, city_file=TOY.replace("1 S T", "1 S X"), city_name="vienna.toml")
    assert failed.value.message.startswith("vienna.toml:8: stations: b1: unknown character 'X'")


def test_a_text_that_is_no_unicode_is_refused(server: Server) -> None:
    with pytest.raises(Failed) as failed:
        server.open(city=None, city_file=TOY + "# \ud800")
    assert failed.value.status in (400, 422)
