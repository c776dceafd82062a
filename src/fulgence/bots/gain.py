"""What a move adds to the total at once, without playing it where that is easy to tell."""

from __future__ import annotations

from fulgence.bots import sizes
from fulgence.rules import bits, kinds, score, sheet, tables


class Gains:
    """Look at a decision with `look`, then ask `of` for each of its moves; both only read the sheet.

    `look_again` is enough for a later decision of the same round on the same sheet, or `follow` after every
    move and `look_at_card` before the next."""

    def __init__(self, terms: tables.Terms) -> None:
        self.city = terms.tables
        self.trial = sheet.Sheet(terms)
        # Objectives, and marks that count twice, are left to the score itself.
        self.is_simple = not terms.objectives and not terms.gates
        for pencil in range(4):
            self.is_simple = self.is_simple and terms.powers[pencil] != kinds.POWER_DOUBLE
            self.is_simple = self.is_simple and not terms.acceleration[pencil]
        self.counts = [0] * 32  # stations by side and district
        self.districts = [0] * 2
        self.most = [0] * 2
        self.worth = [0] * 2  # points of the lines as they are
        self.one = self.two = self.three = 0  # stations on so many earlier lines or more
        self.visits = 0  # of sites by earlier lines, and by all
        self.visited = 0
        self.total = 0  # of the sheet as it is, where gains are tried
        self.boxes = 0  # whether the card boxes the station that it leads to

    def look(self, page: sheet.Sheet) -> None:
        self.one = self.two = self.three = 0
        self.visits = 0
        for number in range(page.round):
            stations = page.lines[2 * number] | page.lines[2 * number + 1]
            self.three |= self.two & stations
            self.two |= self.one & stations
            self.one |= stations
            self.visits += bits.count(stations & self.city.sites)
        self.look_again(page)

    def look_again(self, page: sheet.Sheet) -> None:
        self.count(page, 0)
        if page.side[1]:
            self.count(page, 1)
        self.visited = self.visits + bits.count((page.stations(0) | page.stations(1)) & self.city.sites)
        self.look_at_card(page)

    def look_at_card(self, page: sheet.Sheet) -> None:
        self.total = sizes.NONE
        self.boxes = self.city.card_kind[page.card] == kinds.WILD and (
            page.permit == kinds.CARD or page.permit == kinds.SWITCH_REST
        )

    def follow(self, page: sheet.Sheet, move: int) -> None:
        """What `look_again` would see of the lines after a move that was played."""
        if move == kinds.PASS or not self.is_simple:
            return
        if page.side[1] or self.districts[1] or not self.worth[0]:  # two lines, or a first section
            self.look_again(page)
            return
        end = self.city.goal[move]
        district = self.city.district_of[end]
        n = self.counts[district] + 1
        self.counts[district] = n
        self.districts[0] += n == 1
        self.most[0] = n if n > self.most[0] else self.most[0]
        self.worth[0] = self.districts[0] * self.most[0]
        self.visited += bits.count(self.city.whole[end] & self.city.sites)

    def count(self, page: sheet.Sheet, side: int) -> None:
        stations = page.side[side]
        districts = 0
        most = 0
        if stations:
            for district in range(self.city.districts):
                n = bits.count(stations & self.city.district_cells[district])
                self.counts[16 * side + district] = n
                districts += n > 0
                most = n if n > most else most
        self.districts[side] = districts
        self.most[side] = most
        self.worth[side] = districts * most if page.stations(side) else 0

    def of(self, page: sheet.Sheet, move: int) -> int:
        """How much more the sheet is worth after the move."""
        if move == kinds.PASS:
            return 0
        if not self.is_simple:
            return self.tried(page, move)
        start = self.city.origin[move]
        end = self.city.goal[move]
        side = 0
        if page.side[1]:
            if page.side[1] & bits.bit(start):
                side = 1
            if page.side[1 - side] & bits.bit(end):
                return self.tried(page, move)  # it joins the two lines
        district = self.city.district_of[end]
        n = self.counts[16 * side + district]
        most = n + 1 if n + 1 > self.most[side] else self.most[side]
        gain = (self.districts[side] + (n == 0)) * most - self.worth[side]
        reached = self.city.whole[end]
        gain += self.met(end, self.boxes and not page.boxed & bits.bit(end), page.boxed)
        if not page.stations(side):  # the departure becomes a part of the line only now
            reached |= page.side[side]
            gain += self.met(start, 0, page.boxed)
        section = (move - 1) >> 1
        gain += self.city.river_points * self.city.river[section]
        gain += self.city.monument_points * bits.count(reached & self.city.monuments)
        if self.city.crossings:
            gain += self.crossed(page, section)
        if reached & self.city.sites:
            gain += self.toured(bits.count(reached & self.city.sites))
        return gain

    def met(self, cell: int, boxes: int, boxed: int) -> int:
        """What interchanges grow by when the line reaches a station."""
        here = bits.bit(cell)
        lines = 0
        if self.one & here:
            lines = 1
            if self.two & here:
                lines = 2
                if self.three & here:
                    lines = 3
        weight = 2 if boxed & here else 1
        before = self.city.interchange_points[lines] * weight
        return self.city.interchange_points[lines + 1] * (weight + boxes) - before

    def toured(self, more: int) -> int:
        last = self.city.track_end
        visits = self.visited
        before = self.city.track[visits if visits < last else last]
        visits += more
        return self.city.track[visits if visits < last else last] - before

    def crossed(self, page: sheet.Sheet, section: int) -> int:
        for crossing in range(self.city.crossings):
            if self.city.crossing_a[crossing] == section or self.city.crossing_b[crossing] == section:
                uses = score.crossing_uses(page, crossing)
                return self.city.crossing_points[uses + 1] - self.city.crossing_points[uses]
        return 0

    def tried(self, page: sheet.Sheet, move: int) -> int:
        self.trial.copy_from(page)
        self.trial.play(move)
        if self.total == sizes.NONE:
            self.total = score.total(page)
        return score.total(self.trial) - self.total
