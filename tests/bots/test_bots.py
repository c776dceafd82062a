"""The simple bots: what they choose and how well they play."""

from fulgence.bots.bot import make_bot
from fulgence.bots.gain import Gains
from fulgence.bots.levels import LEVELS
from fulgence.bots.playout import games, greedy_move
from fulgence.build import is_compiled
from fulgence.rules import score
from fulgence.rules.chance import Generator
from fulgence.rules.cityfile import load_city
from fulgence.rules.deal import Deal, deal
from fulgence.rules.game import Game
from games import random_choice
from pages import Page


def mean(level: str, number: int) -> float:
    luck = Generator(11)
    terms = deal(load_city("london"), (), 1, luck).terms(0)
    return games(terms, LEVELS.index(level), number, luck) / number


def test_the_greedy_bot_means_123_to_130_points_in_london() -> None:
    assert 123 <= mean("greedy", 10_000 if is_compiled() else 300) <= 130


def test_the_random_bot_means_about_95_points_in_london() -> None:
    assert 93 <= mean("random", 20_000 if is_compiled() else 2_000) <= 97


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
    page = Page("london", "pink")
    page.flip("S:joker")
    luck = Generator(1)
    counts: dict[int, int] = {}
    for _ in range(8000):
        move = page.sheet.random_move(luck)
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
    page = Page("london", "green")
    page.flip("S:circle")  # d3-a3 and d3-f1 are worth the same
    luck, gains = Generator(5), Gains(page.sheet.terms)
    chosen = [greedy_move(page.sheet, gains, luck) for _ in range(2000)]
    counts = {move: chosen.count(move) for move in set(chosen)}
    best = {page.city.moves[move] for move in page.legal if worth(page, move) == max(map_worth(page))}
    assert set(counts) == best
    assert all(abs(count - 2000 / len(best)) < 120 for count in counts.values())


def worth(page: Page, move: str) -> int:
    return score.total(page.sheet.after(page.city.moves[move]))


def map_worth(page: Page) -> list[int]:
    return [worth(page, move) for move in page.legal]


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
