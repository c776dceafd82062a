"""Games of a public engine that nobody here wrote: equal legal sections on every turn, equal scores."""

import json
from pathlib import Path
from typing import Any

import pytest

from fulgence.rules.text.record import parse_record, replay

GAMES = Path(__file__).with_name("london_peer.jsonl").read_text(encoding="utf-8").splitlines()


def record_text(game: dict[str, Any]) -> str:
    turns = [turn for turns in game["rounds"] for turn in turns]
    seat = {"name": "peer", "pencils": game["pencils"], "moves": [[turn["move"]] for turn in turns]}
    document = {"fulgence": 1, "city": "london", "addons": [], "deal": {"rounds": game["piles"]}}
    return json.dumps({**document, "seats": [seat]})


@pytest.mark.parametrize("number", range(len(GAMES)))
def test_a_game_of_the_foreign_engine_replays_with_equal_legal_sets_and_scores(number: int) -> None:
    game = json.loads(GAMES[number])
    played = replay(parse_record(record_text(game)))
    turns = [turn for turns in game["rounds"] for turn in turns]
    assert played.legal[0] == [[sorted(turn["legal"])] for turn in turns]
    shown = [list(cards) for turns in played.record.deal.turns for cards in turns]
    assert shown == [turn["cards"] for turn in turns]
    pad = played.pads[0]
    for line, expected in zip(pad.lines, game["lines"], strict=True):
        (part,) = line.parts
        assert (part.districts, part.most) == (expected["districts"], expected["most"])
        assert (line.extras, line.points) == (2 * expected["thames"], expected["points"])
    assert pad.sites == game["site_points"]
    assert pad.interchanges == game["interchange_points"]
    assert pad.total == game["total"]
