"""Pencils are told apart by letter, pattern and colour, whatever they are called."""

from __future__ import annotations

import itertools
import math

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from fulgence.draw.map_data import map_of
from fulgence.draw.svg import sheet_svg
from fulgence.pencils import HUES, OTHER_NAMES, pencils_of
from fulgence.rules.cityfile.city_reader import city_names, load_city

WHITE, PAPER_AT_NIGHT, BLACK = "#ffffff", "#131c31", "#000000"
NAMES = st.sampled_from([*HUES, *OTHER_NAMES, "Red", "plum", "été", "赤", "1", "*", "station"]) | st.text(
    min_size=1, max_size=12
)


@given(st.lists(NAMES, min_size=4, max_size=4, unique=True))
@example(["red", "blue", "green", "black"])
@example(["violet", "purple", "lilac", "PURPLE"])
@example(["赤", "青", "緑", "黒"])
@example(["orange", "yellow", "red", "pink"])
def test_any_four_names_get_four_letters_four_patterns_and_four_colours(names: list[str]) -> None:
    pencils = list(pencils_of(tuple(names)).values())
    assert [pencil.name for pencil in pencils] == names
    for field in ("letter", "dash", "light", "dark", "rich", "basic"):
        assert len({getattr(pencil, field) for pencil in pencils}) == 4, field
    assert all(len(pencil.letter) == 1 and "A" <= pencil.letter <= "Z" for pencil in pencils)


def test_the_pencils_of_the_packages_cities_look_as_they_are_printed() -> None:
    signs: dict[str, set[tuple[str, str, str]]] = {}
    for name in city_names():
        for pencil in pencils_of(load_city(name).pencils).values():
            signs.setdefault(pencil.name, set()).add((pencil.letter, pencil.dash, pencil.light))
    assert signs == {
        "purple": {("P", "", "#7b3fa0")},
        "blue": {("B", "2 14", "#0072b2")},
        "pink": {("K", "16 12", "#c93f7f")},
        "green": {("G", "30 10", "#00805f")},
        "orange": {("O", "16 12", "#c25600")},
        "brown": {("N", "30 10 2 10", "#7a5230")},
    }


@pytest.mark.parametrize("name", city_names())
def test_a_pencil_has_the_same_colour_on_paper_and_on_a_light_screen(name: str) -> None:
    city = load_city(name)
    picture = sheet_svg(city)
    for number, pencil in enumerate(map_of(city).pencils):
        assert pencil.colour == pencil.light
        assert (
            f'class="badge pencil-{number}" stroke="#ffffff" stroke-width="2.5" fill="{pencil.light}"'
            in picture
        )


def test_red_and_black_of_the_documented_example_differ_in_everything() -> None:
    pencils = pencils_of(("red", "blue", "green", "black"))
    assert [pencil.letter for pencil in pencils.values()] == ["R", "B", "G", "L"]
    assert [pencil.dash for pencil in pencils.values()] == ["16 12", "2 14", "30 10", ""]
    assert pencils["red"].light == "#c0202c"
    assert pencils["black"].light == "#111318"


def test_a_name_that_is_no_colour_leaves_the_colours_to_those_that_are() -> None:
    pencils = pencils_of(("fast", "purple", "slow", "blue"))
    assert pencils["purple"].light == HUES["purple"].light
    assert pencils["blue"].light == HUES["blue"].light
    assert pencils["fast"].light == HUES["pink"].light


def channels(colour: str) -> list[float]:
    """Red, green and blue as amounts of light."""
    shares = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    return [share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4 for share in shares]


def contrast(one: str, other: str) -> float:
    """As WCAG 2 defines it."""
    low, high = sorted(lightness(colour) + 0.05 for colour in (one, other))
    return high / low


def lightness(colour: str) -> float:
    red, green, blue = channels(colour)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def lab(colour: str) -> tuple[float, float, float]:
    """Its place in CIELAB, where distances are what eyes see."""
    red, green, blue = channels(colour)
    shares = (
        (0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.95047,
        lightness(colour),
        (0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.08883,
    )
    x, y, z = (share ** (1 / 3) if share > 0.008856 else 7.787 * share + 16 / 116 for share in shares)
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def of_256(number: int) -> str:
    """A colour of the palette of 256: the cube of six steps, then the greys."""
    if number >= 232:
        return "#" + f"{8 + 10 * (number - 232):02x}" * 3
    steps = (0, 95, 135, 175, 215, 255)
    place = number - 16
    return "#" + "".join(f"{steps[step]:02x}" for step in (place // 36, place // 6 % 6, place % 6))


@pytest.mark.parametrize("name", HUES)
def test_every_colour_can_be_seen_on_white_and_on_dark_paper(name: str) -> None:
    hue = HUES[name]
    assert contrast(hue.light, WHITE) >= 4.5
    assert contrast(hue.dark, PAPER_AT_NIGHT) >= 4.5
    assert min(contrast(of_256(hue.rich), ground) for ground in (BLACK, WHITE)) >= 2


@pytest.mark.parametrize("pair", list(itertools.combinations(HUES, 2)), ids="-".join)
def test_no_two_colours_are_alike(pair: tuple[str, str]) -> None:
    one, other = (HUES[name] for name in pair)
    for field in ("light", "dark"):
        assert math.dist(lab(getattr(one, field)), lab(getattr(other, field))) >= 15
    assert math.dist(lab(of_256(one.rich)), lab(of_256(other.rich))) >= 15
