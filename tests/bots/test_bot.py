"""All bots: none peeks, all keep to the rules, the same seed plays the same, and levels go up."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest

from fulgence.bots.bot import BOTS, BadBot, Bot, advice, make_bot
from fulgence.build import is_compiled
from fulgence.rules.cityfile.city_reader import load_city
from fulgence.rules.deal import deal, shuffled, with_switch_again
from fulgence.rules.deal_checks import REPEAT_SWITCH
from fulgence.rules.game import Game
from fulgence.rules.generator import Generator
from fulgence.rules.kinds import SWITCH_CARD
from fulgence.rules.sheet import Sheet
from fulgence.rules.text.notation import format_move
from fulgence.rules.view import View
from random_games import SAMPLER, addon_sets, played, random_choice
from random_weights import write_random_weights

ALL = [*BOTS, "flat:20", "mcts:20"] if is_compiled() else ["random", "beginner", "greedy", "flat:4", "mcts:4"]
CITIES = ["london", "paris", "berlin", "toy", SAMPLER] if is_compiled() else ["toy"]

needs_compiling = pytest.mark.skipif(not is_compiled(), reason="takes long where the rules are not compiled")


def positions(city: str, addons: tuple[str, ...], number: int, seed: int = 1) -> Iterator[Game]:
    """Decisions of random games, most of them with cards to come."""
    rng = Generator(seed)
    choose = random_choice(rng)
    found = 0
    while found < number:
        game = Game(deal(load_city(city), addons, 1, rng))
        wanted = rng.draw(sum(map(len, game.deal.turns)))
        for _ in range(wanted):
            while not game.is_done(0):
                game.play(0, choose(game.view(0)))
            game.flip()
        if len(game.view(0).moves) > 2 and len(game.view(0).remaining) > 4:
            found += 1
            yield game


def other_future(game: Game, rng: Generator) -> Game:
    """The same game as far as it was seen, with other cards to come."""
    made, now = game.deal, game.round
    shown = sum(map(len, made.turns[now][: game.turn + 1])) + (game.next_card() is not None)
    rest = list(made.rounds[now][shown:])
    comes_back = made.rounds[now].count(SWITCH_CARD) == 2 and SWITCH_CARD not in made.rounds[now][:shown]
    if comes_back:
        rest.remove(SWITCH_CARD)
    rng.shuffle(rest)
    piles = [*made.rounds[:now], (*made.rounds[now][:shown], *rest)]
    for _ in range(now + 1, 4):
        piles.append(tuple(shuffled(rng, [card.name for card in made.city.cards])))
    for number in range(now, 4):
        repeats = made.acceleration and made.acceleration[number] == REPEAT_SWITCH
        if repeats and piles[number].count(SWITCH_CARD) == 1:
            piles[number] = tuple(with_switch_again(made.city, list(piles[number]), rng))
    other = Game(replace(made, rounds=tuple(piles)))
    for turn, moves in enumerate(game.moves[0]):
        if turn:
            other.flip()
        for move in moves:
            other.play(0, format_move(game.city, move))
    return other


@pytest.mark.parametrize("city", CITIES)
@pytest.mark.parametrize("with_addons", [False, True])
def test_equal_histories_give_equal_moves_whatever_cards_come(city: str, with_addons: bool) -> None:
    addons = tuple(load_city(city).addons) if with_addons else ()
    rng = Generator(77)
    for game in positions(city, addons, 5 if is_compiled() else 2):
        games = [game, *(other_future(game, rng) for _ in range(2))]
        assert len({other.deal.rounds for other in games}) > 1
        for name in ALL:
            assert len({make_bot(name, Generator(9)).choose(other.view(0)) for other in games}) == 1, name


@needs_compiling
@pytest.mark.parametrize("city", ["london", "berlin"])
def test_a_learned_value_does_not_peek_either(city: str, data: Path) -> None:
    addons = tuple(load_city(city).addons)
    write_random_weights(data, load_city(city), addons)
    rng = Generator(78)
    for game in positions(city, addons, 8):
        games = [game, *(other_future(game, rng) for _ in range(2))]
        assert len({make_bot("mcts:50", Generator(9)).choose(other.view(0)) for other in games}) == 1


@needs_compiling
@pytest.mark.parametrize("name", ["flat:100", "mcts:100"])
def test_a_card_that_lies_open_is_used(name: str) -> None:
    """With Visible Cards another next card makes another move, at least now and then."""
    looked = other_moves = 0
    for game in positions("berlin", ("acceleration",), 80, seed=3):
        if game.next_card() is None:
            continue
        looked += 1
        view = game.view(0)
        chosen = {
            make_bot(name, Generator(1)).choose(replace(view, next_card=card)) for card in view.remaining
        }
        other_moves += len(chosen) > 1
    assert looked > 5 and other_moves > looked / 4


def seeded_game(name: str, city: str, seed: int) -> list[list[str]]:
    bot = make_bot(name, Generator(seed))
    addons = tuple(load_city(city).addons)
    return played(Game(deal(load_city(city), addons, 1, Generator(4))), bot.choose).move_texts(0)


@pytest.mark.parametrize("name", [name for name in ALL if name != "skilled"])
def test_the_same_seed_plays_the_same_game(name: str) -> None:
    first = seeded_game(name, "toy", 1)
    assert seeded_game(name, "toy", 1) == first
    assert any(seeded_game(name, "toy", seed) != first for seed in (2, 3))


def marks(sheet: Sheet) -> tuple[object, ...]:
    """All that play depends on."""
    return (
        *map(
            tuple,
            (sheet.drawn, sheet.river_sections, sheet.lines, sheet.linked, sheet.circled, sheet.doubled),
        ),
        *map(tuple, (sheet.points, sheet.open, sheet.side)),
        *(sheet.boxed, sheet.round, sheet.turn, sheet.joined, sheet.inner, sheet.card, sheet.power),
        *(sheet.branching, sheet.permit, sheet.sources, sheet.targets),
        *(sheet.wide_sources, sheet.wide_targets),
        tuple(sheet.legal_moves()),
    )


class Watched:
    """A bot of which every move is looked at."""

    def __init__(self, bot: Bot) -> None:
        self.bot = bot
        self.decisions = 0

    def choose(self, view: View) -> str:
        before = marks(view.sheet)
        move = self.bot.choose(view)
        assert move in view.moves
        assert marks(view.sheet) == before
        self.decisions += 1
        return move


@pytest.mark.parametrize("kind", ["mcts", "flat"])
@pytest.mark.parametrize("city", CITIES)
def test_moves_are_legal_and_the_view_stays_as_it_is(city: str, kind: str) -> None:
    sets = addon_sets(load_city(city)) if is_compiled() else [tuple(load_city(city).addons)]
    for seed, addons in enumerate(sets):
        bot = Watched(make_bot(f"{kind}:{8 if is_compiled() else 2}", Generator(seed)))
        game = played(Game(deal(load_city(city), addons, 1, Generator(seed))), bot.choose)
        assert bot.decisions >= sum(map(len, game.deal.turns))


@pytest.mark.parametrize(
    "name",
    [
        "",
        "flat",
        "mcts",
        "mcts:",
        "mcts:0",
        "mcts:-1",
        "mcts:+1",
        "mcts:1e3",
        "mcts:1.5",
        "mcts: 5",
        "mcts:5 ",
        "mcts:5\n",
        "mcts:٣",
        "mcts:²",
        "mcts:5:5",
        "mcts:1000001",
        "flat:" + "9" * 5000,
        "greedy:5",
        "Greedy",
    ],
)
def test_a_name_that_is_no_bot_gets_a_sentence(name: str) -> None:
    with pytest.raises(BadBot) as caught:
        make_bot(name, Generator(0))
    assert str(caught.value) == (
        f"there is no bot {name!r}; there are random, beginner, greedy, casual, skilled, expert, "
        "flat:N, mcts:N (N: 1 to 1000000)"
    )
    assert caught.value.is_usage


@pytest.mark.parametrize("name", ["flat:1", "flat:1000000", "mcts:1", "mcts:1000000"])
def test_the_least_and_the_most_are_bots(name: str) -> None:
    assert make_bot(name, Generator(0))


@pytest.mark.parametrize("name", ["flat:1000000", "mcts:1000000"])
def test_a_single_option_is_chosen_without_a_search(name: str) -> None:
    game = Game(deal(load_city("toy"), (), 1, Generator(3)))
    choose = random_choice(Generator(1))
    seen = 0
    while not game.is_over:
        view = game.view(0)
        if view.moves == ("pass",):
            rng = Generator(5)
            assert make_bot(name, rng).choose(view) == "pass"
            assert rng.draw(1 << 30) == Generator(5).draw(1 << 30)
            seen += 1
        game.play(0, choose(view))
        game.flip()
    assert seen


@needs_compiling
def test_every_level_is_stronger_than_the_one_before() -> None:
    """On the same deals; the differences are several times their standard errors."""
    deals = [deal(load_city("london"), (), 1, Generator(seed)) for seed in range(50)]
    totals = {}
    for name in ("random", "beginner", "greedy", "casual", "skilled"):
        bots = [make_bot(name, Generator(seed)) for seed in range(50)]
        games = [played(Game(made), bot.choose) for made, bot in zip(deals, bots, strict=True)]
        totals[name] = sum(game.pads()[0].total for game in games) / 50
    gains = [round(totals[b] - totals[a], 1) for a, b in pairwise(totals)]
    for gain, least in zip(gains, LEAST_GAINS, strict=True):
        assert gain > least, totals


LEAST_GAINS = (3, 9, 6, 3)


def test_advice_is_given_when_nobody_has_trained_the_bot(data: Path) -> None:
    city = load_city("toy")
    assert advice(["greedy", "expert"], city, ()) == (
        "expert is not trained for this game and searches without a value network (see `fulgence train`)"
    )
    said = advice(["mcts:5", "expert"], city, ("powers",))
    assert said is not None and said.fields == {"bot": "mcts:5"}
    assert advice(["greedy", "casual", "flat:9"], city, ()) is None
    write_random_weights(data, city)
    assert advice(["expert"], city, ()) is None
    assert advice(["expert"], city, ("powers",)) is not None
