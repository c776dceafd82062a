"""The result of a game: who won and by what, or the verdict on a solo game; and a kind word for each seat."""

from __future__ import annotations

from collections.abc import Sequence

from fulgence.language import N_, NP_, ngettext, translate
from fulgence.prose import wording
from fulgence.rules.city import City
from fulgence.rules.game import Game
from fulgence.rules.score_pad import ScorePad
from fulgence.rules.score_pad import winners as winners_of

WINS = NP_("The winner is {name} with {total} point.", "The winner is {name} with {total} points.")
WINS_TIE = NP_(
    "{names} have {total} point each. The winner is {name} with the best single line, {best}.",
    "{names} have {total} points each. The winner is {name} with the best single line, {best} points.",
)
SHARED = NP_(
    "{names} share the victory with {total} point each and equal best lines ({best}).",
    "{names} share the victory with {total} points each and equal best lines ({best}).",
)
VERDICT = NP_(
    "{total} point, verdict {verdict} of {last}: {sentence}",
    "{total} points, verdict {verdict} of {last}: {sentence}",
)
CLOSE_POINTS = 5  # a game that was won by no more was a close one
NEXT_VERDICT = NP_(
    "{points} more point, and it would have been verdict {verdict}.",
    "{points} more points, and it would have been verdict {verdict}.",
)
HIGHEST_VERDICT = N_("There is no higher verdict.")
WON_CLOSELY = NP_(
    "What a finish: you were ahead by {points} point.", "What a finish: you were ahead by {points} points."
)
WON = NP_("Well done: you were ahead by {points} point.", "Well done: you were ahead by {points} points.")
WON_TIE = N_("What a finish: only your best line made the difference.")
WON_TOGETHER = N_("Nothing can tell these networks apart. Well done.")
LOST_TIE = N_("As many points as the winner: only the best single line decided.")
LOST_CLOSELY = NP_(
    "So close: only {points} point was missing.", "So close: only {points} points were missing."
)
LOST = NP_(
    "Your best line was {line} with {points} point: build on that next time.",
    "Your best line was {line} with {points} points: build on that next time.",
)


def outcome(game: Game) -> str:
    """Who won and by what, or the solo verdict."""
    return outcome_of(game.city, game.names, game.pads())


def outcome_of(city: City, names: Sequence[str], pads: Sequence[ScorePad]) -> str:
    """The same from the final score pads."""
    winners = winners_of(pads)
    total, best = pads[winners[0]].total, pads[winners[0]].best_line
    if len(pads) == 1:
        verdict = city.verdict(total)
        sentence = translate(wording.VERDICTS[verdict - 1])
        last = len(wording.VERDICTS)
        return ngettext(*VERDICT, total, total=total, verdict=verdict, last=last, sentence=sentence)
    players = [wording.name_in_sentence(name) for name in names]
    level = [players[seat] for seat, pad in enumerate(pads) if pad.total == total]
    if len(winners) > 1:
        shared = wording.join_with_and([players[seat] for seat in winners])
        return ngettext(*SHARED, total, names=shared, total=total, best=best)
    name = players[winners[0]]
    if len(level) > 1:
        names = wording.join_with_and(level)
        return ngettext(*WINS_TIE, total, names=names, total=total, name=name, best=best)
    return ngettext(*WINS, total, name=name, total=total)


def remark(game: Game, seat: int) -> str:
    """How far it was to the next verdict, or a kind word about this seat's place."""
    pads, winners = game.pads(), game.winners()
    own = pads[seat]
    if len(pads) == 1:
        return next_verdict(game.city, own.total)
    if seat in winners:
        if len(winners) > 1:
            return translate(WON_TOGETHER)
        ahead = own.total - max(pad.total for other, pad in enumerate(pads) if other != seat)
        if not ahead:
            return translate(WON_TIE)
        return ngettext(*(WON_CLOSELY if ahead <= CLOSE_POINTS else WON), ahead, points=ahead)
    missing = pads[winners[0]].total - own.total
    if not missing:
        return translate(LOST_TIE)
    if missing <= CLOSE_POINTS:
        return ngettext(*LOST_CLOSELY, missing, points=missing)
    best = max(own.lines, key=lambda line: line.points)
    return ngettext(*LOST, best.points, line=translate(best.pencil), points=best.points)


def next_verdict(city: City, total: int) -> str:
    verdict = city.verdict(total)
    if verdict > len(city.verdicts):
        return translate(HIGHEST_VERDICT)
    points = city.verdicts[verdict - 1] + 1 - total
    return ngettext(*NEXT_VERDICT, points, points=points, verdict=verdict + 1)
