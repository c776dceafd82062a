"""The tree search: exact where everything can be tried, otherwise near what exhaustive play expects."""

from __future__ import annotations

import pytest

from expectation import Round, decisions, late_positions
from fulgence.bots import sizes
from fulgence.bots.known import known_cards, known_pile
from fulgence.bots.search import Search
from fulgence.bots.value import Value
from fulgence.bots.weights import facts_of
from fulgence.build import is_compiled
from fulgence.rules import kinds, score
from fulgence.rules.chance import Generator, Pile
from fulgence.rules.city import City
from fulgence.rules.cityfile import load_city
from fulgence.rules.game import Game
from fulgence.rules.sheet import Sheet
from games import SAMPLER
from learned import scattered

TOY = load_city("toy")

needs_compiling = pytest.mark.skipif(not is_compiled(), reason="takes long where the rules are not compiled")


def is_last_turn(game: Game) -> bool:
    return game.round == kinds.ROUNDS - 1 and game.turn + 1 == len(game.deal.turns[game.round])


def begun(game: Game, value: Value | None = None, room: int = 1000, explore: float = 3.0) -> Search:
    view = game.view(0)
    search = Search(view.sheet.terms, value, explore)
    search.begin(view.sheet, known_pile(view), known_cards(view), room)
    return search


def means(search: Search) -> dict[int, float]:
    return {move: mean for move, mean, _ in search.listed()}


# What can be tried out


def best_total(sheet: Sheet) -> int:
    """The highest total that the rest of a turn can bring."""
    if sheet.permit == kinds.TURN_OVER:
        return score.total(sheet)
    return max(best_total(sheet.after(move)) for move in [kinds.PASS, *sheet.legal_moves()])


def judge_of(kind: str, city: City) -> Value | None:
    return {"none": None, "nothing": Value(facts_of(city)), "scattered": scattered(city)}[kind]


@pytest.mark.parametrize("kind", ["none", "nothing", "scattered"])
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
            assert all(error == 0 for _, _, error in search.listed())
            seen += 1
    assert seen


@needs_compiling
@pytest.mark.parametrize("judged", [False, True])
@pytest.mark.parametrize("city", ["london", "paris", "berlin", SAMPLER])
def test_the_best_move_of_a_last_turn_is_found(city: str, judged: bool) -> None:
    """With all add-ons, which give a turn several decisions."""
    judge = scattered(load_city(city)) if judged else None
    several = 0
    for seed in range(40 if city == "berlin" else 12):
        for game in decisions(city, seed, tuple(load_city(city).addons)):
            if not is_last_turn(game):
                continue
            sheet = game.view(0).sheet
            search = Search(sheet.terms, judge, 3.0)
            view = game.view(0)
            move = search.choose(sheet, known_pile(view), known_cards(view), 3000, Generator(1))
            assert best_total(sheet.after(move)) == best_total(sheet)
            several += sheet.after(move).permit != kinds.TURN_OVER
    assert several


# What cannot be tried out


@pytest.mark.parametrize("kind", ["none", "nothing", "scattered"])
def test_many_simulations_come_to_what_exhaustive_play_expects(kind: str) -> None:
    number, simulations, close = (4, 10_000, 0.8) if is_compiled() else (1, 150, 1.5)
    judge = judge_of(kind, TOY)
    for game, out, left in late_positions(3 if is_compiled() else 2, number):
        sheet = game.view(0).sheet
        expected = Round(TOY).moves(sheet, out, left)
        search = begun(game, judge, room=400_000 if is_compiled() else 2000, explore=3.0)
        for edge in range(len(expected)):
            search.run(simulations, Generator(edge), edge)
        for move, mean in means(search).items():
            assert mean == pytest.approx(expected[move], abs=close)
        bot = Search(sheet.terms, judge, 20.0)
        view = game.view(0)
        chosen = bot.choose(sheet, known_pile(view), 0, simulations, Generator(1))
        assert expected[chosen] > max(expected.values()) - close


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
        expected = Round(TOY).moves(sheet, out, (switch, *rest), known=True)
        search = Search(sheet.terms, None, 6.0)
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
    errors = [error for _, _, error in search.listed()]
    assert errors[2] < 100
    assert [error for edge, error in enumerate(errors) if edge != 2] == [sizes.UNTRIED] * (len(errors) - 1)
    assert [mean for edge, (_, mean, _) in enumerate(search.listed()) if edge != 2] == [0] * (len(errors) - 1)
    assert search.best() == 2


def test_the_error_shrinks() -> None:
    few, many = (100, 2000) if is_compiled() else (10, 200)
    game = next(decisions("toy", 1))
    search = begun(game, room=many + 10)
    search.run(few, Generator(1), 1)
    before = search.listed()[1][2]
    search.run(many - few, Generator(2), 1)
    assert 0 < search.listed()[1][2] < before / 2


def test_a_search_stays_in_its_room() -> None:
    for game in decisions("toy", 1):
        search = begun(game, room=15)
        search.run(100, Generator(1))
        assert search.nodes <= search.room == 15
        assert search.edges <= sizes.EDGES * 15 + 2 * sizes.MOVES


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
        listed = begun(game, room=1).listed()
        assert [move for move, _, _ in listed] == [kinds.PASS, *sheet.legal_moves()]
        most = max(most, len(listed))
    assert most > sizes.EDGES


def test_without_a_value_games_are_played_out() -> None:
    game = next(decisions("toy", 1))
    sheet = game.view(0).sheet
    moves = [kinds.PASS, *sheet.legal_moves()]
    played_out, said_nothing = begun(game), begun(game, Value(facts_of(TOY)))
    for edge in range(len(moves)):
        played_out.run(1, Generator(1), edge)
        said_nothing.run(1, Generator(1), edge)
    for move in moves:
        assert means(played_out)[move] > 12
        assert means(said_nothing)[move] < 8
    assert means(begun(game, Value(facts_of(TOY)))) == {
        move: score.total(sheet.after(move)) for move in moves
    }


def test_a_value_is_asked_at_the_leaves() -> None:
    game = next(decisions("toy", 1))
    one, two = begun(game, scattered(TOY, 1)), begun(game, scattered(TOY, 2))
    assert means(one) != means(two)


@pytest.mark.parametrize("kind", ["none", "scattered"])
def test_the_same_seed_searches_the_same(kind: str) -> None:
    simulations = 500 if is_compiled() else 40
    game = next(decisions("toy", 4))
    judge = judge_of(kind, TOY)
    found = []
    for seed in (1, 1, 2):
        search = begun(game, judge)
        search.run(simulations, Generator(seed))
        found.append(search.listed())
    assert found[0] == found[1] != found[2]


def test_a_search_begins_anew_with_every_decision() -> None:
    games = decisions("toy", 4)
    view = next(games).view(0)
    search = Search(view.sheet.terms, None, 3.0)
    for _ in range(2):
        search.begin(view.sheet, known_pile(view), 0, 60)
        search.run(50, Generator(1))
    again = begun(next(decisions("toy", 4)), room=60)
    again.run(50, Generator(1))
    assert search.listed() == again.listed()
