"""What a move adds to the total at once, computed without playing it where that is simple."""

from __future__ import annotations

from fulgence.bots import limits
from fulgence.rules import bits, kinds, score
from fulgence.rules.city_tables import Terms
from fulgence.rules.sheet import Sheet


class Gains:
    """Call `set_sheet`, then `of` for each move of its decision; both only read the sheet.

    For a later decision of the same round, `refresh_lines` is enough, or `update` after every move and
    `refresh_card` before the next."""

    def __init__(self, terms: Terms) -> None:
        self.city = terms.tables
        self.trial = Sheet(terms)
        # Objectives and marks that count twice are scored by playing the move.
        self.is_simple = not terms.objectives and not terms.gates
        for pencil in range(4):
            self.is_simple = self.is_simple and terms.powers[pencil] != kinds.POWER_DOUBLE
            self.is_simple = self.is_simple and not terms.acceleration[pencil]
        self.counts = [0] * 32  # stations by side and district
        self.districts = [0] * 2
        self.most = [0] * 2
        self.line_points = [0] * 2  # districts x most stations, without extras
        self.one = self.two = self.three = 0  # stations on at least so many earlier lines
        self.visits = 0  # to sites by earlier lines
        self.visited = 0  # the same with the current lines
        self.total = 0  # of the sheet, computed when a move is played to score it
        self.boxes_target = 0  # the card boxes the station that it leads to

    def set_sheet(self, sheet: Sheet) -> None:
        self.one = self.two = self.three = 0
        self.visits = 0
        for number in range(sheet.round):
            stations = sheet.lines[2 * number] | sheet.lines[2 * number + 1]
            self.three |= self.two & stations
            self.two |= self.one & stations
            self.one |= stations
            self.visits += bits.count(stations & self.city.sites)
        self.refresh_lines(sheet)

    def refresh_lines(self, sheet: Sheet) -> None:
        self.count_stations(sheet, 0)
        if sheet.side[1]:
            self.count_stations(sheet, 1)
        self.visited = self.visits + bits.count((sheet.stations(0) | sheet.stations(1)) & self.city.sites)
        self.refresh_card(sheet)

    def refresh_card(self, sheet: Sheet) -> None:
        self.total = limits.NONE
        self.boxes_target = self.city.card_kind[sheet.card] == kinds.WILD and (
            sheet.permit == kinds.CARD or sheet.permit == kinds.SWITCH_REST
        )

    def update(self, sheet: Sheet, move: int) -> None:
        """Do what `refresh_lines` would do after a move was played, in less time."""
        if move == kinds.PASS or not self.is_simple:
            return
        if sheet.side[1] or self.districts[1] or not self.line_points[0]:  # two lines, or a first section
            self.refresh_lines(sheet)
            return
        end = self.city.goal[move]
        district = self.city.district_of[end]
        n = self.counts[district] + 1
        self.counts[district] = n
        self.districts[0] += n == 1
        self.most[0] = n if n > self.most[0] else self.most[0]
        self.line_points[0] = self.districts[0] * self.most[0]
        self.visited += bits.count(self.city.station_cells[end] & self.city.sites)

    def count_stations(self, sheet: Sheet, side: int) -> None:
        stations = sheet.side[side]
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
        self.line_points[side] = districts * most if sheet.stations(side) else 0

    def of(self, sheet: Sheet, move: int) -> int:
        """How many points the move adds."""
        if move == kinds.PASS:
            return 0
        if not self.is_simple:
            return self.gain_by_playing(sheet, move)
        start = self.city.origin[move]
        end = self.city.goal[move]
        side = 0
        if sheet.side[1]:
            if sheet.side[1] & bits.bit(start):
                side = 1
            if sheet.side[1 - side] & bits.bit(end):
                return self.gain_by_playing(sheet, move)  # it joins the two lines
        district = self.city.district_of[end]
        n = self.counts[16 * side + district]
        most = n + 1 if n + 1 > self.most[side] else self.most[side]
        gain = (self.districts[side] + (n == 0)) * most - self.line_points[side]
        reached = self.city.station_cells[end]
        gain += self.interchange_gain(end, self.boxes_target and not sheet.boxed & bits.bit(end), sheet.boxed)
        if not sheet.stations(side):  # the departure joins the line only now
            reached |= sheet.side[side]
            gain += self.interchange_gain(start, 0, sheet.boxed)
        section = (move - 1) >> 1
        gain += self.city.river_points * self.city.river[section]
        gain += self.city.monument_points * bits.count(reached & self.city.monuments)
        if self.city.crossings:
            gain += self.crossing_gain(sheet, section)
        if reached & self.city.sites:
            gain += self.site_gain(bits.count(reached & self.city.sites))
        return gain

    def interchange_gain(self, cell: int, boxes: int, boxed: int) -> int:
        """Points for the interchange when the line reaches a station."""
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

    def site_gain(self, more: int) -> int:
        last = self.city.track_end
        visits = self.visited
        before = self.city.track[visits if visits < last else last]
        visits += more
        return self.city.track[visits if visits < last else last] - before

    def crossing_gain(self, sheet: Sheet, section: int) -> int:
        for crossing in range(self.city.crossings):
            if self.city.crossing_a[crossing] == section or self.city.crossing_b[crossing] == section:
                uses = score.crossing_uses(sheet, crossing)
                return self.city.crossing_points[uses + 1] - self.city.crossing_points[uses]
        return 0

    def gain_by_playing(self, sheet: Sheet, move: int) -> int:
        self.trial.copy_from(sheet)
        self.trial.play(move)
        if self.total == limits.NONE:
            self.total = score.total(sheet)
        return score.total(self.trial) - self.total
