"""Perft with the oracle, for comparison."""

from __future__ import annotations

import json
from collections.abc import Iterator

import oracle
from fulgence.rules.text.record import Record, format_record


def oracle_perft(record: Record, depth: int) -> tuple[int, int, int]:
    """Ways, distinct sheets and summed points after `depth` more turns, by the oracle alone."""
    document = json.loads(format_record(record))
    seat = document["seats"][0]
    city, deal = document["city"], document["deal"]
    rounds = oracle.played_rounds(city, deal)
    turns = [(r, cards) for r, played in enumerate(rounds) for cards in played]
    sheet = oracle.Sheet(city, document["addons"], deal, seat["pencils"])
    begun = -1
    for number, moves in enumerate(seat["moves"]):
        if turns[number][0] != begun:
            begun = turns[number][0]
            sheet.begin_round(begun)
        oracle.play_turn(sheet, turns[number][1], moves)
    todo = turns[len(seat["moves"]) :][:depth]
    assert len(todo) == depth
    ways = points = 0
    sheets = set()
    for page in futures(sheet, begun, todo):
        ways += 1
        points += page.score()["total"]
        sheets.add(page.drawn())
    return ways, len(sheets), points


def futures(sheet: oracle.Sheet, begun: int, todo: list[tuple[int, list[str]]]) -> Iterator[oracle.Sheet]:
    if not todo:
        yield sheet
        return
    number, cards = todo[0]
    page = sheet.copy()
    if number != begun:
        page.begin_round(number)
    page.begin_turn(cards)
    for after in finished(page):
        yield from futures(after, number, todo[1:])


def finished(page: oracle.Sheet) -> Iterator[oracle.Sheet]:
    if page.turn_is_over:
        yield page
        return
    for move in [*page.legal(), "pass"]:
        after = page.copy()
        after.play(move)
        yield from finished(after)
