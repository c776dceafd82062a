"""Requests made up from the description of the API: no mistake of the server, and answers as declared.

`test_rest_fuzz.py` runs these tests in a process of their own: reading the description takes seconds, which
every process that collects them would need.
"""

from __future__ import annotations

import json
import os
import random
import re
import urllib.request
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import schemathesis
from schemathesis.specs.openapi.checks import ignored_auth, positive_data_acceptance

from fulgence.server.http.app import make_api
from server.server_process import Server, serving

ID = re.compile(r"[0-9A-Za-z_-]{1,32}")
EXAMPLES = int(os.environ["FULGENCE_EXAMPLES"])  # for each request
KNOWN: dict[str, Any] = {
    "city": "toy",
    "city_file": None,
    "bot": "random",
    "language": "de",
    "name": "Ann",
    "addons": [],
    "pencils": [],
}
Case = schemathesis.Case[Any]

REFUSED = ["400", "403", "404", "405", "409", "413", "415", "422"]

described = make_api()
config = schemathesis.Config.from_dict(
    {
        "generation": {"max-examples": EXAMPLES, "deterministic": True},
        "checks": {"negative_data_rejection": {"expected-statuses": REFUSED}},
    }
)
api = schemathesis.openapi.from_dict(described.openapi(), config=config)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder: Path = tmp_path_factory.mktemp("rest")
    with serving(folder) as running:
        yield running
        assert not [line for line in running.log if '"error"' in line or "raceback" in line]


class Places:
    """Tables of every phase, each with all of its tokens, always enough that are not over."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.left: list[tuple[str, list[str]]] = []

    def next(self) -> tuple[str, list[str]]:
        if not self.left:
            self.open_more()
        return self.left.pop()

    def open_more(self) -> None:
        for phase in ("waiting", "listed", "playing", "closed", "rematch"):
            seats = [{"kind": "person"}] * (2 if phase in ("waiting", "listed") else 1)
            seat = self.server.open(city="toy", seats=seats, listed=phase == "listed")[0]
            if phase in ("closed", "rematch"):
                seat.call("POST", "/close")
            if phase == "rematch":
                seat.call("POST", "/rematch")
            self.left += [(seat.table, [seat.token, seat.opened["invite"], seat.opened["watch"]])] * 5


@pytest.fixture(scope="module")
def places(server: Server) -> Places:
    return Places(server)


@api.parametrize()
def test_every_answer_is_as_it_was_declared(case: Case, server: Server, places: Places) -> None:
    rng = random.Random(zlib.crc32(repr((case.path_parameters, case.body)).encode()))
    lead_to_a_table(case, places, rng)
    choose_what_there_is(case, rng)
    answer = case.call(base_url=server.url)
    # The tokens that we put in are right; schemathesis takes them for made up.
    case.validate_response(answer, excluded_checks=[positive_data_acceptance, ignored_auth])


def lead_to_a_table(case: Case, places: Places, rng: random.Random) -> None:
    """Made-up requests would never get beyond 404 and 403."""
    if not ID.fullmatch(str(case.path_parameters.get("id", "/"))) or rng.random() < 0.1:
        return
    table, tokens = places.next()
    case.path_parameters["id"] = table
    if case.path_parameters.get("seat") in (1, 2, 3):
        case.path_parameters["seat"] = rng.choice((0, 0, 1))
    if rng.random() < 0.9:
        case.headers["Authorization"] = f"Bearer {rng.choice([tokens[0], *tokens])}"
    if isinstance(case.body, dict) and re.fullmatch("[0-9a-f]{32}", str(case.body.get("token"))):
        case.body["token"] = rng.choice(tokens)


def choose_what_there_is(case: Case, rng: random.Random) -> None:
    """Cities, bots and languages that the server has, where any text would do; nothing where that will do."""
    if not isinstance(case.body, dict) or rng.random() < 0.1:
        return
    seats = case.body.get("seats")
    for part in [case.body, *(seats if isinstance(seats, list) else [])]:
        for name, choice in KNOWN.items():
            if isinstance(part, dict) and is_usual(part.get(name), choice):
                part[name] = choice


def is_usual(value: object, choice: object) -> bool:
    """A short text, or a short list of them where a list belongs."""
    if isinstance(value, list):
        return isinstance(choice, list) and len(value) <= 4 and all(is_usual(part, "") for part in value)
    return isinstance(value, str) and not isinstance(choice, list) and len(value) <= 64


def test_the_server_describes_itself_so(server: Server) -> None:
    with urllib.request.urlopen(f"{server.url}/api/openapi.json", timeout=20) as answer:
        assert json.load(answer)["paths"] == described.openapi()["paths"]
