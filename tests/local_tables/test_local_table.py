"""A table in a browser: the same messages as at a server, and nothing is seen before it is written."""

from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest

from fulgence.api.answers import answer_to
from fulgence.api.jobs import AnyJob
from fulgence.browser.local_table import Effects, LocalTable, Visitor
from fulgence.language import ENGLISH
from fulgence.rules.generator import Generator
from fulgence.rules.text.record import parse_record, replay
from fulgence.table import requests
from fulgence.table.entries import now, parse_entry
from fulgence.table.opening import NewTableRequest, opening
from fulgence.table.refusals import Refused
from fulgence.table.seats import hashed
from fulgence.table.state import fold
from fulgence.table.view_words import view_bytes
from fulgence.table.views import Views

ADDONS = {
    "london": ("objectives", "powers", "gates"),
    "paris": ("objectives", "powers", "gates"),
    "berlin": ("objectives", "acceleration"),
}


class Page:
    """One person at a table with bots; keeps what was written and what arrived."""

    def __init__(self, city: str, bots: tuple[str, ...] = (), **wishes: Any) -> None:
        wanted = NewTableRequest(
            city=city,
            city_file="",
            addons=wishes.pop("addons", ()),
            bots=("", *bots),
            name="Ann",
            clock=wishes.pop("clock", None),
            language="en",
            pencils=(),
            listed=False,
        )
        made = opening(wanted)
        assert made.joined is not None
        self.key = hashed(made.token)
        self.written: list[tuple[int, str]] = []
        self.inbox: list[dict[str, Any]] = []
        self.table = LocalTable(made.id, [(now(), made.opened), (now(), made.joined)])
        self.carry_out(self.table.connect(Visitor(7, self.key, ENGLISH)))

    def carry_out(self, effects: Effects) -> None:
        self.written += effects.entries
        self.inbox += [json.loads(text) for _, text in effects.messages]
        for key, job in effects.jobs:
            _, seat, ply = key.split()
            move = json.loads(answer_to(msgspec.json.decode(job, type=AnyJob)))
            self.carry_out(self.table.bot_chose(int(seat), int(ply), move))

    @property
    def view(self) -> dict[str, Any]:
        view: dict[str, Any] = [each for each in self.inbox if each["type"] == "view"][-1]
        return view

    def send(self, **message: Any) -> Effects:
        effects = self.table.receive(7, json.dumps(message))
        self.carry_out(effects)
        return effects

    def play(self, rng: Generator) -> None:
        while self.view["phase"] == "playing":
            moves = self.view["game"]["moves"]
            self.send(type="move", ply=self.view["ply"], move=moves[rng.draw(len(moves))])


@pytest.mark.parametrize("city", ADDONS)
def test_a_whole_game_against_a_bot_ends_with_its_record(city: str) -> None:
    page = Page(city, ("greedy",), addons=ADDONS[city])
    page.play(Generator(1))
    assert page.view["phase"] == "over"
    answer, _ = page.table.request(requests.GetRecord(page.key))
    assert isinstance(answer, requests.Document)
    record = parse_record(answer.text)
    assert [pad.total for pad in replay(record).pads] == [
        sheet["pad"]["total"] for sheet in page.view["game"]["sheets"]
    ]


@pytest.mark.parametrize("city", ADDONS)
def test_what_was_written_gives_the_same_view_again(city: str) -> None:
    page = Page(city, ("greedy",), addons=ADDONS[city])
    rng = Generator(2)
    for _ in range(25):
        moves = page.view["game"]["moves"]
        page.send(type="move", ply=page.view["ply"], move=moves[rng.draw(len(moves))])
    page.send(type="view")
    entries = [*page.table.log[:2], *((at, parse_entry(text)) for at, text in page.written)]
    again = fold(page.table.table.id, entries)
    views = Views(again, lambda seat: seat == 0)
    assert json.loads(view_bytes(views, 0, 0, 0.0, ENGLISH)) == page.view


def test_an_entry_sent_twice_is_acknowledged_twice_and_made_once() -> None:
    page = Page("london")
    move = {"type": "move", "ply": 0, "move": page.view["game"]["moves"][0], "ready": False}
    page.send(**move)
    page.send(**move)
    assert [each["type"] for each in page.inbox].count("ack") == 2
    assert len(page.written) == 1


def test_what_cannot_be_written_has_not_happened() -> None:
    page = Page("london")
    before = page.view
    message = {"type": "move", "ply": 0, "move": before["game"]["moves"][0]}
    effects = page.table.receive(7, json.dumps(message))
    assert effects.entries
    page.carry_out(page.table.roll_back(effects, Refused("storage", "the storage is full", 503)))
    assert page.inbox[-2]["code"] == "storage"
    assert page.view == before
    page.send(**message)
    assert page.view["ply"] == 1


def test_wrong_messages_are_refused_in_words() -> None:
    page = Page("london")
    page.carry_out(page.table.receive(7, "{"))
    assert page.inbox[-1]["code"] == "bad-message"
    page.send(type="move", ply=0, move="a1-j10")
    assert page.inbox[-1]["code"] in ("bad-move", "illegal-move")
    page.send(type="why", target="a1")
    assert page.inbox[-1]["type"] == "reason"
    page.send(type="explain", seat=0)
    assert page.inbox[-1]["type"] == "explained"


def test_when_time_is_up_the_rest_of_the_turn_is_passed(monkeypatch: pytest.MonkeyPatch) -> None:
    page = Page("london", clock=5)
    assert 4 < page.view["seconds_left"] <= 5
    monkeypatch.setattr(type(page.table.clock), "seconds_left", property(lambda _: 0.0))
    page.carry_out(page.table.time_up())
    assert page.view["ply"] == 1 and len(page.view["game"]["turns"][0]) == 2


def test_somebody_else_cannot_enter() -> None:
    page = Page("london")
    with pytest.raises(Refused):
        page.table.connect(Visitor(8, hashed("0" * 32), ENGLISH))
