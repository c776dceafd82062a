"""Why a move was worth less: each kind of reason, in a position where it is the true one."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import chain, permutations

import pytest

from fulgence.language import translate, using_language
from fulgence.review.labels import label
from fulgence.rules import score
from fulgence.rules.cityfile.city_reader import city_text, load_city
from fulgence.rules.deal import deal
from fulgence.rules.game import Game
from fulgence.rules.generator import Generator
from fulgence.rules.message import Message
from fulgence.rules.sheet import Sheet
from fulgence.rules.view import View
from language.pseudo_language import PSEUDO, mask_letters
from random_games import random_choice

DISTRICT = "{played} closed the way to a district that {better} keeps open"
DISTRICTS = "{played} closed the way to {n} districts that {better} keeps open"
CARDS = "of {cards} cards left, {n} can be used after {played}, {m} after {better}"
POINT = "{better} gives a point more at once"
POINTS = "{better} gives {n} points more at once"
INTERCHANGES = "{better} keeps more stations of earlier lines in reach"
SITES = "{better} keeps more sights in reach"
WAYS = "{better} keeps more options open"
LATER = "{better} promises more for later"
ALL = [DISTRICT, DISTRICTS, CARDS, POINT, POINTS, INTERCHANGES, SITES, WAYS, LATER]


def views(city: str, games: int, rounds: int, seed: int) -> Iterator[View]:
    """Decisions of games that are drawn at random, cards still to come."""
    rng = Generator(seed)
    for _ in range(games):
        game = Game(deal(load_city(city), (), 1, rng))
        choose = random_choice(rng)
        while game.round < rounds:
            while not game.is_done(0):
                if game.turn + 1 < len(game.deal.turns[game.round]):
                    yield game.view(0)
                game.play(0, choose(game.view(0)))
            game.flip()


def sights() -> str:
    """The toy city with sights nearly everywhere, which are worth nothing."""
    text = city_text("toy").replace("track = [0, 1, 2, 4, 6]", "track = [0, 0, 0]")
    return text.replace('["c3", "a5"]', '["a1", "b1", "d1", "e1", "a2", "b3", "e3", "a4", "c5", "d5"]')


def one_district() -> str:
    head, start, rest = city_text("toy").partition('districts = """\n')
    districts, end, tail = rest.partition('"""')
    letters, *rows = districts.splitlines(keepends=True)
    return "".join([head, start, letters, *(re.sub("[A-Zw]", "A", row) for row in rows), end, tail])


Cases = dict[str, list[tuple[View, str, str, Message]]]


@pytest.fixture(scope="module")
def cases(tmp_path_factory: pytest.TempPathFactory) -> Cases:
    """For every reason, positions and two moves for which it is said."""
    folder = tmp_path_factory.mktemp("cities")
    (folder / "sights.toml").write_text(sights(), encoding="utf-8")
    (folder / "plain.toml").write_text(one_district(), encoding="utf-8")
    cities = [("london", 8, 4), (str(folder / "sights.toml"), 10, 4), (str(folder / "plain.toml"), 30, 1)]
    found: Cases = {template: [] for template in ALL}
    for view in chain.from_iterable(views(*city, 3) for city in cities):
        for better, played in permutations(view.moves[:-1], 2):
            said = label(view, played, better)
            if len(found[said.template]) < 5:
                found[said.template].append((view, played, better, said))
        if all(len(pairs) == 5 for pairs in found.values()):
            break
    return found


def some(pairs: list[tuple[View, str, str, Message]]) -> list[tuple[View, str, str, Message]]:
    assert pairs, "nothing was found"
    return pairs


def after(view: View, move: str) -> Sheet:
    return view.sheet.after(view.city.moves[move])


def reached(view: View, sheet: Sheet) -> set[str]:
    """The stations that free sections lead to from the ends of the line, one section after another."""
    names = view.city.cells
    line = sheet.side[0] | sheet.side[1]
    seen: set[int] = set()
    todo = [cell for cell in range(len(names)) if line >> cell & 1 and not sheet.inner >> cell & 1]
    while todo:
        start = todo.pop()
        for cell in range(len(names)):
            if sheet.open[start] >> cell & 1 and not line >> cell & 1 and cell not in seen:
                seen.add(cell)
                todo.append(cell)
    return {names[cell] for cell in seen}


def new_districts(view: View, sheet: Sheet) -> set[int]:
    line = sheet.side[0] | sheet.side[1]
    cells = view.city.cells
    own = {view.city.district_of[n] for n in range(len(cells)) if line >> n & 1}
    return {view.city.district_of[cells.index(name)] for name in reached(view, sheet)} - own


def drawable(view: View, sheet: Sheet) -> list[str]:
    """The cards that could be used next."""
    cards = []
    for name in view.remaining:
        trial = sheet.copy()
        trial.begin_turn(view.city.card_numbers[name], 0)
        if name != "switch" and trial.legal_moves():
            cards.append(name)
    return cards


def earlier(view: View) -> set[str]:
    lines = 0
    for stations in view.sheet.lines:
        lines |= stations
    return {name for cell, name in enumerate(view.city.cells) if lines >> cell & 1}


def test_a_way_to_districts_was_closed(cases: Cases) -> None:
    for template in (DISTRICT, DISTRICTS):
        for view, played, better, said in some(cases[template]):
            less = len(new_districts(view, after(view, better))) - len(
                new_districts(view, after(view, played))
            )
            assert less == said.fields.get("n", 1)
            assert (less > 1) == (template == DISTRICTS)
            assert said.fields["played"] == played and said.fields["better"] == better


def test_cards_can_not_be_drawn_any_more(cases: Cases) -> None:
    for view, played, better, said in some(cases[CARDS]):
        assert said.fields["n"] == len(drawable(view, after(view, played)))
        assert said.fields["m"] == len(drawable(view, after(view, better)))
        assert said.fields["cards"] == len([card for card in view.remaining if card != "switch"])
        assert said.fields["m"] > said.fields["n"]
        assert said == (
            f"of {said.fields['cards']} cards left, {said.fields['n']} can be used after {played}, "
            f"{said.fields['m']} after {better}"
        )


def test_points_were_there_at_once(cases: Cases) -> None:
    for template in (POINT, POINTS):
        for view, played, better, said in some(cases[template]):
            more = score.total(after(view, better)) - score.total(after(view, played))
            assert more == said.fields.get("n", 1)
            assert (more > 1) == (template == POINTS)


def test_stations_of_earlier_lines_are_out_of_reach(cases: Cases) -> None:
    for view, played, better, _ in some(cases[INTERCHANGES]):
        there = earlier(view)
        near, far = (len(reached(view, after(view, move)) & there) for move in (played, better))
        assert far > near + 1


def test_sights_are_out_of_reach(cases: Cases) -> None:
    for view, played, better, _ in some(cases[SITES]):
        sites = {view.city.cells[cell] for cell in view.city.sites}
        near, far = (len(reached(view, after(view, move)) & sites) for move in (played, better))
        assert far > near + 1


def test_ways_are_closed(cases: Cases) -> None:
    for view, played, better, _ in some(cases[WAYS]):
        near, far = (len(reached(view, after(view, move))) for move in (played, better))
        assert far > near + 5


def test_when_nothing_can_be_named_the_future_is(cases: Cases) -> None:
    for view, played, better, _ in some(cases[LATER]):
        mine, other = after(view, played), after(view, better)
        assert score.total(other) <= score.total(mine)
        assert len(drawable(view, other)) <= len(drawable(view, mine))
        assert len(new_districts(view, other)) <= len(new_districts(view, mine))


def test_passing_is_told_by_itself() -> None:
    view = next(view for view in views("london", 1, 4, 1) if len(view.moves) > 2)
    gave = label(view, "pass", view.moves[0])
    assert gave == f"passing gave {view.moves[0]} away"
    assert (gave.template, gave.fields) == ("passing gave {better} away", {"better": view.moves[0]})
    assert label(view, view.moves[0], "pass") == "passing would have kept the ends of the line free"


def test_nothing_comes_of_a_line_after_the_last_turn_of_its_round() -> None:
    """Only points at once can be a reason then."""
    rng = Generator(5)
    seen = set()
    for _ in range(15):
        game = Game(deal(load_city("london"), (), 1, rng))
        choose = random_choice(rng)
        while not game.is_over:
            view = game.view(0)
            if game.turn + 1 == len(game.deal.turns[game.round]):
                for played in view.moves[:-1]:
                    for better in view.moves[:-1]:
                        seen.add(label(view, played, better).template)
            while not game.is_done(0):
                game.play(0, choose(game.view(0)))
            game.flip()
    assert seen == {POINT, POINTS, LATER}


@pytest.mark.parametrize("template", ALL)
def test_reasons_can_be_said_in_another_language(cases: Cases, template: str) -> None:
    """Translators get the sentence with its fields, not what is filled in."""
    _, _, better, said = cases[template][0]
    assert isinstance(said, Message)
    assert said == template.format(**said.fields)
    assert str(said.fields["better"]) == better
    assert translate(said.template, **said.fields) == said
    with using_language(PSEUDO):
        assert translate(said) == mask_letters(template).format(**said.fields)


def test_the_view_is_not_changed_by_looking() -> None:
    view = next(view for view in views("london", 1, 4, 1) if len(view.moves) > 2)
    before = (list(view.sheet.drawn), view.sheet.permit, view.sheet.legal_moves())
    label(view, view.moves[0], view.moves[1])
    assert (list(view.sheet.drawn), view.sheet.permit, view.sheet.legal_moves()) == before
