"""One player's sheet: what is drawn, what may be drawn now, and drawing it.

A turn is a queue of permits. A permit allows one section that starts in `sources` and ends in
`targets`; powers widen these two masks. The list of legal moves is one function of two masks.
"""

from __future__ import annotations

from fulgence.rules import bits, kinds, line
from fulgence.rules.city_tables import Terms
from fulgence.rules.generator import Generator


class Sheet:
    """Mutable for search (`play`, `copy_from`); other code uses `after`."""

    # Interpreted, slots are faster than a dict of so many attributes.
    __slots__ = (
        "boxed",
        "branching",
        "card",
        "circled",
        "city",
        "doubled",
        "drawn",
        "inner",
        "joined",
        "landed",
        "lines",
        "linked",
        "offered",
        "open",
        "permit",
        "plain",
        "points",
        "power",
        "queue",
        "queued",
        "reaches",
        "river_sections",
        "round",
        "side",
        "sources",
        "targets",
        "terms",
        "turn",
        "wide_sources",
        "wide_targets",
    )

    def __init__(self, terms: Terms) -> None:
        self.terms = terms
        self.city = terms.tables
        # What is drawn, by round.
        self.drawn = [0] * 192  # by section: a bit for each round in which it was drawn
        self.river_sections = [0] * 4  # sections under the river
        self.lines = [0] * 8  # stations of finished lines, two a round; a linked line is the first
        self.linked = [0] * 4
        self.circled = [0] * 4  # stations that count twice for the line of the round
        self.doubled = [0] * 4  # districts that count twice for the line of the round
        self.points = [0] * 4  # of finished lines
        self.boxed = 0  # stations, of the whole game
        self.open = list(self.city.near)  # from each cell: where a dotted line is still free
        # The line or lines being built.
        self.round = 0
        self.turn = 0  # turns begun in this round
        self.side = [0] * 2  # stations of the two lines; one line only: the second is empty
        self.joined = 0  # stations with a section of them
        self.inner = 0  # stations with two or more, which are no ends
        self.power = kinds.NO_POWER  # not yet spent in this round
        # The turn.
        self.card = 0
        self.branching = 0  # a switch is showing and counts
        self.permit = kinds.TURN_OVER
        self.sources = self.targets = 0  # without spending a power
        self.wide_sources = self.wide_targets = 0  # all that is legal
        self.queue = [0] * 8
        self.queued = 0
        self.landed = kinds.NOWHERE  # where the card's own section ended
        self.offered = 0  # the second-section power was offered in this turn
        self.reaches = [0] * 64  # where a section may end, from each of the sources in turn
        self.plain = 0  # this turn allows only the card's own section
        self.begin_round()

    def copy_from(self, other: Sheet) -> None:
        """Become equal to `other`, a sheet with the same terms."""
        self.drawn[:] = other.drawn
        self.lines[:] = other.lines
        self.river_sections[:] = other.river_sections
        self.linked[:] = other.linked
        self.circled[:] = other.circled
        self.doubled[:] = other.doubled
        self.points[:] = other.points
        self.boxed = other.boxed
        self.open[:] = other.open
        self.round = other.round
        self.turn = other.turn
        self.side[:] = other.side
        self.joined = other.joined
        self.inner = other.inner
        self.power = other.power
        self.card = other.card
        self.branching = other.branching
        self.permit = other.permit
        self.sources = other.sources
        self.targets = other.targets
        self.wide_sources = other.wide_sources
        self.wide_targets = other.wide_targets
        self.queue[:] = other.queue
        self.queued = other.queued
        self.landed = other.landed
        self.offered = other.offered
        self.plain = other.plain

    # Rounds.

    def begin_round(self) -> None:
        pencil = self.terms.pencils[self.round]
        first = self.city.departures[2 * pencil]
        second = self.city.departures[2 * pencil + 1]
        self.side[0] = self.city.station_cells[first]
        self.side[1] = 0
        if second != kinds.NOWHERE:
            self.side[1] = self.city.station_cells[second]
        self.joined = self.inner = 0
        self.turn = 0
        self.power = self.terms.powers[pencil]
        if self.terms.acceleration[self.round] == kinds.DOUBLE_TRACKS:
            self.open_drawn(1)

    def end_round(self) -> None:
        """Score the line and take the next pencil; after the last round there is none."""
        if self.terms.acceleration[self.round] == kinds.DOUBLE_TRACKS:
            self.open_drawn(0)
        self.points[self.round] = self.current_points()
        self.lines[2 * self.round] = self.stations(0)
        self.lines[2 * self.round + 1] = self.stations(1)
        self.round += 1
        self.permit = kinds.TURN_OVER
        if self.round < kinds.ROUNDS:
            self.begin_round()
        else:
            self.side[0] = self.side[1] = 0

    def stations(self, side: int) -> int:
        """Stations of the line being built on a side; a lone departure is no line (R1)."""
        stations = self.side[side]
        return stations if stations & self.joined else 0

    def current_points(self) -> int:
        """Points of the line being built, as if the round ended now."""
        now = self.round
        first = self.stations(0)
        second = self.stations(1)
        points = line.product(self.part(now, first)) + line.product(self.part(now, second))
        return points + self.extras(now, first | second)

    def part(self, number: int, stations: int) -> int:
        return line.part(self.terms, number, stations, self.circled[number], self.doubled[number])

    def extras(self, number: int, stations: int) -> int:
        points = self.city.monument_points * bits.count(stations & self.city.monuments)
        if self.linked[number]:
            points += self.city.link_points
        return points + self.city.river_points * self.river_sections[number]

    def open_drawn(self, free: int) -> None:
        """Free the drawn sections for a second colour, or close them again (R16, R38)."""
        for section in range(self.city.sections):
            if self.drawn[section]:
                a = self.city.origin[1 + 2 * section]
                b = self.city.goal[1 + 2 * section]
                if free:
                    self.open[a] |= bits.bit(b)
                    self.open[b] |= bits.bit(a)
                else:
                    self.open[a] &= ~bits.bit(b)
                    self.open[b] &= ~bits.bit(a)

    # A turn: permits, one after the other.

    def begin_turn(self, card: int, switched: int) -> None:
        """Make the permit of the flipped cards current."""
        self.turn += 1
        self.card = card
        self.branching = switched and self.turn > self.city.switch_ignored_turns
        self.permit = kinds.CARD
        self.sources = self.wide_sources = self.card_sources()
        self.targets = self.wide_targets = self.city.takes[self.city.card_symbol[card]]
        self.plain = not self.power and not self.terms.gates and not self.city.busy[2 * card + switched]
        if self.plain:
            return
        self.queued = self.offered = 0
        self.landed = kinds.NOWHERE
        if self.power == kinds.POWER_JOKER:
            self.wide_targets = self.city.everywhere
        elif self.power == kinds.POWER_SWITCH:
            self.wide_sources = self.side[0] | self.side[1]

    def card_sources(self) -> int:
        """Where the card's own section may start."""
        if self.branching:
            return self.side[0] | self.side[1]
        if self.side[1]:
            return self.side[self.city.card_side[self.card]] & ~self.inner
        return self.side[0] & ~self.inner

    def offer(self, permit: int) -> bool:
        """Make a permit current; False if it allows no move and is skipped (R22)."""
        self.permit = permit
        self.targets = self.city.everywhere
        if permit == kinds.SWITCH_REST:
            # R14: the other line, or the one line if they are linked by now. `sources` still has the
            # stations of when the card was flipped; the one just reached is not among them.
            if self.side[1] and self.side[0] & bits.bit(self.landed):
                self.sources &= self.side[1]
            else:
                self.sources &= self.side[0]
            self.targets = self.city.takes[self.city.card_symbol[self.card]]
        elif permit == kinds.TOUR_ON:
            self.sources = self.city.station_cells[self.landed]
        elif permit == kinds.SWITCH_AND_FREE_ENTRY:
            self.sources = self.side[0] | self.side[1]
        elif permit == kinds.CIRCLE_STATION:
            self.sources = 0
            self.targets = (self.side[0] | self.side[1]) & self.city.counted & ~self.city.special
            return self.targets != 0
        elif permit == kinds.SECOND_SECTION:
            self.sources = self.card_sources()
            self.targets = self.city.takes[self.second_symbol()]
        else:
            self.sources = (self.side[0] | self.side[1]) & ~self.inner
        self.wide_sources = self.sources
        self.wide_targets = self.targets
        return self.count_moves() > 0

    def second_symbol(self) -> int:
        """The second-section power's symbol: the card's, after an any-symbol card the station's (R8)."""
        symbol = self.city.card_symbol[self.card]
        if symbol == kinds.ANY:
            symbol = self.city.symbol[self.landed]
        return symbol

    def count_moves(self) -> int:
        """How many moves are legal, not counting `pass`; `move_at` then gives each of them."""
        if self.permit == kinds.CIRCLE_STATION:
            self.reaches[0] = self.targets
            return bits.count(self.targets)
        sources = self.wide_sources
        targets = self.wide_targets
        if not self.side[1]:
            targets &= ~self.side[0]  # a line may not return to itself
        n = 0
        i = 0
        while sources:
            start = bits.lowest(sources)
            sources &= sources - 1
            ends = self.open[start] & targets
            if self.side[1]:  # nor may either of two, but they may meet
                ends &= ~(self.side[1] if self.side[1] & bits.bit(start) else self.side[0])
            self.reaches[i] = ends
            i += 1
            n += bits.count(ends)
        return n

    def random_move(self, rng: Generator) -> int:
        """A uniformly random legal move, `pass` if there is none."""
        n = self.count_moves()
        if n == 0:
            return kinds.PASS
        return self.move_at(rng.below(n))

    def move_at(self, place: int) -> int:
        """The legal move number `place`, after `count_moves`."""
        sources = self.wide_sources
        i = 0
        ends = self.reaches[0]
        n = bits.count(ends)
        while place >= n:
            place -= n
            i += 1
            sources &= sources - 1
            ends = self.reaches[i]
            n = bits.count(ends)
        while place:
            ends &= ends - 1
            place -= 1
        if self.permit == kinds.CIRCLE_STATION:
            return self.city.first_circle + bits.lowest(ends)
        return self.city.move_to[bits.lowest(sources) * 64 + bits.lowest(ends)]

    def play(self, move: int) -> None:
        """Play a legal move of the current permit, or waive it; the next permit becomes current."""
        if self.plain:
            if move:
                self.draw(move, self.city.origin[move], self.city.goal[move])
            self.permit = kinds.TURN_OVER
            return
        self.play_permit(move)

    def play_permit(self, move: int) -> None:
        """A move that may spend a power, leave a mark or be followed by another permit."""
        permit = self.permit
        follow = kinds.TURN_OVER
        if move >= self.city.first_circle:
            self.mark_circled(move - self.city.first_circle)
        elif move:
            start = self.city.origin[move]
            end = self.city.goal[move]
            if permit == kinds.CARD:
                if self.power and not (self.sources & bits.bit(start) and self.targets & bits.bit(end)):
                    self.power = kinds.NO_POWER  # R9: only a section that needs it spends it
                if self.city.card_kind[self.card] == kinds.WILD:
                    self.mark_boxed(end)
                elif self.city.card_kind[self.card] == kinds.TOUR and self.city.monuments & bits.bit(end):
                    follow = kinds.TOUR_ON
                self.landed = end
                if self.branching and self.city.switch_sections == 2:
                    follow = kinds.SWITCH_REST
            elif permit == kinds.FREE_ENTRY:
                follow = kinds.FREE_ENTRY_AGAIN
            elif permit == kinds.SECOND_SECTION:
                self.power = kinds.NO_POWER
            elif permit == kinds.SWITCH_REST and self.city.card_kind[self.card] == kinds.WILD:
                self.mark_boxed(end)
            self.draw(move, start, end)
            if self.terms.gates & bits.bit(end):
                self.earn(end)
        if follow == kinds.TURN_OVER and not self.queued and self.power != kinds.POWER_SECOND:
            self.permit = kinds.TURN_OVER
        else:
            self.advance(follow)

    def draw(self, move: int, start: int, end: int) -> None:
        section = (move - 1) >> 1
        self.drawn[section] |= 1 << self.round
        self.river_sections[self.round] += self.city.river[section]
        for i in range(self.city.closes[section], self.city.closes[section + 1]):
            a = self.city.closed_a[i]
            b = self.city.closed_b[i]
            self.open[a] &= self.city.all_but[b]
            self.open[b] &= self.city.all_but[a]
        both = self.city.station_cells[start] | self.city.station_cells[end]
        self.inner |= self.joined & both
        self.joined |= both
        if not self.side[1]:
            self.side[0] |= both
        elif self.side[0] & both and self.side[1] & both:
            self.side[0] |= self.side[1]
            self.side[1] = 0
            self.linked[self.round] = 1
        elif self.side[0] & both:
            self.side[0] |= both
        else:
            self.side[1] |= both

    def earn(self, cell: int) -> None:
        """A section ended at a gate (R29): its bonus goes to the end of the queue (R12)."""
        gate = self.terms.gate_at[cell]
        if gate == kinds.GATE_DISTRICT:
            self.mark_doubled(cell)
            return
        if gate == kinds.GATE_SWITCH:
            self.queue[self.queued] = kinds.SWITCH_AND_FREE_ENTRY
        elif gate == kinds.GATE_FREE:
            self.queue[self.queued] = kinds.FREE_ENTRY
        else:
            self.queue[self.queued] = kinds.CIRCLE_STATION
        self.queued += 1

    def advance(self, follow: int) -> None:
        """Make the next permit with a legal move current: `follow`, then the queue, then the power."""
        if follow and self.offer(follow):
            return
        while self.queued:
            permit = self.queue[0]
            self.queued -= 1
            for i in range(self.queued):
                self.queue[i] = self.queue[i + 1]
            if self.offer(permit):
                return
        if self.power == kinds.POWER_SECOND and self.landed != kinds.NOWHERE and not self.offered:
            self.offered = 1
            if self.offer(kinds.SECOND_SECTION):
                return
        self.permit = kinds.TURN_OVER

    # Marks on a sheet that is drawn without cards.

    def mark_boxed(self, cell: int) -> None:
        self.boxed |= self.city.station_cells[cell]

    def mark_circled(self, cell: int) -> None:
        self.circled[self.round] |= self.city.station_cells[cell] & self.city.counted

    def mark_doubled(self, cell: int) -> None:
        self.doubled[self.round] |= 1 << self.city.district_of[cell]

    # For callers from Python.

    def draw_section(self, move: int) -> None:
        """Draw on a sheet without cards; nothing is checked."""
        self.draw(move, self.city.origin[move], self.city.goal[move])

    def legal_moves(self) -> list[int]:
        """The legal moves of the current decision without `pass`; empty when the turn is over."""
        if self.permit == kinds.TURN_OVER:
            return []
        return [self.move_at(place) for place in range(self.count_moves())]

    def copy(self) -> Sheet:
        twin = Sheet(self.terms)
        twin.copy_from(self)
        return twin

    def after(self, move: int) -> Sheet:
        """A new sheet on which a legal move has been played."""
        twin = self.copy()
        twin.play(move)
        return twin
