"""Analysis of a position: the view of a seat, in words, and what the bot thinks of its moves."""

from __future__ import annotations

import msgspec

from fulgence.api.effort import Effort
from fulgence.api.jobs import Analyse
from fulgence.api.review_lines import OpinionView
from fulgence.api.reviews import Weighed, checked_record, weighed
from fulgence.language import Language, load_language
from fulgence.review.whatif import WhatIf
from fulgence.table.messages import GameView, Highlight, Words
from fulgence.table.view_words import explanation, words_for
from fulgence.table.views import SheetJson, as_seen, seen_by_all


class AnalysisView(msgspec.Struct, frozen=True):
    """`instead`: for each card of this turn, what could have come in its place.

    `best`: the best moves of the open decision, if the bot was asked. `expected`: the total that the position
    promises; of a turn that is decided, by its last move."""

    game: GameView
    words: Words
    explained: dict[str, list[str]]
    highlights: dict[str, Highlight]
    instead: list[tuple[str, ...]]
    done: bool  # the turn is decided
    over: bool
    last: bool  # this turn is the last one of its round
    best: list[OpinionView]
    expected: float | None
    error: float | None


def analysed(job: Analyse, effort: Effort) -> AnalysisView:
    record = checked_record(job.record, job.seat, job.city_file)
    language = load_language(job.language)
    what_if = WhatIf(record, job.seat, job.moves, job.cards)
    thought = weighed(what_if, language, effort) if job.think and not what_if.game.is_over else None
    return analysis_view(what_if, thought, language)


def analysis_view(what_if: WhatIf, thought: Weighed | None, language: Language) -> AnalysisView:
    game, seat = what_if.game, what_if.seat
    known = None if thought is None else thought.own or thought.best[0]
    seen = game_view(what_if)
    explained = explanation(game, seat, seat, language)
    return AnalysisView(
        game=seen,
        words=words_for(game, seat, language, seen.moves),
        explained=explained.parts,
        highlights=explained.highlights,
        instead=what_if.instead,
        done=what_if.is_done,
        over=game.is_over,
        last=not game.is_over and game.turn + 1 == len(game.deal.turns[game.round]),
        best=thought.best if thought is not None and not what_if.is_done else [],
        expected=None if known is None else known.expected,
        error=None if thought is None else thought.error,
    )


def game_view(what_if: WhatIf) -> GameView:
    game = what_if.game
    pages = [SheetJson(game, seat) for seat in range(len(game.names))]
    by_all = seen_by_all(game, [page.at_flip for page in pages])
    return by_all if game.is_over else as_seen(by_all, game, what_if.seat, pages)
