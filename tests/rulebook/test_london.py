"""London: the worked examples of its rulebook and every sentence of it that a program can check."""

import pytest

from fulgence.rules import score
from fulgence.rules.cityfile.city_reader import load_city
from fulgence.rules.deal import advice, deal
from fulgence.rules.errors import BadDeal, IllegalMove
from fulgence.rules.game import Game
from fulgence.rules.generator import Generator
from fulgence.rules.score_pad import LineScore, Part, ScorePad, score_pad, winners
from fulgence.rules.text.notation import parse_section
from fulgence.rules.text.sheet_text import draw_sections, parse_sheet
from sheet_driver import SheetDriver

GREEN = "a1-b1 b1-b2 b2-a3 d2-g2 d2-d3 g2-i2 i2-g4 a3-d3 g4-j7"
JOHN = (
    "london "
    "blue d2-f4 f4-f5 f5-h7 d7-c8 d7-d8 e7-g7 e7-f8 h7-i8 d8-f8 f8-i8 "
    "purple a4-b5 b5-a6 c5-e5 c5-c6 e5-g7 a6-a8 c6-d7 c6-a8 d7-e7 "
    "pink g2-g3 g3-f4 f4-g4 g4-h4 h4-j4 j4-j7 j7-i8 i8-i9 j8-i9 "
    f"green {GREEN}"
)


def green_line(power: str) -> SheetDriver:
    driver = SheetDriver("london", "green", powers={"green": power} if power else None)
    draw_sections(driver.city, driver.sheet, [parse_section(driver.city, text) for text in GREEN.split()])
    return driver


def test_a_line_in_6_districts_with_3_stations_in_one_and_one_thames_section_scores_20() -> None:
    (line, *_) = green_line("").pad().lines
    assert line == LineScore("green", (Part(districts=6, most=3),), extras=2, points=20)


def test_with_the_double_station_power_the_same_line_scores_26() -> None:
    (line, *_) = green_line("double-station").pad().lines
    assert line == LineScore("green", (Part(districts=6, most=4),), extras=2, points=26)


def test_johns_network_scores_87_for_lines_14_for_7_site_visits_and_18_for_9_interchanges() -> None:
    pad = score_pad(parse_sheet(JOHN), ["blue", "purple", "pink", "green"])
    assert [line.points for line in pad.lines] == [32, 21, 14, 20]
    assert (pad.sites, pad.interchanges, pad.total) == (14, 18, 119)


TEN_VISITS = (
    "london "
    "purple b2-a3 b2-e5 a3-a4 a4-b5 f4-e5 f4-f5 b5-c6 c5-c6 c5-e7 e7-e10 "
    "blue h1-g2 d2-g2 d2-f4 f4-h6 h6-g7 g7-f8 f8-f10 d10-e10 e10-f10 "
    "green e1-f1 e1-d2 f1-g2 d2-d3 d3-e4 e4-f4 "
    "pink g2-i2 i2-j3 g3-j3 g3-f4 f4-g4 g4-h4"
)


def test_each_line_crosses_off_its_own_circle_for_a_site_and_the_track_ends_at_25() -> None:
    assert score.site_points(parse_sheet("london pink h4-g3")) == 0
    assert score.site_points(parse_sheet("london pink h4-g3 g3-g2")) == 1
    assert score.site_points(parse_sheet("london pink h4-g3 g3-g2 green d3-d2 d2-g2")) == 2
    assert score.site_points(parse_sheet(TEN_VISITS)) == 25
    assert score.site_points(parse_sheet(f"{TEN_VISITS} h4-j4 j4-j7")) == 25  # the 11th is lost (R7)


def test_interchanges_of_2_3_and_4_lines_score_2_5_and_9() -> None:
    two = "london green d3-d2 d2-f4 pink h4-g3 g3-f4"
    three = f"{two} purple c6-e4 e4-f4"
    four = f"{three} blue f8-f5 f5-f4"
    assert [score.interchange_points(parse_sheet(text)) for text in (two, three, four)] == [2, 5, 9]


def test_the_first_section_starts_at_the_departure_and_ends_at_the_symbol_of_the_card() -> None:
    assert SheetDriver("london", "green").flip("S:circle") == ["d3-a3", "d3-f1"]


def test_a_joker_leads_to_any_neighbouring_station() -> None:
    assert SheetDriver("london", "pink").flip("U:joker") == [
        "h4-e7", "h4-g3", "h4-g4", "h4-h1", "h4-h6", "h4-i5", "h4-j2", "h4-j4",
    ]  # fmt: skip


def test_drawing_is_optional_and_a_passed_turn_changes_nothing() -> None:
    driver = SheetDriver("london", "green")
    driver.turn("S:circle", "pass")
    assert driver.total == 0
    assert driver.flip("U:circle") == ["d3-a3", "d3-f1"]


def test_later_sections_start_at_either_end() -> None:
    driver = SheetDriver("london", "green")
    driver.turn("S:circle", "d3-a3")
    assert driver.flip("U:square") == ["a3-a4", "a3-c5", "d3-d2", "d3-g3"]
    driver.draw("d3-d2")
    assert driver.flip("S:square") == ["a3-a4", "a3-c5", "d2-c1", "d2-f4"]


def test_the_central_station_takes_any_symbol() -> None:
    driver = SheetDriver("london", "pink")
    driver.turn("S:square", "h4-g3")
    for card in ("U:square", "U:triangle", "U:pentagon", "U:circle"):
        assert "g3-f4" in driver.flip(card)
        driver.draw("pass")


def test_a_line_may_not_return_to_its_own_station() -> None:
    driver = SheetDriver("london", "green")
    driver.turn("S:square", "d3-d2")
    driver.turn("U:square", "d2-c1")
    driver.turn("S:triangle", "c1-b1")
    driver.flip("U:triangle")
    with pytest.raises(IllegalMove, match="b1-d3: d3 is already on the line"):
        driver.draw("b1-d3")


def test_a_section_may_not_cross_a_drawn_one_of_any_colour() -> None:
    driver = SheetDriver("london", "green", "pink")
    driver.turn("S:square", "d3-g3")
    driver.next_round()
    driver.turn("S:triangle", "h4-h1")
    driver.flip("U:pentagon")
    driver.draw("pass")
    assert "h1-f1" in driver.flip("U:circle")
    driver.draw("h1-f1")
    driver.flip("S:joker")
    with pytest.raises(IllegalMove, match="f1-f4: crosses d3-g3"):
        driver.draw("f1-f4")


def test_no_two_sections_between_the_same_stations_also_in_another_colour() -> None:
    driver = SheetDriver("london", "green", "purple")
    driver.turn("S:triangle", "d3-e4")
    driver.next_round()
    driver.turn("S:triangle", "c6-e4")
    driver.flip("U:triangle")
    with pytest.raises(IllegalMove, match="e4-d3: is already drawn"):
        driver.draw("e4-d3")


def test_departures_are_stations_for_the_other_colours_too() -> None:
    driver = SheetDriver("london", "purple")
    driver.turn("S:pentagon", "c6-d7")
    assert "d7-d3" in driver.flip("U:triangle")


def test_a_switch_lets_a_section_start_at_any_station_and_its_tip_is_an_end() -> None:
    driver = SheetDriver("london", "green")
    driver.turn("S:square", "d3-d2")
    driver.turn("U:square", "d2-c1")
    driver.turn("S:triangle", "d3-e4")
    assert "d3-c4" in driver.flip("switch", "S:pentagon")
    driver.draw("d3-c4")
    assert "c4-b5" in driver.flip("U:triangle")
    assert not any(move.startswith("d3-") for move in driver.legal)


@pytest.mark.parametrize("turns_before", [0, 1])
def test_a_switch_on_the_first_or_second_turn_is_ignored(turns_before: int) -> None:
    driver = SheetDriver("london", "green", powers={"green": "second-section"})
    if turns_before:
        driver.turn("U:square", "d3-d2", "d2-c1")  # with its power the line has an inner station (R4, R30)
        assert "d2-b2" not in driver.flip("switch", "S:pentagon")
    else:
        assert driver.flip("switch", "S:pentagon") == ["d3-c4", "d3-d7"]


def test_a_switch_counts_from_the_third_turn_on_passes_included() -> None:
    driver = SheetDriver("london", "green", powers={"green": "second-section"})
    driver.turn("U:square", "d3-d2", "d2-c1")
    driver.turn("U:circle", "pass")
    assert "d2-b2" in driver.flip("switch", "S:pentagon")


def test_a_round_ends_with_the_fifth_underground_card_which_is_still_played() -> None:
    for seed in range(50):
        made = deal(load_city("london"), rng=Generator(seed))
        for turns in made.turns:
            cards = [card for turn in turns for card in turn]
            assert sum(card.startswith("U:") for card in cards) == 5
            assert turns[-1][-1].startswith("U:")
            assert 5 <= len(turns) <= 10


def test_a_switch_and_the_card_after_it_are_one_turn() -> None:
    made = deal(load_city("london"), rng=Generator(4))
    for turns in made.turns:
        for turn in turns:
            assert len(turn) == (2 if turn[0] == "switch" else 1)
            assert turn[-1] != "switch"


@pytest.mark.parametrize(("seats", "places"), [(2, (0, 2)), (3, (0, 1, 2)), (4, (0, 1, 2, 3))])
def test_pencils_go_to_the_left_and_everybody_draws_all_four(seats: int, places: tuple[int, ...]) -> None:
    made = deal(load_city("london"), seats=seats, rng=Generator(9))
    first = {place: order[0] for place, order in zip(places, made.pencils, strict=True)}
    for place, order in zip(places, made.pencils, strict=True):
        assert sorted(order) == ["blue", "green", "pink", "purple"]
        if place and place - 1 in first:
            assert order[1] == first[place - 1]
    for number in range(4):
        assert len({order[number] for order in made.pencils}) == seats


@pytest.mark.parametrize(
    ("objective", "met", "missed"),
    [
        (
            "eight-interchanges",
            "london purple i2-g4 i2-i5 e4-c6 i5-h6 c6-d7 e6-h6 e6-d7 d7-e7 "
            "blue d3-g3 d3-c4 g3-g4 g4-h4 h4-i5 h4-h6 h6-g7 e7-f8 g7-f8 "
            "green a3-d3 a3-c5 d3-e4 g3-f4 e4-f4 e4-e5 e5-e6",
            "e5-e6",
        ),
        (
            "all-districts",
            "london purple c6-a8 c6-c8 e6-d7 d7-c8 a8-a10 b9-a10 blue f8-i8 f8-g9 i8-j8 j8-j10 g9-h10 i9-h10 "
            "pink f1-h1 f1-f4 h1-h4 j1-i2 i2-j2 j2-h4 g3-f4 green a1-a3 b1-b2 b1-d3 d2-d3 a3-d3",
            "a1-a3",
        ),
        (
            "all-sites",
            "london purple i2-g4 i2-i5 e4-e5 e4-c6 f4-g4 f4-e5 c6-c8 c8-e10 "
            "blue g4-h4 g4-j7 h4-i5 j4-i5 j7-i8 d8-f8 d8-f10 f8-i8 g9-f10 "
            "green g2-e4 a3-d3 a3-a4 d3-c4 c4-e4",
            "g2-e4",
        ),
        (
            "central-district",
            "london purple b2-d2 b2-e5 d2-d3 d3-g3 e5-e6 c6-e6 c6-d7 e6-e7 e7-d8 "
            "blue e4-f4 f4-f5 f5-f8 f8-d10 d10-e10 "
            "pink f1-d3 d3-e4 g3-f4 g3-h4 e4-f5 g4-f5 g4-g7 h4-h6 h6-g7",
            "e7-d8 e6-e7",
        ),
        (
            "six-thames",
            "london purple c1-d2 d2-f4 e4-e5 e4-c6 f4-e5 a6-c6 c6-e6 blue g4-g7 g4-j7 g7-f8 j7-i8 f8-d10 "
            "green a3-d3 d3-c4 a4-b5 c4-c5 b5-c5",
            "a4-b5",
        ),
    ],
)
def test_a_shared_objective_is_met_by_the_whole_network_and_not_without_its_last_section(
    objective: str, met: str, missed: str
) -> None:
    number = [card.name for card in load_city("london").objectives].index(objective)
    assert score.objective_met(parse_sheet(met), number)
    left = " ".join(word for word in met.split() if word not in missed.split())
    assert not score.objective_met(parse_sheet(left), number)


def test_each_objective_on_the_table_gives_10_points() -> None:
    driver = SheetDriver("london", "purple", objectives=["all-sites", "six-thames"])
    for sections in (
        "c1-d2 d2-f4 e4-e5 e4-c6 f4-e5 a6-c6 c6-e6",
        "g4-g7 g4-j7 g7-f8 j7-i8 f8-d10",
        "f1-h1 h1-h4 j1-i2 j1-j2 j2-h4",
        "a3-d3 d3-c4 a4-b5 c4-c5 b5-c5",
    ):
        draw_sections(
            driver.city, driver.sheet, [parse_section(driver.city, text) for text in sections.split()]
        )
        driver.next_round()
    assert driver.pad().objectives == 10


def test_the_second_section_power_leads_to_the_same_symbol_once_a_round() -> None:
    driver = SheetDriver("london", "green", powers={"green": "second-section"})
    driver.flip("S:square")
    driver.draw("d3-d2")
    assert driver.permit == "second-section"
    assert driver.legal == ["d2-c1", "d2-f4", "d3-g3"]
    driver.draw("d2-c1")
    assert driver.permit == "turn-over"
    driver.flip("U:triangle")
    driver.draw("d3-e4")
    assert driver.permit == "turn-over"


def test_a_waived_second_section_stays_for_a_later_turn() -> None:
    driver = SheetDriver("london", "green", powers={"green": "second-section"})
    driver.turn("S:square", "d3-d2", "pass")
    driver.flip("U:triangle")
    driver.draw("d3-e4")
    assert driver.permit == "second-section"


def test_after_a_joker_the_second_section_repeats_the_symbol_of_the_first_station() -> None:
    driver = SheetDriver("london", "pink", powers={"pink": "second-section"})
    driver.flip("S:joker")
    driver.draw("h4-g3")
    assert driver.legal == ["g3-f4", "h4-j4"]


def test_after_a_joker_to_the_central_station_the_second_section_may_end_anywhere() -> None:
    driver = SheetDriver("london", "pink", powers={"pink": "second-section"})
    driver.turn("S:square", "h4-g3", "pass")
    driver.flip("U:joker")
    driver.draw("g3-f4")
    assert {"f4-d2", "f4-e4", "f4-e5", "f4-g4"} <= set(driver.legal)


def test_the_joker_power_leads_anywhere_and_is_spent_only_when_needed() -> None:
    driver = SheetDriver("london", "green", powers={"green": "joker"})
    assert len(driver.flip("S:circle")) == 8
    driver.draw("d3-a3")  # a circle: the card alone allows it (R9)
    assert len(driver.flip("U:square")) > 3
    driver.draw("d3-c4")  # a pentagon: that takes the power
    assert driver.flip("S:square") == ["a3-a4", "a3-c5", "c4-a4", "c4-c5"]


def test_the_switch_power_starts_anywhere_and_is_spent_only_when_needed() -> None:
    driver = SheetDriver("london", "green", powers={"green": "switch"})
    driver.turn("S:square", "d3-d2")
    driver.turn("U:square", "d2-c1")
    driver.turn("S:triangle", "d3-e4")
    assert "d3-c4" in driver.flip("U:pentagon")
    driver.draw("e4-e5")
    assert "d3-c4" in driver.flip("S:pentagon")
    driver.draw("d3-c4")
    driver.flip("U:circle")
    assert not any(move.startswith(("d3-", "d2-")) for move in driver.legal)


@pytest.mark.parametrize(
    ("total", "verdict"),
    [
        (0, 1),
        (90, 1),
        (91, 2),
        (105, 2),
        (106, 3),
        (120, 3),
        (121, 4),
        (135, 4),
        (136, 5),
        (150, 5),
        (151, 6),
    ],
)
def test_the_solo_verdict_has_six_closed_bands(total: int, verdict: int) -> None:
    assert load_city("london").verdict(total) == verdict


def test_each_add_on_costs_a_player_alone_10_points_and_several_nothing() -> None:
    city = load_city("london")
    assert deal(city).handicap == 0
    assert deal(city, ["powers"]).handicap == -10
    assert deal(city, ["powers", "objectives"]).handicap == -20
    assert deal(city, ["powers", "objectives"], seats=2).handicap == 0


def test_an_add_on_of_another_city_is_refused_with_what_london_allows() -> None:
    with pytest.raises(BadDeal, match="London has no add-on 'acceleration'; it allows objectives, powers"):
        deal(load_city("london"), ["acceleration"])


def pad(*lines: int, sites: int = 0) -> ScorePad:
    scores = tuple(LineScore("pink", (), 0, points) for points in lines)
    return ScorePad(scores, sites, crossings=0, interchanges=0, objectives=0, handicap=0)


def test_the_highest_total_wins_then_the_best_line_then_the_victory_is_shared() -> None:
    assert winners([pad(10, 20), pad(15, 16)]) == [1]
    assert winners([pad(10, 20), pad(15, 15)]) == [0]
    assert winners([pad(10, 20), pad(20, 10), pad(15, 15)]) == [0, 1]


def test_a_line_with_no_section_scores_nothing_and_counts_nowhere() -> None:
    # The blue line ends at the green departure, but the green line was never begun (R1).
    sheet = parse_sheet("london green blue f8-f5 f5-e4 e4-d3")
    assert score.interchange_points(sheet) == 0
    assert score_pad(sheet, ["green", "blue", "pink", "purple"]).lines[0] == LineScore("green", (), 0, 0)
    begun = parse_sheet("london green d3-d2 blue f8-f5 f5-e4 e4-d3")
    assert score.interchange_points(begun) == 2  # with a section the departure is a station of its line (R2)


def test_the_game_has_four_rounds_and_the_controller_changes_nothing() -> None:
    game = Game(deal(load_city("london"), seats=2, rng=Generator(1)))
    turns = 0
    while not game.is_over:
        for seat in range(2):
            game.play(seat, "pass")
        game.flip()
        turns += 1
    assert turns == sum(map(len, game.deal.turns))
    assert [p.total for p in game.pads()] == [0, 0]


def test_a_player_alone_may_choose_the_order_of_the_pencils() -> None:
    city = load_city("london")
    order = ("pink", "blue", "green", "purple")
    assert deal(city, pencils=order).pencils == (order,)
    with pytest.raises(BadDeal, match="only a player alone may choose the order of the pencils"):
        deal(city, seats=2, pencils=order)


def test_powers_and_gates_together_are_allowed_with_a_word_of_advice() -> None:
    assert deal(load_city("london"), ("powers", "gates")).addons == ("powers", "gates")
    assert "one of them at a time" in advice(("gates", "powers"))
    assert advice(("gates", "objectives")) == ""


def test_all_stations_of_a_line_in_a_district_count_connected_there_or_not() -> None:
    """R45: i5, h4 and h7 are in one district, and the line goes from h4 to h7 through another."""
    sheet = parse_sheet("london pink i5-h4 h4-g4 g4-f5 f5-h7")
    (line, *_) = score_pad(sheet, ["pink", "blue", "green", "purple"]).lines
    assert line.parts == (Part(2, 3),)


def test_chance_decides_who_starts_with_which_pencil() -> None:
    """R47: the pencil of the first seat in the first round, in many games of two."""
    city = load_city("london")
    first = {deal(city, seats=2, rng=Generator(seed)).pencils[0][0] for seed in range(50)}
    assert first == set(city.pencils)


@pytest.mark.parametrize(("city", "addon"), [("london", "gates"), ("paris", "powers")])
def test_an_add_on_from_another_city_costs_a_player_alone_ten_points(city: str, addon: str) -> None:
    assert deal(load_city(city), [addon]).handicap == -10  # R48
