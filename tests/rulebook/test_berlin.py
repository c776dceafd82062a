"""Berlin: the worked examples of its rulebook, and its rules one by one."""

import pytest

from fulgence.rules import score
from fulgence.rules.cityfile.city_reader import load_city
from fulgence.rules.deal import Deal, deal
from fulgence.rules.errors import BadDeal, IllegalMove
from fulgence.rules.game import Game
from fulgence.rules.generator import Generator
from fulgence.rules.score_pad import LineScore, Part, score_pad
from fulgence.rules.text.sheet_text import parse_sheet
from sheet_driver import SheetDriver

EMMA = (
    "berlin "
    "brown c1-b2 c1-f4 b2-b5 f4-f5 b5-c6 f5-h7 h5-i6 c6-b7 h6-i6 h6-h7 "
    "green d4-f4 d4-c5 f4-i4 c5-c6 c5-e7 f5-e6 a6-c6 e6-e7 e7-g7 g7-g8 "
    "blue i6-i9 b7-d7 b7-a8 b7-e10 d7-f9 e7-h10 i9-h10 b10-e10 "
    "pink b1-c1 b1-b2 f1-f4 f1-i4 a2-b2 a2-a3 a3-a6 j3-i4 j3-j4 "
    "boxed c1 f4 b5 e6 g7 f9"
)
ORDER = ["brown", "green", "blue", "pink"]


def test_emmas_network_scores_92_for_lines_and_30_for_interchanges() -> None:
    pad = score_pad(parse_sheet(EMMA), ORDER)
    assert pad.lines == (
        LineScore("brown", (Part(7, 3),), extras=10, points=31),
        LineScore("green", (Part(6, 3),), extras=10, points=28),
        LineScore("blue", (Part(3, 3), Part(3, 2)), extras=0, points=15),
        LineScore("pink", (Part(3, 4), Part(2, 3)), extras=0, points=18),
    )
    assert (pad.interchanges, pad.total) == (30, 122)


def test_a_boxed_interchange_counts_as_two_of_its_kind_and_a_boxed_station_of_one_line_nothing() -> None:
    boxed = score.interchange_points(parse_sheet(EMMA))
    plain = score.interchange_points(parse_sheet(EMMA.partition(" boxed")[0]))
    assert (plain, boxed) == (9 * 2 + 1 * 5, 10 * 2 + 2 * 5)


def test_a_line_whose_crown_side_was_not_begun_scores_4_times_3() -> None:
    sheet = parse_sheet("berlin brown b7-c6 c6-c5 b7-a8 b7-b9 b5-c5")
    assert score_pad(sheet, ORDER).lines[0].parts == (Part(4, 3),)
    assert score_pad(sheet, ORDER).lines[0].points == 12


def test_two_lines_that_are_not_linked_score_2_times_4_and_2_times_3() -> None:
    sheet = parse_sheet("berlin pink b2-a2 a2-a3 b2-b1 b2-c1 i4-j4 j4-j5 i4-f4")
    line = score_pad(sheet, ["pink", "green", "brown", "blue"]).lines[0]
    assert line == LineScore("pink", (Part(2, 4), Part(2, 3)), extras=0, points=14)


def test_a_card_extends_the_line_of_its_own_side() -> None:
    driver = SheetDriver("berlin", "green")
    assert driver.flip("B:circle") == ["c5-a7", "c5-c6"]
    driver.draw("pass")
    assert driver.flip("C:circle") == ["g8-d8", "g8-g7"]


def test_a_section_may_not_start_on_the_line_of_the_other_side() -> None:
    driver = SheetDriver("berlin", "green")
    driver.flip("B:circle")
    with pytest.raises(IllegalMove, match="g8-g7: g8 is on the line of the other side"):
        driver.draw("g8-g7")


def linked_lines() -> SheetDriver:
    """Green: c5-f5 from the Bear side, then e6 to f5 from the Crown side."""
    driver = SheetDriver("berlin", "green")
    driver.turn("B:square", "c5-f5")
    driver.turn("C:square", "g8-e6")
    driver.flip("C:square")
    assert "e6-f5" in driver.legal
    driver.draw("e6-f5")
    return driver


def test_a_section_to_the_end_of_the_other_line_links_the_two_for_10_points() -> None:
    driver = linked_lines()
    line = driver.pad().lines[0]
    assert line == LineScore("green", (Part(4, 1),), extras=10, points=14)


def test_a_linked_line_is_extended_from_any_end_by_the_cards_of_either_side() -> None:
    driver = linked_lines()
    starts = {move.split("-")[0] for move in driver.flip("B:circle")}
    assert starts == {"c5", "g8"}  # f5 and e6 have two sections by now


def test_a_linked_line_may_not_make_a_loop() -> None:
    driver = linked_lines()
    driver.turn("B:circle", "c5-c6")
    assert "c6-e6" not in driver.flip("C:square")


def test_a_section_may_link_in_the_middle_of_the_other_line() -> None:
    driver = SheetDriver("berlin", "green")
    driver.turn("B:square", "c5-f5")
    driver.turn("B:circle", "f5-f4")
    driver.turn("C:square", "g8-e6")
    assert "e6-f5" in driver.flip("C:square")
    driver.draw("e6-f5")
    assert driver.pad().lines[0].extras == 10


def test_reaching_the_other_departure_links_too() -> None:
    driver = SheetDriver("berlin", "green")
    driver.turn("B:triangle", "c5-e7")
    driver.turn("B:circle", "e7-g7")
    assert "g7-g8" in driver.flip("B:pentagon")
    driver.draw("g7-g8")
    assert driver.pad().lines[0].extras == 10
    assert {move.split("-")[0] for move in driver.flip("C:square")} <= {"c5", "g8"}


def test_a_wild_card_leads_anywhere_on_its_side_and_boxes_the_station_reached() -> None:
    driver = SheetDriver("berlin", "green")
    assert len(driver.flip("B:wild")) == 8
    driver.draw("c5-f5")
    boxed = [cell for n, cell in enumerate(driver.city.cells) if driver.sheet.boxed >> n & 1]
    assert boxed == ["f5"]


def test_a_double_switch_gives_one_section_to_each_line_whatever_the_side() -> None:
    driver = SheetDriver("berlin", "green")
    legal = driver.flip("switch", "B:circle")
    assert legal == ["c5-a7", "c5-c6", "g8-d8", "g8-g7"]
    driver.draw("g8-g7")
    assert driver.permit == "double-switch"
    assert driver.legal == ["c5-a7", "c5-c6"]
    driver.draw("c5-c6")
    assert driver.permit == "turn-over"


def test_a_double_switch_goes_on_with_the_other_line_whichever_came_first() -> None:
    driver = SheetDriver("berlin", "green")
    driver.flip("switch", "B:circle")
    driver.draw("c5-c6")
    assert driver.legal == ["g8-d8", "g8-g7"]


def test_passing_a_double_switch_waives_what_is_left_of_it() -> None:
    driver = SheetDriver("berlin", "green")
    driver.flip("switch", "B:circle")
    driver.draw("pass")
    assert driver.permit == "turn-over"
    driver.flip("switch", "B:square")
    driver.draw("c5-b5", "pass")
    assert driver.permit == "turn-over"


def test_a_double_switch_on_a_linked_line_draws_two_sections_from_any_of_its_stations() -> None:
    driver = linked_lines()
    first = driver.flip("switch", "C:circle")
    assert {"f5-f4", "c5-c6"} <= set(first)
    driver.draw("c5-c6")
    assert {"c5-a7", "f5-f4"} <= set(driver.legal)  # from the same station again, or from another
    driver.draw("c5-a7")
    assert driver.permit == "turn-over"


def test_a_double_switch_never_goes_on_from_the_station_just_reached() -> None:
    """R14: both sections start at stations that the line had when the card was flipped."""
    driver = linked_lines()
    driver.flip("switch", "C:circle")
    driver.draw("f5-f4")
    assert not [move for move in driver.legal if move.startswith("f4-")]
    with pytest.raises(IllegalMove, match="f4-i4: f4 was not on the line when the double switch was flipped"):
        driver.draw("f4-i4")


def test_a_double_switch_that_links_with_its_first_section_goes_on_from_the_one_line() -> None:
    driver = SheetDriver("berlin", "green")
    driver.turn("B:square", "c5-f5")
    driver.turn("C:square", "g8-e6")
    driver.flip("switch", "B:square")
    driver.draw("e6-f5")
    assert driver.permit == "double-switch"
    assert {"c5-b5", "f5-h5"} <= set(driver.legal)  # f5 was a station of the other line before


def test_a_double_switch_with_a_wild_boxes_both_stations() -> None:
    driver = SheetDriver("berlin", "green")
    driver.flip("switch", "C:wild")
    driver.draw("c5-c4", "g8-h7")
    boxed = {cell for n, cell in enumerate(driver.city.cells) if driver.sheet.boxed >> n & 1}
    assert boxed == {"c4", "h7"}


def test_a_round_ends_with_the_fifth_bear_or_the_fifth_crown() -> None:
    for seed in range(50):
        for turns in deal(load_city("berlin"), rng=Generator(seed)).turns:
            cards = [card for turn in turns for card in turn]
            bears, crowns = (sum(card.startswith(side) for card in cards) for side in ("B:", "C:"))
            assert max(bears, crowns) == 5  # R40: also when the fifth comes with the switch
            assert min(bears, crowns) < 5
            assert 5 <= len(turns) <= 9


def test_secondary_districts_count_three_in_their_round() -> None:
    driver = SheetDriver("berlin", "pink", acceleration=["secondary-districts"])
    driver.turn("B:triangle", "b2-a1")
    assert driver.pad().lines[0].parts == (Part(districts=4, most=1),)
    driver.next_round()
    assert driver.pad().lines[0].points == 4


def test_double_stations_double_the_most_of_each_line() -> None:
    driver = SheetDriver("berlin", "pink", acceleration=["double-stations"])
    driver.turn("B:circle", "b2-a2")
    driver.turn("C:pentagon", "i4-i2")
    assert driver.pad().lines[0].parts == (Part(1, 4), Part(1, 4))


def test_double_tracks_allow_a_section_beside_one_of_another_colour_only() -> None:
    driver = SheetDriver("berlin", "pink", "green", acceleration=["visible-cards", "double-tracks"])
    driver.turn("B:pentagon", "b2-d4")
    driver.next_round()
    driver.turn("B:pentagon", "c5-d4")
    assert "d4-b2" in driver.flip("B:pentagon")
    driver.draw("d4-b2")
    driver.next_round()
    assert driver.sheet.drawn[driver.city.sections.index(pair(driver, "b2", "d4"))] == 0b11


def pair(driver: SheetDriver, a: str, b: str) -> tuple[int, int]:
    first, second = sorted((driver.city.cell_numbers[a], driver.city.cell_numbers[b]))
    return first, second


def test_without_double_tracks_the_section_stays_closed_in_later_rounds() -> None:
    driver = SheetDriver("berlin", "pink", "green", "brown", acceleration=["", "double-tracks", ""])
    driver.turn("B:pentagon", "b2-d4")
    driver.next_round()
    driver.next_round()
    driver.turn("B:square", "b7-b5")
    driver.turn("B:circle", "pass")
    a, b = pair(driver, "b2", "d4")
    assert not driver.sheet.open[a] >> b & 1


def test_double_tracks_are_never_dealt_to_the_first_round() -> None:
    city = load_city("berlin")
    seen: set[str] = set()
    for seed in range(200):
        made = deal(city, ("acceleration",), 1, Generator(seed))
        assert made.acceleration[0] != "double-tracks"
        assert len(set(made.acceleration)) == 4
        seen.update(made.acceleration)
    assert len(seen) == 5
    with pytest.raises(BadDeal, match="double-tracks cannot be the acceleration of the first round"):
        first = ("double-tracks", "visible-cards", "repeat-switch", "double-stations")
        accelerated((pile(),) * 4, first)


def pile(*first: str) -> tuple[str, ...]:
    cards = [card.name for card in load_city("berlin").cards]
    return (*first, *(card for card in cards if card not in first))


def accelerated(rounds: tuple[tuple[str, ...], ...], acceleration: tuple[str, ...]) -> Deal:
    city = load_city("berlin")
    return Deal(
        city=city,
        addons=("acceleration",),
        rounds=rounds,
        pencils=(tuple(city.pencils),),
        acceleration=acceleration,
    )


REPEAT = ("repeat-switch", "visible-cards", "secondary-districts", "double-stations")


def test_the_repeated_switch_comes_back_at_a_place_fixed_by_the_deal() -> None:
    city = load_city("berlin")
    came_back = 0
    for seed in range(200):
        made = deal(city, ("acceleration",), 1, Generator(seed))
        for number, name in enumerate(made.acceleration):
            switches = sum(turn[0] == "switch" for turn in made.turns[number])
            assert switches <= (2 if name == "repeat-switch" else 1)
            came_back += switches == 2
    assert came_back > 10


def test_a_switch_that_must_come_back_and_does_not_is_refused() -> None:
    early = pile("switch", "B:square")
    with pytest.raises(BadDeal, match="round 1: the switch must come back after its turn"):
        accelerated((early, *[pile()] * 3), REPEAT)


def test_the_cards_left_do_not_tell_whether_the_switch_will_come_back() -> None:
    late = pile("B:square", "B:circle")
    early = (
        *pile("B:square", "B:circle", "switch")[:5],
        "switch",
        *pile("B:square", "B:circle", "switch")[5:],
    )
    views = []
    for first in (late, early):
        made = accelerated((first, *[pile()] * 3), REPEAT)
        views.append(Game(made).view(0).remaining)
    assert views[0] == views[1]
    assert views[0].count("switch") == 1


def test_the_cards_left_after_a_switch_do_not_tell_when_it_will_come_back() -> None:
    once = pile("switch", "B:square")
    soon, after_the_round = (*once[:2], "switch", *once[2:]), (*once, "switch")
    views = [Game(accelerated((first, *[pile()] * 3), REPEAT)).view(0) for first in (soon, after_the_round)]
    assert [view.cards for view in views] == [("switch", "B:square")] * 2
    assert views[0].remaining == views[1].remaining
    assert "switch" in views[0].remaining


def test_with_visible_cards_a_seat_sees_the_next_card_and_a_switch_as_the_switch() -> None:
    visible = ("visible-cards", "repeat-switch", "secondary-districts", "double-stations")
    piles = (pile("B:square", "switch", "C:wild"), *[pile()] * 3)
    game = Game(accelerated(piles, visible))
    assert game.view(0).next_card == "switch"  # its partner stays unknown (R19)
    game.play(0, "pass")
    game.flip()
    assert game.cards == ("switch", "C:wild")
    assert game.view(0).next_card == "B:triangle"


def test_acceleration_costs_a_player_alone_25_points_and_objectives_10() -> None:
    city = load_city("berlin")
    assert deal(city, ("acceleration",)).handicap == -25
    assert deal(city, ("objectives", "acceleration")).handicap == -35


@pytest.mark.parametrize("addon", ["powers", "gates"])
def test_an_add_on_that_berlin_does_not_allow_is_refused_with_what_it_allows(addon: str) -> None:
    with pytest.raises(BadDeal, match=f"Berlin has no add-on '{addon}'; it allows objectives, acceleration"):
        deal(load_city("berlin"), (addon,))


@pytest.mark.parametrize(
    ("total", "verdict"),
    [(70, 1), (71, 2), (90, 2), (91, 3), (110, 3), (111, 4), (130, 4), (131, 5), (150, 5), (151, 6)],
)
def test_the_solo_verdict_has_six_closed_bands(total: int, verdict: int) -> None:
    assert load_city("berlin").verdict(total) == verdict


@pytest.mark.parametrize(
    ("objective", "text", "last"),
    [
        (
            "two-full-districts",
            "berlin pink b1-a2 b1-b2 i4-i6 green a3-c5 g8-j8 g8-i10 j8-j9 i9-i10 brown b5-b7",
            "b1-a2",
        ),
        ("three-nationals-line", "berlin pink d3-f5 f4-i4 f4-f5 i4-h5 boxed d3 f5 h5", "i4-h5"),
        (
            "six-national-districts",
            "berlin pink b2-b5 f4-i4 brown b7-b9 blue c6-d7 i9-j9 j9-j10 boxed f4 b5 d7 b9 j9 j10",
            "f4-i4",
        ),
        (
            "two-corner-interchanges",
            "berlin pink a1-b2 green a1-a2 a2-a3 a3-c5 g8-i10 i10-j10 blue i9-j9 j9-j10",
            "a1-b2",
        ),
        (
            "all-districts",
            "berlin pink a1-b2 j1-j3 i2-j3 i2-i4 green a3-c5 brown f5-f9 b7-a8 a8-a10 "
            "blue d7-e7 i9-j9 j9-j10",
            "j1-j3",
        ),
    ],
)
def test_an_objective_is_met_and_not_without_its_last_section(objective: str, text: str, last: str) -> None:
    number = [card.name for card in load_city("berlin").objectives].index(objective)
    assert score.objective_met(parse_sheet(text), number)
    assert not score.objective_met(parse_sheet(text.replace(f" {last}", "")), number)


def test_a_circle_counts_for_the_line_that_it_is_on() -> None:
    plain = "berlin blue d7-d8 i9-i10 i9-j9"
    before = score_pad(parse_sheet(plain), ["blue", "pink", "green", "brown"]).lines[0].parts
    after = score_pad(parse_sheet(f"{plain} circled d8"), ["blue", "pink", "green", "brown"]).lines[0].parts
    assert after == (Part(before[0].districts, before[0].most + 1), before[1])


def test_double_tracks_changes_places_with_the_card_of_any_other_round() -> None:
    """R46: never in the first round, and in each of the others."""
    city = load_city("berlin")
    dealt = [deal(city, ["acceleration"], rng=Generator(seed)).acceleration for seed in range(200)]
    places = {cards.index("double-tracks") for cards in dealt if "double-tracks" in cards}
    assert places == {1, 2, 3}
