"""What the workers of a page call: text in, text out, and no exception however wrong it is."""

from __future__ import annotations

import json
from typing import Any

import pytest

from fulgence.browser.workers import Referee, think, weights_for
from fulgence.library import new_game
from fulgence.rules.text.record import format_record, record_of

BODY = json.dumps({"city": "london", "name": "Ann", "seats": [{}, {"kind": "bot", "bot": "greedy"}]})


def opened() -> tuple[Referee, str, str, list[tuple[int, str]]]:
    """A referee, the table with its token, and what was written of it."""
    referee = Referee()
    answer = json.loads(referee.request("POST", "/api/tables", BODY, "", "en"))
    assert answer["status"] == 201
    [[table, effects]] = answer["effects"]
    assert effects["first"] == 0
    return referee, table, answer["token"], effects["entries"]


def views(effects: dict[str, Any]) -> list[dict[str, Any]]:
    messages = [json.loads(text) for _, text in effects["messages"]]
    return [message for message in messages if message["type"] == "view"]


def test_a_move_is_written_and_the_bot_has_a_job() -> None:
    referee, table, token, written = opened()
    effects = json.loads(referee.connect(table, 1, token, "en"))
    [view] = views(effects)
    [[key, job]] = effects["jobs"]
    assert key == f"{table} 1 0"
    move = json.loads(json.loads(think(job, "en"))["text"])
    effects = json.loads(referee.bot_chose(table, 1, 0, move))
    assert effects["first"] == len(written) and len(effects["entries"]) >= 1
    message = {"type": "move", "ply": 0, "move": view["game"]["moves"][0]}
    effects = json.loads(referee.receive(table, 1, json.dumps(message)))
    assert json.loads(effects["messages"][0][1])["type"] == "ack" and effects["entries"]


def test_a_table_is_loaded_from_what_was_written() -> None:
    _, table, token, written = opened()
    again = Referee()
    assert again.load(table, json.dumps(written))
    assert views(json.loads(again.connect(table, 1, token, "en")))[0]["you"] == 0


@pytest.mark.parametrize("written", ["", "[]", '[[1, "nonsense"]]', '[[1, "{}"]]', '{"a": 1}'])
def test_what_is_no_game_is_not_loaded(written: str) -> None:
    referee = Referee()
    assert not referee.load("here-k7", written)
    assert not referee.host.tables


def test_a_page_that_watches_has_no_seat_and_sees_nobody_away() -> None:
    referee, table, _, _ = opened()
    [view] = views(json.loads(referee.watch(table, 1, "en")))
    assert view["you"] is None and all(seat["here"] for seat in view["seats"] if not seat["bot"])


def test_a_token_of_nobody_does_not_open_a_table_with_a_free_seat() -> None:
    referee = Referee()
    body = json.dumps({"city": "london", "name": "Ann", "seats": [{}, {}]})
    table = json.loads(json.loads(referee.request("POST", "/api/tables", body, "", "en"))["text"])["table"]
    assert referee.connect(table, 1, "guessed", "en") == ""


def test_a_mistake_is_a_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    referee, table, token, written = opened()
    referee.connect(table, 1, token, "en")
    answer = json.loads(referee.request("POST", "/api/tables", "\ud800", "", "en"))  # cannot be encoded
    assert answer["status"] == 500 and json.loads(answer["text"])["code"] == "mistake"
    effects = json.loads(
        referee.receive(table, 2, json.dumps({"type": "ready", "ply": 0}))
    )  # never connected
    error = json.loads(effects["messages"][0][1])
    assert error["code"] == "mistake" and not effects["entries"] and views(effects)
    assert len(referee.host.table(table).log) == len(written)
    assert "KeyError: 2" in capsys.readouterr().err


def test_a_job_that_cannot_be_done_is_a_problem() -> None:
    answer = json.loads(think(json.dumps({"job": "replay", "record": "{", "language": "en"}), "en"))
    assert answer["status"] == 422 and json.loads(answer["text"])["message"]


@pytest.mark.parametrize(
    ("bot", "addons", "names"),
    [
        ("expert", [], ["london.weights"]),
        ("expert", ["powers"], ["london+powers.weights", "london+any.weights"]),
        ("skilled", ["powers"], []),
    ],
)
def test_the_weights_of_a_bot_are_those_of_its_game(bot: str, addons: list[str], names: list[str]) -> None:
    referee = Referee()
    body = {"city": "london", "addons": addons, "name": "Ann", "seats": [{}, {"kind": "bot", "bot": bot}]}
    answer = json.loads(referee.request("POST", "/api/tables", json.dumps(body), "", "en"))
    table = json.loads(answer["text"])["table"]
    [[_, job]] = json.loads(referee.connect(table, 1, answer["token"], "en"))["jobs"]
    assert json.loads(weights_for(job)) == names


def test_a_review_needs_the_weights_of_its_city_and_a_replay_none() -> None:
    record = format_record(record_of(new_game("paris", seed=1)))
    referee = Referee()
    review = json.loads(referee.request("POST", "/api/review", json.dumps({"record": record}), "", "en"))
    assert json.loads(weights_for(review["jobs"][0])) == ["paris.weights"]
    replay = json.loads(referee.request("POST", "/api/replay", json.dumps({"record": record}), "", "en"))
    assert json.loads(weights_for(replay["job"])) == []
    bad = {"job": "plan", "record": "{}", "seat": 0}
    assert json.loads(weights_for(json.dumps(bad))) == []
