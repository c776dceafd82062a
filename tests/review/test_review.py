"""A game looked at again: every decision has its opinion, and what is over is told as it was."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from fulgence.bots.bot import Search, make_bot, tree_search
from fulgence.bots.network.weights import (
    NOTHING_LEARNED,
    LearnedValue,
    learned_value,
    read_weights,
    write_weights,
)
from fulgence.build import is_compiled
from fulgence.review import opinion
from fulgence.review.opinion import Opinion, opinions
from fulgence.review.parts import review_parts
from fulgence.review.review import (
    Choice,
    Review,
    TurnReview,
    best_game,
    expert_game,
    review,
    review_turn,
)
from fulgence.rules.cityfile.city_reader import load_city
from fulgence.rules.deal import deal
from fulgence.rules.game import Game
from fulgence.rules.generator import Generator
from fulgence.rules.text.record import Record, game_of, record_of, replay
from fulgence.rules.view import View
from random_games import played, random_record
from random_weights import without_weights, write_random_weights

pytestmark = pytest.mark.skipif(not is_compiled(), reason="takes long where the rules are not compiled")


@pytest.fixture(scope="module")
def record() -> Record:
    """Alone with add-ons, which cost points."""
    return random_record("toy", ("objectives", "powers"), 1, 5)


@pytest.fixture(scope="module")
def steps() -> list[int]:
    return []


@pytest.fixture(scope="module")
def found(record: Record, steps: list[int], tmp_path_factory: pytest.TempPathFactory) -> Iterator[Review]:
    with pytest.MonkeyPatch.context() as patch:
        without_weights(patch, tmp_path_factory.mktemp("review"))
        yield review(record, 0, lambda: steps.append(1))


def test_every_decision_has_its_opinion(record: Record, found: Review) -> None:
    assert [tuple(choice.own.move for choice in turn.choices) for turn in found.turns] == list(
        record.moves[0]
    )
    assert [turn.turn for turn in found.turns] == list(range(len(record.moves[0])))
    flat = [(number, cards) for number, turns in enumerate(record.deal.turns) for cards in turns]
    assert [(turn.round, turn.cards) for turn in found.turns] == flat
    game = Game(record.deal)
    for turn in found.turns:
        for choice in turn.choices:
            moves = game.view(0).moves
            assert choice.options == len(moves)
            assert {opinion.move for opinion in choice.best} <= set(moves)
            assert len(choice.best) == min(3, len(moves))
            game.play(0, choice.own.move)
        game.flip()


def test_nothing_is_lost_by_the_best_move_and_never_less_than_nothing(found: Review) -> None:
    choices = [choice for turn in found.turns for choice in turn.choices]
    best = [choice for choice in choices if choice.own.move == choice.best[0].move]
    assert best and len(best) < len(choices)
    assert all(choice.loss == choice.loss_error == 0 for choice in best)
    assert all(choice.loss >= 0 for choice in choices)
    assert any(choice.loss > 1 for choice in choices)
    for choice in choices:
        expected = [opinion.expected for opinion in choice.best]
        assert expected == sorted(expected, reverse=True)
        assert choice.own.expected <= expected[0]
        assert choice.loss == expected[0] - choice.own.expected
    assert found.loss == pytest.approx(sum(choice.loss for choice in choices))
    assert 0 < found.loss_error < found.loss


def test_a_reason_is_given_exactly_where_something_was_lost(found: Review) -> None:
    assert [turn.label is not None for turn in found.turns] == [turn.loss > 0 for turn in found.turns]


def test_the_last_turn_comes_to_the_true_total(record: Record, found: Review) -> None:
    total = replay(record).pads[0].total
    assert record.deal.handicap == -10
    assert found.total == total
    assert found.turns[-1].after.expected == total
    assert found.turns[-1].after.error == 0
    assert found.turns[-1].before.expected >= total


def test_the_review_tells_how_far_it_is(record: Record, found: Review, steps: list[int]) -> None:
    assert len(found.turns) == len(record.moves[0])
    assert len(steps) == len(list(review_parts(len(record.moves[0]), games=True))) == len(record.moves[0]) + 2


def test_others_play_the_same_cards(record: Record, found: Review) -> None:
    for other in (found.expert, found.best):
        assert replay(replace(record, moves=(other.moves,))).pads[0].total == other.total
    assert found.best.total >= found.total
    assert found.best.total >= found.expert.total - 3
    assert found.expert.total > found.total
    assert not found.is_learned


def test_a_trained_game_is_told_apart(record: Record, data: Path) -> None:
    short = replace(record, moves=(record.moves[0][:1],))
    write_random_weights(data, load_city("toy"), record.deal.addons)
    assert review(short, 0).is_learned


# Games that are not over, or not alone


def test_a_game_that_is_not_over_is_reviewed_as_far_as_it_went(record: Record) -> None:
    short = replace(record, moves=(record.moves[0][:3],))
    assert not short.is_finished
    found = review(short, 0)
    assert len(found.turns) == 3
    assert found.total == replay(short).pads[0].total
    assert len(found.expert.moves) == len(found.best.moves) == len(record.moves[0])
    assert found.turns[-1].after.expected > found.total + 3


def test_what_a_record_leaves_out_was_passed() -> None:
    record = random_record("toy", (), 1, 5)
    silent = replace(record, moves=(((),),))
    replay(silent)
    turn = review_turn(silent, 0, 0, NOTHING_LEARNED, simulations=50)
    assert [choice.own.move for choice in turn.choices] == ["pass"]
    assert turn.after == turn.choices[0].own
    assert turn.before == turn.choices[0].best[0]
    passed = replace(record, moves=((("pass",),),))
    assert review_turn(passed, 0, 0, NOTHING_LEARNED, simulations=50) == turn


def test_every_seat_is_judged_by_its_own_sheet() -> None:
    record = random_record("london", ("powers", "gates"), 3, 2)
    totals = [pad.total for pad in replay(record).pads]
    assert record.deal.handicap == 0 and len(set(totals)) == 3
    last = len(record.moves[0]) - 1
    for seat, total in enumerate(totals):
        turn = review_turn(record, seat, last, NOTHING_LEARNED, simulations=50)
        assert turn.after.expected == total
        assert [choice.own.move for choice in turn.choices] == list(record.moves[seat][last])


@pytest.mark.parametrize("seat", [0, 1])
def test_other_games_are_played_on_the_seats_own_sheet(seat: int) -> None:
    record = random_record("toy", (), 2, 3)
    for other in (expert_game(record, seat, "flat:8"), best_game(record, seat, NOTHING_LEARNED)):
        moves = list(record.moves)
        moves[seat] = other.moves
        assert replay(replace(record, moves=tuple(moves))).pads[seat].total == other.total


def test_the_game_at_a_turn_is_the_game_that_was_played() -> None:
    record = random_record("london", ("powers",), 2, 4)
    game = Game(record.deal, record.names)
    for turn in range(len(record.moves[0])):
        again = game_of(record, turn)
        assert (again.round, again.turn, again.cards) == (game.round, game.turn, game.cards)
        assert again.view(0).moves == game.view(0).moves
        assert again.view(1).moves == game.view(1).moves
        for seat in (0, 1):
            for move in record.moves[seat][turn]:
                game.play(seat, move)
        game.flip()
    assert [pad.total for pad in game_of(record, len(record.moves[0])).pads()] == [
        pad.total for pad in game.pads()
    ]


def test_a_whole_london_game_of_a_good_player_costs_little() -> None:
    """By what they lose, a good player and a random one are told apart."""
    made = deal(load_city("london"), (), 1, Generator(7))
    good = record_of(played(Game(made), make_bot("flat:60", Generator(1)).choose))
    poor = random_record("london", (), 1, 7)
    losses = []
    for record in (good, poor):
        turns = [
            review_turn(record, 0, turn, NOTHING_LEARNED, simulations=150)
            for turn in range(len(record.moves[0]))
        ]
        assert all(turn.choices and turn.loss >= 0 for turn in turns)
        assert turns[-1].after.expected == replay(record).pads[0].total
        losses.append(sum(turn.loss for turn in turns))
    assert losses[0] < losses[1] / 2


# Opinions


def test_the_move_that_was_played_is_looked_at_in_any_case() -> None:
    games = (Game(deal(load_city("london"), (), 1, Generator(seed))) for seed in range(100))
    view = next(view for view in (game.view(0) for game in games) if len(view.moves) > 5)
    three = [found.move for found in opinions(view, NOTHING_LEARNED, simulations=100)]
    assert len(three) == 3
    for move in view.moves:
        found = [opinion.move for opinion in opinions(view, NOTHING_LEARNED, move, simulations=100)]
        assert sorted(found) == sorted({*three, move})


def test_opinions_are_the_same_every_time() -> None:
    view = Game(deal(load_city("toy"), (), 1, Generator(3))).view(0)
    assert opinions(view, NOTHING_LEARNED, "pass", simulations=80) == opinions(
        view, NOTHING_LEARNED, "pass", simulations=80
    )


def test_what_is_expected_includes_the_handicap() -> None:
    view = Game(deal(load_city("toy"), ("powers",), 1, Generator(3))).view(0)
    assert view.handicap == -5
    paid = opinions(view, NOTHING_LEARNED, simulations=80)
    free = opinions(replace(view, addons=()), NOTHING_LEARNED, simulations=80)
    assert [o.expected + 5 for o in paid] == pytest.approx([o.expected for o in free])


def test_a_closer_look_is_surer() -> None:
    view = Game(deal(load_city("toy"), (), 1, Generator(3))).view(0)
    rough, fine = (
        opinions(view, NOTHING_LEARNED, simulations=40)[0],
        opinions(view, NOTHING_LEARNED, simulations=2000)[0],
    )
    assert 0 < fine.error < rough.error / 3
    assert opinion.DEEP_SIMULATIONS == 2000


def test_the_loss_of_a_choice() -> None:
    best, own = Opinion("a1-b1", 50.0, 0.3), Opinion("pass", 47.5, 0.4)
    assert Choice(own, (best,), 2).loss == 2.5
    assert Choice(own, (best,), 2).loss_error == pytest.approx(0.5)
    assert (Choice(best, (best, own), 2).loss, Choice(best, (best, own), 2).loss_error) == (0, 0)


def test_the_doubt_about_a_value_counts_for_totals_and_not_for_losses() -> None:
    best, own, sure = Opinion("a1-b1", 50.0, 0.3), Opinion("pass", 45.0, 0.4), Opinion("pass", 44.0, 0.0)
    turn = TurnReview(0, 0, (), (Choice(own, (best, own), 2),), None, doubt=0.4)
    assert turn.before.error == pytest.approx(0.5)
    assert turn.after.error == pytest.approx(0.4 * 2**0.5)
    assert turn.loss_error == pytest.approx(0.5)
    assert TurnReview(0, 0, (), (Choice(sure, (sure,), 1),), None, doubt=0.4).after.error == 0


def test_the_doubt_of_a_round_is_that_of_its_weights(record: Record, data: Path) -> None:
    path = write_random_weights(data, record.deal.city, record.deal.addons)
    about, weights = read_weights(path)
    write_weights(path, replace(about, doubt=(0.5, 0.4, 0.3, 0.2)), weights)
    assert read_weights(path)[0].doubt == (0.5, 0.4, 0.3, 0.2)
    turns = sum(map(len, record.deal.turns[:1]))
    learned = learned_value(record.deal.city, record.deal.addons)
    assert review_turn(record, 0, 0, learned, 5).doubt == 0.5
    assert review_turn(record, 0, turns, learned, 5).doubt == 0.4


def test_where_there_is_much_to_look_at_moves_are_tried_less_often(
    data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Paris with everything has starts at any station, and a bonus to choose after every gate."""
    used: list[Search] = []

    def recorded(view: View, learned: LearnedValue) -> Search:
        used.append(tree_search(view, learned))
        return used[-1]

    monkeypatch.setattr(opinion, "tree_search", recorded)
    evaluations = []
    record = random_record("paris", ("objectives", "powers", "gates"), 1, 5)
    write_random_weights(data, record.deal.city, record.deal.addons)
    learned = learned_value(record.deal.city, record.deal.addons)
    for turn in range(0, len(record.moves[0]), 4):
        opinions(game_of(record, turn).view(0), learned)
        evaluations.append(used[-1].evaluations())
    assert opinion.EVALUATIONS / 2 < max(evaluations) < 3 * opinion.EVALUATIONS


def test_a_closer_look_takes_what_the_first_one_has_left() -> None:
    assert opinion.affordable(0, 60, 3) == opinion.DEEP_SIMULATIONS
    assert opinion.affordable(opinion.EVALUATIONS // 10, 60, 3) == 180
    assert opinion.affordable(2 * opinion.EVALUATIONS, 60, 3) == opinion.SHALLOW_SIMULATIONS
