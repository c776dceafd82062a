"""What stands beside the map: cards, pile, add-ons and the score pad, as close together as need be."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence

from fulgence.language import translate
from fulgence.rules import kinds
from fulgence.rules.cards import SWITCH
from fulgence.rules.city import Card
from fulgence.rules.scorepad import objectives
from fulgence.rules.view import View
from fulgence.term import words
from fulgence.term.canvas import Canvas, cut, width
from fulgence.term.glyphs import Glyphs
from fulgence.term.ink import BOLD, PLAIN, QUIET, RULE, Style, colour_of
from fulgence.term.plan import pencil_letters
from fulgence.term.ticket import formula, items

WIDTH = 36
ROOMY, NO_GAPS, SHORT, NO_GATES, NO_ADDONS, BARE = LEVELS = range(
    6
)  # each leaves out more than the one before
STRUCK = Style(RULE.colour, struck=True)


class Panel:
    """Written on a page from (x, y) downwards; `level` says how little of it."""

    def __init__(
        self,
        canvas: Canvas,
        glyphs: Glyphs,
        view: View,
        x: int,
        y: int,
        width: int = WIDTH,
        level: int = ROOMY,
    ) -> None:
        self.canvas = canvas
        self.glyphs = glyphs
        self.view = view
        self.city = view.city
        self.x = x
        self.y = y
        self.width = width
        self.level = level

    def row(self, left: str, right: str = "", style: Style = PLAIN) -> None:
        """One line; what is at its right end is kept, the left is cut to fit."""
        room = self.width - width(right)
        self.canvas.put(self.x, self.y, self.short(left, room - bool(right)), style)
        self.canvas.put(self.x + room, self.y, right, style)
        self.y += 1

    def short(self, text: str, room: int) -> str:
        """The text, or as much of it as fits with the sign that something is missing."""
        return text if width(text) <= room else cut(text, room - width(self.glyphs.cut)) + self.glyphs.cut

    def wrapped(self, text: str) -> None:
        lines = [text] if self.level >= SHORT else textwrap.wrap(text, self.width, subsequent_indent="  ")
        for line in lines:
            self.row(line)

    def gap(self) -> None:
        if self.level < NO_GAPS:
            self.y += 1

    def write(self) -> None:
        """Everything about the turn of the seat."""
        view = self.view
        turn = translate(words.ROUND_TURN, round=view.round + 1, rounds=kinds.ROUNDS, turn=view.turn + 1)
        self.row(translate(self.city.name), turn, BOLD)
        who = translate(words.DRAWS, name=words.player(view.names[view.seat]), pencil=translate(view.pencil))
        self.row(who, "", Style(colour_of(self.city, view.pencil), bold=True))
        self.gap()
        self.cards()
        if self.level < BARE:
            self.pile()
            self.gap()
            self.addons()
        self.pad(view.seat)

    def write_other(self, seat: int) -> None:
        """The seat's name and score pad as of the last flip."""
        self.row(translate(words.AS_OF_LAST_FLIP, name=words.player(self.view.names[seat])), "", BOLD)
        self.gap()
        self.pad(seat)

    def cards(self) -> None:
        view = self.view
        shown = [f"{self.sign(name)} {words.card_name(self.city, name)}" for name in view.cards]
        whole = "  ".join(shown)
        for text in [whole] if width(whole) + 2 <= self.width else shown:
            self.canvas.put(self.x, self.y, cut(f" {text} ", self.width), Style(bold=True, reverse=True))
            self.y += 1
        if len(view.cards) > 1 and not view.sheet.branching:
            self.row(translate(words.SWITCH_IGNORED))
        if view.next_card:
            card = f"{self.sign(view.next_card)} {words.card_name(self.city, view.next_card)}"
            self.row(translate(words.NEXT_CARD, card=card))

    def sign(self, name: str) -> str:
        if name == SWITCH:
            return self.glyphs.switch
        return self.glyphs.symbols[self.city.cards[self.city.card_numbers[name]].symbol]

    def pile(self) -> None:
        """All cards as small signs, the used ones struck; how near the end of the round is."""
        groups: dict[str, list[Card]] = {}
        for card in self.city.cards:
            groups.setdefault(card.prefix, []).append(card)
        seen = [name for cards in (*self.view.played, self.view.cards) for name in cards]
        left = 1 + max(width(words.kind_name(self.city, prefix)) for prefix in groups)
        end = self.x
        for prefix, cards in groups.items():
            x, name = self.x, words.kind_name(self.city, prefix)
            room = self.x + self.width - end - 3 - width(name) - 2 * len(cards)
            if self.level >= SHORT and not prefix and room >= 0:  # the switch, behind the cards above it
                self.y -= 1
                x, left = end + 3, width(name) + 1
            self.canvas.put(x, self.y, name, QUIET)
            for place, card in enumerate(cards):
                end = x + left + 2 * place
                if card.name in self.view.remaining:
                    self.canvas.put(end, self.y, self.sign(card.name), BOLD)
                else:
                    self.canvas.put(end, self.y, self.glyphs.used or self.sign(card.name), STRUCK)
            if prefix in self.city.closing:
                count = sum(name.partition(":")[0] == prefix for name in seen)
                text = translate(words.OF, seen=count, last=self.city.closing[prefix])
                end = self.canvas.put(end + 3, self.y, text, QUIET)
            self.y += 1

    def addons(self) -> None:
        view, start = self.view, self.y
        power = view.powers.get(view.pencil)
        if power:
            state = words.power_state(power, view.sheet.power)
            text = translate(words.POWER, power=translate(words.POWERS[power]))
            self.row(text, state, PLAIN if view.sheet.power else QUIET)
        if view.acceleration:
            bonus = words.bonus_name(self.city, view.acceleration[view.round])
            self.wrapped(translate(words.THIS_ROUND, bonus=bonus))
        if self.level < NO_GATES:
            for cell, gate in view.gates.items():
                self.wrapped(f"<{cell}> {translate(words.GATES[gate])}")
        elif view.gates:
            self.row(translate(words.GATES_ELSEWHERE), "", QUIET)
        for progress in objectives(self.city, view.sheet) if self.level < NO_ADDONS else ():
            sign = self.glyphs.met if progress.is_met else self.glyphs.unmet
            name = words.objective_name(self.city, progress.objective)
            if self.level >= SHORT:
                self.row(f"{sign} {name}", str(progress.count))
                continue
            self.wrapped(f"{sign} {translate(words.OBJECTIVE, objective=name, count=progress.count)}")
        if self.y > start:
            self.gap()

    def pad(self, seat: int) -> None:
        """The score pad: one row for each line in the order of the rounds, then the rest."""
        view = self.view
        pad = view.pad(seat)
        letters = pencil_letters(self.city)
        stroke = self.glyphs.stroke[0]
        right = max(12, 5 + max(width(translate(pencil)) for pencil in self.city.pencils))
        for number, line in enumerate(pad.lines):
            sample = f"{stroke}{letters[line.pencil]}{stroke}"
            points = str(line.points) if line.parts else ""
            now = number == view.round and not view.is_over
            name = f"{sample} {translate(line.pencil)}"
            self.canvas.put(self.x, self.y, name, Style(colour_of(self.city, line.pencil), bold=now))
            self.canvas.put(self.x + right, self.y, formula(line, self.glyphs.times), PLAIN)
            self.canvas.put(self.x + self.width - len(points), self.y, points, BOLD if now else PLAIN)
            self.y += 1
        self.items(items(self.city, pad, bool(view.objectives)))
        self.row(translate(words.TOTAL), str(pad.total), BOLD)

    def items(self, found: Sequence[tuple[str, int]]) -> None:
        """One below the other, or in pairs."""
        if self.level >= BARE:
            return
        if self.level < SHORT:
            for label, value in found:
                self.row(label, str(value))
            return
        half = (self.width - 2) // 2
        for place, (label, value) in enumerate(found):
            x = self.x + (place % 2) * (self.width - half)
            room = half - len(str(value))
            self.canvas.put(x, self.y, self.short(label, room - 1))
            self.canvas.put(x + room, self.y, str(value))
            self.y += place % 2 or place + 1 == len(found)


def panel_height(glyphs: Glyphs, view: View, columns: int, level: int) -> int:
    panel = Panel(Canvas(), glyphs, view, 0, 0, columns, level)
    panel.write()
    return panel.y
