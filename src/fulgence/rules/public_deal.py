"""The public part of a deal: everything random except the order of the cards."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields
from functools import cached_property
from typing import Any

from fulgence.rules import kinds
from fulgence.rules.city import City
from fulgence.rules.city_tables import Terms


@dataclass(frozen=True, kw_only=True)
class PublicDeal:
    city: City
    addons: tuple[str, ...]
    pencils: tuple[tuple[str, ...], ...]  # by seat, then by round
    objectives: tuple[str, ...] = ()
    powers: Mapping[str, str] = field(default_factory=dict)  # by pencil
    gates: Mapping[str, str] = field(default_factory=dict)  # by cell
    acceleration: tuple[str, ...] = ()  # by round

    def terms(self, seat: int) -> Terms:
        """The terms of the seat's sheet."""
        return terms_of(
            self.city, self.pencils[seat], self.powers, self.gates, self.acceleration, self.objectives
        )

    @cached_property
    def handicap(self) -> int:
        return handicap_of(self.city, self.addons, len(self.pencils))

    def public_fields(self) -> dict[str, Any]:
        """The fields above by name, for a View and for the view sent to a client."""
        values = {field.name: getattr(self, field.name) for field in fields(PublicDeal)}
        return {key: dict(value) if isinstance(value, Mapping) else value for key, value in values.items()}


def terms_of(
    city: City,
    pencils: Sequence[str],
    powers: Mapping[str, str],
    gates: Mapping[str, str],
    acceleration: Sequence[str],
    objectives: Sequence[str],
) -> Terms:
    """A sheet's terms from the names that deals, records and views use."""
    return Terms(
        city.tables,
        [city.pencils.index(pencil) for pencil in pencils],
        [number_of(kinds.POWERS, powers.get(pencil)) for pencil in city.pencils],
        [number_of(kinds.GATES, gates.get(cell)) for cell in city.cells],
        [number_of(kinds.ACCELERATIONS, name) for name in acceleration] or [0] * kinds.ROUNDS,
        sum(1 << i for i, card in enumerate(city.objectives) if card.name in objectives),
    )


def handicap_of(city: City, addons: Sequence[str], seats: int) -> int:
    """What the add-ons cost a player alone, as a negative number; 0 with several players."""
    return 0 if seats > 1 else -sum(city.addons[addon] for addon in addons)


def number_of(names: Sequence[str], name: str | None) -> int:
    return names.index(name) + 1 if name else 0
