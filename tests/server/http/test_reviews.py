"""Reviews and positions over HTTP: parts as they come, other moves and other cards, nobody kept waiting."""

from __future__ import annotations

import http.client
import json
import time
from collections.abc import Iterator
from importlib.resources import files
from typing import Any

import pytest

from commands.records import PAIR
from fulgence.bots.bot import make_bot
from fulgence.language import languages
from fulgence.rules.cityfile.city_reader import load_city
from fulgence.rules.deal import deal
from fulgence.rules.game import Game
from fulgence.rules.generator import Generator
from fulgence.rules.text.record import Record, format_record, parse_record, record_of, replay
from server.server_process import Failed, Server, serving


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("review"), "--workers=1") as made:
        yield made
        assert not [line for line in made.log if "raceback" in line]


def played(city: str, addons: tuple[str, ...] = (), seats: int = 1, turns: int = 99) -> Record:
    game = Game(deal(load_city(city), addons, seats, Generator(7)), ["Ann", "Ben", "Cleo", "Dora"][:seats])
    bot = make_bot("greedy", Generator(1))
    while not game.is_over and turns:
        for seat in range(seats):
            while not game.is_done(seat):
                game.play(seat, bot.choose(game.view(seat)))
        game.flip()
        turns -= 1
    return record_of(game)


TOY = played("toy")
TOY_TEXT = format_record(TOY)
PATHS: dict[str, dict[str, object]] = {"/api/review": {}, "/api/analysis": {"moves": [[]]}}


@pytest.fixture(scope="module")
def toy_review(server: Server) -> list[dict[str, Any]]:
    return review(server, TOY)


class Stream:
    """A review that is read line by line, and may be left at any time."""

    def __init__(self, server: Server, body: object, language: str = "en") -> None:
        host, port = server.url.removeprefix("http://").split(":")
        self.connection = http.client.HTTPConnection(host, int(port), timeout=30)
        headers = {"Content-Type": "application/json", "Accept-Language": language}
        self.connection.request("POST", "/api/review", json.dumps(body), headers)
        self.answer = self.connection.getresponse()

    def line(self) -> dict[str, Any]:
        text = self.answer.readline()
        assert text.endswith(b"\n")
        found: dict[str, Any] = json.loads(text)
        return found

    def lines(self) -> list[dict[str, Any]]:
        found = [json.loads(text) for text in self.answer]
        self.leave()
        return found

    def leave(self) -> None:
        self.answer.close()
        self.connection.close()


def begin(server: Server, record: str, language: str = "en", **more: Any) -> Stream:
    """A new review, as soon as the server has noticed that the last one was left."""
    until = time.monotonic() + 10
    while True:
        stream = Stream(server, {"record": record, **more}, language)
        if stream.answer.status != 429 or time.monotonic() > until:
            return stream
        stream.leave()


def review(server: Server, record: Record, seat: int = 0, language: str = "en") -> list[dict[str, Any]]:
    return begin(server, format_record(record), language, seat=seat).lines()


def position(server: Server, record: Record, moves: list[list[str]], **more: Any) -> dict[str, Any]:
    body = {"record": format_record(record), "seat": 0, "moves": moves, **more}
    found: dict[str, Any] = server.call("POST", "/api/analysis", body)
    return found


def own_moves(record: Record, turns: int, seat: int = 0) -> list[list[str]]:
    return [list(moves) for moves in record.moves[seat][:turns]]


def test_a_review_tells_what_will_come_then_every_part_then_the_end(toy_review: list[dict[str, Any]]) -> None:
    plan, *parts, end = toy_review
    turns = len(TOY.moves[0])
    total = replay(TOY).pads[0].total
    assert plan == {
        "type": "plan",
        "parts": turns + 2,
        "turns": turns,
        "names": ["Ann"],
        "seat": 0,
        "total": total,
        "finished": True,
        "learned": plan["learned"],
    }
    assert end == {"type": "end"}
    finished = [part for part in parts if part["type"] != "progress"]
    assert len(finished) == plan["parts"]
    assert [part["turn"] for part in finished if part["type"] == "turn"] == list(range(turns))
    games = {part["player"]: part for part in finished if part["type"] == "game"}
    assert set(games) == {"expert", "hindsight"}
    assert games["hindsight"]["total"] >= total


def test_every_turn_of_a_review_adds_up(toy_review: list[dict[str, Any]]) -> None:
    turns = [line for line in toy_review if line["type"] == "turn"]
    cards = [card for turns_of_round in TOY.deal.turns for card in turns_of_round]
    for turn, shown, moves in zip(turns, cards, TOY.moves[0], strict=True):
        assert tuple(turn["cards"]) == shown
        assert [choice["own"]["move"] for choice in turn["choices"]] == list(moves)
        for choice in turn["choices"]:
            best = choice["best"][0]["expected"]
            assert choice["loss"] == pytest.approx(max(0, best - choice["own"]["expected"]))
            assert choice["options"] >= len(choice["best"])
        assert turn["loss"] == pytest.approx(sum(choice["loss"] for choice in turn["choices"]))
        assert (turn["label"] is None) == (turn["loss"] == 0)
    assert turns[-1]["after"] == replay(TOY).pads[0].total


@pytest.mark.parametrize("player", ["expert", "hindsight"])
def test_the_other_games_of_a_review_can_be_replayed(toy_review: list[dict[str, Any]], player: str) -> None:
    found = next(line for line in toy_review if line.get("player") == player and "total" in line)
    moves = tuple(tuple(turn) for turns in found["rounds"] for turn in turns)
    result = replay(Record(TOY.deal, TOY.names, (moves,)))
    assert result.pads[0].total == found["total"] == found["totals"][-1] == found["pad"]["total"]


def test_any_seat_of_a_game_with_add_ons_is_reviewed(server: Server) -> None:
    record = played("berlin", ("acceleration",), 2, turns=6)
    plan, *turns, end = review(server, record, seat=1)
    assert (plan["names"], plan["seat"], plan["finished"], plan["parts"]) == (["Ann", "Ben"], 1, False, 6)
    assert [turn["type"] for turn in turns] == ["turn"] * 6
    assert end["type"] == "end"


def test_a_review_is_in_the_language_of_its_reader(server: Server) -> None:
    short = played("toy", turns=3)
    texts = {}
    for tag in languages():
        turns = [line for line in review(server, short, language=tag) if line["type"] == "turn"]
        opinions = [each for turn in turns for choice in turn["choices"] for each in choice["best"]]
        assert all(each["text"] == "" for each in opinions if each["move"] == "pass")
        texts[tag] = " ".join(each["text"] for each in opinions)
    assert len(set(texts.values())) == len(languages())


@pytest.mark.parametrize(
    ("record", "reason"),
    [
        ("{}", "fulgence is missing"),
        ("nonsense", "this is not a record: the text does not begin with a curly bracket"),
        ("[" * 50_000, "this is not a record: it is nested too deeply"),
        (json.dumps({**PAIR, "city": "atlantis"}), "city 'atlantis' is none of"),
        (TOY_TEXT.replace(TOY.moves[0][0][0], "a1-a1"), "seat 0 (Ann), round 1, turn 1"),
    ],
)
@pytest.mark.parametrize("path", ["/api/review", "/api/analysis"])
def test_what_is_no_record_is_refused_as_a_replay_refuses_it(
    server: Server, path: str, record: str, reason: str
) -> None:
    more = {"seat": 0, "moves": [[]]} if path.endswith("analysis") else {}
    with pytest.raises(Failed) as here:
        server.call("POST", path, {"record": record, **more})
    with pytest.raises(Failed) as replayed:
        server.call("POST", "/api/replay", {"record": record})
    assert reason in here.value.message
    assert str(here.value) == str(replayed.value)


def test_a_seat_that_the_game_has_not_is_refused(server: Server) -> None:
    for path, more in PATHS.items():
        with pytest.raises(Failed) as refused:
            server.call("POST", path, {"record": TOY_TEXT, "seat": 1, **more})
        assert (refused.value.status, refused.value.code) == (422, "no-seat")


def test_a_record_that_is_too_long_is_refused(server: Server) -> None:
    for path, more in PATHS.items():
        with pytest.raises(Failed) as refused:
            server.call("POST", path, {"record": "x" * 60_001, **more})
        assert refused.value.status == 422
        with pytest.raises(Failed) as refused:
            server.call("POST", path, {"record": "x" * 70_000, **more})
        assert refused.value.status == 413


LONG = format_record(played("london"))


def test_one_address_has_one_review_at_a_time_and_may_ask_again_when_it_has_left(server: Server) -> None:
    first = begin(server, LONG)
    assert first.line()["type"] == "plan"
    with pytest.raises(Failed) as refused:
        server.call("POST", "/api/review", {"record": LONG})
    assert (refused.value.status, refused.value.code) == (429, "rate")
    first.leave()
    second = begin(server, LONG)
    assert second.line()["type"] == "plan"
    second.leave()


def test_whoever_leaves_a_review_leaves_no_work_behind(server: Server) -> None:
    first = begin(server, LONG)
    while first.line()["type"] != "turn":
        pass
    first.leave()
    begun = time.monotonic()
    assert position(server, TOY, [[]], think=True)["best"]  # the only worker is free after one part
    assert time.monotonic() - begun < 3


def test_a_bot_at_a_table_goes_before_a_review(server: Server) -> None:
    stream = begin(server, LONG)
    while stream.line()["type"] != "turn":
        pass
    [ann] = server.open(1, ["greedy"])
    waits = []
    with ann.connect() as player:
        for _ in range(5):
            turn = player.turn
            while player.moves and player.turn == turn:
                player.play(player.moves[0])
            begun = time.monotonic()
            while player.turn == turn:
                player.until("view")
            waits.append(time.monotonic() - begun)
    assert stream.line()["type"] == "turn"  # it was not over before
    stream.leave()
    assert sorted(waits)[2] < 1.5, waits


def test_a_position_is_told_as_a_game_is(server: Server) -> None:
    now = position(server, TOY, [[]])
    assert now["game"]["cards"] == list(TOY.deal.turns[0][0])
    assert now["words"]["task"] and len(now["words"]["options"]) == len(now["game"]["moves"])
    assert (now["done"], now["over"], now["best"], now["expected"]) == (False, False, [], None)
    assert now["explained"]["total"]
    assert now["instead"] == [[card.name for card in TOY.deal.city.cards]]


def test_other_moves_lead_elsewhere(server: Server) -> None:
    start = position(server, TOY, [[]])
    for move in start["game"]["moves"]:
        after = position(server, TOY, [[move]])
        assert after["game"]["sheets"][0]["rounds"] == [[[move]]]
        assert after["done"] == (not after["game"]["moves"])
    turns: list[list[str]] = [[]]
    while not (now := position(server, TOY, turns))["over"]:
        if now["done"]:
            turns.append([])
        else:
            turns[-1].append(now["game"]["moves"][0])
    assert now["game"]["is_over"] and now["words"]["task"]
    with pytest.raises(Failed) as refused:
        position(server, TOY, [*turns, []])
    assert (refused.value.status, refused.value.message) == (422, "the game is over")


def test_what_the_rules_forbid_is_refused_in_words(server: Server) -> None:
    with pytest.raises(Failed) as refused:
        position(server, TOY, [["z9-a1"]])
    assert (refused.value.code, refused.value.message) == ("bad-move", "z9-a1: there is no station at z9")
    with pytest.raises(Failed) as refused:
        position(server, TOY, [[], []])
    assert refused.value.message == "there is still something to decide in this turn"
    with pytest.raises(Failed) as refused:
        position(server, TOY, [["pass", "pass"]])
    assert refused.value.code == "illegal-move"


def test_another_card_comes_next_and_the_rest_keeps_its_order(server: Server) -> None:
    moves = [*own_moves(TOY, 1), []]
    usual = position(server, TOY, moves)
    first, (shown,) = TOY.deal.turns[0][0], usual["game"]["cards"][-1:]
    left = [card for card in usual["instead"][0] if card not in (shown, "switch")]
    assert not set(first) & set(left)
    for card in left:
        other = position(server, TOY, moves, cards=[[*first, card]])
        assert other["game"]["cards"] == [card]
        assert other["game"]["turns"][0][0] == list(first)
        assert shown in other["game"]["remaining"]


def test_behind_a_switch_another_card_can_come(server: Server) -> None:
    now = position(server, TOY, [[]], cards=[["switch"]])
    assert now["game"]["cards"][0] == "switch" and len(now["game"]["cards"]) == 2
    assert "switch" not in now["instead"][1]
    for card in now["instead"][1]:
        assert position(server, TOY, [[]], cards=[["switch", card]])["game"]["cards"] == ["switch", card]


@pytest.mark.parametrize("card", ["U:nothing", ""])
def test_a_card_that_is_not_in_the_pile_is_refused(server: Server, card: str) -> None:
    with pytest.raises(Failed) as refused:
        position(server, TOY, [[]], cards=[[card]])
    assert refused.value.status == 422
    twice = TOY.deal.rounds[0][0]
    with pytest.raises(Failed) as refused:
        position(server, TOY, [[]], cards=[[twice, twice]])
    assert refused.value.message == f"no card {twice} is left in the pile of round 1"


def test_the_bot_tells_what_it_thinks_of_the_open_moves(server: Server) -> None:
    now = position(server, TOY, [[]], think=True)
    moves = [each["move"] for each in now["best"]]
    assert set(moves) <= set(now["game"]["moves"])
    assert now["expected"] == now["best"][0]["expected"] == max(each["expected"] for each in now["best"])
    done = position(server, TOY, own_moves(TOY, 1), think=True)
    assert (done["done"], done["best"]) == (True, [])
    assert done["expected"] <= now["expected"] + 3 * (done["error"] + now["error"]) + 0.01


def test_an_own_city_is_reviewed_with_its_file(server: Server) -> None:
    text = (files("fulgence.cities") / "toy.toml").read_text(encoding="utf-8")
    [ann] = server.open(1, city=None, city_file=text)
    with ann.connect() as player:
        while player.is_playing:
            player.play("pass")
    record = ann.call("GET", "/record")
    lines = begin(server, json.dumps(record), city_file=text).lines()
    assert [lines[0]["type"], lines[-1]["type"]] == ["plan", "end"]
    with pytest.raises(Failed) as refused:
        server.call("POST", "/api/review", {"record": json.dumps(record)})
    assert "city 'toy-town.toml' is none of" in refused.value.message


def test_a_fresh_deal_is_a_record_without_moves(server: Server) -> None:
    one, other = (server.call("POST", "/api/deal", {"city": "london"}) for _ in range(2))
    assert one["deal"]["rounds"] != other["deal"]["rounds"]
    record = parse_record(json.dumps(one))
    assert record.moves == ((),)
    assert position(server, record, [[]])["game"]["moves"]


@pytest.mark.parametrize(
    ("wish", "reason"),
    [
        ({"city": "atlantis"}, "there is no city 'atlantis'"),
        (
            {"city": "toy", "addons": ["gates"]},
            "Toy Town has no add-on 'gates'; it allows objectives, powers",
        ),
    ],
)
def test_what_cannot_be_dealt_is_refused(server: Server, wish: dict[str, Any], reason: str) -> None:
    with pytest.raises(Failed) as refused:
        server.call("POST", "/api/deal", wish)
    assert (refused.value.status, refused.value.message) == (422, reason)


def test_a_fresh_deal_has_the_add_ons_of_the_wish(server: Server) -> None:
    for addons in (["objectives", "powers"], ["powers", "objectives"]):
        record = parse_record(json.dumps(server.call("POST", "/api/deal", {"city": "toy", "addons": addons})))
        assert record.deal.addons == ("objectives", "powers")
        assert record.deal.objectives and record.deal.powers
        assert position(server, record, [[]])["game"]["addons"] == ["objectives", "powers"]


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"record": TOY_TEXT, "moves": [["pass"]] * 81},
        {"record": TOY_TEXT, "moves": "pass"},
        {"record": TOY_TEXT, "moves": [["pass"]], "cards": [[]] * 5},
        {"record": TOY_TEXT, "moves": [[1]]},
        {"record": TOY_TEXT, "moves": [[]], "seat": -1},
        {"record": TOY_TEXT, "moves": [[]], "think": "yes"},
        {"record": TOY_TEXT, "moves": [[]], "city_file": "x"},
        {"record": TOY_TEXT, "moves": [["\u0000"]]},
    ],
)
def test_nonsense_is_refused(server: Server, body: object) -> None:
    with pytest.raises(Failed) as refused:
        server.call("POST", "/api/analysis", body)
    assert refused.value.status == 422
