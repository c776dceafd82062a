"""The companion of a game on paper: it sets up, flips the cards, and says what happens.

A companion is what it was opened with, and how many steps were made since. Views are built from an
allow-list: no card is in them before it is flipped.
"""

from __future__ import annotations

import secrets

import msgspec

from fulgence.language import Language, translate, using_language
from fulgence.prose import wording
from fulgence.prose.announcements import announcements, handover_words
from fulgence.rules import kinds
from fulgence.rules.cityfile.city_reader import city_names, load_city
from fulgence.rules.deal import deal
from fulgence.rules.generator import Generator
from fulgence.rules.message import Message
from fulgence.rules.paper_game import PaperGame
from fulgence.rules.text.record import Record, format_record
from fulgence.table.refusals import Refused
from fulgence.table.seats import checked_file_name, checked_name, file_name_of
from fulgence.table.state import custom_city, read_record

MAX_CLOCK = 3600  # seconds


class NewCompanion(msgspec.Struct, frozen=True):
    """As the body of POST /api/companions. `names`: of the players, in the order in which they sit, to the
    left. `clock`: seconds for a turn, if any."""

    city: str | None = None
    city_file: str | None = None
    city_name: str | None = None
    addons: list[str] = []
    names: list[str] = []
    clock: int | None = None


class Companion(msgspec.Struct, frozen=True):
    """`record`: the cards, with the names of the players. `changed_at`: when the last step was made, in
    milliseconds since 1970. `change`: counts them."""

    id: str
    record: str
    city_file: str
    clock: int | None
    step: int = 0
    change: int = 0
    changed_at: int = 0

    @property
    def game(self) -> PaperGame:
        record = read_record(self.record, self.city_file)
        return PaperGame(record.deal, record.names, self.step)

    def after(self, start: int, step: int, at: int) -> Companion:
        """With one step made, on or back. Who has not seen the last one changes nothing: two who flip at the
        same moment flip one card."""
        if start != self.step:
            return self
        self.game.after(step)
        return msgspec.structs.replace(self, step=step, change=self.change + 1, changed_at=at)


class HandoverView(msgspec.Struct, frozen=True):
    """A pencil that changes its place: from one seat to another, or by an empty place."""

    pencil: str
    giver: int | None
    taker: int | None
    words: str


class UnusedPencil(msgspec.Struct, frozen=True):
    """It lies to the left of a seat."""

    pencil: str
    seat: int


class ObjectiveText(msgspec.Struct, frozen=True):
    name: str
    text: str


class CompanionView(msgspec.Struct, frozen=True):
    """What everybody at the table may know, in the reader's language.

    `step`: how many were made; how many there will be follows from the pile, so nobody is told. `phase`:
    setup, turn, round-end or over. `pencils`: by seat, of the round that is played or comes next; `orders`:
    of all rounds. `shown` and `remaining`: cards of this round. `said`: what is to be said aloud. `elapsed`:
    milliseconds since the last step."""

    companion: str
    change: int
    step: int
    rounds: int
    phase: str
    city: str
    custom: bool
    addons: list[str]
    names: list[str]
    round: int
    turn: int
    cards: list[str]
    closes_round: bool
    next_card: str | None
    shown: list[list[str]]
    remaining: list[str]
    controller: int
    pencils: list[str]
    orders: list[list[str]]
    unused: list[UnusedPencil]
    handovers: list[HandoverView]
    objectives: list[ObjectiveText]
    powers: dict[str, str]
    power_texts: dict[str, str]
    gates: dict[str, str]
    gate_texts: dict[str, str]
    acceleration: list[str]
    acceleration_texts: list[str]
    said: list[str]
    clock: int | None
    elapsed: int


def opened(wanted: NewCompanion, id: str, at: int, seed: int | None = None) -> Companion:
    """A companion with freshly dealt cards, or Refused."""
    names = [checked_name(name) for name in wanted.names]
    if wanted.clock is not None and not 0 < wanted.clock <= MAX_CLOCK:
        raise Refused("bad-clock", Message("a turn has from 1 to {most} seconds", most=MAX_CLOCK), 422)
    if wanted.city_file:
        key = checked_file_name(wanted.city_name) if wanted.city_name else ""
        city = custom_city(wanted.city_file)
        city = custom_city(wanted.city_file, key or file_name_of(city.name))
    elif wanted.city in city_names():
        city = load_city(wanted.city or "")
    else:
        raise Refused("no-city", Message("there is no city {city!r}", city=wanted.city or ""), 422)
    cards = deal(city, wanted.addons, len(names), Generator(secrets.randbits(63) if seed is None else seed))
    record = format_record(Record(cards, tuple(names), ((),) * len(names)))
    return Companion(id, record, wanted.city_file or "", wanted.clock, changed_at=at)


def companion_view(companion: Companion, language: Language, at: int) -> CompanionView:
    with using_language(language):
        return view_in_words(companion, companion.game, at)


def view_in_words(companion: Companion, game: PaperGame, at: int) -> CompanionView:
    deal, city = game.deal, game.deal.city
    return CompanionView(
        companion=companion.id,
        change=companion.change,
        step=game.step,
        rounds=kinds.ROUNDS,
        phase=game.phase,
        city=city.key,
        custom=bool(companion.city_file),
        addons=list(deal.addons),
        names=list(game.names),
        round=game.round,
        turn=game.now.turn,
        cards=list(game.cards),
        closes_round=game.closes_round,
        next_card=game.next_card,
        shown=[list(cards) for cards in game.shown],
        remaining=list(game.remaining),
        controller=game.controller,
        pencils=list(game.pencils),
        orders=[list(order) for order in deal.pencils],
        unused=[UnusedPencil(pencil, seat) for seat, pencil in game.unused],
        handovers=[
            HandoverView(each.pencil, each.giver, each.taker, handover_words(game, each))
            for each in game.handovers
        ],
        objectives=[
            ObjectiveText(each.name, wording.objective_name(city, each))
            for each in city.objectives
            if each.name in deal.objectives
        ],
        powers=dict(deal.powers),
        power_texts={pencil: translate(wording.POWERS[power]) for pencil, power in deal.powers.items()},
        gates=dict(deal.gates),
        gate_texts={cell: translate(wording.GATES[gate]) for cell, gate in deal.gates.items()},
        acceleration=list(deal.acceleration),
        acceleration_texts=[wording.bonus_name(city, name) for name in deal.acceleration],
        said=announcements(game),
        clock=companion.clock,
        elapsed=max(0, at - companion.changed_at),
    )
