"""A game on paper in sentences, to read across the table and to speak: setup, cards, ends of rounds."""

from __future__ import annotations

from fulgence.language import N_, translate
from fulgence.prose import wording
from fulgence.prose.situation import CARDS_SHOWN, NEXT_CARD_IS
from fulgence.rules import kinds
from fulgence.rules.paper_game import OVER, ROUND_END, SETUP, Handover, PaperGame

STARTS_WITH = N_("{name} starts with {pencil}.")
LIES_LEFT = N_("Nobody uses {pencil} yet: it lies to the left of {name}.")
FLIPS = N_("{name} flips the cards.")
OBJECTIVE = N_("Objective: {objective}.")
POWER_OF = N_("{pencil}: {power}.")
GATE_AT = N_("City gate {cell}: {gate}.")
BONUS_OF_ROUND = N_("Round {round}: {bonus}.")
LAST_CARD = N_("The round ends with this card: draw, then count.")
LAST_CARD_OF_GAME = N_("The game ends with this card: draw, then count.")
ROUND_IS_OVER = N_("Round {round} is over. Write down the points of your line.")
PASSES = N_("{giver} passes {pencil} to {taker}.")
LAYS_DOWN = N_("{giver} puts {pencil} down to the left.")
TAKES = N_("{taker} takes {pencil} from the right.")
TAKES_NEXT = N_("{taker} takes {pencil}.")
GAME_IS_OVER = N_("The game is over. Add up your sheets.")


def announcements(game: PaperGame) -> list[str]:
    """What is to be said at this step, one sentence each."""
    if game.phase == SETUP:
        return [*setup(game), *holders(game), flips(game)]
    if game.phase == OVER:
        return [translate(GAME_IS_OVER)]
    if game.phase == ROUND_END:
        return [translate(ROUND_IS_OVER, round=game.round + 1), *passing(game), *bonus(game), flips(game)]
    return turn(game)


def turn(game: PaperGame) -> list[str]:
    city = game.deal.city
    cards = wording.join_with_and([wording.card_name(city, card) for card in game.cards])
    said = [translate(CARDS_SHOWN, cards=cards)]
    if game.closes_round:
        said.append(translate(LAST_CARD_OF_GAME if game.round + 1 == kinds.ROUNDS else LAST_CARD))
    if game.next_card:
        said.append(translate(NEXT_CARD_IS, card=wording.card_name(city, game.next_card)))
    return said


def setup(game: PaperGame) -> list[str]:
    """What the add-ons lay on the table."""
    deal = game.deal
    city = deal.city
    found = [
        translate(OBJECTIVE, objective=wording.objective_name(city, objective))
        for objective in city.objectives
        if objective.name in deal.objectives
    ]
    for pencil, power in deal.powers.items():
        found.append(translate(POWER_OF, pencil=translate(pencil), power=translate(wording.POWERS[power])))
    for cell, gate in deal.gates.items():
        found.append(translate(GATE_AT, cell=cell, gate=translate(wording.GATES[gate])))
    for number, name in enumerate(deal.acceleration, 1):
        found.append(translate(BONUS_OF_ROUND, round=number, bonus=wording.bonus_name(city, name)))
    return found


def holders(game: PaperGame) -> list[str]:
    """Who starts with which pencil, and where the unused ones lie."""
    names = [wording.name_in_sentence(name) for name in game.names]
    found = [
        translate(STARTS_WITH, name=name, pencil=translate(pencil))
        for name, pencil in zip(names, game.pencils, strict=True)
    ]
    for seat, pencil in game.unused:
        found.append(translate(LIES_LEFT, pencil=translate(pencil), name=names[seat]))
    return found


def passing(game: PaperGame) -> list[str]:
    return [handover_words(game, each) for each in game.handovers]


def handover_words(game: PaperGame, handover: Handover) -> str:
    names = [wording.name_in_sentence(name) for name in game.names]
    pencil = translate(handover.pencil)
    giver = "" if handover.giver is None else names[handover.giver]
    taker = "" if handover.taker is None else names[handover.taker]
    if not taker:
        return translate(LAYS_DOWN, giver=giver, pencil=pencil)
    if giver:
        return translate(PASSES, giver=giver, taker=taker, pencil=pencil)
    return translate(TAKES if len(names) > 1 else TAKES_NEXT, taker=taker, pencil=pencil)


def bonus(game: PaperGame) -> list[str]:
    if not game.bonus:
        return []
    name = wording.bonus_name(game.deal.city, game.bonus)
    return [translate(BONUS_OF_ROUND, round=game.coming_round + 1, bonus=name)]


def flips(game: PaperGame) -> str:
    return translate(FLIPS, name=wording.name_in_sentence(game.names[game.controller]))
