"""Lessons and rules over HTTP: stateless, in the reader's language, wrong moves refused in words."""

from __future__ import annotations

from typing import Any

import pytest

from fulgence.lessons.lesson import lesson_names
from fulgence.rules.cityfile.city_reader import city_names
from server.server_process import Failed, Server


@pytest.mark.parametrize("name", lesson_names())
def test_a_lesson_is_taken_to_its_end(server: Server, name: str) -> None:
    turns: list[list[str]] = [[]]
    seen: list[str] = []
    while True:
        now: dict[str, Any] = server.call("POST", f"/api/lessons/{name}", {"turns": turns, "seen": seen})
        assert not set(seen) & {note["key"] for note in now["notes"]}
        seen += [note["key"] for note in now["notes"]]
        if now["over"] and not now["notes"]:
            break
        if now["game"]["moves"]:
            turns[-1].append(now["game"]["moves"][0])
        elif not now["over"]:
            turns.append([])
    assert len(seen) > 10
    assert now["explained"]["total"]
    assert now["game"]["round"] + 1 == now["rounds"]


def test_undo_is_asking_with_fewer_moves(server: Server) -> None:
    first = server.call("POST", "/api/lessons/first", {"turns": [[]]})
    server.call("POST", "/api/lessons/first", {"turns": [[first["game"]["moves"][0]]]})
    assert server.call("POST", "/api/lessons/first", {"turns": [[]]}) == first


def test_wrong_moves_are_refused_in_words(server: Server) -> None:
    with pytest.raises(Failed) as refused:
        server.call("POST", "/api/lessons/first", {"turns": [["a1-z9"]]})
    assert (refused.value.status, refused.value.message) == (422, "a1-z9: there is no station at z9")
    with pytest.raises(Failed) as refused:
        server.call("POST", "/api/lessons/first", {"turns": [[], []]})
    assert "still something to decide" in refused.value.message
    with pytest.raises(Failed) as refused:
        server.call("POST", "/api/lessons/none", {"turns": []})
    assert refused.value.status == 404


def test_lessons_and_rules_are_in_the_readers_language(server: Server) -> None:
    titles = {
        tag: [lesson["title"] for lesson in server.call("GET", "/api/lessons", Accept_Language=tag)]
        for tag in ("en", "fr", "it", "de")
    }
    assert [len(each) for each in titles.values()] == [len(lesson_names())] * 4
    assert len({tuple(each) for each in titles.values()}) == 4


@pytest.mark.parametrize("city", city_names())
def test_the_rules_of_a_city_are_told(server: Server, city: str) -> None:
    sections = server.call("GET", f"/api/cities/{city}/rules", Accept_Language="de")["sections"]
    assert len(sections) > 8
    assert all(section["title"] and section["paragraphs"] for section in sections)
