"""A companion shows nothing of the cards to come, and one flip is one flip."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import msgspec
import pytest

from fulgence.api.companions import Companion, NewCompanion, companion_view, opened
from fulgence.language import ENGLISH
from fulgence.rules import kinds
from fulgence.rules.deal import Deal
from fulgence.rules.errors import FulgenceError, IllegalMove
from fulgence.rules.paper_game import OVER, TURN
from fulgence.rules.text.record import Record, format_record

PARIS = NewCompanion(city="paris", addons=["gates"], names=["Ann", "Bob"])
BERLIN = NewCompanion(city="berlin", addons=["objectives", "acceleration"], names=["Ann", "Bob", "Cy"])


def all_steps(companion: Companion) -> Iterator[Companion]:
    yield companion
    while companion.game.phase != OVER:
        companion = companion.after(companion.step, companion.step + 1, 5)
        yield companion


def turned_around(deal: Deal, round: int, flipped: int) -> Deal:
    """The same deal with all cards that were not flipped in the opposite order, where it can be dealt."""
    piles = list(deal.rounds)
    repeats = [name == "repeat-switch" for name in deal.acceleration] or [False] * kinds.ROUNDS
    for number in range(round, kinds.ROUNDS):
        if not repeats[number]:
            known = flipped if number == round else 0
            piles[number] = (*piles[number][:known], *reversed(piles[number][known:]))
    return replace(deal, rounds=tuple(piles))


@pytest.mark.parametrize("wanted", [PARIS, BERLIN])
def test_nothing_that_is_shown_depends_on_cards_that_were_not_flipped(wanted: NewCompanion) -> None:
    compared = 0
    for companion in all_steps(opened(wanted, "a", 5, seed=7)):
        game = companion.game
        flipped = sum(map(len, game.shown)) + (game.next_card is not None)
        number = game.round if game.phase in (TURN, "setup") else game.round + 1
        other = turned_around(game.deal, number, flipped if game.phase == TURN else 0)
        if other == game.deal:
            continue
        record = format_record(Record(other, game.names, ((),) * len(game.names)))
        twin = msgspec.structs.replace(companion, record=record)
        assert companion_view(twin, ENGLISH, 5) == companion_view(companion, ENGLISH, 5)
        compared += 1
    assert compared > 20


def test_two_who_flip_at_the_same_moment_flip_one_card() -> None:
    first = opened(PARIS, "a", 5)
    flipped = first.after(0, 1, 6)
    assert (flipped.step, flipped.change, flipped.changed_at) == (1, 1, 6)
    assert flipped.after(0, 1, 7) is flipped
    back = flipped.after(1, 0, 8)
    assert (back.step, back.change) == (0, 2)
    with pytest.raises(IllegalMove):
        back.after(0, 2, 9)


@pytest.mark.parametrize(
    ("wanted", "reason"),
    [
        (NewCompanion(city="atlantis", names=["Ann"]), "there is no city 'atlantis'"),
        (NewCompanion(city="london", names=[]), "0 seats: a game has 1 to 4"),
        (NewCompanion(city="london", names=["Ann"], addons=["acceleration"]), "no add-on 'acceleration'"),
        (NewCompanion(city="london", names=["Ann"], clock=0), "a turn has from 1 to 3600 seconds"),
        (NewCompanion(city_file="nonsense", names=["Ann"]), "own.toml"),
        (NewCompanion(city="/etc/passwd", names=["Ann"]), "there is no city '/etc/passwd'"),
    ],
)
def test_a_game_that_cannot_be_dealt_is_refused(wanted: NewCompanion, reason: str) -> None:
    with pytest.raises(FulgenceError, match=reason):
        opened(wanted, "a", 5)
