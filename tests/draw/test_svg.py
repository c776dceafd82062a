"""A drawn sheet: well-formed, complete, and true to the map."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from fulgence.draw.layout import Spot, layout_of
from fulgence.draw.map_data import map_of
from fulgence.draw.svg import sheet_svg
from fulgence.rules.cityfile.city_reader import city_names, load_city
from fulgence.rules.text.sheet_text import parse_sheet


def drawn_parts(svg: str, css: str) -> list[ElementTree.Element]:
    """The elements with this class."""
    return [part for part in ElementTree.fromstring(svg).iter() if css in part.get("class", "").split()]


@pytest.mark.parametrize("name", city_names())
def test_a_blank_sheet_shows_every_station_and_every_section(name: str) -> None:
    city = load_city(name)
    svg = sheet_svg(city)
    assert len(drawn_parts(svg, "station")) == len(city.stations)
    assert len(drawn_parts(svg, "section")) == len(city.sections)
    assert drawn_parts(svg, "stroke") == []


def test_what_is_drawn_is_there_once_with_colour_and_pattern() -> None:
    svg = sheet_svg(load_city("london"), parse_sheet("london pink h4-i5 i5-h6"))
    assert [part.get("class") for part in drawn_parts(svg, "stroke")] == ["stroke pencil-2"] * 2
    assert [part.get("class") for part in drawn_parts(svg, "pattern")] == ["pattern pencil-2"] * 2


def side(a: Spot, b: Spot, c: Spot) -> bool:
    return (b[0] - a[0]) * (c[1] - a[1]) > (b[1] - a[1]) * (c[0] - a[0])


def crosses(a: Spot, b: Spot, c: Spot, d: Spot) -> bool:
    return side(a, b, c) != side(a, b, d) and side(c, d, a) != side(c, d, b)


def test_the_river_runs_under_exactly_the_sections_that_the_city_names() -> None:
    city = load_city("london")
    layout = layout_of(city)
    stream = list(zip(layout.river, layout.river[1:], strict=False))
    for number, (a, b) in enumerate(city.sections):
        start, end = layout.cells[a], layout.cells[b]
        times = sum(crosses(start, end, *piece) for piece in stream)
        assert times % 2 == (number in city.river)


@pytest.mark.parametrize("name", city_names())
def test_a_map_tells_where_every_cell_lies_on_the_paper(name: str) -> None:
    city = load_city(name)
    told = map_of(city)
    assert set(told.cells) == set(city.cells)
    assert all(0 < x < told.width and 0 < y < told.height for x, y in told.cells.values())
    assert {station.departure for station in told.stations} == {"", *city.pencils}
