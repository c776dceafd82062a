"""A player who trusts a learned value: the move after which points and expected points are most."""

from __future__ import annotations

from fulgence.bots import inputs, value
from fulgence.rules import chance, kinds, score, sheet, tables

DEPTH = 4  # decisions of one turn that are looked through; later ones are taken as they come


class Player:
    """Looks at sheets after a decision and before the next card. `decide` leaves its move in `choice`."""

    def __init__(
        self, terms: tables.Terms, judge: value.Value, is_steady: bool = False, depth: int = DEPTH
    ) -> None:
        """`is_steady`: the value does not learn meanwhile, so that it may be told by what has changed."""
        self.judge = judge
        self.is_steady = is_steady
        self.seen = inputs.Inputs(terms)
        self.trial = sheet.Sheet(terms)
        self.fresh = chance.Pile(terms.tables)  # what the next round begins with
        self.later = Player(terms, judge, is_steady, depth - 1) if depth > 1 else None
        self.choice = kinds.PASS

    def look(self, page: sheet.Sheet, pile: chance.Pile) -> float:
        """The points that are still to come for a sheet whose turn is over."""
        self.seen.read(page, pile)
        if self.is_steady:
            return self.judge.next(self.seen.facts, self.seen.count, page.round, head_of(pile))
        return self.judge.of(self.seen.facts, self.seen.count, page.round, head_of(pile))

    def worth(self, page: sheet.Sheet, pile: chance.Pile) -> float:
        """The total expected at the end for a sheet after a decision; `page` may be changed by it."""
        if page.permit != kinds.TURN_OVER and self.later is not None:
            return self.later.decide(page, pile)
        points = score.total(page)
        if pile.last and page.permit == kinds.TURN_OVER:
            page.end_round()
            if page.round == kinds.ROUNDS:
                return points
            return points + self.look(page, self.fresh)
        return points + self.look(page, pile)

    def decide(self, page: sheet.Sheet, pile: chance.Pile) -> float:
        """The total expected with the best move."""
        self.choice = kinds.PASS
        self.trial.copy_from(page)
        self.trial.play(kinds.PASS)
        highest = self.worth(self.trial, pile)
        for place in range(page.count_moves()):
            move = page.move_at(place)
            self.trial.copy_from(page)
            self.trial.play(move)
            points = self.worth(self.trial, pile)
            if points > highest:
                highest = points
                self.choice = move
        return highest


def head_of(pile: chance.Pile) -> int:
    """How many closing cards of the group that is ahead are out."""
    out = pile.seen[1] if pile.seen[1] > pile.seen[2] else pile.seen[2]
    return out if out < 7 else 7
