"""What is said at the end of a game: who won, how far it was to the next verdict, and a kind word."""

from __future__ import annotations

from typing import Any, cast

import pytest

from fulgence.bots.bot import BOTS
from fulgence.language import load_language, using_language
from fulgence.prose.outcome import next_verdict, outcome, remark
from fulgence.prose.wording import BOT_LEVELS, player_name
from fulgence.rules.cityfile.city_reader import load_city
from fulgence.rules.game import Game
from fulgence.rules.score_pad import LineScore, Part, ScorePad, winners

PENCILS = ("purple", "blue", "pink", "green")


def pad(*lines: int) -> ScorePad:
    """A pad with nothing but these lines."""
    scores = [
        LineScore(pencil, (Part(1, points),), 0, points)
        for pencil, points in zip(PENCILS, lines, strict=True)
    ]
    return ScorePad(tuple(scores), 0, 0, 0, 0, 0)


class Ended:
    """What `outcome` and `remark` ask of a game."""

    def __init__(self, *pads: ScorePad, names: tuple[str, ...] = ("Ann", "Ben", "Cleo")) -> None:
        self.names = names[: len(pads)]
        self.city = load_city("london")
        self._pads = list(pads)

    def pads(self) -> list[ScorePad]:
        return self._pads

    def winners(self) -> list[int]:
        return winners(self._pads)


def game(*pads: ScorePad, **more: Any) -> Game:
    return cast(Game, Ended(*pads, **more))


@pytest.mark.parametrize(
    ("pads", "words"),
    [
        (
            (pad(30, 30, 30, 30), pad(20, 31, 10, 10)),
            ("Well done: you were ahead by 49 points.",
             "Your best line was blue with 31 points: build on that next time."),
        ),
        (
            (pad(30, 30, 30, 30), pad(30, 30, 30, 29)),
            ("What a finish: you were ahead by 1 point.", "So close: only 1 point was missing."),
        ),
        (
            (pad(30, 30, 30, 30), pad(60, 20, 20, 20)),
            ("As many points as the winner: only the best single line decided.",
             "What a finish: only your best line made the difference."),
        ),
        (
            (pad(30, 30, 30, 30), pad(30, 30, 30, 30)),
            ("Nothing can tell these networks apart. Well done.",) * 2,
        ),
    ],
    ids=["far", "close", "tie", "shared"],
)  # fmt: skip
def test_everybody_gets_a_kind_word(pads: tuple[ScorePad, ...], words: tuple[str, ...]) -> None:
    assert tuple(remark(game(*pads), seat) for seat in range(len(pads))) == words


def test_somebody_alone_is_told_how_far_the_next_verdict_is() -> None:
    city = load_city("london")
    first, *_, last = city.verdicts
    assert next_verdict(city, first) == "1 more point, and it would have been verdict 2."
    assert next_verdict(city, first - 9) == "10 more points, and it would have been verdict 2."
    assert next_verdict(city, last + 1) == "There is no higher verdict."
    for total in range(last + 1):
        points = int(next_verdict(city, total).split()[0])
        assert city.verdict(total + points) == city.verdict(total) + 1 == city.verdict(total + points - 1) + 1


def test_a_bot_is_called_by_its_level_in_every_language() -> None:
    assert set(BOT_LEVELS) == set(BOTS)
    ended = game(pad(9, 9, 9, 9), pad(1, 1, 1, 1), names=("expert", "Ann"))
    with using_language(load_language("fr")):
        assert player_name("beginner") != "beginner"
        assert player_name("Ann") == "Ann"
        assert "expert" in outcome(ended)


def test_a_name_from_right_to_left_does_not_turn_the_sentence() -> None:
    told = outcome(game(pad(9, 0, 0, 0), pad(1, 0, 0, 0), names=("דנה", "Ben")))
    assert told == "The winner is \u2068דנה\u2069 with 9 points."
    assert outcome(game(pad(9, 0, 0, 0), pad(1, 0, 0, 0), names=("Zoë", "דנה"))).startswith(
        "The winner is Zoë "
    )
