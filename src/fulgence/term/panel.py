"""The panel beside the map: cards, pile, add-ons and score pad, compressed as needed."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence

from fulgence.language import N_, translate
from fulgence.prose import wording
from fulgence.prose.pad_rows import formula, items
from fulgence.rules import kinds
from fulgence.rules.city import Card
from fulgence.rules.kinds import SWITCH_CARD
from fulgence.rules.score_pad import objectives
from fulgence.rules.view import View
from fulgence.term.canvas import Canvas, text_width, truncate
from fulgence.term.colours import BOLD, PLAIN, QUIET, RULE, Style, colour_of
from fulgence.term.glyphs import Glyphs
from fulgence.term.text_map import pencil_letters

ROUND_TURN = N_("round {round} of {rounds}, turn {turn}")
DRAWS = N_("{name}: {pencil} pencil")
AS_OF_LAST_FLIP = N_("{name}, as of the last flip")
OF = N_("{seen} of {last}")
NEXT_CARD = N_("next: {card}")
SWITCH_IGNORED = N_("the switch has no effect yet")
POWER = N_("power: {power}")
THIS_ROUND = N_("this round: {bonus}")
GATES_ELSEWHERE = N_("city gates: type ? to see them")
OBJECTIVE = N_("{objective}: {count}")

WIDTH = 36
ROOMY, NO_GAPS, SHORT, NO_GATES, NO_ADDONS, BARE = LEVELS = range(
    6
)  # each leaves out more than the one before
STRUCK = Style(RULE.colour, struck=True)


class Panel:
    """Written on a canvas from (x, y) downwards; a higher `level` leaves out more."""

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
        """One row; the left text is truncated to leave room for the right one."""
        room = self.width - text_width(right)
        self.canvas.put(self.x, self.y, self.short(left, room - bool(right)), style)
        self.canvas.put(self.x + room, self.y, right, style)
        self.y += 1

    def short(self, text: str, room: int) -> str:
        """The text, truncated with an ellipsis if it does not fit."""
        return (
            text
            if text_width(text) <= room
            else truncate(text, room - text_width(self.glyphs.cut)) + self.glyphs.cut
        )

    def wrapped(self, text: str) -> None:
        lines = [text] if self.level >= SHORT else textwrap.wrap(text, self.width, subsequent_indent="  ")
        for line in lines:
            self.row(line)

    def gap(self) -> None:
        if self.level < NO_GAPS:
            self.y += 1

    def write(self) -> None:
        """Everything about the seat's turn."""
        view = self.view
        turn = translate(ROUND_TURN, round=view.round + 1, rounds=kinds.ROUNDS, turn=view.turn + 1)
        self.row(translate(self.city.name), turn, BOLD)
        who = translate(DRAWS, name=wording.player_name(view.names[view.seat]), pencil=translate(view.pencil))
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
        self.row(translate(AS_OF_LAST_FLIP, name=wording.player_name(self.view.names[seat])), "", BOLD)
        self.gap()
        self.pad(seat)

    def cards(self) -> None:
        view = self.view
        shown = [f"{self.sign(name)} {wording.card_name(self.city, name)}" for name in view.cards]
        whole = "  ".join(shown)
        for text in [whole] if text_width(whole) + 2 <= self.width else shown:
            self.canvas.put(self.x, self.y, truncate(f" {text} ", self.width), Style(bold=True, reverse=True))
            self.y += 1
        if len(view.cards) > 1 and not view.sheet.branching:
            self.row(translate(SWITCH_IGNORED))
        if view.next_card:
            card = f"{self.sign(view.next_card)} {wording.card_name(self.city, view.next_card)}"
            self.row(translate(NEXT_CARD, card=card))

    def sign(self, name: str) -> str:
        if name == SWITCH_CARD:
            return self.glyphs.switch
        return self.glyphs.symbols[self.city.cards[self.city.card_numbers[name]].symbol]

    def pile(self) -> None:
        """All cards as symbols, played ones struck through, and how near the end of the round is."""
        groups: dict[str, list[Card]] = {}
        for card in self.city.cards:
            groups.setdefault(card.prefix, []).append(card)
        seen = [name for cards in (*self.view.played, self.view.cards) for name in cards]
        left = 1 + max(text_width(wording.kind_name(self.city, prefix)) for prefix in groups)
        end = self.x
        for prefix, cards in groups.items():
            x, name = self.x, wording.kind_name(self.city, prefix)
            room = self.x + self.width - end - 3 - text_width(name) - 2 * len(cards)
            if (
                self.level >= SHORT and not prefix and room >= 0
            ):  # the switch, after the cards of the row above
                self.y -= 1
                x, left = end + 3, text_width(name) + 1
            self.canvas.put(x, self.y, name, QUIET)
            for place, card in enumerate(cards):
                end = x + left + 2 * place
                if card.name in self.view.remaining:
                    self.canvas.put(end, self.y, self.sign(card.name), BOLD)
                else:
                    self.canvas.put(end, self.y, self.glyphs.used or self.sign(card.name), STRUCK)
            if prefix in self.city.closing:
                count = sum(name.partition(":")[0] == prefix for name in seen)
                text = translate(OF, seen=count, last=self.city.closing[prefix])
                end = self.canvas.put(end + 3, self.y, text, QUIET)
            self.y += 1

    def addons(self) -> None:
        view, start = self.view, self.y
        power = view.powers.get(view.pencil)
        if power:
            state = wording.power_state(power, view.sheet.power)
            text = translate(POWER, power=translate(wording.POWERS[power]))
            self.row(text, state, PLAIN if view.sheet.power else QUIET)
        if view.acceleration:
            bonus = wording.bonus_name(self.city, view.acceleration[view.round])
            self.wrapped(translate(THIS_ROUND, bonus=bonus))
        if self.level < NO_GATES:
            for cell, gate in view.gates.items():
                self.wrapped(f"<{cell}> {translate(wording.GATES[gate])}")
        elif view.gates:
            self.row(translate(GATES_ELSEWHERE), "", QUIET)
        for progress in objectives(self.city, view.sheet) if self.level < NO_ADDONS else ():
            sign = self.glyphs.met if progress.is_met else self.glyphs.unmet
            name = wording.objective_name(self.city, progress.objective)
            if self.level >= SHORT:
                self.row(f"{sign} {name}", str(progress.count))
                continue
            self.wrapped(f"{sign} {translate(OBJECTIVE, objective=name, count=progress.count)}")
        if self.y > start:
            self.gap()

    def pad(self, seat: int) -> None:
        """The score pad: one row per line in the order of the rounds, then the other items."""
        view = self.view
        pad = view.pad(seat)
        letters = pencil_letters(self.city)
        stroke = self.glyphs.stroke[0]
        right = max(12, 5 + max(text_width(translate(pencil)) for pencil in self.city.pencils))
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
        self.row(translate(wording.TOTAL), str(pad.total), BOLD)

    def items(self, found: Sequence[tuple[str, int]]) -> None:
        """One per row, or two per row from level SHORT on."""
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
