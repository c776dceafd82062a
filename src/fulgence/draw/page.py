"""A page to print or share: the map with its lines, a title, and the score pad.

A page is portrait or landscape, whichever leaves the map more room. It is self-contained SVG without style
sheets or scripts, deterministic, and in the current language.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from fulgence.draw.font import BOLD, fitted, text_width
from fulgence.draw.layout import layout_of
from fulgence.draw.pad_drawing import Block, items_block, lines_block, outline
from fulgence.draw.pad_rows import Filled
from fulgence.draw.paper_sizes import A4, PaperSize
from fulgence.draw.pencils import css_of
from fulgence.draw.shapes import TO, box, escaped, line, number, text
from fulgence.draw.styles import styled
from fulgence.draw.svg import STATION, badge, map_svg
from fulgence.language import N_, translate
from fulgence.prose import wording
from fulgence.rules.city import City
from fulgence.rules.deal import Deal
from fulgence.rules.game import Game
from fulgence.rules.score_pad import objectives, score_pad
from fulgence.rules.sheet import Sheet
from fulgence.rules.text.paper_sheet import Paper
from fulgence.rules.text.record import Replay

MARGIN, HEAD, GAP, INSIDE = 40.0, 80.0, 16.0, 16.0
CROP = 36.0  # of the map's margin on the sides without column and row names
WIDEST = 424.0  # of the right half of a ticket
LARGEST = 1.2  # scale of a map
HALF = 0.5**0.5  # scale of a page on half of the paper
VERDICT = 24.0
NOTE, COLUMNS = 16.0, 2  # height of one, and how many beside each other
UNFINISHED = N_("unfinished game")
MADE_WITH = N_("Made with Fulgence, unofficial")
NAME = N_("name")
VERDICT_LABEL = N_("verdict")


@dataclass(frozen=True)
class AddonNote:
    """What an add-on does in this game; `pencil` if it is about one."""

    words: str
    pencil: str = ""


@dataclass(frozen=True)
class Page:
    """`filled`: None for a blank page. `verdict`: of a solo game."""

    city: City
    filled: Filled | None = None
    name: str = ""
    remark: str = ""
    is_solo: bool = True
    verdict: int | None = None
    notes: tuple[AddonNote, ...] = ()
    is_mono: bool = False  # patterns and letters instead of colours


def blank_page(city: City, is_mono: bool = False) -> Page:
    """To print and draw on."""
    return Page(city, is_mono=is_mono)


def game_page(game: Game, seat: int) -> Page:
    """A seat's sheet as the others may see it: as of the last flip, or the final one."""
    page = dealt_page(game.deal, game.sheet_at_flip(seat), seat, game.names[seat], game.is_over)
    return crowned(page) if seat in game.winners() else page


def replay_page(played: Replay, seat: int) -> Page:
    record = played.record
    page = dealt_page(record.deal, played.sheets[seat], seat, record.names[seat], record.is_finished)
    return crowned(page) if seat in played.winners else page


def crowned(page: Page) -> Page:
    """The page of a winner; there is none in a solo game."""
    return page if page.is_solo else replace(page, remark=translate("winner"))


def paper_page(paper: Paper) -> Page:
    """A sheet drawn on paper; who else played is unknown."""
    progress = tuple(objectives(paper.city, paper.sheet))
    filled = Filled(paper.sheet, paper.pad, progress)
    notes = tuple(AddonNote(wording.objective_progress(paper.city, one)) for one in progress)
    is_solo = paper.alone is not None
    return Page(paper.city, filled, paper.name, is_solo=is_solo, verdict=paper.verdict, notes=notes)


def dealt_page(deal: Deal, sheet: Sheet, seat: int, name: str, is_over: bool) -> Page:
    city = deal.city
    pad = score_pad(sheet, deal.pencils[seat], deal.handicap)
    progress = tuple(objectives(city, sheet))
    is_solo = len(deal.pencils) == 1
    verdict = city.verdict(pad.total) if is_solo and is_over else None
    remark = translate(wording.VERDICTS[verdict - 1]) if verdict else "" if is_over else translate(UNFINISHED)
    notes = [AddonNote(wording.objective_progress(city, one)) for one in progress]
    for round_, pencil in enumerate(deal.pencils[seat]):
        if power := deal.powers.get(pencil):
            notes.append(AddonNote(translate(wording.POWERS[power]), pencil))
        if deal.acceleration:
            notes.append(AddonNote(wording.bonus_name(city, deal.acceleration[round_]), pencil))
    notes += [AddonNote(f"{cell}: {translate(wording.GATES[gate])}") for cell, gate in deal.gates.items()]
    filled = Filled(sheet, pad, progress)
    return Page(city, filled, wording.player_name(name), remark, is_solo, verdict, tuple(notes))


@dataclass(frozen=True)
class PageLayout:
    """Where things lie on a page."""

    width: float
    height: float
    scale: float  # of the map
    map_left: float
    map_top: float
    lines: Block
    items: Block
    ticket: tuple[float, float, float, float]  # left, top, width, height
    foot: float  # top of what stands below the ticket


def page_svg(page: Page, paper: PaperSize = A4) -> str:
    """The page as self-contained SVG."""
    layout = best_layout(page, paper)
    return picture(page, paper, layout.width, layout.height, contents(page, layout))


def best_layout(page: Page, paper: PaperSize = A4) -> PageLayout:
    """Portrait, or landscape if that leaves the map more room."""
    return roomier(layout_on(page, paper.short, paper.long), layout_on(page, paper.long, paper.short))


def two_on_a_page(page: Page, paper: PaperSize = A4) -> str:
    """The same page twice on one sheet of paper, to be cut in the middle."""
    short, long = paper.short / HALF, paper.long / HALF
    layout = roomier(layout_on(page, short, long / 2), layout_on(page, long / 2, short))
    width, height = layout.width * HALF, layout.height * HALF
    is_above = width > height
    x, y = (0.0, height) if is_above else (width, 0.0)
    once = f'<g transform="scale({HALF:.4f})">{contents(page, layout)}</g>'
    again = (
        f'<g transform="translate({number(x)} {number(y)}) scale({HALF:.4f})">{contents(page, layout)}</g>'
    )
    cut = line((x, y), (x + width, y) if is_above else (x, y + height), "cut")
    return picture(page, paper, width + x, height + y, once + again + cut)


def roomier(one: PageLayout, other: PageLayout) -> PageLayout:
    return max(one, other, key=lambda layout: layout.scale)


def contents(page: Page, layout: PageLayout) -> str:
    parts = [
        f'<rect class="paper" width="{number(layout.width)}" height="{number(layout.height)}"/>',
        head(page, layout),
        f'<g class="map" transform="translate({number(layout.map_left)} {number(layout.map_top)}) '
        f'scale({layout.scale:.4f})">',
        map_svg(page.city, page.filled.sheet if page.filled else None),
        side_names(page.city),
        "</g>",
        ticket(layout),
        foot(page, layout),
    ]
    return "".join(parts)


def picture(page: Page, paper: PaperSize, width: float, height: float, inside: str) -> str:
    """With the paper size and a title for screen readers."""
    sides = (paper.short_mm, paper.long_mm) if width < height else (paper.long_mm, paper.short_mm)
    size = f'width="{sides[0]}mm" height="{sides[1]}mm"'
    view = f'viewBox="0 0 {number(width)} {number(height)}"'
    title = ", ".join(part for part in (translate(page.city.name), page.name) if part)
    if page.filled:
        title += f": {page.filled.pad.total}"
    frame = (
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} {view} role="img"><title>{escaped(title)}</title>'
    )
    return styled(page.city, f"{frame}{inside}</svg>", page.is_mono)


def layout_on(page: Page, width: float, height: float) -> PageLayout:
    """The map with the ticket below it, on paper of this size."""
    room = width - 2 * MARGIN
    lines = lines_block(page.city, page.filled)
    rest = min(room - lines.width - 4 * INSIDE, WIDEST)
    items = items_block(page.city, page.filled, rest, lines.height)
    wide, high = lines.width + rest + 4 * INSIDE, max(lines.height, items.height) + 2 * INSIDE - 8
    below = foot_height(page)
    foot = height - MARGIN - below
    top = foot - high - (8 if below else 0)
    map_layout, start = layout_of(page.city), MARGIN + HEAD
    map_wide, map_high = map_layout.width - CROP, map_layout.height - CROP
    scale = min(room / map_wide, (top - GAP - start) / map_high, LARGEST)
    space = top - GAP - start - scale * map_high
    return PageLayout(
        width,
        height,
        scale,
        map_left=(width - scale * map_wide) / 2,
        map_top=start + space / 2,
        lines=lines,
        items=items,
        ticket=((width - wide) / 2, top, wide, high),
        foot=foot,
    )


def head(page: Page, layout: PageLayout) -> str:
    """City, player and total above a strip of the pencil colours."""
    right = layout.width - MARGIN
    city, size = fitted(translate(page.city.name), 32, 320, BOLD)
    after = MARGIN + text_width(city, size, BOLD) + 20
    parts = [text((MARGIN, MARGIN + 30), city, "city", size)]
    if page.filled is None:
        parts.append(text((after, MARGIN + 30), translate(NAME), "remark"))
        start = after + text_width(translate(NAME), 12) + 8
        parts.append(line((start, MARGIN + 32), (right - 160, MARGIN + 32), "rule"))
    elif page.name:
        name, size = fitted(page.name, 20, right - 160 - after)
        parts.append(text((after, MARGIN + 30), name, "player", size))
    if page.remark:
        remark, size = fitted(page.remark, 12, right - 160 - MARGIN)
        parts.append(text((MARGIN, MARGIN + 50), remark, "remark", size))
    parts.append(total(page, right))
    parts.append(colours(page.city, MARGIN, right, MARGIN + 66, page.is_mono))
    return f'<g class="head">{"".join(parts)}</g>'


def total(page: Page, right: float) -> str:
    label = text((right - 108, MARGIN + 30), translate(wording.TOTAL), "fine end")
    if page.filled is None:
        return label + box((right - 96, MARGIN), 96, 48, "box total open", 8)
    points = text((right - 48, MARGIN + 35), str(page.filled.pad.total), "figure title")
    return label + box((right - 96, MARGIN), 96, 48, "box total", 8) + points


def colours(city: City, left: float, right: float, y: float, is_mono: bool) -> str:
    """A strip like a line of the diagram, a quarter for each pencil."""
    step = (right - left) / len(city.pencils)
    parts = []
    for place, pencil in enumerate(city.pencils):
        x, css = left + place * step, css_of(city, pencil)
        start, end = (x + (4 if place == 0 else 6), y), (x + step - (4 if x + step >= right else 6), y)
        parts.append(line(start, end, f"stroke thin {css}"))
        if is_mono:
            parts.append(line(start, end, f"pattern thin {css}"))
    return "".join(parts)


def side_names(city: City) -> str:
    """Below each departure of a two-sided line, the side that it belongs to."""
    if len(city.sides) < 2:
        return ""
    cells = layout_of(city).cells
    parts = []
    for pencil, departures in city.departures.items():
        for side, cell in zip(city.sides, departures, strict=True):
            name = translate(city.prefixes.get(side, side))
            x, y = cells[cell]
            wide = text_width(name, 15, BOLD) + 14
            top = y + STATION + 10  # below the box of a National Train Station
            parts.append(box((x - wide / 2, top), wide, 21, f"side {css_of(city, pencil)}", 10.5))
            parts.append(text((x, top + 15.5), name, "side-name"))
    return f'<g class="sides">{"".join(parts)}</g>'


def ticket(layout: PageLayout) -> str:
    left, top, width, height = layout.ticket
    tear = layout.lines.width + 2 * INSIDE
    return (
        f'<g class="pad" transform="translate({number(left)} {number(top)})">{outline(width, height, tear)}'
        f'<g transform="translate({number(INSIDE)} {number(INSIDE)})">{layout.lines.svg}</g>'
        f'<g transform="translate({number(tear + INSIDE)} {number(INSIDE)})">{layout.items.svg}</g></g>'
    )


def foot_height(page: Page) -> float:
    return (VERDICT + 8 if page.is_solo else 0) + NOTE * -(-len(page.notes) // COLUMNS)


def foot(page: Page, layout: PageLayout) -> str:
    """The solo verdicts, notes about the add-ons, and the name of this program."""
    left, _, width, _ = layout.ticket
    y = layout.foot
    parts = []
    if page.is_solo:
        parts.append(verdicts(page, left, y, width))
        y += VERDICT + 8
    rows = -(-len(page.notes) // COLUMNS)
    for place, note in enumerate(page.notes):
        x = left + (place // rows) * (width / COLUMNS + 8)
        parts.append(note_svg(page.city, note, x, y + NOTE * (place % rows) + 11, width / COLUMNS - 16))
    parts.append(text((layout.width / 2, layout.height - 16), translate(MADE_WITH), "fine middle"))
    return f'<g class="foot">{"".join(parts)}</g>'


def note_svg(city: City, note: AddonNote, x: float, y: float, room: float) -> str:
    if not note.pencil:
        short, size = fitted(note.words, 11, room)
        return text((x, y), short, "remark", size)
    short, size = fitted(note.words, 11, room - 18)
    place = f"translate({number(x + 6)} {number(y - 4)}) scale(0.5)"
    sign = f'<g transform="{place}">{badge(city, (0, 0), note.pencil)}</g>'
    return sign + text((x + 18, y), short, "remark", size)


def verdicts(page: Page, left: float, y: float, width: float) -> str:
    """The range of points of each verdict."""
    label, size = fitted(translate(VERDICT_LABEL), 12, 64)
    parts = [text((left, y + 16), label, "remark", size)]
    ends = page.city.verdicts
    step = (width - 64 + 4) / (len(ends) + 1)
    for place in range(len(ends) + 1):
        first = ends[place - 1] + 1 if place else 0
        band = f"{first}{TO}{ends[place]}" if place < len(ends) else f"{first}+"
        reached = " done" if page.verdict == place + 1 else ""
        x = left + 64 + place * step
        parts.append(box((x, y), step - 4, VERDICT, f"band{reached}"))
        parts.append(text((x + (step - 4) / 2, y + 16), band, f"band-figure{reached}"))
    return "".join(parts)
