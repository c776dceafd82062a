"""A generated city everywhere: commands, bots, training, review, pictures, rules, environments and tables."""

from __future__ import annotations

import hashlib
import json
from functools import cache
from pathlib import Path

import pytest

from commands.shell import ask
from fulgence.api.answers import answer_to
from fulgence.api.effort import Effort
from fulgence.api.jobs import ReviewTurn
from fulgence.api.rules import rules_text
from fulgence.bots.network.weights import find_weights
from fulgence.browser.host import Host
from fulgence.browser.routes import handle
from fulgence.browser.workers import think, weights_for
from fulgence.build import is_compiled
from fulgence.city_generator.generate import new_city
from fulgence.commands import train
from fulgence.rules.cityfile.city_reader import load_city
from random_weights import without_weights

SEEDS = {"london": 8, "paris": 7, "berlin": 3}  # quickly made


@cache
def city_file(like: str) -> str:
    return new_city(SEEDS[like], like).file


@pytest.fixture(params=SEEDS)
def file(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    path = tmp_path / "new.toml"
    path.write_text(city_file(request.param), encoding="utf-8", newline="\n")
    return path


def test_every_command_plays_in_a_new_city(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, file: Path
) -> None:
    city = load_city(str(file))
    addons = ",".join(city.addons)
    checked = ask(capsys, "city", "check", file, "--json")
    assert (checked.code, checked.objects[0]["broken_laws"]) == (0, [])
    played = ask(capsys, "simulate", file, "--seats", "2", "--bot", "greedy", "--addons", addons)
    (record,) = played.objects
    assert (record["city"], record["city_digest"]) == ("new.toml", digest(file))
    game = tmp_path / "game.json"
    game.write_text(played.out, encoding="utf-8")
    replayed = ask(capsys, "replay", game, "--city", file, "--json")
    assert (replayed.code, replayed.objects[0]["finished"]) == (0, True)
    short = ask(capsys, "arena", file, "--bots", "flat:4,greedy", "--deals", "2", "--json")
    assert short.code == 0 and [bot["bot"] for bot in short.objects[0]["bots"]] == ["flat:4", "greedy"]
    for name in ("sheet.pdf", "sheet.svg"):
        assert ask(capsys, "draw", game, "--city", file, "-o", tmp_path / name).code == 0
        assert ask(capsys, "draw", "--blank", file, "-o", tmp_path / name).code == 0
        assert (tmp_path / name).stat().st_size > 5000
    counted = ask(capsys, "perft", file, "--depth", "1", "--json")
    assert counted.code == 0


@pytest.mark.skipif(not is_compiled(), reason="takes long where the rules are not compiled")
def test_a_new_city_is_learned_and_reviewed(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "new.toml"
    file.write_text(city_file("paris"), encoding="utf-8", newline="\n")
    monkeypatch.setattr(train, "TRIAL_GAMES", 10)
    without_weights(monkeypatch, tmp_path)
    assert ask(capsys, "train", file, "--minutes", "0.002", "--json").code == 0
    assert find_weights(load_city(str(file)), ())
    record = ask(capsys, "simulate", file, "--bot", "mcts:4").out
    text = file.read_text(encoding="utf-8")
    line = json.loads(answer_to(ReviewTurn(record, 0, 3, "en", text), Effort(simulations=2)))
    assert (line["type"], line["turn"]) == ("turn", 3)


def test_the_rules_of_a_new_city_are_written_in_every_language(file: Path) -> None:
    for language in ("en", "fr", "it", "de"):
        rules = json.loads(rules_text(load_city(str(file)), language))
        assert len(rules["sections"]) >= 5


def test_a_new_city_is_an_environment(file: Path) -> None:
    pytest.importorskip("fulgence.env", exc_type=ImportError)
    from fulgence.env.solo import Solo

    env = Solo(str(file), tuple(load_city(str(file)).addons))
    _, info = env.reset(seed=3)
    steps, over = 0, False
    while not over:
        _, _, over, _, info = env.step(int(info["action_mask"].argmax()))
        steps += 1
    assert steps >= 20


def test_a_new_city_is_played_at_a_table_of_a_browser() -> None:
    host = Host()
    asked = handle(host, "POST", "/api/cities/new", b'{"seed": 8, "like": "london"}', "", "en")
    assert (asked.status, json.loads(asked.job)) == (200, {"job": "city", "seed": 8, "like": "london"})
    assert weights_for(asked.job.decode()) == "[]"
    thought = json.loads(think(asked.job.decode(), "en"))
    made = json.loads(thought["text"])
    assert (made["seed"], made["like"], made["file"]) == (8, "london", city_file("london"))
    body = {
        "city_file": made["file"],
        "city_name": "new.toml",
        "seats": [{"kind": "person"}, {"kind": "bot", "bot": "greedy"}],
        "name": "Ann",
    }
    opened = handle(host, "POST", "/api/tables", json.dumps(body).encode(), "", "en")
    assert opened.status == 201
    table = json.loads(opened.text)["table"]
    drawn = handle(host, "GET", f"/api/tables/{table}/map", b"", opened.token, "en")
    assert json.loads(drawn.text)["name"] == made["name"]


@pytest.mark.parametrize(
    ("body", "code"),
    [({"like": "toy"}, "no-city"), ({"seed": -1}, "bad-request"), ({"seed": 1 << 53}, "bad-request")],
)
def test_a_city_that_cannot_be_made_is_refused(body: dict[str, object], code: str) -> None:
    refused = handle(Host(), "POST", "/api/cities/new", json.dumps(body).encode(), "", "en")
    assert (refused.status, json.loads(refused.text)["code"]) == (422, code)


def digest(file: Path) -> str:
    return hashlib.sha256(file.read_bytes()).hexdigest()
