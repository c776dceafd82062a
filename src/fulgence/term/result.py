"""The end of a game: everybody's score sheet, who has won, and what a player alone has achieved."""

from __future__ import annotations

from fulgence.language import ngettext, translate
from fulgence.rules.game import Game
from fulgence.term import words
from fulgence.term.canvas import Canvas, cut, width
from fulgence.term.glyphs import Glyphs
from fulgence.term.ink import BOLD, PLAIN, Style, colour_of
from fulgence.term.ticket import formula, items

LABEL, COLUMN = 14, 16


def result_width(game: Game) -> int:
    return LABEL + COLUMN * len(game.names)


def draw_result(canvas: Canvas, game: Game, glyphs: Glyphs, left: int = 0) -> None:
    """The score sheets side by side from `left` on, one column for each seat."""
    city, pads = game.city, game.pads()
    labels = [name for name, _ in items(city, pads[0], bool(game.deal.objectives))]
    for y, pencil in enumerate(city.pencils, 1):
        canvas.put(left, y, translate(pencil), Style(colour_of(city, pencil), bold=True))
    below = 1 + len(city.pencils)
    for y, label in enumerate(labels, below):
        canvas.put(left, y, label)
    last = below + len(labels)
    canvas.put(left, last, translate(words.TOTAL), BOLD)
    for seat, pad in enumerate(pads):
        right = left + LABEL + COLUMN * (seat + 1)
        name = cut(words.player(game.names[seat]), COLUMN - 1)
        canvas.put(right - width(name), 0, name, BOLD)
        for line in pad.lines:
            y = 1 + city.pencils.index(line.pencil)
            sum_ = formula(line, glyphs.times).replace(" ", "")
            text = f"{sum_} = {line.points}" if line.parts else "0"
            canvas.put(right - width(text), y, text)
        for y, (_, points) in enumerate(items(city, pad, bool(game.deal.objectives)), below):
            canvas.put(right - len(str(points)), y, str(points), PLAIN)
        canvas.put(right - len(str(pad.total)), last, str(pad.total), BOLD)


def outcome(game: Game) -> str:
    """Who has won and by what, or the verdict on a player alone."""
    pads, winners = game.pads(), game.winners()
    total, best = pads[winners[0]].total, pads[winners[0]].best_line
    if len(pads) == 1:
        verdict = game.city.verdict(total)
        sentence = translate(words.VERDICTS[verdict - 1])
        last = len(words.VERDICTS)
        return ngettext(*words.VERDICT, total, total=total, verdict=verdict, last=last, sentence=sentence)
    players = [words.player(name) for name in game.names]
    level = [players[seat] for seat, pad in enumerate(pads) if pad.total == total]
    if len(winners) > 1:
        shared = words.joined([players[seat] for seat in winners])
        return ngettext(*words.SHARED, total, names=shared, total=total, best=best)
    name = players[winners[0]]
    if len(level) > 1:
        names = words.joined(level)
        return ngettext(*words.WINS_TIE, total, names=names, total=total, name=name, best=best)
    return ngettext(*words.WINS, total, name=name, total=total)
