"""The parts of a review as a worker makes them, and what it thinks of a position."""

from __future__ import annotations

import time
from dataclasses import dataclass
from functools import lru_cache
from typing import Protocol

from fulgence.bots.hindsight import BestGame, Hindsight
from fulgence.bots.weights import doubt_of, find_weights, value_for
from fulgence.build import is_compiled
from fulgence.language import Language, load_language, speaking
from fulgence.review.opinion import WEIGHED, Opinion, opinions
from fulgence.review.review import Choice, ExpertGame, OtherGame, game_at, review_turn
from fulgence.review.whatif import WhatIf
from fulgence.rules.game import Game
from fulgence.rules.message import Message
from fulgence.rules.record import Record, replay
from fulgence.rules.scorepad import score_pad
from fulgence.rules.view import View
from fulgence.server.jobs import (
    ChoiceView,
    GameLine,
    OpinionView,
    Plan,
    PlanLine,
    PlayOn,
    ProgressLine,
    ReviewTurn,
    TurnLine,
)
from fulgence.server.refusals import Refused
from fulgence.server.state import read_record
from fulgence.server.views import line_view, names_in, pad_view
from fulgence.term.options import options
from fulgence.term.spoken import option_text

SLICE = 0.2  # seconds after which a bot may have its turn
KEPT = 8  # games that are being played by a worker
SIMULATIONS = WEIGHED if is_compiled() else 20  # interpreted they take a hundred times as long
PLAYERS = EXPERT, HINDSIGHT = "expert", "hindsight"  # whose games with the same cards are shown


class Search(Protocol):
    """A game that is played a little at a time."""

    def step(self) -> bool: ...
    @property
    def share(self) -> float: ...
    def result(self) -> OtherGame | BestGame: ...


searches: dict[str, Search] = {}  # by the key of their review and player, the oldest first


record_in = lru_cache(maxsize=8)(read_record)


@lru_cache(maxsize=8)
def checked_record(text: str, seat: int, city_file: str) -> Record:
    """A record that can be played again, and has this seat."""
    record = record_in(text, city_file)
    replay(record)  # tells precisely what is wrong
    if seat >= len(record.names):
        raise Refused("no-seat", Message("this game has no such seat"), 422)
    return record


def plan_line(job: Plan) -> PlanLine:
    record = checked_record(job.record, job.seat, job.city_file)
    turns = len(record.moves[job.seat])
    return PlanLine(
        parts=turns + (len(PLAYERS) if record.is_finished else 0),
        turns=turns,
        names=record.names,
        seat=job.seat,
        total=replay(record).pads[job.seat].total,
        finished=record.is_finished,
        learned=find_weights(record.deal.city, record.deal.addons) is not None,
    )


def turn_line(job: ReviewTurn) -> TurnLine:
    record = record_in(job.record, job.city_file)
    review = review_turn(record, job.seat, job.turn, SIMULATIONS)
    language = load_language(job.language)
    with speaking(language):
        game = game_at(record, job.seat, job.turn)
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


def game_line(job: PlayOn) -> GameLine | ProgressLine:
    """Go on for a moment. A game that this worker does not know, or not any more, begins anew."""
    key = f"{job.key} {job.player}"
    record = record_in(job.record, job.city_file)
    search = searches.pop(key, None) or search_of(job, record)
    until = time.monotonic() + SLICE
    while search.step():
        if time.monotonic() >= until:
            while len(searches) >= KEPT:
                del searches[next(iter(searches))]
            searches[key] = search
            return ProgressLine(job.player, search.share)
    result = search.result()
    exact = isinstance(result, BestGame) and result.is_exact
    return played(record, job, result, exact)


def search_of(job: PlayOn, record: Record) -> Search:
    if job.player == EXPERT:
        return ExpertGame(record, job.seat)
    value = value_for(record.deal.city, record.deal.addons)
    return Hindsight(record.deal, job.seat, value, known=record.moves[job.seat])


def played(record: Record, job: PlayOn, result: OtherGame | BestGame, exact: bool) -> GameLine:
    """The game with what is seen of it after every turn."""
    deal, city, seat = record.deal, record.deal.city, job.seat
    game = Game(deal, record.names)
    left = iter(result.moves)
    rounds: list[list[list[str]]] = []
    totals, boxed = [], []
    for turns in deal.turns:
        rounds.append([])
        for _ in turns:
            moves = list(next(left, ()))
            for move in moves:
                game.play(seat, move)
            for other in range(len(game.names)):
                while not game.is_done(other):
                    game.play(other, "pass")
            game.flip()
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
        pad=pad_view(pad, [line_view(line) for line in pad.lines]),
    )


@dataclass(frozen=True)
class Weighed:
    """`best`: the moves, the best one first; `own`: the one that was played, if the turn is decided.

    `error`: of the total that is expected of the position."""

    best: list[OpinionView]
    own: OpinionView | None
    error: float


def weighed(what_if: WhatIf, language: Language) -> Weighed:
    """The moves of the open decision; of a turn that is decided, those of its last decision."""
    view, move = what_if.game.view(what_if.seat), ""
    if what_if.is_done and what_if.before is not None:
        view, move = what_if.before
    found = opinions(view, move, SIMULATIONS)
    with speaking(language):
        texts = texts_of(view)
    own = next((opinion for opinion in found if opinion.move == move), None)
    return Weighed(
        best=[opinion_view(texts, opinion) for opinion in found],
        own=None if own is None else opinion_view(texts, own),
        error=(own or found[0]).doubted(doubt_of(view.city, view.addons, view.round)).error,
    )
