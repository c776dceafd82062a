"""The situation of a seat, one sentence each: round, pencil, cards, power, bonus."""

from __future__ import annotations

from fulgence.language import N_, translate
from fulgence.prose import wording
from fulgence.rules import kinds
from fulgence.rules.view import View

WHERE = N_("{city}. Round {round} of {rounds}, turn {turn}.")
PLAYER_IS = N_("Player: {name}.")
PENCIL_IS = N_("Pencil: {pencil}.")
CARDS_SHOWN = N_("Card: {cards}.")
SEEN = N_("{kind} cards so far: {seen}; the round ends after {last}.")
NEXT_CARD_IS = N_("The next card is {card}.")


def situation(view: View) -> list[str]:
    city = view.city
    shown = wording.join_with_and([wording.card_name(city, name) for name in view.cards])
    rows = [
        translate(
            WHERE,
            city=translate(city.name),
            round=view.round + 1,
            rounds=kinds.ROUNDS,
            turn=view.turn + 1,
        )
    ]
    if len(view.names) > 1:
        rows.append(translate(PLAYER_IS, name=wording.name_in_sentence(view.names[view.seat])))
    rows.append(translate(PENCIL_IS, pencil=translate(view.pencil)))
    rows.append(translate(CARDS_SHOWN, cards=shown))
    seen = [name.partition(":")[0] for cards in (*view.played, view.cards) for name in cards]
    for prefix, last in city.closing.items():
        kind = wording.kind_name(city, prefix)
        rows.append(translate(SEEN, kind=kind, seen=seen.count(prefix), last=last))
    if view.next_card:
        rows.append(translate(NEXT_CARD_IS, card=wording.card_name(city, view.next_card)))
    power = view.powers.get(view.pencil)
    if power:
        state = wording.power_state(power, view.sheet.power)
        rows.append(translate(wording.POWER_IS, power=translate(wording.POWERS[power]), state=state))
    if view.acceleration:
        bonus = wording.bonus_name(city, view.acceleration[view.round])
        rows.append(translate(wording.BONUS_IS, bonus=bonus))
    return rows
