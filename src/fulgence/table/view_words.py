"""A view in words, for sockets that ask for them: a page that shows them knows no rule."""

from __future__ import annotations

import dataclasses

import msgspec

from fulgence.language import Language, translate, using_language
from fulgence.prose import wording
from fulgence.prose.highlights import highlights
from fulgence.prose.options import option_text, options
from fulgence.prose.outcome import outcome, remark
from fulgence.prose.score_explained import explain_items
from fulgence.prose.situation import situation
from fulgence.prose.stations import cells_in, group_by_district
from fulgence.prose.task import DONE, task
from fulgence.rules import kinds, score
from fulgence.rules.game import Game
from fulgence.rules.illegal import why_not, why_not_there
from fulgence.rules.preview import previews
from fulgence.rules.score_pad import line_score, objectives
from fulgence.rules.text.notation import parse_move
from fulgence.rules.view import View
from fulgence.table.messages import (
    CountedLine,
    CountedPart,
    Explained,
    GateWords,
    Highlight,
    ObjectiveWords,
    PowerWords,
    PreviewWords,
    SheetWords,
    Words,
    format_message,
)
from fulgence.table.views import NOBODY, Views


def view_bytes(
    views: Views, seat: int, watching: int, seconds_left: float, language: Language | None
) -> bytes:
    """The message with a seat's view, in words too if there is a language for them."""
    view = views.message(seat, watching, seconds_left)
    game = views.table.game
    if language and game and view.game:
        words = words_for(game, views.eyes(seat), language, view.game.moves)
        view = msgspec.structs.replace(view, words=words)
    return format_message(view)


def words_for(game: Game, seat: int, language: Language, moves: tuple[str, ...] | None = None) -> Words:
    """`moves`: the seat's legal ones, if they are known already."""
    with using_language(language):
        view = seen_by(game, seat)
        if moves is not None and seat != NOBODY:
            vars(view)["moves"] = moves  # fill the cached property
        if game.is_over:
            return Words(
                task=outcome(game),
                remark=remark(game, seat) if seat != NOBODY else None,
                objectives=objective_words(view),
                gates=gate_words(view),
                counted=counted_line(view),
            )
        is_playing = seat != NOBODY
        texts = {option.move: option_text(view, option) for option in options(view)} if is_playing else {}
        return Words(
            task=task(view) if is_playing else "",
            situation=situation(view),
            options=[texts.get(move, "") for move in view.moves] if is_playing else [],
            previews=preview_words(view) if is_playing else [],
            last_turn=view.is_last_turn,
            idle_cards=idle_cards(view),
            power=power_words(view) if is_playing else None,
            power_card=power_card(view) if is_playing else None,
            bonus=bonus_words(view),
            objectives=objective_words(view),
            gates=gate_words(view),
            districts=district_counts(view),
            sheets=[] if is_playing else sheet_words(view),
            counted=counted_line(view) if view.turn == 0 else None,
        )


def seen_by(game: Game, seat: int) -> View:
    """Spectators see the first seat's game, as of the last flip."""
    view = game.view(max(0, seat))
    return view if seat != NOBODY else dataclasses.replace(view, sheet=view.sheets[0])


def idle_cards(view: View) -> list[str]:
    is_ignored = view.turn < view.city.tables.switch_ignored_turns
    return [kinds.SWITCH_CARD] if is_ignored and kinds.SWITCH_CARD in view.cards else []


def power_words(view: View) -> str | None:
    power = view.powers.get(view.pencil)
    if not power:
        return None
    state = wording.power_state(power, view.sheet.power)
    return translate(wording.POWER_IS, power=translate(wording.POWERS[power]), state=state)


def power_card(view: View) -> PowerWords | None:
    power = view.powers.get(view.pencil)
    if not power:
        return None
    unspent = view.sheet.power
    text = translate(wording.POWERS[power])
    return PowerWords(text, wording.power_state(power, unspent), not unspent)


def preview_words(view: View) -> list[PreviewWords]:
    """In the order of `view.moves`."""
    found = {view.city.move_names[move]: each for move, each in previews(view.city, view.sheet).items()}
    return [
        PreviewWords(each.total, each.parts, each.items, each.spends_power, each.gate)
        for each in map(found.__getitem__, view.moves[:-1])
    ]


def counted_line(view: View) -> CountedLine | None:
    """The line of the round before, as it was counted."""
    number = view.round - 1
    if number < 0:
        return None
    city, sheet = view.city, view.sheet
    line = line_score(sheet, number, view.pencils[view.seat][number])
    sides = [score.side_stations(sheet, number, side) for side in range(2)]
    parts = []
    for part, stations in zip(line.parts, [side for side in sides if side], strict=True):
        groups = group_by_district(city, stations)
        fullest = max(groups, key=lambda district: len(groups[district]))
        names = [city.districts[district] for district in groups]
        parts.append(CountedPart(names, city.districts[fullest], part.districts * part.most))
    return CountedLine(number, line.pencil, parts, line.extras, line.points)


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
            steps=progress.steps,
            goal=progress.goal,
            progress=wording.objective_steps(progress),
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


def sheet_words(view: View) -> list[SheetWords]:
    views = [dataclasses.replace(view, sheet=sheet) for sheet in view.sheets]
    return [SheetWords(objective_words(each), district_counts(each)) for each in views]


def gate_words(view: View) -> list[GateWords]:
    return [GateWords(cell, translate(wording.GATES[gate])) for cell, gate in view.gates.items()]


def reason(game: Game, seat: int, target: str, language: Language) -> str:
    """Why a seat cannot draw to a station, or make a move, now. Spectators see a turn that is over."""
    with using_language(language):
        if seat == NOBODY:
            return translate(DONE)
        city, sheet = game.city, game.sheets[seat]
        if target in city.cell_numbers:
            why = why_not_there(city, sheet, city.cell_numbers[target])
        else:
            why = why_not(city, sheet, parse_move(city, target))
        return wording.as_sentence(translate(why))


def explanation(game: Game, reader: int, seat: int, language: Language) -> Explained:
    """How the numbers of a seat's score pad come about; another seat's as of the last flip."""
    return pad_in_words(seen_by(game, reader), seat, language)


def pad_in_words(view: View, seat: int, language: Language) -> Explained:
    with using_language(language):
        return Explained(
            seat,
            {name: [row.strip() for row in rows] for name, rows in explain_items(view, seat).items()},
            {
                name: Highlight(each.sum, list(each.stations), list(each.sections), list(each.districts))
                for name, each in highlights(view, seat).items()
            },
        )
