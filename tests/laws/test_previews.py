"""A preview is what the move then does: two score pads differ by exactly that."""

from __future__ import annotations

import pytest

from fulgence.rules.cityfile.city_reader import load_city
from fulgence.rules.deal import deal
from fulgence.rules.game import Game
from fulgence.rules.generator import Generator
from fulgence.rules.preview import Preview, previews
from fulgence.rules.score_pad import ScorePad, score_pad
from fulgence.rules.view import View
from random_games import SAMPLER, addon_sets, played, random_choice

CITIES = ("london", "paris", "berlin", SAMPLER)
PAD_ITEMS = ("sites", "crossings", "interchanges", "objectives")
LINE_ITEMS = ("river", "monuments", "link")


@pytest.mark.parametrize("name", CITIES)
def test_a_preview_is_the_difference_of_two_score_pads(name: str) -> None:
    city, rng, seen = load_city(name), Generator(11), set[str]()

    def compare(view: View) -> str:
        found = previews(city, view.sheet)
        assert [city.move_names[move] for move in sorted(found, key=city.move_names.__getitem__)] == list(
            view.moves[:-1]
        )
        before = view.pad()
        for move, preview in found.items():
            after = pad_after(view, move)
            check(view, before, after, preview)
            gate = city.move_names[move].rpartition("-")[2] in view.gates
            assert preview.gate == (gate and "*" not in city.move_names[move])
            assert preview.spends_power == (view.sheet.after(move).power != view.sheet.power)
            seen.update(preview.items, ["power"] * preview.spends_power, ["gate"] * preview.gate)
        return random_choice(rng)(view)

    for number, addons in enumerate(addon_sets(city)):
        played(Game(deal(city, addons, 1, Generator(number))), compare)
    wanted = {"interchanges"}
    wanted |= {"sites"} if city.sites else set()
    wanted |= {"river"} if city.river else set()
    wanted |= {"monuments"} if city.monuments else set()
    wanted |= {"link"} if len(city.sides) > 1 else set()
    wanted |= {"crossings"} if city.overhead else set()
    wanted |= {"power"} if "powers" in city.addons else set()
    wanted |= {"gate"} if "gates" in city.addons else set()
    assert seen >= wanted


def pad_after(view: View, move: int) -> ScorePad:
    return score_pad(view.sheet.after(move), view.pencils[view.seat], view.handicap)


def check(view: View, before: ScorePad, after: ScorePad, preview: Preview) -> None:
    assert preview.total == after.total - before.total
    assert preview.parts == after.lines[view.round].parts
    for name in PAD_ITEMS:
        assert preview.items.get(name, 0) == getattr(after, name) - getattr(before, name)
    extras = after.lines[view.round].extras - before.lines[view.round].extras
    assert sum(preview.items.get(name, 0) for name in LINE_ITEMS) == extras
    assert 0 not in preview.items.values()
