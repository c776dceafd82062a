"""What to aim for, in a sentence, and what a newcomer is told first."""

from __future__ import annotations

from dataclasses import dataclass

from fulgence.language import N_, translate
from fulgence.prose import short_rules
from fulgence.rules.city import City

AIM = N_("Reach many districts, and many stations in one of them: the two are multiplied.")
AIM_LINKED = N_(
    "Link your two lines. Reach many districts, and many stations in one of them: the two are multiplied."
)
CARD = N_("The card shows where you may go: to a station with this symbol. You may also pass.")
MAP = N_("Choose one of the highlighted stations to draw a section. {starts}")


@dataclass(frozen=True)
class FirstMarks:
    """A sentence or two about each of the three things that a table shows."""

    score: str
    card: str
    map: str


def aim(city: City) -> str:
    return translate(AIM_LINKED if city.sides else AIM)


def first_marks(city: City) -> FirstMarks:
    starts = translate(short_rules.STARTS_SIDES if city.sides else short_rules.STARTS)
    return FirstMarks(aim(city), translate(CARD), translate(MAP, starts=starts))
