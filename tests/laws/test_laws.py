"""What is true of every game, whatever is dealt and drawn."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from fulgence.rules import kinds, score
from fulgence.rules.city import City
from fulgence.rules.cityfile.city_reader import city_names, load_city
from fulgence.rules.deal import Deal, deal, with_switch_again
from fulgence.rules.game import Game
from fulgence.rules.generator import Generator
from fulgence.rules.sheet import Sheet
from fulgence.rules.text.notation import format_cell, format_move, parse_cell, parse_move
from fulgence.rules.text.record import Record, format_record, parse_record, record_of, replay
from fulgence.rules.text.sheet_text import format_sheet, parse_sheet
from fulgence.rules.view import View
from random_games import SAMPLER, addon_sets, played, random_choice, random_record

seeds = st.integers(0, 2**32)
# The last one is in no package: a city that mixes the features of all, told by its file alone.
CITIES = [*city_names(), SAMPLER]
cities = st.sampled_from(CITIES)
few = settings(max_examples=40, deadline=None)


@st.composite
def records(draw: st.DrawFn) -> Record:
    city = draw(cities)
    addons = draw(st.sampled_from(addon_sets(load_city(city))))
    return random_record(city, addons, draw(st.integers(1, 4)), draw(seeds))


def drawn_in(sheet: Sheet, city: City, number: int) -> list[tuple[int, int]]:
    return [ends for s, ends in enumerate(city.sections) if sheet.drawn[s] >> number & 1]


def components(city: City, sections: Sequence[tuple[int, int]]) -> list[set[int]]:
    """Connected sets of stations, each by its first cell."""
    found: list[set[int]] = []
    for pair in sections:
        ends = {(city.station_cells[c] & -city.station_cells[c]).bit_length() - 1 for c in pair}
        touched = [group for group in found if group & ends]
        found = [group for group in found if not group & ends] + [ends.union(*touched)]
    return found


@given(records())
@few
def test_every_line_is_one_tree_a_side_that_holds_its_departure(record: Record) -> None:
    city = record.deal.city
    for seat, sheet in enumerate(replay(record).sheets):
        for number, pencil in enumerate(record.deal.pencils[seat]):
            sections = drawn_in(sheet, city, number)
            trees = components(city, sections)
            assert len(sections) == sum(len(tree) - 1 for tree in trees)  # no loop
            assert len(trees) <= max(1, len(city.sides))
            for tree in trees:
                assert tree & set(city.departures[pencil])


@given(records())
@few
def test_nothing_that_is_drawn_crosses(record: Record) -> None:
    city = record.deal.city
    for sheet in replay(record).sheets:
        for a, b in city.crossing_pairs:
            assert not (sheet.drawn[a] and sheet.drawn[b])


@given(records())
@few
def test_no_section_is_drawn_twice_except_with_double_tracks(record: Record) -> None:
    tracks = "double-tracks" in record.deal.acceleration
    for sheet in replay(record).sheets:
        for rounds in sheet.drawn:
            assert rounds.bit_count() <= (2 if tracks else 1)


@given(records())
@few
def test_a_record_read_back_is_the_same_record_and_the_same_game(record: Record) -> None:
    text = format_record(record)
    again = parse_record(text, record.deal.city)
    assert format_record(again) == text
    assert replay(again).pads == replay(record).pads


@given(records())
@few
def test_the_fast_total_is_the_sum_of_the_score_pad(record: Record) -> None:
    done = replay(record)
    for sheet, pad in zip(done.sheets, done.pads, strict=True):
        assert score.total(sheet) == pad.total - pad.handicap


@given(records(), st.integers(0, 40))
@few
def test_seats_are_independent(record: Record, turns: int) -> None:
    """Cutting or changing one seat's moves changes nobody else's sheet."""
    cut = Record(record.deal, record.names, (record.moves[0][:turns], *record.moves[1:]))
    before, after = replay(record), replay(cut)
    assert before.pads[1:] == after.pads[1:]
    assert before.legal[1:] == after.legal[1:]


@given(cities, seeds, seeds, st.integers(1, 4), st.integers(0, 30), st.booleans())
@few
def test_equal_histories_give_equal_views(
    city_name: str, seed: int, other: int, seats: int, turns: int, addons: bool
) -> None:
    """Two deals that differ only in cards not yet flipped look the same to every seat."""
    city = load_city(city_name)
    first = deal(city, tuple(city.addons) if addons else (), seats, Generator(seed))
    twin = with_other_rest(first, turns, Generator(other))
    rng = [Generator(seed + 1), Generator(seed + 1)]
    for ours, theirs in zip(
        watched(Game(first), turns, rng[0]), watched(Game(twin), turns, rng[1]), strict=True
    ):
        assert ours == theirs


def with_other_rest(made: Deal, turns: int, rng: Generator) -> Deal:
    """The same deal with the cards after the first `turns` turns shuffled anew, round by round."""
    rounds = []
    left = turns
    for number, pile in enumerate(made.rounds):
        known = min(left, len(made.turns[number]))
        shown = sum(len(cards) for cards in made.turns[number][:known])
        bonus = made.acceleration[number] if made.acceleration else ""
        if bonus == "visible-cards" and known:
            shown += 1
        rest = list(pile[shown:])
        returns = bonus == "repeat-switch" and "switch" not in pile[:shown]
        if returns and rest.count("switch") == 2:
            rest.remove("switch")
        rng.shuffle(rest)
        new = [*pile[:shown], *rest]
        rounds.append(tuple(with_switch_again(made.city, new, rng) if returns else new))
        left -= known
    return replace(made, rounds=tuple(rounds))


def watched(game: Game, turns: int, rng: Generator) -> list[object]:
    """What every seat sees in the first turns of a game played at random."""
    choose = random_choice(rng)
    seen: list[object] = []
    for _ in range(turns):
        if game.is_over:
            break
        for seat in range(len(game.names)):
            while not game.is_done(seat):
                view = game.view(seat)
                seen.append(visible(view))
                game.play(seat, choose(view))
        if len(seen) and game.everybody_is_done:
            game.flip()
    return seen


def visible(view: View) -> object:
    sheets = [format_sheet(view.city, sheet) for sheet in (*view.sheets, view.sheet)]
    return (
        view.round,
        view.cards,
        view.played,
        view.remaining,
        view.next_card,
        view.moves,
        view.done,
        sheets,
    )


@given(cities, seeds)
@few
def test_undo_takes_a_turn_back_to_where_it_was(city: str, seed: int) -> None:
    rng = Generator(seed)
    made = load_city(city)
    game = Game(deal(made, tuple(made.addons), 1, rng))
    choose = random_choice(rng)
    while not game.is_over:
        before = []
        while not game.is_done(0):
            before.append(visible(game.view(0)))
            game.play(0, choose(game.view(0)))
        after, moves = visible(game.view(0)), list(game.moves[0][-1])
        while before:
            game.undo(0)
            assert visible(game.view(0)) == before.pop()
        for move in moves:
            game.play(0, format_move(made, move))
        assert visible(game.view(0)) == after
        game.flip()


@given(records())
@few
def test_a_sheet_as_text_reads_back_to_the_same_drawing(record: Record) -> None:
    city = record.deal.city
    if "acceleration" in record.deal.addons or city.key not in city_names():
        return  # a text names a city of the package and knows no double tracks
    for sheet in replay(record).sheets:
        assert format_sheet(city, parse_sheet(format_sheet(city, sheet))) == format_sheet(city, sheet)


@given(cities)
def test_every_move_reads_back_from_its_text(name: str) -> None:
    city = load_city(name)
    for move, text in enumerate(city.move_names):
        assert parse_move(city, text) == move
        assert format_move(city, move) == text


@given(st.integers(0, 25), st.integers(0, 98))
def test_every_cell_reads_back_from_its_text(column: int, row: int) -> None:
    assert parse_cell(format_cell((column, row))) == (column, row)


@given(cities, seeds)
@few
def test_counting_picking_and_listing_moves_agree(name: str, seed: int) -> None:
    """`random_move` reaches every legal move, and only those."""
    city = load_city(name)
    rng = Generator(seed)
    game = Game(deal(city, tuple(city.addons), 1, rng))
    for _ in range(6):
        sheet = game.sheets[0]
        while sheet.permit != kinds.TURN_OVER:
            legal = sheet.legal_moves()
            assert len(legal) == sheet.count_moves() == len(set(legal))
            assert all(sheet.random_move(rng) in (legal or [kinds.PASS]) for _ in range(8))
            game.play(0, format_move(city, sheet.random_move(rng)))
        game.flip()


@given(records())
@few
def test_drawing_more_never_loses_points_in_a_city_without_sides(record: Record) -> None:
    """R10's reason: without a second line to link, a section can only add."""
    if record.deal.city.sides:
        return
    worth = [0] * len(record.names)

    def watch(seat: int, sheet: Sheet) -> None:
        total = score.total(sheet)
        assert total >= worth[seat]
        worth[seat] = total

    replay(record, watch)


def test_a_game_played_by_the_same_choices_is_the_same_game() -> None:
    texts = [format_record(random_record("london", ("powers",), 3, 5)) for _ in range(2)]
    assert texts[0] == texts[1]
    again = played(Game(deal(load_city("london"), seats=2, rng=Generator(3))), random_choice(Generator(4)))
    assert record_of(again).is_finished
