"""Hints in every city: legal moves, the best first, from what the player may know."""

from __future__ import annotations

import msgspec
import pytest

from fulgence.api.answers import answer_to
from fulgence.api.effort import FULL, Effort
from fulgence.api.jobs import AnyJob, FindHints
from fulgence.rules.cityfile.city_reader import load_city
from fulgence.rules.generator import Generator
from fulgence.table.entries import Moved
from fulgence.table.messages import Hints
from fulgence.table.views import Views
from table.table_log import full

QUICK = Effort(FULL.make_bot, simulations=8, width=FULL.width, local_searches=FULL.local_searches)


@pytest.mark.parametrize("city", ["toy", "london", "paris", "berlin"])
def test_hints_are_legal_moves_with_what_they_lead_to(city: str) -> None:
    log, rng = full(city, tuple(load_city(city).addons), 1), Generator(3)
    for _ in range(12):
        view = Views(log.table, lambda _: True).game(log.game, 0)
        job = msgspec.json.decode(msgspec.json.encode(FindHints(view, 0, 0, "en")), type=AnyJob)
        hints = msgspec.json.decode(answer_to(job, QUICK), type=Hints)
        moves = [hint.move for hint in hints.moves]
        assert 0 < len(moves) <= 3 and set(moves) <= set(view.moves)
        expected = [hint.expected for hint in hints.moves]
        assert expected == sorted(expected, reverse=True)
        assert all(hint.text or hint.move == "pass" for hint in hints.moves)
        log.write(Moved(0, view.moves[rng.draw(len(view.moves))]))
