"""Challenges in links: nothing of another's game is told before one's own is finished."""

from __future__ import annotations

import json
from dataclasses import replace
from importlib.resources import files

import msgspec
import pytest

from fulgence.api.answers import answer_to
from fulgence.api.jobs import AnyJob, CompareLink, MakeLink, OpenLink
from fulgence.library import make_bot, new_game, play_out
from fulgence.rules.text.record import Record, format_record, record_of, replay
from fulgence.table.refusals import Refused
from fulgence.table.state import read_record


def played(bot: str, seed: int = 3, city: str = "london") -> Record:
    game = new_game(city, seed=seed)
    play_out(game, [make_bot(bot, 1)])
    return record_of(game)


def made(record: Record, name: str = "Ann", link: str = "") -> dict[str, str]:
    found: dict[str, str] = json.loads(answer_to(MakeLink(format_record(record), 0, name, link)))
    return found


def test_a_law_nothing_of_a_game_is_told_before_ones_own_is_finished() -> None:
    theirs, own = played("greedy"), played("random")
    link = made(theirs)["link"]
    told = answer_to(OpenLink(link)).decode()
    assert json.loads(told) == {
        "id": made(theirs)["id"],
        "city": "london",
        "addons": [],
        "names": ["Ann"],
    }
    turns = len(own.moves[0])
    for number in (0, 1, turns // 2, turns - 1):
        early = replace(own, moves=(own.moves[0][:number],))
        with pytest.raises(Refused, match="finish your own game first") as refused:
            answer_to(CompareLink(link, format_record(early), 0))
        assert refused.value.code == "not-over"
    [sent] = json.loads(answer_to(CompareLink(link, format_record(own), 0)))
    assert (sent["name"], sent["total"]) == ("Ann", replay(theirs).pads[0].total)
    assert read_record(sent["record"]).moves == theirs.moves


def test_a_finished_game_with_other_cards_opens_nothing() -> None:
    link = made(played("greedy"))["link"]
    with pytest.raises(Refused, match="other cards"):
        answer_to(CompareLink(link, format_record(played("random", seed=4)), 0))


def test_moves_that_are_not_legal_open_nothing() -> None:
    record = played("greedy")
    wrong = replace(record, moves=((("d3-c4", "d3-c4"), *record.moves[0][1:]),))
    with pytest.raises(Exception, match="round 1, turn 1"):
        answer_to(CompareLink(made(record)["link"], format_record(wrong), 0))


def test_an_answer_keeps_the_games_of_the_link_before() -> None:
    first = made(played("greedy"))
    second = made(played("random"), "Ben", first["link"])
    assert second["id"] == first["id"]
    assert json.loads(answer_to(OpenLink(second["link"])))["names"] == ["Ann", "Ben"]
    with pytest.raises(Refused, match="other cards"):
        made(played("greedy", seed=9), "Cleo", first["link"])


def test_a_game_that_is_not_finished_gives_its_cards_only() -> None:
    record = played("greedy")
    cards = made(replace(record, moves=(record.moves[0][:5],)))
    assert json.loads(answer_to(OpenLink(cards["link"])))["names"] == []
    assert cards["id"] == made(record)["id"]


def test_a_seat_of_a_shared_game_gives_the_cards_of_one_player() -> None:
    game = new_game("london", players=("Ann", "Ben"), seed=3)
    play_out(game, [make_bot("greedy", 1), make_bot("random", 2)])
    record = record_of(game)
    link = json.loads(answer_to(MakeLink(format_record(record), 1, "Ben")))["link"]
    own = Record(replace(record.deal, pencils=(record.deal.pencils[1],)), ("Cleo",), (record.moves[1],))
    [sent] = json.loads(answer_to(CompareLink(link, format_record(own), 0)))
    assert sent["name"] == "Ben"
    with pytest.raises(Refused, match="no such seat"):
        answer_to(MakeLink(format_record(record), 2, "Nobody"))


def test_a_custom_city_needs_its_file() -> None:
    text = files("fulgence.cities").joinpath("toy.toml").read_text(encoding="utf-8")
    dealt = read_record(format_record(played("greedy", city="toy")).replace('"toy"', '"mine.toml"', 1), text)
    job = MakeLink(format_record(dealt), 0, "Ann", city_file=text)
    link = json.loads(answer_to(job))["link"]
    with pytest.raises(Refused, match=r"for mine\.toml: choose this city file") as refused:
        answer_to(OpenLink(link))
    assert refused.value.code == "no-city-file"
    with pytest.raises(Refused, match=r"not the city file mine\.toml"):
        answer_to(OpenLink(link, text + "\n# changed\n"))
    assert json.loads(answer_to(OpenLink(link, text)))["city"] == "mine.toml"


def test_names_from_strangers_are_shown_as_names() -> None:
    record = played("greedy")
    with pytest.raises(Refused, match="visible characters"):
        made(record, "An\u202en")
    with pytest.raises(Refused, match="at most 24"):
        made(record, "A" * 25)


def test_jobs_can_be_sent_to_a_worker() -> None:
    for job in (MakeLink("{}", 0, "Ann"), OpenLink("1"), CompareLink("1", "{}", 0)):
        assert msgspec.json.decode(msgspec.json.encode(job), type=AnyJob) == job
