"""The tables of one browser: opened, joined, loaded again, and played once more."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from fulgence.browser.host import Answer, Host, OpenTable, SeatWish
from fulgence.rules.errors import FulgenceError
from fulgence.table import requests
from fulgence.table.seats import hashed

PERSON, BOT = SeatWish(), SeatWish("bot", "greedy")


def opened(host: Host, *seats: SeatWish, **wishes: Any) -> Answer:
    return host.open(OpenTable(city="london", seats=seats, name="Ann", **wishes))


def written(*answers: Answer) -> dict[str, list[tuple[int, str]]]:
    """What a page has stored after these answers, by table."""
    found: dict[str, list[tuple[int, str]]] = {}
    for answer in answers:
        for id, effects in answer.effects:
            assert effects.first == len(found.get(id, [])) or not effects.entries
            found.setdefault(id, []).extend(effects.entries)
    return found


def test_two_people_at_one_device_have_a_token_each() -> None:
    host = Host()
    first = opened(host, PERSON, PERSON)
    table = first.value["table"]
    second = host.join(table, hashed(first.value["invite"]), "Ben")
    assert second.value["seat"] == 1 and second.token != first.token
    info = host.info(table, requests.Look(hashed(second.token))).value
    assert info.phase == "playing" and [seat.name for seat in info.seats] == ["Ann", "Ben"]


def test_a_table_is_the_fold_of_what_was_written() -> None:
    host = Host()
    first = opened(host, PERSON, PERSON)
    table = first.value["table"]
    second = host.join(table, hashed(first.value["invite"]), "Ben")
    again = Host()
    again.load(table, written(first, second)[table])
    key = hashed(second.token)
    assert again.info(table, requests.Look(key)).value == host.info(table, requests.Look(key)).value


def test_opening_twice_with_the_same_number_opens_one_table() -> None:
    host, number = Host(), "0123456789abcdef" * 2
    first, second = opened(host, PERSON, request=number), opened(host, PERSON, request=number)
    assert first.value == second.value and len(host.tables) == 1
    assert not second.effects


def test_a_rematch_has_the_same_people_and_their_tokens() -> None:
    host = Host()
    first = opened(host, PERSON, BOT)
    table = first.value["table"]
    with pytest.raises(FulgenceError):
        host.rematch(table, first.token)
    host.ask(table, requests.Close(hashed(first.token)))
    again = host.rematch(table, first.token)
    assert again.value["seat"] == 0 and again.value["table"] != table
    assert host.rematch(table, first.token).value == again.value
    effects = host.connect(again.value["table"], 1, first.token, "fr")
    assert msgspec.json.decode(effects.messages[0][1])["phase"] == "playing"


def test_what_is_not_there_is_refused() -> None:
    host = Host()
    with pytest.raises(FulgenceError):
        host.info("nowhere", requests.Look(""))
    with pytest.raises(FulgenceError):
        opened(host, SeatWish("bot"))
    with pytest.raises(FulgenceError):
        host.open(OpenTable(city="atlantis"))
    assert not host.tables
