"""Exhaustive play (expectimax) of the last round of the toy city, written as plainly as possible."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from fulgence.bots.bot import Bot
from fulgence.bots.known_pile import known_pile
from fulgence.rules import kinds, score
from fulgence.rules.city import City
from fulgence.rules.cityfile.city_reader import load_city
from fulgence.rules.deal import deal
from fulgence.rules.game import Game
from fulgence.rules.generator import Generator
from fulgence.rules.sheet import Sheet
from random_games import random_choice

TOY = load_city("toy")


class LastRound:
    """The last round: a card, then the best decisions, and so on until the closing cards are out."""

    def __init__(self, city: City) -> None:
        self.city = city
        self.switch = city.tables.switch
        self.closing = [card.name.startswith("U:") for card in city.cards]

    def after_turn(self, sheet: Sheet, out: int, left: tuple[int, ...], known: bool = False) -> float:
        """`out`: closing cards shown; the first of `left` comes next if it is known."""
        if out == 4:
            return score.total(sheet)
        cards = left[:1] if known else left
        return sum(self.after_card(sheet, out, left, card) for card in cards) / len(cards)

    def after_card(self, sheet: Sheet, out: int, left: tuple[int, ...], card: int) -> float:
        rest = tuple(other for other in left if other != card)
        if card != self.switch:
            return self.turned(sheet, out, rest, card, 0)
        seconds = [
            self.turned(sheet, out, tuple(other for other in rest if other != second), second, 1)
            for second in rest
        ]
        return sum(seconds) / len(seconds)

    def turned(self, sheet: Sheet, out: int, left: tuple[int, ...], card: int, switched: int) -> float:
        after = sheet.copy()
        after.begin_turn(card, switched)
        return max(self.moves(after, out + self.closing[card], left).values())

    def moves(self, sheet: Sheet, out: int, left: tuple[int, ...], known: bool = False) -> dict[int, float]:
        """What every move of a decision is worth; every turn of the toy city has one."""
        return {
            move: self.after_turn(sheet.after(move), out, left, known)
            for move in [kinds.PASS, *sheet.legal_moves()]
        }


def late_positions(
    cards_left: int, number: int, seed: int = 0, bot: Callable[[Generator], Bot] | None = None
) -> list[tuple[Game, int, tuple[int, ...]]]:
    """Decisions of the last round with so many cards left, the round not over; with what is known of them."""
    found: list[tuple[Game, int, tuple[int, ...]]] = []
    while len(found) < number:
        seed += 1
        for game in decisions("toy", seed, bot=bot):
            view = game.view(0)
            pile = known_pile(view)
            enough = len(view.moves) > 2 and len(view.remaining) == cards_left
            if game.round == kinds.ROUNDS - 1 and enough and not pile.last:
                shown = [card for turn in [*view.played, view.cards] for card in turn]
                out = sum(card.startswith("U:") for card in shown)
                found.append((game, out, tuple(TOY.card_numbers[name] for name in view.remaining)))
                break
    return found


def decisions(
    city: str, seed: int, addons: tuple[str, ...] = (), bot: Callable[[Generator], Bot] | None = None
) -> Iterator[Game]:
    """A game, decision by decision; a random one without a bot."""
    rng = Generator(seed)
    game = Game(deal(load_city(city), addons, 1, rng))
    choose = bot(rng).choose if bot else random_choice(rng)
    while not game.is_over:
        while not game.is_done(0):
            yield game
            game.play(0, choose(game.view(0)))
        game.flip()
