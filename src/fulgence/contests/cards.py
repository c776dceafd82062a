"""The cards of a contest, frozen: a record without moves for one seat.

A seed would not do: a later version of the program may shuffle differently.
"""

from __future__ import annotations

from dataclasses import replace

from fulgence.rules.deal import Deal
from fulgence.rules.text.record import Record, format_record

PAR = ("greedy", "skilled", "expert")  # bots that play the cards of every contest


def frozen_cards(deal: Deal, seat: int = 0) -> str:
    """The cards as this seat of a game gets them, for one player."""
    alone = replace(deal, pencils=(deal.pencils[seat],))
    return format_record(Record(alone, ("",), ((),)))
