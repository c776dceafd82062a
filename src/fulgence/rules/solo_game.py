"""A fast solo game without text, for loops over thousands of games.

It deals, plays and flips exactly like `deal` and `Game`: the same generator gives the same games.
"""

from __future__ import annotations

from collections.abc import Sequence

from fulgence.rules import bits, city_tables, kinds, score
from fulgence.rules.city import City
from fulgence.rules.deal_checks import check_addons
from fulgence.rules.generator import Generator
from fulgence.rules.pile import Pile
from fulgence.rules.public_deal import handicap_of, terms_of
from fulgence.rules.sheet import Sheet


class SoloGame:
    """One game after another on the same sheet; `deal` begins the next."""

    def __init__(
        self,
        city: City,
        addons: Sequence[str],
        rng: Generator,
        blank: Sheet | None = None,
    ) -> None:
        """`blank`: an empty sheet of the city, which many games may share."""
        check_addons(city, addons)
        gates = city.gates if "gates" in addons else ()
        names = dict(zip([city.cells[cell] for cell in gates], kinds.GATES, strict=False))
        self.city = city.tables
        self.terms = terms_of(city, city.pencils, {}, names, (), ())
        self.sheet = Sheet(self.terms)
        self.blank = blank or Sheet(self.terms)
        self.pile = Pile(city.tables)
        self.rng = rng
        self.handicap = handicap_of(city, addons, 1)
        # What is dealt.
        self.cards = len(city.cards)
        self.gates = city_tables.padded(gates, 4)
        self.has_gates = len(gates) > 0
        self.has_powers = "powers" in addons
        self.has_acceleration = "acceleration" in addons
        self.objectives = len(city.objectives) if "objectives" in addons else 0
        self.objectives_dealt = city.objectives_dealt
        self.piles = [0] * 64  # by round, 16 places each
        self.sizes = [0] * 4
        self.order = [0] * 16  # the last shuffle
        # What is shown.
        self.left = 0  # cards of this round not shown yet
        self.switches = 0  # shown in this round
        self.total = 0  # of the sheet; with the solo handicap when the game is over
        self.is_over = 1

    def deal(self) -> None:
        """A new game with its first cards face up."""
        self.shuffle(kinds.ROUNDS)
        for i in range(kinds.ROUNDS):
            self.terms.pencils[i] = self.order[i]
        if self.has_acceleration:
            self.deal_acceleration()
        for number in range(kinds.ROUNDS):
            self.deal_pile(number)
        if self.objectives:
            self.shuffle(self.objectives)
            self.terms.objectives = 0
            for i in range(self.objectives_dealt):
                self.terms.objectives |= 1 << self.order[i]
        if self.has_powers:
            self.shuffle(4)
            for i in range(4):
                self.terms.powers[i] = 1 + self.order[i]
        if self.has_gates:
            self.shuffle(4)
            for i in range(4):
                self.terms.gate_at[self.gates[i]] = 1 + self.order[i]
        self.sheet.copy_from(self.blank)
        self.sheet.begin_round()
        self.total = self.is_over = 0
        self.begin_round()

    def shuffle(self, number: int) -> None:
        """The numbers below `number` in random order, into `order`."""
        number = min(number, 16)  # never more; a bound for the C compiler
        for i in range(number):
            self.order[i] = i
        i = number - 1
        while i > 0:
            j = self.rng.below(i + 1)
            kept = self.order[i]
            self.order[i] = self.order[j]
            self.order[j] = kept
            i -= 1

    def deal_acceleration(self) -> None:
        """Double tracks are useless in the first round and swap places with a later bonus."""
        self.shuffle(5)
        if 1 + self.order[0] == kinds.DOUBLE_TRACKS:
            other = 1 + self.rng.below(kinds.ROUNDS - 1)
            self.order[0] = self.order[other]
            self.order[other] = kinds.DOUBLE_TRACKS - 1
        for i in range(kinds.ROUNDS):
            self.terms.acceleration[i] = 1 + self.order[i]

    def deal_pile(self, number: int) -> None:
        self.shuffle(self.cards)
        self.sizes[number] = self.cards
        self.keep_pile(number)
        if self.terms.acceleration[number] == kinds.REPEAT_SWITCH:
            self.repeat_switch(number)
            self.keep_pile(number)

    def keep_pile(self, number: int) -> None:
        for i in range(self.sizes[number]):
            self.piles[16 * number + i] = self.order[i]

    def repeat_switch(self, number: int) -> None:
        """R18, R27: after its turn the switch returns to a random place in the rest of the pile."""
        self.lay_pile(number)
        rest = 0
        while not self.pile.last:
            self.pile.flip()
            if self.pile.switched and not self.pile.last:
                rest = self.pile.position
        if rest:
            place = rest + self.rng.below(self.cards - rest + 1)
            i = self.cards
            while i > place:
                self.order[i] = self.order[i - 1]
                i -= 1
            self.order[place] = self.city.switch
            self.sizes[number] = self.cards + 1

    def lay_pile(self, number: int) -> None:
        """The pile of a round, face down."""
        self.pile.size = self.sizes[number]
        for i in range(self.sizes[number]):
            self.pile.cards[i] = self.piles[16 * number + i]
        self.pile.position = self.pile.last = 0
        self.pile.seen[0] = self.pile.seen[1] = self.pile.seen[2] = 0

    def begin_round(self) -> None:
        self.lay_pile(self.sheet.round)
        self.left = (1 << self.cards) - 1
        self.switches = 0
        self.flip()

    def flip(self) -> None:
        self.pile.flip()
        self.left &= ~bits.bit(self.pile.card)
        if self.pile.switched:
            self.left &= ~bits.bit(self.city.switch)
            self.switches += 1
        self.sheet.begin_turn(self.pile.card, self.pile.switched)

    def play(self, move: int) -> int:
        """Play a legal move and flip when the turn is over; the gain of the total."""
        before = self.total
        self.sheet.play(move)
        if move:
            self.total = score.total(self.sheet)
        if self.sheet.permit == kinds.TURN_OVER:
            if not self.pile.last:
                self.flip()
            else:
                self.end_round()
        return self.total - before

    def end_round(self) -> None:
        self.sheet.end_round()
        if self.sheet.round < kinds.ROUNDS:
            self.begin_round()
        else:
            self.is_over = 1
            self.total = score.total(self.sheet) + self.handicap

    def remaining(self) -> int:
        """A mask of the cards that can still come in this round, derived from those shown (R18)."""
        if self.is_over:
            return 0
        returns = self.terms.acceleration[self.sheet.round] == kinds.REPEAT_SWITCH
        if returns and self.switches == 1 and not self.pile.last:
            return self.left | bits.bit(self.city.switch)
        return self.left

    def next_card(self) -> int:
        """The card on top of the pile with Visible Cards (R19), else NO_CARD."""
        if self.is_over or self.pile.last:
            return kinds.NO_CARD
        if self.terms.acceleration[self.sheet.round] != kinds.VISIBLE_CARDS:
            return kinds.NO_CARD
        return self.pile.cards[self.pile.position]
