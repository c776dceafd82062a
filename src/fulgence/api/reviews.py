"""The parts of a review, and opinions on a position."""

from __future__ import annotations

import time
from dataclasses import dataclass
from functools import lru_cache
from typing import Protocol

from fulgence.api.effort import Effort
from fulgence.api.jobs import PlayOn, ReviewPlan, ReviewTurn
from fulgence.api.review_lines import (
    ChoiceView,
    GameLine,
    OpinionView,
    PlanLine,
    ProgressLine,
    TurnLine,
)
from fulgence.bots.hindsight.hindsight import BestGame
from fulgence.bots.network.weights import find_weights, learned_value
from fulgence.language import Language, load_language, using_language
from fulgence.prose.options import option_text, options
from fulgence.review.opinion import Opinion, opinions
from fulgence.review.parts import HINDSIGHT, review_parts
from fulgence.review.review import Choice, ExpertGame, OtherGame, hindsight, review_turn
from fulgence.review.whatif import WhatIf
from fulgence.rules.game import Game
from fulgence.rules.generator import Generator
from fulgence.rules.message import Message
from fulgence.rules.score_pad import score_pad
from fulgence.rules.text.record import Record, game_of, play_turn, replay
from fulgence.rules.view import View
from fulgence.table.refusals import Refused
from fulgence.table.state import read_record
from fulgence.table.views import line_view, names_in, pad_view

SLICE = 0.2  # seconds after which other jobs may have their turn
MAX_SEARCHES = 8  # that a worker keeps


class SteppedSearch(Protocol):
    """A search that runs a step at a time."""

    def step(self) -> bool: ...
    @property
    def share(self) -> float: ...
    def result(self) -> OtherGame | BestGame: ...


searches: dict[str, SteppedSearch] = {}  # by the key of their review and player, the oldest first


record_in = lru_cache(maxsize=8)(read_record)


@lru_cache(maxsize=8)
def checked_record(text: str, seat: int, city_file: str) -> Record:
    """A record that can be replayed and has this seat."""
    record = record_in(text, city_file)
    replay(record)  # names the first wrong move
    if seat >= len(record.names):
        raise Refused("no-seat", Message("this game has no such seat"), 422)
    return record


def plan_line(job: ReviewPlan) -> PlanLine:
    record = checked_record(job.record, job.seat, job.city_file)
    turns = len(record.moves[job.seat])
    return PlanLine(
        parts=len(list(review_parts(turns, games=record.is_finished))),
        turns=turns,
        names=record.names,
        seat=job.seat,
        total=replay(record).pads[job.seat].total,
        finished=record.is_finished,
        learned=find_weights(record.deal.city, record.deal.addons) is not None,
    )


def turn_line(job: ReviewTurn, effort: Effort) -> TurnLine:
    record = record_in(job.record, job.city_file)
    learned = learned_value(record.deal.city, record.deal.addons)
    review = review_turn(record, job.seat, job.turn, learned, effort.simulations)
    language = load_language(job.language)
    with using_language(language):
        game = game_of(record, job.turn)
        choices = []
        for choice in review.choices:
            choices.append(choice_view(game.view(job.seat), choice))
            game.play(job.seat, choice.own.move)
    return TurnLine(
        turn=review.turn,
        round=review.round,
        cards=review.cards,
        choices=choices,
        before=review.before.expected,
        before_error=review.before.error,
        after=review.after.expected,
        after_error=review.after.error,
        loss=review.loss,
        loss_error=review.loss_error,
        label=None if review.label is None else language.text(review.label),
    )


def choice_view(view: View, choice: Choice) -> ChoiceView:
    texts = texts_of(view)
    return ChoiceView(
        own=opinion_view(texts, choice.own),
        best=[opinion_view(texts, opinion) for opinion in choice.best],
        options=choice.options,
        loss=choice.loss,
        loss_error=choice.loss_error,
    )


def texts_of(view: View) -> dict[str, str]:
    return {option.move: option_text(view, option) for option in options(view)}


def opinion_view(texts: dict[str, str], opinion: Opinion) -> OpinionView:
    return OpinionView(opinion.move, texts.get(opinion.move, ""), opinion.expected, opinion.error)


def game_line(job: PlayOn, effort: Effort) -> GameLine | ProgressLine:
    """Search for a moment. A game that this worker does not have, or no longer has, starts over."""
    key = f"{job.key} {job.player}"
    record = record_in(job.record, job.city_file)
    search = searches.pop(key, None) or search_of(job, record, effort)
    until = time.monotonic() + SLICE
    while search.step():
        if time.monotonic() >= until:
            while len(searches) >= MAX_SEARCHES:
                del searches[next(iter(searches))]
            searches[key] = search
            return ProgressLine(job.player, search.share)
    result = search.result()
    exact = isinstance(result, BestGame) and result.is_exact
    return played(record, job, result, exact)


def search_of(job: PlayOn, record: Record, effort: Effort) -> SteppedSearch:
    if job.player != HINDSIGHT:
        return ExpertGame(record, job.seat, effort.make_bot(job.player, Generator(0)))
    learned = learned_value(record.deal.city, record.deal.addons)
    return hindsight(record, job.seat, learned, effort.width, effort.local_searches)


def played(record: Record, job: PlayOn, result: OtherGame | BestGame, exact: bool) -> GameLine:
    """The game, with what the sheet shows after every turn."""
    deal, city, seat = record.deal, record.deal.city, job.seat
    game = Game(deal, record.names)
    left = iter(result.moves)
    rounds: list[list[list[str]]] = []
    totals, boxed = [], []
    for turns in deal.turns:
        rounds.append([])
        for _ in turns:
            moves = list(next(left, ()))
            play_turn(game, [moves if other == seat else () for other in range(len(game.names))])
            sheet = game.sheets[seat]
            rounds[-1].append(moves)
            totals.append(score_pad(sheet, deal.pencils[seat], deal.handicap).total)
            boxed.append(names_in(city.cells, sheet.boxed & city.station_mask))
    pad = score_pad(game.sheets[seat], deal.pencils[seat], deal.handicap)
    return GameLine(
        player=job.player,
        total=result.total,
        exact=exact,
        rounds=rounds,
        totals=totals,
        boxed=boxed,
        pad=pad_view(game.sheets[seat], city, pad, [line_view(line) for line in pad.lines]),
    )


@dataclass(frozen=True)
class Weighed:
    """`best`: the moves, the best one first; `own`: the one that was played, if the turn is decided.

    `error`: of the total that is expected of the position."""

    best: list[OpinionView]
    own: OpinionView | None
    error: float


def weighed(what_if: WhatIf, language: Language, effort: Effort) -> Weighed:
    """The moves of the open decision; of a turn that is decided, those of its last decision."""
    view, move = what_if.game.view(what_if.seat), ""
    if what_if.is_done and what_if.before is not None:
        view, move = what_if.before
    learned = learned_value(view.city, view.addons)
    found = opinions(view, learned, move, effort.simulations)
    with using_language(language):
        texts = texts_of(view)
    own = next((opinion for opinion in found if opinion.move == move), None)
    return Weighed(
        best=[opinion_view(texts, opinion) for opinion in found],
        own=None if own is None else opinion_view(texts, own),
        error=(own or found[0]).doubted(learned.round_doubt(view.round)).error,
    )
