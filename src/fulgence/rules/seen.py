"""A View made again from the names and moves that its seat has seen: what a bot far away plays with."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from fulgence.rules import kinds
from fulgence.rules.city import City
from fulgence.rules.deal import handicap_of, terms_of
from fulgence.rules.sheet import Sheet
from fulgence.rules.tables import Terms
from fulgence.rules.view import View

Turns = Sequence[Sequence[Sequence[str]]]  # by round and turn: the cards shown, or the moves played


def view_of(
    city: City,
    *,
    seat: int,
    addons: Sequence[str],
    objectives: Sequence[str],
    powers: Mapping[str, str],
    gates: Mapping[str, str],
    acceleration: Sequence[str],
    names: Sequence[str],
    pencils: Sequence[Sequence[str]],
    turns: Turns,
    moves: Sequence[Turns],
    remaining: Sequence[str],
    next_card: str | None,
    done: Sequence[bool],
    is_over: bool,
) -> View:
    """Moves of other seats in the turn that is being played are not looked at."""
    terms = [terms_of(city, order, powers, gates, acceleration, objectives) for order in pencils]
    sheets = [
        sheet_of(city, terms[other], turns, played, is_over)
        for other, played in enumerate(shown_at_flip(turns, moves, is_over))
    ]
    return View(
        city=city,
        addons=tuple(addons),
        objectives=tuple(objectives),
        powers=dict(powers),
        gates=dict(gates),
        acceleration=tuple(acceleration),
        names=tuple(names),
        pencils=tuple(map(tuple, pencils)),
        handicap=handicap_of(city, addons, len(pencils)),
        seat=seat,
        round=kinds.ROUNDS if is_over else len(turns) - 1,
        cards=() if is_over else tuple(turns[-1][-1]),
        played=() if is_over else tuple(map(tuple, turns[-1][:-1])),
        remaining=tuple(remaining),
        next_card=next_card,
        done=tuple(done),
        is_over=is_over,
        sheets=tuple(sheets),
        sheet=sheet_of(city, terms[seat], turns, moves[seat], is_over),
    )


def shown_at_flip(turns: Turns, moves: Sequence[Turns], is_over: bool) -> list[Turns]:
    """Everybody's moves without those of the turn that is being played."""
    if is_over:
        return list(moves)
    *finished, current = range(len(turns))
    last = len(turns[current]) - 1
    return [[*(played[r] for r in finished), [*played[current][:last], ()]] for played in moves]


def sheet_of(city: City, terms: Terms, turns: Turns, moves: Turns, is_over: bool) -> Sheet:
    sheet = Sheet(terms)
    for number, cards_of_round in enumerate(turns):
        if number:
            sheet.end_round()
        for turn, cards in enumerate(cards_of_round):
            sheet.begin_turn(city.card_numbers[cards[-1]], len(cards) - 1)
            for move in moves[number][turn]:
                sheet.play(city.moves[move])
    if is_over:
        sheet.end_round()
    return sheet
