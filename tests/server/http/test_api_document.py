"""docs/api.md tells the truth: what it names is there, what is there is named, and its examples work."""

from __future__ import annotations

import ast
import json
import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest

import fulgence.server
from fulgence.api.companions import CompanionView
from fulgence.api.new_cities import NewCityFile
from fulgence.api.rules import RulesOfCity
from fulgence.draw import map_data
from fulgence.server.http.routes import (
    challenge_links,
    challenges,
    choices,
    cities,
    companions,
    daily_models,
    health,
    languages,
    lessons,
    paper,
    player_puzzles,
    players,
    push,
    puzzles,
    replays,
    reviews,
    rules,
    schemas,
    table_models,
)
from fulgence.server.http.routes.player_statistics import PlayerStatistics
from fulgence.table import messages, requests
from server.server_process import Server, serving

DOCUMENT = (Path(__file__).parents[3] / "docs" / "api.md").read_text(encoding="utf-8")
PACKAGE = Path(fulgence.__file__).parent
SOURCES = sorted(file for name in ("server", "table", "api") for file in (PACKAGE / name).rglob("*.py"))
BLOCK = re.compile(r"^```(\w+) ?(\w*)\n(.*?)^```", re.MULTILINE | re.DOTALL)
EXAMPLES = [(name, text) for kind, name, text in BLOCK.findall(DOCUMENT) if kind == "json"]
MODELS = (
    *(choices, health, languages, lessons, replays, reviews, rules, schemas, table_models),
    *(players, player_puzzles, daily_models, challenges, challenge_links, puzzles, cities, companions),
    *(paper, push),
)
UNLISTED = {"GET /api/openapi.json", "GET /api/tables/{id}/socket"}  # OpenAPI knows neither
LIBRARY = {1009, 1011}  # close codes of the WebSocket library
# Variables of later examples, by the request whose answer has them.
NEEDED = {
    "POST /api/tables": {"TABLE": "table", "TOKEN": "token", "INVITE": "invite", "WATCH": "watch"},
    "POST /api/tables/{id}/join": {"BEN": "token"},
    "POST /api/daily/{city}": {"DAILY": "table"},
    "POST /api/challenges": {"CHALLENGE": "challenge"},
    "POST /api/challenge-links": {"LINK": "link"},
    "POST /api/companions": {"COMPANION": "companion"},
}
REFUSED = {"POST /api/challenge-links/compare": "not-over"}  # examples of what is refused, and how
PLAYER = "Fulgence-Player: 00d1a5e06ac0ffee00d1a5e06ac0ffee"


def section(number: int) -> str:
    found = re.search(rf"^## {number}\. .*?(?=^## |\Z)", DOCUMENT, re.MULTILINE | re.DOTALL)
    assert found
    return found[0]


def rows(text: str, head: str) -> list[str]:
    """The first column of the table with this head."""
    table = text.partition(f"| {head} |")[2].partition("\n\n")[0]
    return [line.split("|")[1].strip() for line in table.splitlines()[2:]]


def used_codes() -> set[str]:
    """All error codes that the sources of the server know."""
    found: set[str] = set()
    for file in SOURCES:
        tree = ast.parse(file.read_text(encoding="utf-8"))
        for node in ast.walk(tree):
            if isinstance(node, ast.Call):
                name = ast.unparse(node.func)
                if name in ("Refused", "Error", "super().__init__"):
                    found |= texts(node.args[:1])
                elif name == "problem":
                    found |= texts(node.args[1:2])
                elif name.endswith("answer") and len(node.args) > 2:
                    found |= texts(node.args[2:3])
                elif name == "CODES.get":
                    found |= texts(node.args[1:])
            elif isinstance(node, ast.Tuple) and len(node.elts) == 3 and is_status(node.elts[0]):
                found |= texts(node.elts[1:2])
            elif isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "CODES":
                assert isinstance(node.value, ast.Dict)
                found |= texts(node.value.values)
            elif isinstance(node, ast.FunctionDef) and node.name == "code_of":
                found |= {text for part in ast.walk(node) for text in returned(part)}
    return found


def texts(nodes: list[ast.expr]) -> set[str]:
    return {node.value for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str)}


def returned(node: ast.AST) -> set[str]:
    if not isinstance(node, ast.Return) or node.value is None:
        return set()
    value = node.value
    return texts([value.body, value.orelse] if isinstance(value, ast.IfExp) else [value])


def is_status(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, int) and 400 <= node.value < 600


def used_close_codes() -> set[int]:
    numbers = {
        node.value
        for file in SOURCES
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.Constant) and type(node.value) is int
    }
    return {number for number in numbers if 1001 <= number <= 1015 or 4400 <= number < 4500}


def types(union: Any) -> set[str]:
    return {str(kind.__struct_config__.tag) for kind in get_args(union)}


def test_the_document_names_every_request_and_no_other(server: Server) -> None:
    document = server.call("GET", "/api/openapi.json")
    there = {f"{method.upper()} {path}" for path, methods in document["paths"].items() for method in methods}
    named = re.findall(r"^### `(.*)`$", section(3), re.MULTILINE)
    assert len(named) == len(set(named))
    assert set(named) == there | UNLISTED


def test_the_document_names_every_type_of_message_and_no_other() -> None:
    sent, told = section(4).split("### What you are sent")
    assert set(re.findall(r"^`(\w+)`: ", sent, re.MULTILINE)) == types(messages.ClientMessage)
    assert set(re.findall(r"^`(\w+)`: ", told, re.MULTILINE)) == types(messages.ServerMessage)


def test_the_document_names_every_error_code_and_no_other() -> None:
    named = rows(section(8), "code")
    assert len(named) == len(set(named))
    assert {code.strip("`") for code in named} == used_codes()


def test_the_document_names_every_close_code_and_no_other() -> None:
    named = [int(code) for code in rows(section(9), "close code")]
    assert named == sorted(set(named))
    assert set(named) == used_close_codes() | LIBRARY


@pytest.mark.parametrize("kind", ["client", "server"])
def test_every_type_of_message_has_an_example_that_is_read_and_written_alike(kind: str) -> None:
    seen = set()
    for name, text in EXAMPLES:
        if name == kind:
            parse = messages.parse_client_message if kind == "client" else messages.parse_server_message
            message = parse(text)
            whole = json.loads(messages.format_message(message))
            assert json.loads(text) == {key: whole[key] for key in json.loads(text)}
            assert kind == "client" or whole == json.loads(text)
            seen.add(whole["type"])
    assert seen == types(messages.ClientMessage if kind == "client" else messages.ServerMessage)


@pytest.mark.parametrize(("name", "text"), EXAMPLES, ids=[name for name, _ in EXAMPLES])
def test_an_example_has_the_form_that_it_is_an_example_of(name: str, text: str) -> None:
    if name in ("client", "server"):
        return
    example = json.loads(text)
    structs = {
        "Fair": messages.Fair,
        "Promised": messages.Promised,
        "Progress": requests.Progress,
        "CityMap": map_data.CityMap,
        "RulesOfCity": RulesOfCity,
        "NewCityFile": NewCityFile,
        "PlayerStatistics": PlayerStatistics,
        "CompanionView": CompanionView,
    }
    if name in structs:
        found = msgspec.to_builtins(msgspec.convert(example, structs[name]))
        assert json.loads(json.dumps(found)) == example
        return
    model = next(vars(module)[name] for module in MODELS if name in vars(module))
    assert set(example) == set(model.model_fields)
    assert model.model_validate(example, strict=True).model_dump(exclude_unset=True) == example


def test_every_body_and_every_answer_has_an_example(server: Server) -> None:
    schemas = server.call("GET", "/api/openapi.json")["components"]["schemas"]
    inner = {"CityChoice", "SeatInfo", "SeatWish", "SectionOfRules", "WorkerStats"}
    inner |= {
        "OwnSheet",
        "StationPlace",
        "DistrictPlace",
        "CrossingPlace",
        "PencilStyle",
        "CardFace",
        "PadFacts",
    }
    inner |= {"FigureOfRules", "FirstMarks", "Term"}
    inner |= {
        "OwnTry",
        "CityOfDay",
        "CityOfWeek",
        "ComingDay",
        "DailyResult",
        "OwnStanding",
        "BotResult",
        "ChallengeResult",
        "GivenAnswer",
        "OwnAnswer",
    }
    inner |= {"HandoverView", "UnusedPencil", "ObjectiveText"}
    inner |= {"Statistics", "ItemRecord", "Span", "Bin", "Mark", "Comparison", "SubscriptionKeys"}
    assert {name for name, _ in EXAMPLES} == (set(schemas) - inner) | {"client", "server", "Fair"}


@pytest.fixture
def pushing(tmp_path: Path) -> Iterator[Server]:
    """Notices are off unless the operator wants them."""
    with serving(tmp_path, "--push-contact=ann@example.org") as running:
        yield running


@pytest.mark.skipif(not shutil.which("curl"), reason="needs curl")
def test_the_requests_of_the_document_work_in_their_order(pushing: Server, tmp_path: Path) -> None:
    server = pushing
    (tmp_path / ".curlrc").write_text("silent\nshow-error\nfail-with-body\nmax-time = 20\n")
    known = {"SERVER": server.url, "CURL_HOME": str(tmp_path), "PLAYER": PLAYER}
    paths = server.call("GET", "/api/openapi.json")["paths"]
    parts = re.split(r"^### `(.*)`$", section(3), flags=re.MULTILINE)
    for request, part in zip(parts[1::2], parts[2::2], strict=True):
        commands = [text for kind, _, text in BLOCK.findall(part) if kind == "sh"]
        assert len(commands) == (0 if request.endswith("/socket") else 1)
        for command in commands:
            done = subprocess.run(
                ["sh", "-euc", command], env={**os.environ, **known}, capture_output=True, text=True
            )
            if request in REFUSED:
                assert json.loads(done.stdout)["code"] == REFUSED[request]
                continue
            assert done.returncode == 0, f"{request}: {done.stdout}{done.stderr}"
            for name, key in NEEDED.get(request, {}).items():
                known[name] = json.loads(done.stdout)[key]
            if example := example_of(answer_of(paths, request)):
                assert json.loads(done.stdout).keys() == example.keys(), request


def test_the_document_for_generators_tells_how_tokens_are_sent_and_what_may_go_wrong(server: Server) -> None:
    document = server.call("GET", "/api/openapi.json")
    schemes = document["components"]["securitySchemes"]
    assert {
        name: (scheme["type"], scheme.get("scheme") or scheme["name"]) for name, scheme in schemes.items()
    } == {
        "token": ("http", "bearer"),
        "cookie": ("apiKey", "seat"),
    }
    needed: list[dict[str, list[str]]] = [{"token": []}, {"cookie": []}]
    optional = [*needed, {}]
    found: dict[str, list[str]] = {"needed": [], "optional": []}
    for path, methods in document["paths"].items():
        for operation in methods.values():
            assert "500" in operation["responses"], path
            security = operation.get("security", [])
            assert security in ([], needed, optional), path
            if security:
                found["needed" if security == needed else "optional"].append(
                    path.removeprefix("/api/tables/{id}")
                )
    assert sorted(found["optional"]) == ["", "/city", "/join", "/map", "/rules"]
    assert sorted(found["needed"]) == [
        "/claim",
        "/close",
        "/leave",
        "/rematch",
        "/reveal",
        "/seats/{seat}/bot",
        "/seats/{seat}/return",
        "/seats/{seat}/token",
    ]


def answer_of(paths: Any, request: str) -> str:
    """The name of the form of its answer, if that has one."""
    method, path = request.lower().split()
    answers = paths[path][method]["responses"] if path in paths else {}
    answer = answers.get("200") or answers.get("201") or {}
    schema = answer.get("content", {}).get("application/json", {}).get("schema", {})
    return str(schema.get("$ref", "")).rpartition("/")[2]


def example_of(name: str) -> Any:
    return next((json.loads(text) for known, text in EXAMPLES if known == name), None)


@pytest.mark.skipif(not shutil.which("curl"), reason="needs curl")
def test_the_example_in_another_language_is_answered_so(server: Server) -> None:
    command, answer = (text for _, _, text in BLOCK.findall(section(11)))
    done = subprocess.run(
        ["sh", "-euc", command.replace("curl", "curl -s")],
        env={**os.environ, "SERVER": server.url},
        capture_output=True,
        text=True,
        check=True,
    )
    assert json.loads(done.stdout) == json.loads(answer)


@pytest.mark.parametrize(
    ("query", "sentence"),
    [
        ("", "a1-a2: a1 is not on the line"),
        ("?lang=de", "a1-a2: a1 liegt nicht auf der Linie"),
        ("?lang=it-CH", "a1-a2: a1 non è sulla linea"),
        ("?lang=xx", "a1-a2: a1 is not on the line"),
    ],
)
def test_a_socket_speaks_the_language_of_its_address(server: Server, query: str, sentence: str) -> None:
    (ann,) = server.open(city="toy")
    with ann.connect(query) as player:
        player.say(type="move", ply=0, move="a1-a2")
        assert player.hear()["message"] == sentence
