"""A view in words, for sockets that ask for them: a page that shows them knows no rule."""

from __future__ import annotations

import dataclasses

from fulgence.language import Language, translate, using_language
from fulgence.prose import wording
from fulgence.prose.options import option_text, options
from fulgence.prose.outcome import outcome
from fulgence.prose.score_explained import explain_items
from fulgence.prose.situation import situation
from fulgence.prose.stations import cells_in
from fulgence.prose.task import task
from fulgence.rules import kinds, score
from fulgence.rules.game import Game
from fulgence.rules.score_pad import objectives
from fulgence.rules.view import View
from fulgence.table.messages import GateWords, ObjectiveWords, Words
from fulgence.table.views import NOBODY


def words_for(game: Game, seat: int, language: Language, moves: tuple[str, ...] | None = None) -> Words:
    """`moves`: the seat's legal ones, if they are known already."""
    with using_language(language):
        view = seen_by(game, seat)
        if moves is not None and seat != NOBODY:
            vars(view)["moves"] = moves  # fill the cached property
        if game.is_over:
            return Words(task=outcome(game), objectives=objective_words(view), gates=gate_words(view))
        is_playing = seat != NOBODY
        texts = {option.move: option_text(view, option) for option in options(view)} if is_playing else {}
        return Words(
            task=task(view) if is_playing else "",
            situation=situation(view),
            options=[texts.get(move, "") for move in view.moves] if is_playing else [],
            power=power_words(view) if is_playing else None,
            bonus=bonus_words(view),
            objectives=objective_words(view),
            gates=gate_words(view),
            districts=district_counts(view),
        )


def seen_by(game: Game, seat: int) -> View:
    """Spectators see the first seat's game, as of the last flip."""
    view = game.view(max(0, seat))
    return view if seat != NOBODY else dataclasses.replace(view, sheet=view.sheets[0])


def power_words(view: View) -> str | None:
    power = view.powers.get(view.pencil)
    if not power:
        return None
    state = wording.power_state(power, view.sheet.power)
    return translate(wording.POWER_IS, power=translate(wording.POWERS[power]), state=state)


def bonus_words(view: View) -> str | None:
    if not view.acceleration or view.round >= kinds.ROUNDS:
        return None
    return translate(wording.BONUS_IS, bonus=wording.bonus_name(view.city, view.acceleration[view.round]))


def objective_words(view: View) -> list[ObjectiveWords]:
    return [
        ObjectiveWords(
            text=wording.objective_name(view.city, progress.objective),
            count=progress.count,
            wanted=progress.objective.count,
            met=progress.is_met,
        )
        for progress in objectives(view.city, view.sheet)
    ]


def district_counts(view: View) -> dict[str, list[int]]:
    """How many stations the line of this round has in each district that it reaches."""
    city, counts = view.city, {}
    lines = (score.side_stations(view.sheet, view.round, side) for side in range(2))
    sides = [stations for stations in lines if stations]
    for number, name in enumerate(city.districts):
        there = [
            sum(city.district_of[cell] == number for cell in cells_in(city, stations)) for stations in sides
        ]
        if any(there):
            counts[name] = there
    return counts


def gate_words(view: View) -> list[GateWords]:
    return [GateWords(cell, translate(wording.GATES[gate])) for cell, gate in view.gates.items()]


def explanation(game: Game, reader: int, seat: int, language: Language) -> dict[str, list[str]]:
    """How the numbers of a seat's score pad come about; another seat's as of the last flip."""
    return pad_in_words(seen_by(game, reader), seat, language)


def pad_in_words(view: View, seat: int, language: Language) -> dict[str, list[str]]:
    with using_language(language):
        return {name: [row.strip() for row in rows] for name, rows in explain_items(view, seat).items()}
