"""Records for the tests of replay, changed in one place and checked by both engines."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

import pytest

import oracle
from commands.shell import HERE, Answer, ask

GONE = object()  # a value that takes the key away


def game(name: str) -> Any:
    """A record of this folder."""
    return json.loads((HERE / name).read_text(encoding="utf-8"))


def changed(record: Any, path: str, value: object) -> Any:
    """A copy with another value at a path such as `seats/0/name`."""
    twin = copy.deepcopy(record)
    *way, last = [int(step) if step.isdecimal() else step for step in path.split("/")]
    place = twin
    for step in way:
        place = place[step]
    if value is GONE:
        del place[last]
    elif isinstance(place, list) and last == len(place):
        place.append(value)
    else:
        place[last] = value
    return twin


TOY = game("toy_solo.json")
PAIR = game("london_pair.json")


def replay(capsys: pytest.CaptureFixture[str], tmp_path: Path, record: Any, *options: str) -> Answer:
    """The answer to one record; the second engine accepts and refuses the same, with the same result."""
    file = tmp_path / "game.json"
    file.write_text(json.dumps(record), encoding="utf-8")
    answer = ask(capsys, "replay", file, "--json", "--legal", *options)
    try:
        expected = oracle.replay(record, legal=True)
    except oracle.Refused:
        assert (answer.code, answer.out) == (1, "")
        start = f"fulgence: {file}: record 1: "
        assert answer.err.startswith(start)
        assert answer.err.count("\n") == 1
        return Answer(answer.code, "", answer.err.removeprefix(start).rstrip("\n"))
    assert answer.err == ""
    assert answer.code == 0
    assert answer.objects == [expected]
    return answer


def cut(record: Any, *turns: int) -> Any:
    """The record with only the first turns of every seat."""
    for seat, number in enumerate(turns):
        record = changed(record, f"seats/{seat}/moves", record["seats"][seat]["moves"][:number])
    return record
