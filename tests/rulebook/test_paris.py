"""Paris: the worked examples of its rulebook, and its rules one by one."""

import pytest

from fulgence.rules import score
from fulgence.rules.cityfile.city_reader import load_city
from fulgence.rules.deal import deal
from fulgence.rules.errors import BadDeal, IllegalMove
from fulgence.rules.generator import Generator
from fulgence.rules.score_pad import LineScore, Part, score_pad
from fulgence.rules.text.sheet_text import parse_sheet
from sheet_driver import SheetDriver

MARIE = (
    "paris "
    "blue a2-b3 a2-a5 b3-d3 d3-c4 b4-a5 c4-e6 a5-a6 a6-a9 e6-f7 f7-g7 g7-g10 "
    "orange h1-h4 j1-i2 i2-i3 j2-i3 j2-j4 f3-e4 i3-i8 e4-f5 h4-j4 f5-i8 "
    "green c4-a6 c4-c7 e6-e7 c7-c8 e7-f7 f7-e8 c8-c10 e8-e9 e9-f10 c10-f10 "
    "purple b2-e2 e2-f3 f3-f5 f5-g5 g5-h6 d6-e6 h6-h8 f7-f8 g7-f8 g7-h8"
)
GATES = {
    "a1": "switch-and-free-entry",
    "j1": "double-free-entry",
    "a10": "double-district",
    "j10": "double-station",
}


def test_maries_network_scores_134_for_lines_18_for_crossings_and_22_for_interchanges() -> None:
    pad = score_pad(parse_sheet(MARIE), ["blue", "orange", "green", "purple"])
    assert pad.lines == (
        LineScore("blue", (Part(7, 5),), extras=10, points=45),
        LineScore("orange", (Part(6, 4),), extras=2, points=26),
        LineScore("green", (Part(6, 5),), extras=6, points=36),
        LineScore("purple", (Part(5, 5),), extras=2, points=27),
    )
    assert (pad.crossings, pad.interchanges, pad.total) == (18, 22, 174)


def test_a_monument_and_the_platform_take_any_symbol() -> None:
    driver = SheetDriver("paris", "green")
    for card in ("M:square", "M:triangle", "M:pentagon", "M:circle"):
        assert "d6-e6" in drawn_to_d6(card)
    driver.turn("S:triangle", "c7-a5")
    for card in ("M:square", "M:circle"):
        assert "a5-a6" in driver.flip(card)
        driver.draw("pass")


def drawn_to_d6(card: str) -> list[str]:
    driver = SheetDriver("paris", "green")
    driver.turn("S:square", "c7-d6")
    return driver.flip(card)


def test_the_platform_is_one_station_reached_once_and_left_by_any_of_its_lines() -> None:
    driver = SheetDriver("paris", "green")
    driver.turn("S:square", "c7-d6")
    driver.turn("M:square", "d6-e6")
    legal = driver.flip("S:tour")
    cells = {move.split("-")[0] for move in legal}
    assert {"e5", "f5", "e6", "f6"} <= cells
    assert not any(move.endswith(("-e5", "-f5", "-e6", "-f6")) for move in legal)
    assert "d6-e5" not in legal


def test_only_one_of_two_lines_to_the_platform_may_be_drawn() -> None:
    driver = SheetDriver("paris", "green", "blue")
    driver.turn("S:square", "c7-d6")
    driver.turn("M:square", "d6-e6")
    driver.next_round()
    driver.turn("S:square", "d3-d4")
    driver.turn("M:square", "d4-d6")
    driver.flip("S:circle")
    with pytest.raises(IllegalMove, match="d6-e5: another section already joins these two stations"):
        driver.draw("d6-e5")


def test_the_platform_is_a_district_and_an_interchange_of_its_own() -> None:
    sheet = parse_sheet("paris green c7-d6 d6-e6 blue d3-e4 e4-e5")
    pad = score_pad(sheet, ["green", "blue", "orange", "purple"])
    assert pad.lines[0].parts == (Part(districts=2, most=2),)
    assert pad.lines[1].parts == (Part(districts=2, most=2),)
    assert pad.interchanges == 2


def test_two_dotted_lines_to_the_platform_cross_outside_of_it() -> None:
    city = load_city("paris")
    names = {frozenset(city.move_names[1 + 2 * s] for s in pair) for pair in city.crossing_pairs}
    assert frozenset({"f6-e7", "e6-f7"}) in names  # R32


def test_a_crossing_is_passed_in_both_directions_by_one_colour_or_two() -> None:
    once = "paris blue d3-d1"
    twice = f"{once} d1-b1 b1-b2 b2-e2"
    assert score.crossing_points(parse_sheet(once)) == 2
    assert score.crossing_points(parse_sheet(twice)) == 6  # the same colour is no loop
    assert score.crossing_points(parse_sheet(f"{once} orange h4-g4 g4-f3 f3-e2 e2-b2")) == 6


def test_a_crossing_is_no_station() -> None:
    sheet = parse_sheet("paris blue d3-d1")
    assert score_pad(sheet, ["blue", "green", "orange", "purple"]).lines[0].parts == (Part(2, 1),)


def test_a_tour_to_a_monument_may_go_on_from_there() -> None:
    driver = SheetDriver("paris", "green")
    driver.turn("S:triangle", "c7-a5")
    driver.flip("M:tour")
    driver.draw("a5-a6")
    assert driver.permit == "tour"
    assert {move.split("-")[0] for move in driver.legal} == {"a6"}
    driver.draw("a6-b7")
    assert driver.permit == "turn-over"


def test_a_free_entry_to_an_ordinary_station_ends_the_turn() -> None:
    driver = SheetDriver("paris", "green")
    driver.flip("M:tour")
    driver.draw("c7-c4")
    assert driver.permit == "turn-over"


def test_no_section_joins_two_monuments_so_a_tour_never_ends_at_another() -> None:
    city = load_city("paris")
    assert not [ends for ends in city.sections if set(ends) <= set(city.monuments)]


def test_with_a_switch_showing_only_the_first_section_of_a_tour_starts_anywhere() -> None:
    driver = SheetDriver("paris", "green")
    driver.turn("S:triangle", "c7-a5")
    driver.turn("M:circle", "c7-b7")
    assert "c7-d6" in driver.flip("switch", "S:tour")
    driver.draw("a5-a6")
    assert driver.permit == "tour"
    assert {move.split("-")[0] for move in driver.legal} == {"a6"}  # R13


def test_a_switch_counts_from_the_first_turn_on() -> None:
    driver = SheetDriver("paris", "green")
    driver.turn("S:triangle", "c7-a5")
    driver.turn("M:circle", "c7-b7")
    assert "c7-d6" not in driver.flip("M:square")
    driver.draw("pass")
    driver = SheetDriver("paris", "green", powers={"green": "second-section"})
    driver.turn("S:triangle", "c7-a5", "c7-e7")
    assert "c7-d6" in driver.flip("switch", "M:square")


def test_the_joker_power_does_not_make_a_tour() -> None:
    driver = SheetDriver("paris", "green", powers={"green": "joker"})
    driver.turn("S:triangle", "c7-a5")
    driver.flip("M:square")
    driver.draw("a5-a6")  # a monument takes any symbol: the power is not spent, and no tour follows (R23)
    assert driver.permit == "turn-over"
    assert "c7-c4" in driver.flip("S:square")


def test_the_second_section_after_a_tour_looks_at_the_cards_own_station() -> None:
    driver = SheetDriver("paris", "green", powers={"green": "second-section"})
    driver.turn("S:triangle", "c7-a5", "pass")
    driver.flip("M:tour")
    driver.draw("a5-a6", "a6-b7")
    assert driver.permit == "second-section"
    symbols = {driver.city.symbols[driver.city.cell_numbers[move.split("-")[1]]] for move in driver.legal}
    assert len(symbols) > 1  # the card's section ended at a monument: any station (R8, R29)


def test_a_gate_gives_a_section_from_any_station_to_any_station_at_once() -> None:
    driver = at_gate("a1", "switch-and-free-entry")
    assert driver.permit == "switch-and-free-entry"
    assert "d3-e4" in driver.legal
    driver.draw("d3-e4")
    assert driver.permit == "turn-over"


def test_a_gate_gives_two_sections_each_from_an_end() -> None:
    driver = at_gate("a1", "double-free-entry")
    assert driver.permit == "double-free-entry"
    assert all(move.split("-")[0] in ("a1", "d3") for move in driver.legal)
    driver.draw("a1-a2")
    assert driver.permit == "double-free-entry-again"
    driver.draw("a2-a5")
    assert driver.permit == "turn-over"


def test_passing_the_first_of_two_free_entries_waives_both() -> None:
    driver = at_gate("a1", "double-free-entry")
    driver.draw("pass")
    assert driver.permit == "turn-over"


def test_a_gate_counts_its_district_twice_for_this_line_only() -> None:
    driver = at_gate("a1", "double-district")
    assert driver.permit == "turn-over"
    assert driver.pad().lines[0].parts[0].districts == 4  # C, A and the corner twice


def test_a_gate_circles_an_ordinary_station_of_the_line() -> None:
    driver = at_gate("a1", "double-station")
    assert driver.permit == "double-station"
    assert driver.legal == ["a1*", "b1*"]  # d3 is a departure (R11, R28)
    before = driver.pad().lines[0].parts[0].most
    driver.draw("b1*")
    assert driver.pad().lines[0].parts[0].most == before + 1
    driver.next_round()
    assert driver.pad().lines[0].parts[0].most == before + 1


def at_gate(cell: str, gate: str) -> SheetDriver:
    """The blue line has just ended a section at a1."""
    driver = SheetDriver("paris", "blue", gates={cell: gate})
    driver.turn("S:circle", "d3-b1")
    driver.flip("M:square")
    driver.draw("b1-a1")
    return driver


def test_a_bonus_that_ends_at_another_gate_is_finished_before_that_gates_bonus() -> None:
    driver = SheetDriver("paris", "orange", gates=GATES)
    driver.turn("S:triangle", "h4-h1")
    driver.flip("M:tour")
    driver.draw("h1-j1")
    assert driver.permit == "double-free-entry"
    driver.draw("j1-j2")
    assert driver.permit == "double-free-entry-again"


def test_an_add_on_that_paris_does_not_allow_is_refused() -> None:
    with pytest.raises(BadDeal, match="Paris has no add-on 'acceleration'"):
        deal(load_city("paris"), ["acceleration"])


@pytest.mark.parametrize(
    ("total", "verdict"),
    [(100, 1), (101, 2), (120, 2), (121, 3), (140, 3), (141, 4), (160, 4), (161, 5), (180, 5), (181, 6)],
)
def test_the_solo_verdict_has_six_closed_bands(total: int, verdict: int) -> None:
    assert load_city("paris").verdict(total) == verdict


def test_a_player_alone_draws_the_order_of_the_pencils() -> None:
    with pytest.raises(BadDeal, match="in Paris the order of the pencils is random"):
        deal(load_city("paris"), pencils=["orange", "green", "purple", "blue"])


def test_a_round_ends_with_the_fifth_metro_card() -> None:
    for seed in range(30):
        for turns in deal(load_city("paris"), rng=Generator(seed)).turns:
            cards = [card for turn in turns for card in turn]
            assert sum(card.startswith("M:") for card in cards) == 5
            assert 5 <= len(turns) <= 10


@pytest.mark.parametrize(
    ("objective", "text", "last"),
    [
        (
            "three-triple-interchanges",
            "paris orange h4-h6 f5-g5 g5-h6 f6-g7 f7-g7 green f6-h6 f6-f7 c7-e7 e7-f7 "
            "purple h6-h8 f7-f8 f8-h8 blue d3-e4 e4-g4 g4-f5",
            "f6-h6",
        ),
        ("seven-districts-line", "paris orange h1-h4 i3-h4 i3-i8 c4-e6 c4-c7 f5-i8 c7-a9", "c7-a9"),
        (
            "six-monuments",
            "paris orange f2-i2 f2-h4 i2-j2 j2-j4 j4-j5 green c4-a6 c4-c7 purple h8-f10 c10-f10 f10-g10 "
            "blue a2-b3 b3-d3",
            "c4-a6",
        ),
        (
            "two-double-crossings",
            "paris purple b4-c4 b4-a5 c4-a6 a5-e5 f5-i8 h8-i8 blue d1-e2 d1-d3 b2-e2",
            "b2-e2",
        ),
        ("full-district", "paris orange g1-h1 g1-f2 f2-h4 i2-j2 j2-i3 i3-h4", "g1-h1"),
    ],
)
def test_an_objective_is_met_and_not_without_its_last_section(objective: str, text: str, last: str) -> None:
    number = [card.name for card in load_city("paris").objectives].index(objective)
    assert score.objective_met(parse_sheet(text), number)
    assert not score.objective_met(parse_sheet(text.replace(f" {last}", "")), number)


def test_a_doubled_district_counts_once_for_seven_districts() -> None:
    number = [card.name for card in load_city("paris").objectives].index("seven-districts-line")
    six = "paris blue d3-b1 b1-a1 a1-a2 a2-a5 a5-a6"
    sheet = parse_sheet(f"{six} doubled a1")
    assert score.objective_count(sheet, number) == score.objective_count(parse_sheet(six), number)


def test_a_station_counts_two_at_most_so_the_double_station_power_needs_one_without_a_circle() -> None:
    """R24: blue d3-b1-a1 with b1 circled has 2 in each of two districts, never 3 in one."""
    driver = SheetDriver("paris", "blue", powers={"blue": "double-station"}, gates={"a1": "double-station"})
    driver.turn("M:circle", "d3-b1")
    driver.turn("M:square", "b1-a1", "b1*")
    assert driver.pad().lines[0] == LineScore("blue", (Part(3, 2),), extras=0, points=6)


def test_the_double_station_power_adds_to_a_circle_where_the_district_has_another_station() -> None:
    driver = SheetDriver("paris", "blue", powers={"blue": "double-station"}, gates={"a1": "double-station"})
    driver.turn("M:circle", "d3-b1")
    driver.turn("M:square", "b1-b2")
    driver.turn("M:square", "b2-a1", "b2*")
    assert driver.pad().lines[0] == LineScore("blue", (Part(3, 4),), extras=0, points=12)
