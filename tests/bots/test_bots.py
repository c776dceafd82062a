"""The simple bots: what they choose, how well they play, and that they cannot peek."""

from fulgence.bots.bot import BOTS, make_bot
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
    luck, trial = Generator(5), page.sheet.copy()
    chosen = [greedy_move(page.sheet, trial, luck) for _ in range(2000)]
    counts = {move: chosen.count(move) for move in set(chosen)}
    best = {page.city.moves[move] for move in page.legal if worth(page, move) == max(map_worth(page))}
    assert set(counts) == best
    assert all(abs(count - 2000 / len(best)) < 120 for count in counts.values())


def worth(page: Page, move: str) -> int:
    return score.total(page.sheet.after(page.city.moves[move]))


def map_worth(page: Page) -> list[int]:
    return [worth(page, move) for move in page.legal]


def other_rest(made: Deal, turn: int, luck: Generator) -> Deal:
    """The same first round up to a turn, then other cards."""
    shown = sum(len(cards) for cards in made.turns[0][: turn + 1])
    rest = list(made.rounds[0][shown:])
    luck.shuffle(rest)
    return Deal(made.city, made.addons, ((*made.rounds[0][:shown], *rest), *made.rounds[1:]), made.pencils)


def test_no_bot_peeks_equal_histories_give_equal_moves() -> None:
    made = deal(load_city("london"), (), 1, Generator(4))
    for name in BOTS:
        for turn in range(4):
            chosen = set()
            for other in range(5):
                game = Game(other_rest(made, turn, Generator(100 + other)))
                bot = make_bot(name, Generator(9))
                moves = []
                for _ in range(turn + 1):
                    while not game.is_done(0):
                        moves.append(bot.choose(game.view(0)))
                        game.play(0, moves[-1])
                    game.flip()
                chosen.add(tuple(moves))
            assert len(chosen) == 1


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
