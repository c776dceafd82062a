"""The rules in brief: right for each city, with its numbers and names."""

from __future__ import annotations

import pytest

from fulgence.lessons.rulebook import rules_pages
from fulgence.prose import wording
from fulgence.prose.short_rules import short_rules
from fulgence.rules.city import City
from fulgence.rules.cityfile.city_reader import city_names, load_city, parse_city
from language.extraction import SOURCE


def changed(name: str, old: str, new: str) -> City:
    """A city of the package with one of its facts changed."""
    text = (SOURCE / "cities" / f"{name}.toml").read_text(encoding="utf-8")
    assert text.count(old) == 1, old
    return parse_city(text.replace(old, new), f"{name}.toml", name)


def help_of(city: City) -> str:
    return "\n".join(short_rules(city))


def pages_of(city: City) -> str:
    return "\n".join(text for section in rules_pages(city) for text in (section.title, *section.paragraphs))


def objective(city: str, name: str) -> str:
    return next(
        wording.objective_name(load_city(city), o) for o in load_city(city).objectives if o.name == name
    )


@pytest.mark.parametrize(
    ("city", "sentence"),
    [
        ("london", "Each round you draw one line with one pencil."),
        ("london", "A switch in the first 2 turns of a round has no effect."),
        ("london", "The round ends with the fifth Underground card."),
        ("london", "Each section under the Thames earns its line 2 extra points."),
        ("london", "circles score: 0, 1, 2, 4, 6, 8, 11, 14, 17, 21, 25."),
        ("london", "It scores 2 points with two lines, 5 with three and 9 with four."),
        ("paris", "If it ends at a monument, you may draw a second one from there to any station."),
        ("paris", "earn 2 extra points for every line that stops there."),
        ("paris", "a crossing scores 2 points if it is used once and 6 if it is used twice."),
        ("paris", "The platform is one station that takes any symbol; a line may pass through it only once."),
        (
            "berlin",
            "Each round you draw up to two lines with one pencil: Bear cards extend one, Crown cards",
        ),
        ("berlin", "The first section of each line starts at the line's departure."),
        ("berlin", "they become a single line, which earns 10 extra points."),
        ("berlin", "The round ends with the fifth Bear or the fifth Crown card."),
        ("berlin", "With the double switch, you may draw a section on each of your lines"),
        ("berlin", "which becomes a National Train Station and gets a box."),
        ("berlin", "As an interchange, a National Train Station counts twice."),
    ],
)
def test_the_help_says(city: str, sentence: str) -> None:
    assert sentence in help_of(load_city(city))


@pytest.mark.parametrize(
    ("city", "old", "new", "before", "after"),
    [
        ("london", "ignored_turns = 2", "ignored_turns = 3", "first 2 turns", "first 3 turns"),
        (
            "london",
            "ignored_turns = 2",
            "ignored_turns = 0",
            "A switch in the first",
            "any station on your line",
        ),
        ("london", "river = 2  ", "river = 3  ", "line 2 extra", "line 3 extra"),
        ("london", "closing = { U = 5 }", "closing = { U = 3 }", "the fifth Under", "the third Under"),
        ("paris", "[0, 2, 6]", "[0, 3, 7]", "6 if it is used twice", "7 if it is used twice"),
        ("paris", "monument = 2 ", "monument = 4 ", "earn 2 extra", "earn 4 extra"),
        ("berlin", "link = 10", "link = 8", "earns 10 extra", "earns 8 extra"),
        ("berlin", "C = 5 }", "C = 4 }", "the fifth Crown", "the fourth Crown"),
        ("berlin", "sections = 2", "sections = 1", "the double switch", "With the switch"),
    ],
)
def test_a_number_of_the_help_changes_with_its_fact(
    city: str, old: str, new: str, before: str, after: str
) -> None:
    assert before in help_of(load_city(city))
    text = help_of(changed(city, old, new))
    assert before not in text
    assert after in text


@pytest.mark.parametrize(
    ("city", "name", "text"),
    [
        ("london", "central-district", "all 9 stations in the central district"),
        ("london", "all-districts", "stations in all 13 districts"),
        ("london", "six-thames", "6 sections under the Thames"),
        ("paris", "three-triple-interchanges", "3 interchanges of 3 or more lines"),
        ("paris", "seven-districts-line", "one line in 7 districts"),
        ("paris", "full-district", "every station in one main district"),
        ("berlin", "two-full-districts", "every station in 2 main districts"),
        ("berlin", "three-nationals-line", "3 National Train Stations on one line"),
        ("berlin", "six-national-districts", "National Train Stations in 6 districts"),
        ("berlin", "all-districts", "stations in all 12 districts"),
    ],
)
def test_an_objective_asks_for(city: str, name: str, text: str) -> None:
    assert objective(city, name) == text


def test_the_stations_of_the_central_district_are_counted_on_the_map() -> None:
    city = changed("london", " 7 D D D E", " 7 D D D D")  # d7 lies elsewhere
    names = [wording.objective_name(city, objective) for objective in city.objectives]
    assert "all 8 stations in the central district" in names


def test_a_district_elsewhere_is_reported_by_one_of_its_stations() -> None:
    city = changed("london", 'among = ["E"]', 'among = ["C"]')
    names = [wording.objective_name(city, objective) for objective in city.objectives]
    assert "the whole district of h1" in names


@pytest.mark.parametrize(
    ("bonus", "text"),
    [
        ("secondary-districts", "corner districts count 3 times"),
        ("double-stations", "the fullest district x 2"),
        ("repeat-switch", "the double switch comes back once"),
    ],
)
def test_a_bonus_of_acceleration_is_reported_with_its_number(bonus: str, text: str) -> None:
    assert wording.bonus_name(load_city("berlin"), bonus) == text


def test_a_bonus_changes_with_its_fact() -> None:
    corners = changed("berlin", "secondary_districts = 3", "secondary_districts = 4")
    assert wording.bonus_name(corners, "secondary-districts") == "corner districts count 4 times"
    assert (
        wording.bonus_name(changed("berlin", "sections = 2", "sections = 1"), "repeat-switch")
        == "the switch comes back once"
    )


def test_the_double_switch_has_one_name() -> None:
    city = load_city("berlin")
    assert wording.card_name(city, "switch") == "double switch"
    assert wording.kind_name(city, "") == "double switch"
    for text in (help_of(city), pages_of(city)):
        assert "witch" in text
        assert text.lower().count("switch") == text.lower().count("double switch")


@pytest.mark.parametrize("city", ["london", "paris", "toy"])
def test_elsewhere_nobody_speaks_of_a_double_switch(city: str) -> None:
    assert wording.card_name(load_city(city), "switch") == "switch"
    assert "double switch" not in (help_of(load_city(city)) + pages_of(load_city(city))).lower()


@pytest.mark.parametrize(
    ("city", "note"),
    [
        ("berlin", "This sheet is our own design"),
        ("paris", "green, purple and blue is our choice"),
    ],
)
def test_the_help_says_what_is_not_as_printed(city: str, note: str) -> None:
    assert note in help_of(load_city(city))
    assert note in pages_of(load_city(city))


def test_a_city_without_a_note_says_nothing_of_the_kind() -> None:
    for name in city_names():
        city = load_city(name)
        assert bool(city.note) == (name in ("berlin", "paris"))
        assert "printed" not in help_of(city) or city.note
