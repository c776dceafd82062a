"""A finished game of one player, as statistics need it."""

from __future__ import annotations

from dataclasses import dataclass

from fulgence.rules.text.record import Replay
from fulgence.table.results import ResultItems, result_items


@dataclass(frozen=True)
class PlayedGame:
    """`game`: a table, or a file and the number of the record. `ended_at`: milliseconds since 1970, if known.
    `expert`: what the expert made of the same cards, if known. `shared`: with others at the table, who also
    share the points of some add-ons."""

    game: str
    seat: int
    city: str
    addons: tuple[str, ...]
    total: int
    items: ResultItems
    ended_at: int | None = None
    expert: int | None = None
    shared: bool = False


def played_seat(played: Replay, seat: int, game: str, expert: int | None = None) -> PlayedGame:
    """The game of a seat of a record."""
    deal, pad = played.record.deal, played.pads[seat]
    items = result_items(deal.city, played.sheets[seat], pad)
    is_shared = len(played.pads) > 1
    return PlayedGame(
        game, seat, deal.city.key, deal.addons, pad.total, items, expert=expert, shared=is_shared
    )
