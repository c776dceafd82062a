"""A page: everything that is drawn and every number of the pad is on it, and nothing is cut off."""

from __future__ import annotations

import re
from functools import cache
from xml.etree import ElementTree

import pytest

from fulgence.bots.bot import make_bot
from fulgence.draw.font import BOLD, REGULAR, text_width
from fulgence.draw.page import (
    Page,
    blank_page,
    game_page,
    page_svg,
    paper_page,
    replay_page,
    two_on_a_page,
)
from fulgence.draw.paper_sizes import PAPER_SIZES
from fulgence.draw.pdf import numbers, pdf_of
from fulgence.language import load_language, using_language
from fulgence.rules import kinds
from fulgence.rules.city import City
from fulgence.rules.cityfile.city_reader import city_names, load_city, parse_city
from fulgence.rules.deal import deal
from fulgence.rules.game import Game
from fulgence.rules.generator import Generator
from fulgence.rules.text.paper_sheet import parse_paper
from fulgence.rules.text.record import record_of, replay
from term.scripted_games import SAMPLER

CITIES = [*city_names(), SAMPLER]
SVG = "{http://www.w3.org/2000/svg}"
WIDE = """
name = "Long & \\"Wide\\""
pencils = ["black ink", "grey <1>", "white&", "red"]
stations = '''
  a b c d e f g h i j k l
1 S T P C S T P C S T P C
2 T P C S T P C S T P C S
'''
districts = '''
  a b c d e f g h i j k l
1 A A A A A A B B B B B B
2 A A A A A A B B B B B B
'''
[departures]
"black ink" = ["a1"]
"grey <1>" = ["c1"]
"white&" = ["e1"]
red = ["g1"]
[cards]
pile = ["U:square", "U:triangle", "U:pentagon", "U:circle", "S:joker"]
names = { U = "Under", S = "Over" }
closing = { U = 4 }
[points]
interchange = [0, 0, 2, 5, 9]
[verdicts]
up_to = [1, 2, 3, 4, 5]
"""


@cache
def finished(name: str, seats: int = 1, seed: int = 5) -> Game:
    """A game of greedy bots with every add-on of the city."""
    city = load_city(name)
    game = Game(deal(city, tuple(city.addons), seats, Generator(seed)), ["Ann", "Bob", "Cy", "Di"][:seats])
    bots = [make_bot("greedy", Generator(seat)) for seat in range(seats)]
    while not game.is_over:
        for seat, bot in enumerate(bots):
            while not game.is_done(seat):
                game.play(seat, bot.choose(game.view(seat)))
        game.flip()
    return game


def tree_of(page: Page) -> ElementTree.Element:
    return ElementTree.fromstring(page_svg(page))


def parts(tree: ElementTree.Element, css: str) -> list[ElementTree.Element]:
    return [part for part in tree.iter() if css in part.get("class", "").split()]


def row(tree: ElementTree.Element, name: str) -> list[str]:
    """The figures in one row of the pad, without operators, from left to right."""
    (found,) = [part for part in tree.iter() if part.get("id") == f"pad-{name}"]
    figures = sorted(parts(found, "figure"), key=lambda part: float(part.get("x", "")))
    return [part.text or "" for part in figures]


@pytest.mark.parametrize("city", CITIES)
@pytest.mark.parametrize("seed", range(3))
def test_the_numbers_on_the_page_are_those_of_the_pad(city: str, seed: int) -> None:
    game = finished(city, 1, seed)
    pad = game.pads()[0]
    tree = tree_of(game_page(game, 0))
    extras = any((game.city.worth.river, game.city.worth.monument, game.city.worth.link))
    for line in pad.lines:
        wanted = [str(n) for part in line.parts for n in (part.districts, part.most)]
        wanted += [str(line.extras)] if extras else []
        assert row(tree, line.pencil) == [*wanted, str(line.points)]
    assert row(tree, "total") == [str(pad.total)]
    assert [part.text for part in parts(tree, "title")] == [str(pad.total)]
    assert row(tree, "handicap") == [str(pad.handicap).replace("-", "\N{MINUS SIGN}")]
    assert row(tree, "objectives")[-1] == str(pad.objectives)
    assert row(tree, "interchanges")[-1] == str(pad.interchanges)
    assert ("pad-sites" in {part.get("id") for part in tree.iter()}) is bool(game.city.sites)
    if game.city.sites:
        assert row(tree, "sites") == [str(pad.sites)]
        steps = parts(tree, "step-figure")
        assert [int(step.text or "") for step in steps] == list(game.city.worth.track[1:])
        done = [int(step.text or "") for step in steps if "done" in step.get("class", "").split()]
        assert max(done, default=0) == pad.sites
    if game.city.overhead:
        assert row(tree, "crossings")[-1] == str(pad.crossings)


@pytest.mark.parametrize("city", CITIES)
@pytest.mark.parametrize("seed", range(3))
def test_what_is_counted_gives_the_points_of_the_row(city: str, seed: int) -> None:
    game = finished(city, 1, seed)
    tree, worth = tree_of(game_page(game, 0)), game.city.worth
    *counts, points = map(int, row(tree, "interchanges"))
    assert sum(n * each for n, each in zip(counts, worth.interchange[2:], strict=True)) == points
    *counts, points = map(int, row(tree, "objectives"))
    assert counts[0] * worth.objective == points
    if game.city.overhead:
        *counts, points = map(int, row(tree, "crossings"))
        assert sum(n * each for n, each in zip(counts, worth.crossing[1:], strict=True)) == points


@pytest.mark.parametrize("city", CITIES)
def test_everything_drawn_is_on_the_page(city: str) -> None:
    game = finished(city, 1, 2)
    sheet = game.sheets[0]
    (map_,) = parts(tree_of(game_page(game, 0)), "map")
    sections = sum(sheet.drawn[n].bit_count() for n in range(len(game.city.sections)))
    for css in ("casing", "stroke", "pattern"):
        assert len(parts(map_, css)) == sections
    places = {tuple(part.get(key) for key in ("x1", "y1", "x2", "y2")) for part in parts(map_, "stroke")}
    assert len(places) == sections  # double tracks lie side by side
    assert len(parts(map_, "boxed")) == (sheet.boxed & game.city.station_mask).bit_count()
    assert len(parts(map_, "circled")) == sum(mask.bit_count() for mask in sheet.circled)
    assert len(parts(map_, "doubled")) == sum(mask.bit_count() for mask in sheet.doubled)


def test_boxes_circles_and_double_tracks_are_tried() -> None:
    sheets = [finished(city, 1, seed).sheets[0] for city in CITIES for seed in range(3)]
    assert any(sheet.boxed for sheet in sheets)
    assert any(any(sheet.circled) for sheet in sheets)
    assert any(any(sheet.doubled) for sheet in sheets)
    assert any(max(mask.bit_count() for mask in sheet.drawn) > 1 for sheet in sheets)


@pytest.mark.parametrize("city", CITIES)
def test_a_blank_page_has_the_map_and_empty_boxes(city: str) -> None:
    tree = tree_of(blank_page(load_city(city)))
    sides = max(1, len(load_city(city).sides))
    assert len(parts(tree, "station")) == len(load_city(city).stations)
    assert parts(tree, "figure") == []
    assert parts(tree, "done") == []
    (pad,) = parts(tree, "pad")
    lines = [part for part in pad.iter() if part.get("id") in {f"pad-{p}" for p in load_city(city).pencils}]
    assert [len(parts(line, "box")) for line in lines] == [2 * sides + 2] * kinds.ROUNDS
    names = [part.get("id") for part in pad.iter() if part.get("id")]
    assert names[-1] == "pad-total"
    assert {"pad-interchanges", "pad-objectives", "pad-handicap"} <= set(names)


def test_a_city_without_extras_has_no_box_for_them() -> None:
    city = parse_city(WIDE, "wide.toml", "wide.toml")
    tree = tree_of(blank_page(city))
    assert [len(parts(part, "box")) for part in tree.iter() if part.get("id") == "pad-red"] == [3]
    names = [part.get("id") for part in tree.iter() if (part.get("id") or "").startswith("pad-")]
    assert names[len(city.pencils) :] == ["pad-interchanges", "pad-total"]


@pytest.mark.parametrize("city", CITIES)
@pytest.mark.parametrize("tag", ["en", "fr", "it", "de"])
@pytest.mark.parametrize("blank", [True, False])
def test_every_text_is_on_the_page_and_none_covers_another(city: str, tag: str, blank: bool) -> None:
    with using_language(load_language(tag)):
        page = blank_page(load_city(city)) if blank else game_page(finished(city), 0)
        tree = tree_of(page)
    _, _, wide, high = numbers(tree.get("viewBox", ""))
    boxes = [box for box in texts_of(tree, 0, 0, 1) if box[4].strip()]
    for left, top, right, bottom, words in boxes:
        assert left >= 8 and top >= 8 and right <= wide - 8 and bottom <= high - 8, words
    for n, (left, top, right, bottom, words) in enumerate(boxes):
        for other in boxes[:n]:
            apart = left >= other[2] or right <= other[0] or top >= other[3] or bottom <= other[1]
            assert apart, (words, other[4])


Box = tuple[float, float, float, float, str]


def texts_of(element: ElementTree.Element, x: float, y: float, scale: float) -> list[Box]:
    """Left, top, right, bottom and words of every text on the page."""
    found: list[Box] = []
    for child in element:
        if child.tag == f"{SVG}g":
            move = re.search(r"translate\(([^)]*)\)", child.get("transform", ""))
            dx, dy = numbers(move[1]) if move else (0.0, 0.0)
            grow = re.search(r"scale\(([^)]*)\)", child.get("transform", ""))
            more = float(grow[1]) if grow else 1.0
            found += texts_of(child, x + scale * dx, y + scale * dy, scale * more)
        elif child.tag == f"{SVG}text" and "map" not in element.get("class", ""):
            size, words = float(child.get("font-size", "")), child.text or ""
            weight = BOLD if child.get("font-weight") == "700" else REGULAR
            length = text_width(words, size, weight)
            share = {"middle": 0.5, "end": 1.0}.get(child.get("text-anchor", ""), 0.0)
            left = x + scale * (float(child.get("x", "")) - share * length)
            base = y + scale * float(child.get("y", ""))
            found.append((left, base - 0.7 * scale * size, left + scale * length, base, words))
    return found


def test_a_page_is_the_same_bytes_every_time() -> None:
    game = finished("berlin", 2)
    assert page_svg(game_page(game, 1)) == page_svg(game_page(game, 1))
    again = replay_page(replay(record_of(game)), 1)
    assert page_svg(again) == page_svg(game_page(game, 1))


def test_a_name_is_only_a_name() -> None:
    name = 'x" class="paper" </text><script>&amp; \x00\x1b\ud800 \N{SNOWMAN}'
    game = Game(deal(load_city("toy"), rng=Generator(1)), [name])
    tree = tree_of(game_page(game, 0))
    (player,) = parts(tree, "player")
    seen = 'x" class="paper" </text><script>&amp; ??? \N{SNOWMAN}'
    assert (player.text or "").rstrip("\N{HORIZONTAL ELLIPSIS}") in seen
    assert (tree.findtext(f"{SVG}title") or "").startswith(f"Toy Town, {seen}")
    assert [part.tag for part in tree.iter() if "script" in part.tag] == []


def test_a_long_name_is_cut_before_the_total() -> None:
    game = Game(deal(load_city("toy"), rng=Generator(1)), ["W" * 200])
    tree = tree_of(game_page(game, 0))
    (box,) = [box for box in texts_of(tree, 0, 0, 1) if box[4].startswith("WWW")]
    assert box[2] <= 794 - 40 - 160


def test_pencils_and_a_city_of_any_name_can_be_drawn() -> None:
    city = parse_city(WIDE, "wide.toml", "wide.toml")
    game = Game(deal(city, rng=Generator(1)), ["Ann"])
    bot = make_bot("greedy", Generator(1))
    while not game.is_over:
        while not game.is_done(0):
            game.play(0, bot.choose(game.view(0)))
        game.flip()
    tree = tree_of(game_page(game, 0))
    assert [part.text for part in parts(tree, "city")] == ['Long & "Wide"']
    strokes = parts(tree, "stroke")
    assert len(strokes) > 8
    assert all(re.fullmatch("#[0-9a-f]{6}", part.get("stroke", "")) for part in strokes)


@pytest.mark.parametrize(
    ("columns", "rows", "upright"), [(10, 10, True), (12, 6, False), (5, 12, True), (16, 4, False)]
)
def test_a_page_is_turned_so_that_the_map_is_large(columns: int, rows: int, upright: bool) -> None:
    tree = tree_of(blank_page(grid_city(columns, rows)))
    assert (tree.get("width"), tree.get("height")) == (("210mm", "297mm") if upright else ("297mm", "210mm"))


def grid_city(columns: int, rows: int) -> City:
    """Stations on every second place, two districts."""
    letters = "  " + " ".join(chr(ord("a") + x) for x in range(columns))
    signs = ["STPC"[(x + y) % 4] if (x + y) % 2 == 0 else "." for y in range(rows) for x in range(columns)]
    lines = [f"{y + 1:>2} " + " ".join(signs[y * columns : (y + 1) * columns]) for y in range(rows)]
    areas = [f"{y + 1:>2} " + " ".join("AB"[y % 2] * columns) for y in range(rows)]
    text = re.sub(r"(?s)stations = .*?'''\n(?=districts)", "", WIDE)
    text = re.sub(r"(?s)districts = .*?'''\n(?=\[)", "", text)
    head, _, rest = text.partition("[departures]")
    rest = rest.replace("c1", "c3").replace("e1", "b2").replace("g1", "d2")
    picture = f"stations = '''\n {letters}\n" + "\n".join(lines) + "\n'''\n"
    shapes = f"districts = '''\n {letters}\n" + "\n".join(areas) + "\n'''\n"
    return parse_city(f"{head}{picture}{shapes}[departures]{rest}", "grid.toml", "grid.toml")


def test_an_unfinished_game_says_so_and_leaves_boxes_open() -> None:
    game = Game(deal(load_city("london"), rng=Generator(7)), ["Ann"])
    game.play(0, "c6-e6")
    game.flip()
    game.play(0, "e6-e5")
    tree = tree_of(game_page(game, 0))
    assert next(part.text for part in parts(tree, "remark")) == "unfinished game"
    assert len(parts(tree, "stroke")) == 1 + 4 + 4  # as of the flip; the pad and the head have four each
    assert row(tree, "purple") == ["2", "1", "2", "4"]
    assert row(tree, "blue") == []
    assert parts(tree, "band done") == []


def test_winners_and_players_alone_are_told_what_they_have_achieved() -> None:
    pair = finished("london", 2)
    (winner,) = pair.winners()
    told = [[part.text for part in parts(tree_of(game_page(pair, seat)), "remark")] for seat in range(2)]
    assert "winner" in told[winner]
    assert "winner" not in told[1 - winner]
    alone = finished("london")
    tree = tree_of(game_page(alone, 0))
    reached = [part.text for part in parts(tree, "band-figure") if "done" in part.get("class", "").split()]
    (band,) = reached
    first, _, last = (band or "").partition("\N{EN DASH}")
    total = alone.pads()[0].total
    assert int(first.rstrip("+")) <= total <= int(last or 999)
    assert parts(tree_of(game_page(pair, 0)), "band") == []


def test_a_sheet_on_paper_has_a_page_too() -> None:
    lines = '"lines": {"pink": ["h4-i5", "i5-h6"], "green": ["d3-c4"]}'
    paper = parse_paper(f'{{"city": "london", {lines}, "circled": ["pink:i5"]}}')
    tree = tree_of(paper_page(paper))
    assert row(tree, "pink") == ["1", "4", "2", "6"]
    assert row(tree, "total") == ["8"]
    assert len(parts(tree, "circled")) == 1


def test_the_page_is_in_the_language_that_is_spoken() -> None:
    with using_language(load_language("fr")):
        tree = tree_of(blank_page(load_city("london")))
    assert [part.text for part in parts(tree, "city")] == ["Londres"]


def test_a_page_needs_nothing_from_outside() -> None:
    page = page_svg(game_page(finished("paris"), 0))
    assert not re.search("<style|<script|href|url\\(|@import| style=", page)
    assert re.findall('(?:xmlns|http)[^"]*"?[^"]*"', page) == ['xmlns="http://www.w3.org/2000/svg"']


@pytest.mark.parametrize("city", city_names())
def test_a_sheet_without_colours_has_greys_only(city: str) -> None:
    picture = page_svg(blank_page(load_city(city), is_mono=True))
    colours = set(re.findall(r"#[0-9a-f]{6}", picture))
    assert colours and all(colour[1:3] == colour[3:5] == colour[5:7] for colour in colours)
    assert picture.count('class="pattern') > page_svg(blank_page(load_city(city))).count('class="pattern')


@pytest.mark.parametrize(("name", "wide", "high"), [("a4", 297.0, 210.0), ("letter", 279.4, 215.9)])
def test_two_sheets_lie_on_one_page_inside_the_paper(name: str, wide: float, high: float) -> None:
    city, paper = load_city("london"), PAPER_SIZES[name]
    picture = two_on_a_page(blank_page(city), paper)
    assert picture.count('<g class="map"') == 2
    tree = ElementTree.fromstring(picture)
    assert (tree.get("width"), tree.get("height")) == (f"{wide:g}mm", f"{high:g}mm")
    _, _, width, height = map(float, str(tree.get("viewBox")).split())
    assert width / height == pytest.approx(wide / high, abs=0.01)
    pdf = pdf_of([picture]).decode("latin-1")
    assert f"/MediaBox[0 0 {paper.long_points} {paper.short_points}]" in pdf
