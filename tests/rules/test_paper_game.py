"""A game on paper has the cards, ends of rounds and pencils of one at a table; every flip can be undone."""

from itertools import combinations, pairwise

import pytest

from fulgence.bots.bot import make_bot
from fulgence.rules.cityfile.city_reader import city_names, load_city
from fulgence.rules.deal import Deal, deal
from fulgence.rules.errors import IllegalMove
from fulgence.rules.game import Game
from fulgence.rules.generator import Generator
from fulgence.rules.paper_game import OVER, ROUND_END, SETUP, TURN, Handover, PaperGame

NAMES = ("Ann", "Bob", "Cy", "Dora")
GAMES = [
    (city, addons, 1 + number % 4)
    for city in city_names()
    for number, addons in enumerate(
        chosen
        for count in range(len(load_city(city).addons) + 1)
        for chosen in combinations(load_city(city).addons, count)
    )
]


def dealt(city: str, addons: tuple[str, ...], seats: int, seed: int = 7) -> Deal:
    return deal(load_city(city), addons, seats, Generator(seed))


def all_steps(cards: Deal) -> list[PaperGame]:
    game = PaperGame(cards, NAMES[: len(cards.pencils)])
    games = [game]
    while not game.is_last:
        game = game.after(game.step + 1)
        games.append(game)
    return games


@pytest.mark.parametrize(("city", "addons", "seats"), GAMES)
def test_the_cards_on_paper_are_those_of_a_game_at_a_table(
    city: str, addons: tuple[str, ...], seats: int
) -> None:
    cards = dealt(city, addons, seats)
    steps = all_steps(cards)
    game, bot = Game(cards), make_bot("random", Generator(3))
    assert steps[0].phase == SETUP
    place = 1
    while not game.is_over:
        shown = steps[place]
        seen = [game.view(seat) for seat in range(seats)]
        assert (shown.phase, shown.round, shown.now.turn) == (TURN, game.round, game.turn)
        assert (shown.cards, shown.next_card) == (game.cards, seen[0].next_card)
        assert shown.remaining == seen[0].remaining
        assert shown.pencils == tuple(view.pencil for view in seen)
        assert shown.closes_round == seen[0].is_last_turn
        for seat in range(seats):
            while not game.is_done(seat):
                game.play(seat, bot.choose(game.view(seat)))
        before = game.round
        game.flip()
        place += 1
        if game.round != before:
            assert steps[place].phase == (OVER if game.is_over else ROUND_END)
            place += 1
    assert place == len(steps)


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_after_the_handovers_everybody_holds_the_pencil_of_the_next_round(seats: int) -> None:
    cards = dealt("paris", (), seats)
    for game in all_steps(cards):
        if game.phase != ROUND_END:
            assert game.handovers == ()
            continue
        taken = {each.taker: each.pencil for each in game.handovers if each.taker is not None}
        given = {each.giver: each.pencil for each in game.handovers if each.giver is not None}
        assert taken == {seat: order[game.round + 1] for seat, order in enumerate(cards.pencils)}
        if seats > 1:
            assert given == {seat: order[game.round] for seat, order in enumerate(cards.pencils)}
        assert game.controller == (game.round + 1) % seats


def test_two_players_have_an_unused_pencil_to_their_left() -> None:
    cards = dealt("london", (), 2)
    first, second = (order[0] for order in cards.pencils)
    game = PaperGame(cards, NAMES[:2])
    assert [seat for seat, _ in game.unused] == [0, 1]
    assert {pencil for _, pencil in game.unused} == {*cards.city.pencils} - {first, second}
    end = next(game for game in all_steps(cards) if game.phase == ROUND_END)
    assert end.handovers[0] == Handover(first, 0, None)
    assert end.handovers[1] == Handover(game.unused[0][1], None, 1)


def test_an_undo_restores_what_was_shown() -> None:
    steps = all_steps(dealt("berlin", ("objectives", "acceleration"), 3))
    for before, after in pairwise(steps):
        assert after.after(before.step) == before
        assert after.after(before.step).cards == before.cards
    with pytest.raises(IllegalMove, match="nothing to take back"):
        steps[0].after(-1)
    with pytest.raises(IllegalMove, match="the game is over"):
        steps[-1].after(len(steps))
    with pytest.raises(IllegalMove, match="one turn at a time"):
        steps[0].after(2)
