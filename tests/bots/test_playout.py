"""The simple bots: what they choose and how well they play."""

from collections.abc import Callable

from fulgence.bots.bot import make_bot
from fulgence.bots.gain import Gains
from fulgence.bots.playout import greedy_games, greedy_move, random_games
from fulgence.build import is_compiled
from fulgence.rules import score
from fulgence.rules.city_tables import Terms
from fulgence.rules.cityfile.city_reader import load_city
from fulgence.rules.deal import Deal, deal
from fulgence.rules.game import Game
from fulgence.rules.generator import Generator
from random_games import random_choice
from sheet_driver import SheetDriver


def mean(games: Callable[[Terms, int, Generator], int], number: int) -> float:
    rng = Generator(11)
    terms = deal(load_city("london"), (), 1, rng).terms(0)
    return games(terms, number, rng) / number


def test_the_greedy_bot_means_123_to_130_points_in_london() -> None:
    assert 123 <= mean(greedy_games, 10_000 if is_compiled() else 300) <= 130


def test_the_random_bot_means_about_95_points_in_london() -> None:
    assert 93 <= mean(random_games, 20_000 if is_compiled() else 2_000) <= 97


def test_the_random_bot_passes_only_when_nothing_can_be_drawn() -> None:
    game = Game(deal(load_city("london"), ("powers",), 1, Generator(2)))
    bot = make_bot("random", Generator(3))
    while not game.is_over:
        while not game.is_done(0):
            view = game.view(0)
            move = bot.choose(view)
            assert move in view.moves
            assert (move == "pass") == (view.moves == ("pass",))
            game.play(0, move)
        game.flip()


def test_the_random_bot_reaches_every_move_about_equally_often() -> None:
    driver = SheetDriver("london", "pink")
    driver.flip("S:joker")
    rng = Generator(1)
    counts: dict[int, int] = {}
    for _ in range(8000):
        move = driver.sheet.random_move(rng)
        counts[move] = counts.get(move, 0) + 1
    assert len(counts) == 8
    assert all(900 < count < 1100 for count in counts.values())


def test_the_greedy_bot_takes_the_move_that_adds_most() -> None:
    game = Game(deal(load_city("london"), ("objectives", "powers"), 1, Generator(8)))
    bot = make_bot("greedy", Generator(3))
    while not game.is_over:
        while not game.is_done(0):
            view = game.view(0)
            choice = bot.choose(view)
            worth = {}
            for text in view.moves:
                move = view.city.moves[text]
                worth[text] = score.total(view.sheet.after(move))
            assert worth[choice] == max(worth.values())
            game.play(0, choice)
        game.flip()


def test_the_greedy_bot_breaks_ties_by_its_own_generator_and_fairly() -> None:
    driver = SheetDriver("london", "green")
    driver.flip("S:circle")  # d3-a3 and d3-f1 are worth the same
    rng, gains = Generator(5), Gains(driver.sheet.terms)
    chosen = [greedy_move(driver.sheet, gains, rng) for _ in range(2000)]
    counts = {move: chosen.count(move) for move in set(chosen)}
    best = {driver.city.moves[move] for move in driver.legal if worth(driver, move) == max(map_worth(driver))}
    assert set(counts) == best
    assert all(abs(count - 2000 / len(best)) < 120 for count in counts.values())


def worth(driver: SheetDriver, move: str) -> int:
    return score.total(driver.sheet.after(driver.city.moves[move]))


def map_worth(driver: SheetDriver) -> list[int]:
    return [worth(driver, move) for move in driver.legal]


def test_a_view_holds_no_order_of_the_pile() -> None:
    made = deal(load_city("london"), (), 1, Generator(4))
    game = Game(made)
    choose = random_choice(Generator(1))
    while not game.is_over:
        view = game.view(0)
        order = list(view.city.card_numbers)
        assert list(view.remaining) == sorted(view.remaining, key=order.index)
        assert not any(isinstance(value, (Deal, Game)) for value in vars(view).values())
        while not game.is_done(0):
            game.play(0, choose(game.view(0)))
        game.flip()
