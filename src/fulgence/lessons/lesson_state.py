"""The state of a lesson, as seen by topics that decide whether their rule matters now."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property

from fulgence.lessons.lesson import SEAT, Lesson
from fulgence.prose.options import Option, options
from fulgence.prose.stations import cells_in
from fulgence.rules import kinds, score
from fulgence.rules.city import Card, City
from fulgence.rules.game import Game
from fulgence.rules.kinds import SWITCH_CARD
from fulgence.rules.score_pad import LineScore
from fulgence.rules.sheet import Sheet
from fulgence.rules.view import View


class LessonState:
    def __init__(self, lesson: Lesson, game: Game) -> None:
        self.lesson = lesson
        self.view: View = game.view(SEAT)
        self.city: City = game.city
        self.sheet: Sheet = self.view.sheet
        self.is_lesson_over = lesson.is_over(game)
        self.is_round_over = lesson.is_last_turn(game) and game.is_done(SEAT)

    # The decision.

    @property
    def is_deciding(self) -> bool:
        return self.sheet.permit != kinds.TURN_OVER

    @property
    def is_card(self) -> bool:
        """Whether the decision is about the card's own section, not one that follows."""
        return self.sheet.permit == kinds.CARD

    @property
    def is_start(self) -> bool:
        """The very first decision of the lesson."""
        return self.view.round == 0 and self.view.turn == 0 and self.is_card

    @property
    def card(self) -> Card:
        return self.city.cards[self.sheet.card]

    @property
    def is_plain(self) -> bool:
        """Whether the card has a plain symbol: a simple turn, with room for a note about the map."""
        return self.is_card and self.card.symbol != kinds.ANY

    @property
    def has_switch(self) -> bool:
        return SWITCH_CARD in self.view.cards

    @property
    def is_linked(self) -> bool:
        return bool(self.sheet.linked[self.view.round])

    # The line or lines of this round.

    @property
    def own(self) -> int:
        return self.sheet.side[0] | self.sheet.side[1]

    @property
    def line(self) -> LineScore:
        return self.view.pad().lines[self.view.round]

    @property
    def is_drawn(self) -> bool:
        """Whether a section was drawn in this round."""
        return bool(self.sheet.joined)

    @property
    def has_drawn_now(self) -> bool:
        """Whether a section was drawn in this turn."""
        return self.sheet.joined != self.view.sheets[SEAT].joined

    @property
    def earlier(self) -> int:
        """Stations on lines of earlier rounds."""
        found = 0
        for number in range(self.view.round):
            found |= score.stations_of(self.sheet, number)
        return found

    # What can be drawn.

    @cached_property
    def choices(self) -> list[Option]:
        return options(self.view)

    def ends_in(self, stations: Iterable[int]) -> list[int]:
        """The given stations at which a legal section ends."""
        wanted = set(stations)
        return sorted({choice.end for choice in self.choices} & wanted)

    def starts(self) -> list[int]:
        """Where the section may start."""
        return cells_in(self.city, self.sheet.sources)

    @cached_property
    def refused(self) -> list[tuple[int, int, int]]:
        """Sections that the card allows but the sheet forbids: number, start and end."""
        found: list[tuple[int, int, int]] = []
        if not self.is_deciding:
            return found
        for number, pair in enumerate(self.city.sections):
            for start, end in (pair, pair[::-1]):
                if self.sheet.sources >> start & self.sheet.targets >> end & 1 and not any(
                    (choice.start, choice.end) == (start, end) for choice in self.choices
                ):
                    found.append((number, start, end))
        return found

    def names(self, cells: Iterable[int]) -> tuple[str, ...]:
        return tuple(self.city.cells[cell] for cell in cells)
