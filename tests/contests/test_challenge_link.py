"""A challenge in a link: whatever is in it comes out again, and what was changed is noticed."""

from __future__ import annotations

import base64
import json
import zlib
from functools import cache
from typing import Any

import pytest

from fulgence.contests.challenge_link import (
    MAX_SHEETS,
    BadLink,
    ChallengeLink,
    SentGame,
    cards_in_link,
    format_link,
    parse_link,
)
from fulgence.library import make_bot, new_game, play_out
from fulgence.rules.text.record import record_of, replay

MAX_CHARACTERS = 2000  # that messengers leave alone
GAMES = [
    ("london", ()),
    ("london", ("objectives", "powers")),
    ("paris", ("objectives", "powers", "gates")),
    ("berlin", ("objectives", "acceleration")),
    ("toy", ()),
]


@cache
def played(city: str, addons: tuple[str, ...], bot: int = 1) -> ChallengeLink:
    game = new_game(city, addons=addons, seed=5)
    play_out(game, [make_bot("random", bot)])
    record = record_of(game)
    return ChallengeLink(record.deal).with_game(SentGame(f"Anne-Sophie {bot}", record.moves[0]))


def packed(document: object) -> str:
    text = zlib.compress(json.dumps(document).encode())
    return "1" + base64.urlsafe_b64encode(text).decode().rstrip("=")


def document_of(link: ChallengeLink) -> dict[str, Any]:
    packed = format_link(link)[1:]
    found: dict[str, Any] = json.loads(
        zlib.decompress(base64.urlsafe_b64decode(packed + "=" * (-len(packed) % 4)))
    )
    return found


@pytest.mark.parametrize(("city", "addons"), GAMES)
def test_cards_and_games_come_out_as_they_went_in(city: str, addons: tuple[str, ...]) -> None:
    link = played(city, addons)
    text = format_link(link)
    again = parse_link(text)
    assert again == link and again.id == link.id
    assert cards_in_link(text).id == link.id and cards_in_link(text).games == ()
    record = link.record(link.games[0])
    assert replay(again.record(again.games[0])).pads == replay(record).pads


def test_a_link_with_as_many_games_as_it_takes_is_short_enough() -> None:
    city, addons = GAMES[2]
    link = played(city, addons)
    for bot in range(2, MAX_SHEETS + 3):
        link = link.with_game(played(city, addons, bot).games[0])
    assert [game.name for game in link.games] == [f"Anne-Sophie {bot}" for bot in range(3, MAX_SHEETS + 3)]
    assert len(format_link(link)) < MAX_CHARACTERS
    assert link.id == played(city, addons).id


def test_the_same_game_is_sent_once() -> None:
    link = played("toy", ())
    assert link.with_game(link.games[0]) == link


def test_a_link_cannot_be_read_by_accident() -> None:
    link = played("london", ())
    text = format_link(link)
    assert not [turn for turn in link.games[0].moves if turn and turn[0] in text]
    assert "Anne" not in text


def test_a_damaged_link_says_so_wherever_it_was_damaged() -> None:
    text = format_link(played("toy", ()))
    broken = [text[:cut] for cut in range(0, len(text), 7)]
    other = {"A": "B"}
    broken += [text[:at] + other.get(text[at], "A") + text[at + 1 :] for at in range(0, len(text), 5)]
    broken += ["", "1", "2" + text[1:], text + "?", "x" * 10_000, packed([1]), packed("no")]
    for each in broken:
        with pytest.raises(BadLink):
            parse_link(each)


def test_a_link_that_unpacks_to_far_too_much_is_refused() -> None:
    with pytest.raises(BadLink, match="damaged"):
        parse_link(packed("0" * 1_000_000))


def test_what_is_not_possible_is_refused_with_its_reason() -> None:
    link = played("toy", ())
    good = document_of(link)
    assert parse_link(packed(good)) == link
    name, moves = good["games"][0]
    wrong: list[tuple[dict[str, Any], str]] = [
        ({"city": "atlantis"}, "'atlantis' is none of"),
        ({"rounds": ["switch"] * 4}, "round 1"),
        ({"pencils": "pink pink pink pink"}, "each pencil once"),
        ({"games": [[name, " ".join(moves.split()[:-1])]]}, "not finished"),
        ({"games": [[name, moves.replace(moves.split()[0], "z9-z8", 1)]]}, "z9-z8"),
        ({"games": [[name * 5, moves]]}, "a name and its moves"),
        ({"games": [[name, moves]] * 5}, "more than 4 games"),
        ({"games": [7]}, "a name and its moves"),
    ]
    for change, reason in wrong:
        with pytest.raises(BadLink, match=reason):
            parse_link(packed({**good, **change}))
    for key in ("city", "addons", "rounds", "pencils"):
        with pytest.raises(BadLink, match=f"{key} is missing"):
            parse_link(packed({other: value for other, value in good.items() if other != key}))
