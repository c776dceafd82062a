"""What is the same for everybody: maps, catalogues, replays of records."""

from __future__ import annotations

import json
import urllib.request
from pathlib import Path

import pytest

from fulgence.browser.host import Host
from fulgence.browser.routes import handle
from fulgence.language import languages, load_language
from fulgence.rules.cityfile.city_reader import city_names, load_city
from fulgence.rules.deal import deal
from fulgence.rules.game import Game
from fulgence.rules.generator import Generator
from fulgence.rules.text.record import format_record, record_of, replay
from random_games import SAMPLER
from server.server_process import Failed, Server, play_out


def played(city: str, seats: int, addons: tuple[str, ...] = (), turns: int = 1000) -> Game:
    rng = Generator(11)
    game = Game(deal(load_city(city), addons, seats, rng))
    while not game.is_over and turns:
        for seat in range(seats):
            while not game.is_done(seat):
                moves = game.view(seat).moves
                game.play(seat, moves[rng.draw(len(moves))])
        game.flip()
        turns -= 1
    return game


@pytest.mark.parametrize("key", city_names())
def test_a_map_has_a_place_for_everything(server: Server, key: str) -> None:
    found, city = server.call("GET", f"/api/cities/{key}"), load_city(key)
    assert set(found["cells"]) == set(city.cells)
    assert [pencil["name"] for pencil in found["pencils"]] == list(city.pencils)
    assert [card["name"] for card in found["cards"]] == [card.name for card in city.cards]
    assert {place["name"] for place in found["districts"]} == set(city.districts)
    assert all(0 < x < found["width"] and 0 < y < found["height"] for x, y in found["cells"].values())
    assert "<script" not in found["paper"] and "style=" not in found["paper"] + found["stations_svg"]


def test_a_table_has_the_map_of_its_own_city(server: Server) -> None:
    text = Path(SAMPLER).read_text(encoding="utf-8")
    seat = server.open(city=None, city_file=text)[0]
    assert seat.call("GET", "/map")["key"] == "sampler.toml"
    with pytest.raises(Failed) as refused:
        server.call("GET", f"{seat.path}/map")
    assert refused.value.status == 403


@pytest.mark.parametrize("tag", languages())
def test_a_catalogue_translates_as_the_program_does(server: Server, tag: str) -> None:
    found = server.call("GET", f"/api/languages/{tag}")
    assert found["tag"] == tag
    if tag != "en":
        assert found["messages"]["Undo"] == [load_language(tag).text("Undo")]
        assert found["plural"] == ("n > 1" if "n > 1" in found["plural"] else "n != 1")
        assert len(found["messages"]["{count} interchange"]) == 2


@pytest.mark.parametrize("path", ["/api/cities/nowhere", "/api/languages/xx", "/api/lessons/none/map"])
def test_what_is_not_there_is_not_found(server: Server, path: str) -> None:
    with pytest.raises(Failed) as refused:
        server.call("GET", path)
    assert refused.value.status == 404


@pytest.mark.parametrize(
    ("city", "seats", "addons"),
    [
        ("london", 1, ()),
        ("paris", 3, ("objectives", "gates")),
        ("berlin", 2, ("objectives", "acceleration")),
    ],
)
def test_a_replay_has_the_sheets_and_scores_of_every_turn(
    server: Server, city: str, seats: int, addons: tuple[str, ...]
) -> None:
    game = played(city, seats, addons)
    record = record_of(game)
    found = server.call("POST", "/api/replay", {"record": format_record(record)})
    assert len(found["states"]) == sum(map(len, game.deal.turns))
    assert [state["pad"]["total"] for state in found["states"][-1]] == [pad.total for pad in game.pads()]
    assert found["game"]["winners"] == game.winners()
    assert found["outcome"]
    totals: list[list[int]] = [[] for _ in range(seats)]
    replay(record, lambda seat, sheet: totals[seat].append(sheet.round))
    for seat in range(seats):
        rounds = found["game"]["sheets"][seat]["rounds"]
        assert [tuple(turn) for turns in rounds for turn in turns] == list(record.moves[seat])
        assert len(totals[seat]) == len(found["states"])


def test_an_unfinished_record_is_shown_as_far_as_it_goes(server: Server) -> None:
    game = played("london", 2, turns=5)
    found = server.call("POST", "/api/replay", {"record": format_record(record_of(game))})
    assert len(found["states"]) == 5
    assert found["outcome"] == "" and not found["game"]["is_over"]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("nonsense", "this is not a record: the text does not begin with a curly bracket"),
        ("{", "this is not a record: the text ends too early"),
        ("{}", "fulgence is missing"),
        (json.dumps({"fulgence": 1, "city": "/etc/passwd"}), "is none of"),
    ],
)
def test_what_is_no_record_gets_a_sentence(server: Server, text: str, said: str) -> None:
    with pytest.raises(Failed) as refused:
        server.call("POST", "/api/replay", {"record": text})
    assert refused.value.status == 422
    assert said in refused.value.message


def test_a_game_that_is_over_can_be_replayed_and_one_that_is_not_cannot(server: Server) -> None:
    seat = server.open(city="toy")[0]
    with pytest.raises(Failed) as refused:
        seat.call("GET", "/replay")
    assert refused.value.code == "not-over"
    with seat.connect() as player:
        play_out([player])
        total = player.view["game"]["sheets"][0]["pad"]["total"]
    with urllib.request.urlopen(f"{server.url}{seat.path}/sheets/0.svg", timeout=20) as answer:
        assert answer.headers["content-type"] == "image/svg+xml"
        assert f">{total}<" in answer.read().decode()
    with pytest.raises(Failed) as refused:
        seat.call("GET", "/sheets/1.svg")
    assert refused.value.status == 404
    assert seat.call("GET", "/replay")["states"][-1][0]["pad"]["total"] == total


@pytest.mark.parametrize("path", ["/api/replay", "/api/review"])
def test_what_is_no_record_is_refused_in_the_language_of_the_reader(server: Server, path: str) -> None:
    with pytest.raises(Failed) as refused:
        server.call("POST", path, {"record": '{"fulgence": 1,'}, Accept_Language="de")
    assert refused.value.message == "das ist keine Aufzeichnung: der Text endet zu früh"


def test_the_city_editor_answers_here_as_in_a_browser(server: Server) -> None:
    for body in ({}, {"city": "toy"}, {"file": "name = 3"}, {"draft": {"stations": ["S.X"]}}):
        here = handle(Host(), "POST", "/api/cities/edit", json.dumps(body).encode(), "", "en")
        assert server.call("POST", "/api/cities/edit", body) == json.loads(here.text)


@pytest.mark.parametrize(
    ("path", "body", "status"),
    [
        ("edit", {"city": "atlantis"}, 404),
        ("edit", {"draft": {"misfits": {"year": "18 63"}}}, 422),
        ("edit", {"file": "#" * 20_001}, 422),
        ("edit", {"draft": {"note": "x" * 70_000}}, 413),
    ],
)
def test_the_city_editor_refuses_what_is_no_city(
    server: Server, path: str, body: dict[str, object], status: int
) -> None:
    with pytest.raises(Failed) as caught:
        server.call("POST", f"/api/cities/{path}", body)
    assert caught.value.status == status
