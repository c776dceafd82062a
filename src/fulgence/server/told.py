"""A view in words, for whoever asks for them: a page that shows them needs no rule of its own."""

from __future__ import annotations

import dataclasses

from fulgence.language import Language, load_language, speaking, translate
from fulgence.rules import kinds, score
from fulgence.rules.cityfile import load_city
from fulgence.rules.game import Game
from fulgence.rules.scorepad import objectives
from fulgence.rules.view import View
from fulgence.server.jobs import ExplainPad
from fulgence.server.messages import Explained, GateWords, ObjectiveWords, Words
from fulgence.server.state import own_city
from fulgence.server.views import NOBODY, parse_game_view
from fulgence.term import words
from fulgence.term.explain import explained
from fulgence.term.options import options
from fulgence.term.result import outcome
from fulgence.term.spoken import Spoken, option_text
from fulgence.term.stations import cells_in
from fulgence.term.task import task


def words_for(game: Game, seat: int, language: Language) -> Words:
    with speaking(language):
        view = seen_by(game, seat)
        if game.is_over:
            return Words(task=outcome(game), objectives=objective_words(view), gates=gate_words(view))
        situation = Spoken().situation(view)
        is_playing = seat != NOBODY
        texts = {option.move: option_text(view, option) for option in options(view)} if is_playing else {}
        return Words(
            task=task(view) if is_playing else "",
            situation=situation,
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
    state = words.power_state(power, view.sheet.power)
    return translate(words.POWER_IS, power=translate(words.POWERS[power]), state=state)


def bonus_words(view: View) -> str | None:
    if not view.acceleration or view.round >= kinds.ROUNDS:
        return None
    return translate(words.BONUS_IS, bonus=words.bonus_name(view.city, view.acceleration[view.round]))


def objective_words(view: View) -> list[ObjectiveWords]:
    return [
        ObjectiveWords(
            text=words.objective_name(view.city, progress.objective),
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
    return [GateWords(cell, translate(words.GATES[gate])) for cell, gate in view.gates.items()]


def explanation(game: Game, reader: int, seat: int, language: Language) -> dict[str, list[str]]:
    """Where the numbers of a seat's pad come from; of another seat as of the last flip."""
    return pad_in_words(seen_by(game, reader), seat, language)


def pad_explained(job: ExplainPad) -> Explained:
    """The same from a view, by a worker."""
    city = own_city(job.city_file, job.game.city) if job.city_file else load_city(job.game.city)
    done = [False] * len(job.game.names)  # which no sentence tells
    view = parse_game_view(city, job.game, max(0, job.reader), done)
    return Explained(job.seat, pad_in_words(view, job.seat, load_language(job.language)))


def pad_in_words(view: View, seat: int, language: Language) -> dict[str, list[str]]:
    with speaking(language):
        return {name: [row.strip() for row in rows] for name, rows in explained(view, seat).items()}
