"""What a view must tell of a game, made from the rules alone."""

from __future__ import annotations

from collections import Counter
from itertools import islice
from typing import Any

from fulgence.rules import kinds, score
from fulgence.rules.game import Game
from fulgence.rules.score_pad import score_pad
from fulgence.rules.sheet import Sheet

SPECTATOR = -1


def told(game: Game, seat: int) -> dict[str, Any]:
    """The `game` of a seat's view, as JSON gives it."""
    deal = game.deal
    view = game.view(max(seat, 0))
    is_player = seat != SPECTATOR
    turns = shown_turns(game)
    return {
        "city": game.city.key,
        "addons": list(deal.addons),
        "objectives": list(deal.objectives),
        "powers": dict(deal.powers),
        "gates": dict(deal.gates),
        "acceleration": list(deal.acceleration),
        "names": list(game.names),
        "pencils": [list(order) for order in deal.pencils],
        "handicap": deal.handicap,
        "round": game.round,
        "turns": turns,
        "cards": list(game.cards),
        "remaining": list(view.remaining),
        "next_card": view.next_card,
        "permit": view.permit if is_player else "turn-over",
        "moves": list(view.moves) if is_player else [],
        "can_undo": is_player and not game.is_over and bool(game.moves[seat][-1]),
        "is_over": game.is_over,
        "winners": game.winners(),
        "sheets": [
            told_sheet(game, other, view.sheet, played(game, other, turns))
            if other == seat
            else told_sheet(game, other, sheet, before_flip(game, played(game, other, turns)))
            for other, sheet in enumerate(view.sheets)
        ],
    }


def shown_turns(game: Game) -> list[list[list[str]]]:
    """Cards by round and turn."""
    turns = [[list(cards) for cards in turns] for turns in game.deal.turns[: game.round + 1]]
    return turns if game.is_over else [*turns[:-1], turns[-1][: game.turn + 1]]


def played(game: Game, seat: int, turns: list[list[list[str]]]) -> list[list[list[str]]]:
    """Moves by round and turn, as they are now."""
    names = iter([[game.city.move_names[move] for move in moves] for moves in game.moves[seat]])
    return [list(islice(names, len(shown))) for shown in turns]


def before_flip(game: Game, rounds: list[list[list[str]]]) -> list[list[list[str]]]:
    """Without those of the turn that is being played."""
    return rounds if game.is_over else [*rounds[:-1], [*rounds[-1][:-1], []]]


def told_sheet(game: Game, seat: int, sheet: Sheet, rounds: list[list[list[str]]]) -> dict[str, Any]:
    city = game.city
    pad = score_pad(sheet, game.deal.pencils[seat], game.deal.handicap)
    is_alone = len(game.names) == 1
    return {
        "rounds": rounds,
        "boxed": [city.cells[cell] for cell in city.stations if sheet.boxed >> cell & 1],
        "doubled": [
            [name for number, name in enumerate(city.districts) if districts >> number & 1]
            for districts in sheet.doubled
        ],
        "pad": {
            "lines": [
                {
                    "pencil": line.pencil,
                    "parts": [{"districts": part.districts, "most": part.most} for part in line.parts],
                    "extras": line.extras,
                    "points": line.points,
                }
                for line in pad.lines
            ],
            "items": {
                "sites": pad.sites,
                "crossings": pad.crossings,
                "interchanges": pad.interchanges,
                "objectives": pad.objectives,
                "handicap": pad.handicap,
            },
            "counts": told_counts(game, sheet),
            "total": pad.total,
            "verdict": city.verdict(pad.total) if is_alone and game.is_over else None,
        },
    }


def told_counts(game: Game, sheet: Sheet) -> dict[str, Any]:
    """Station by station and crossing by crossing."""
    city = game.city
    lines = [score.stations_of(sheet, number) for number in range(kinds.ROUNDS)]
    visits = sum(stations >> site & 1 for stations in lines for site in city.sites)
    interchanges = Counter[int]()
    for cell in city.stations:
        interchanges[sum(stations >> cell & 1 for stations in lines)] += 2 if sheet.boxed >> cell & 1 else 1
    used = Counter(sum(sheet.drawn[section] > 0 for section in pair) for pair in city.overhead.values())
    return {
        "visits": min(visits, len(city.worth.track) - 1) if city.sites else 0,
        "interchanges": [interchanges[2], interchanges[3], interchanges[4]],
        "crossings": [used[1], used[2]] if city.overhead else [],
    }
