"""The result of a game: who won and by what, or the verdict on a solo game."""

from __future__ import annotations

from fulgence.language import NP_, ngettext, translate
from fulgence.prose import wording
from fulgence.rules.game import Game

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


def outcome(game: Game) -> str:
    """Who won and by what, or the solo verdict."""
    pads, winners = game.pads(), game.winners()
    total, best = pads[winners[0]].total, pads[winners[0]].best_line
    if len(pads) == 1:
        verdict = game.city.verdict(total)
        sentence = translate(wording.VERDICTS[verdict - 1])
        last = len(wording.VERDICTS)
        return ngettext(*VERDICT, total, total=total, verdict=verdict, last=last, sentence=sentence)
    players = [wording.player_name(name) for name in game.names]
    level = [players[seat] for seat, pad in enumerate(pads) if pad.total == total]
    if len(winners) > 1:
        shared = wording.join_with_and([players[seat] for seat in winners])
        return ngettext(*SHARED, total, names=shared, total=total, best=best)
    name = players[winners[0]]
    if len(level) > 1:
        names = wording.join_with_and(level)
        return ngettext(*WINS_TIE, total, names=names, total=total, name=name, best=best)
    return ngettext(*WINS, total, name=name, total=total)
