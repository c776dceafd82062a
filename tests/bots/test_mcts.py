"""The tree searches: exact where everything can be tried, otherwise near what exhaustive play expects."""

from __future__ import annotations

import pytest

from exhaustive_play import LastRound, decisions, late_positions
from fulgence.bots import limits
from fulgence.bots.bot import Search
from fulgence.bots.expectimax import ExpectimaxSearch, return_switch
from fulgence.bots.known_pile import known_cards, known_pile
from fulgence.bots.mcts import TreeSearch
from fulgence.bots.network.make_evaluator import make_evaluator
from fulgence.bots.network.quantized_network import QuantizedNetwork
from fulgence.build import is_compiled
from fulgence.rules import kinds, score
from fulgence.rules.city import City
from fulgence.rules.cityfile.city_reader import load_city
from fulgence.rules.game import Game
from fulgence.rules.generator import Generator
from fulgence.rules.pile import Pile
from fulgence.rules.sheet import Sheet
from random_games import SAMPLER
from random_weights import random_network, zero_network

TOY = load_city("toy")

needs_compiling = pytest.mark.skipif(not is_compiled(), reason="takes long where the rules are not compiled")


def is_last_turn(game: Game) -> bool:
    return game.round == kinds.ROUNDS - 1 and game.turn + 1 == len(game.deal.turns[game.round])


def search_of(game: Game, value: QuantizedNetwork | None, exploration: float = 3.0) -> Search:
    terms = game.view(0).sheet.terms
    if value is None:
        return TreeSearch(terms, exploration)
    return ExpectimaxSearch(terms, make_evaluator(terms, value), exploration)


def begun(
    game: Game, value: QuantizedNetwork | None = None, room: int = 1000, exploration: float = 3.0
) -> Search:
    view = game.view(0)
    search = search_of(game, value, exploration)
    search.begin(view.sheet, known_pile(view), known_cards(view), room)
    return search


def means(search: Search) -> dict[int, float]:
    return {move: mean for move, mean, _ in search.root_moves()}


# What can be tried out


def best_total(sheet: Sheet) -> int:
    """The highest total that the rest of a turn can bring."""
    if sheet.permit == kinds.TURN_OVER:
        return score.total(sheet)
    return max(best_total(sheet.after(move)) for move in [kinds.PASS, *sheet.legal_moves()])


def judge_of(kind: str, city: City) -> QuantizedNetwork | None:
    return {"none": None, "nothing": zero_network(city), "random": random_network(city)}[kind]


@pytest.mark.parametrize("kind", ["none", "nothing", "random"])
@pytest.mark.parametrize("city", ["toy", "london"] if is_compiled() else ["toy"])
def test_the_last_turn_is_exact(city: str, kind: str) -> None:
    seen = 0
    judge = judge_of(kind, load_city(city))
    for seed in range(6 if is_compiled() else 1):
        for game in decisions(city, seed):
            if not is_last_turn(game):
                continue
            search = begun(game, judge)
            for edge in range(len(game.view(0).moves)):
                search.run(3, Generator(1), edge)
            sheet = game.view(0).sheet
            assert means(search) == {
                move: score.total(sheet.after(move)) for move in [kinds.PASS, *sheet.legal_moves()]
            }
            assert all(error == 0 for _, _, error in search.root_moves())
            seen += 1
    assert seen


@needs_compiling
@pytest.mark.parametrize("judged", [False, True])
@pytest.mark.parametrize("city", ["london", "paris", "berlin", SAMPLER])
def test_the_best_move_of_a_last_turn_is_found(city: str, judged: bool) -> None:
    """With all add-ons, which give a turn several decisions."""
    judge = random_network(load_city(city)) if judged else None
    several = 0
    for seed in range(40 if city == "berlin" else 12):
        for game in decisions(city, seed, tuple(load_city(city).addons)):
            if not is_last_turn(game):
                continue
            sheet = game.view(0).sheet
            search = search_of(game, judge)
            view = game.view(0)
            move = search.choose(sheet, known_pile(view), known_cards(view), 3000, Generator(1))
            assert best_total(sheet.after(move)) == best_total(sheet)
            several += sheet.after(move).permit != kinds.TURN_OVER
    assert several


# What cannot be tried out


@pytest.mark.parametrize("kind", ["none", "nothing", "random"])
def test_many_simulations_come_to_what_exhaustive_play_expects(kind: str) -> None:
    number, simulations, close = (4, 10_000, 0.8) if is_compiled() else (1, 150, 1.5)
    judge = judge_of(kind, TOY)
    for game, out, left in late_positions(3 if is_compiled() else 2, number):
        sheet = game.view(0).sheet
        expected = LastRound(TOY).moves(sheet, out, left)
        search = begun(game, judge, room=400_000 if is_compiled() else 2000, exploration=3.0)
        for edge in range(len(expected)):
            search.run(simulations, Generator(edge), edge)
        for move, mean in means(search).items():
            assert mean == pytest.approx(expected[move], abs=close)
        bot = search_of(game, judge, 20.0)
        view = game.view(0)
        chosen = bot.choose(sheet, known_pile(view), 0, simulations, Generator(1))
        assert expected[chosen] > max(expected.values()) - close


@pytest.mark.parametrize("kind", ["nothing", "random"])
def test_what_is_in_the_tree_to_the_end_is_proved(kind: str) -> None:
    """Then the value of the network, however wrong, has no part in it."""
    judge = judge_of(kind, TOY)
    for game, out, left in late_positions(3 if is_compiled() else 2, 6 if is_compiled() else 1):
        expected = LastRound(TOY).moves(game.view(0).sheet, out, left)
        search = begun(game, judge, room=100_000 if is_compiled() else 3000)
        for edge in range(len(expected)):
            search.run(100_000, Generator(1), edge)
        for move, mean, error in search.root_moves():
            assert error == 0
            assert mean == pytest.approx(expected[move], abs=1e-9)
        nodes = search.nodes
        search.run(1000, Generator(1))
        assert search.nodes == nodes  # there is nothing left to find out


def test_a_switch_returns_to_the_pile_once_and_not_after_the_last_turn() -> None:
    switch = TOY.tables.switch
    closing = [TOY.card_numbers[card.name] for card in TOY.cards if card.name.startswith("U:")]
    others = [n for n in range(TOY.tables.cards) if n != switch and n not in closing]
    pile = Pile(TOY.tables, [switch, *others, *closing])
    pile.flip()
    before = pile.size
    for _ in range(2):
        return_switch(pile, switch)
        assert pile.size == before + 1
    ended = Pile(TOY.tables, [*closing[:3], switch, *closing[3:], *others])
    for _ in range(4):
        ended.flip()
    assert ended.switched and ended.last
    return_switch(ended, switch)
    assert ended.size == before


@needs_compiling
def test_a_switch_that_lies_open_may_be_followed_by_any_card() -> None:
    switch = TOY.tables.switch
    off = []
    for game, out, left in late_positions(3, 30):
        if switch not in left:
            continue
        rest = tuple(card for card in left if card != switch)
        shown = [TOY.card_numbers[card] for turn in game.deal.turns[3][: game.turn + 1] for card in turn]
        pile = Pile(TOY.tables, [*shown, switch, *rest])
        for _ in range(game.turn + 1):
            pile.flip()
        sheet = game.view(0).sheet
        expected = LastRound(TOY).moves(sheet, out, (switch, *rest), known=True)
        search = TreeSearch(sheet.terms, 6.0)
        search.begin(sheet, pile, 1, 50_000)
        for edge in range(len(expected)):
            search.run(4000, Generator(edge), edge)
        off += [abs(mean - expected[move]) for move, mean in means(search).items()]
    assert len(off) > 30
    assert sum(off) / len(off) < 0.3


# How it is told what to do


def test_simulations_by_one_edge_count_for_that_edge_alone() -> None:
    game = next(decisions("toy", 1))
    search = begun(game)
    search.run(20, Generator(1), 2)
    errors = [error for _, _, error in search.root_moves()]
    assert errors[2] < 100
    assert [error for edge, error in enumerate(errors) if edge != 2] == [limits.UNTRIED] * (len(errors) - 1)
    assert [mean for edge, (_, mean, _) in enumerate(search.root_moves()) if edge != 2] == [0] * (
        len(errors) - 1
    )
    assert search.best() == 2


def test_the_error_shrinks() -> None:
    few, many = (100, 2000) if is_compiled() else (10, 200)
    game = next(decisions("toy", 1))
    search = begun(game, room=many + 10)
    search.run(few, Generator(1), 1)
    before = search.root_moves()[1][2]
    search.run(many - few, Generator(2), 1)
    assert 0 < search.root_moves()[1][2] < before / 2


def test_a_search_stays_in_its_room() -> None:
    for game in decisions("toy", 1):
        search = begun(game, room=15)
        search.run(100, Generator(1))
        assert search.nodes <= search.max_nodes == 15
        assert search.edges <= limits.EDGES_PER_NODE * 15 + 2 * limits.MAX_MOVES


def test_a_small_search_does_all_its_simulations() -> None:
    game = next(decisions("london", 1))
    search = begun(game, room=10)
    assert search.nodes == 1
    search.run(8, Generator(1))
    assert search.nodes == 9


def test_the_root_has_room_for_all_its_moves() -> None:
    most = 0
    for game in decisions("paris", 1, tuple(load_city("paris").addons)):
        sheet = game.view(0).sheet
        root_moves = begun(game, room=1).root_moves()
        assert [move for move, _, _ in root_moves] == [kinds.PASS, *sheet.legal_moves()]
        most = max(most, len(root_moves))
    assert most > limits.EDGES_PER_NODE


def test_without_a_value_games_are_played_out() -> None:
    game = next(decisions("toy", 1))
    sheet = game.view(0).sheet
    moves = [kinds.PASS, *sheet.legal_moves()]
    played_out, said_nothing = begun(game), begun(game, zero_network(TOY))
    for edge in range(len(moves)):
        played_out.run(1, Generator(1), edge)
        said_nothing.run(1, Generator(1), edge)
    for move in moves:
        assert means(played_out)[move] > 12
        assert means(said_nothing)[move] < 8
    assert means(begun(game, zero_network(TOY))) == {move: score.total(sheet.after(move)) for move in moves}


def test_a_value_is_asked_at_the_leaves() -> None:
    game = next(decisions("toy", 1))
    one, two = begun(game, random_network(TOY, 1)), begun(game, random_network(TOY, 2))
    assert means(one) != means(two)


@pytest.mark.parametrize("kind", ["none", "random"])
def test_the_same_seed_searches_the_same(kind: str) -> None:
    simulations = 500 if is_compiled() else 40
    game = next(decisions("toy", 4))
    judge = judge_of(kind, TOY)
    found = []
    for seed in (1, 1, 2):
        search = begun(game, judge)
        search.run(simulations, Generator(seed))
        found.append(search.root_moves())
    assert found[0] == found[1]
    assert (found[1] != found[2]) == (judge is None)  # with a value nothing is random


def test_a_search_begins_anew_with_every_decision() -> None:
    games = decisions("toy", 4)
    view = next(games).view(0)
    search = TreeSearch(view.sheet.terms, 3.0)
    for _ in range(2):
        search.begin(view.sheet, known_pile(view), 0, 60)
        search.run(50, Generator(1))
    local_searches = begun(next(decisions("toy", 4)), room=60)
    local_searches.run(50, Generator(1))
    assert search.root_moves() == local_searches.root_moves()
