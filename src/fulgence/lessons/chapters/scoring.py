"""Chapters on scoring: special places, a line, the end of the game, playing alone."""

from __future__ import annotations

from fulgence.language import N_, translate
from fulgence.lessons.chapters.chapter import Chapter
from fulgence.lessons.topics.cards import has_wild
from fulgence.lessons.topics.places import platform_cells
from fulgence.prose import short_rules, wording
from fulgence.rules import kinds
from fulgence.rules.city import City

RIVER = N_(
    "{count} of the {sections} sections run under the {river}. Each earns its line {points} extra points."
)
SITES = N_(
    "Tourist sites: {cells}. When a round ends, cross off one circle for each site on its line. The "
    "same site counts again for the next line."
)
TRACK = N_("At the end, 0 to {most} circles score: {track}. Further visits score nothing.")
MONUMENTS = N_(
    "Monuments: {cells}. They take any symbol. Each earns {points} extra points for every line that "
    "stops there."
)
PLATFORM = N_(
    "The platform ({cells}) is one station that covers several cells and takes any symbol. A line may "
    "enter by any dotted line and leave by any other, but only once. If two dotted lines connect it to "
    "the same station, only one of them can ever be drawn."
)
OVERHEAD = N_(
    "Overhead crossings: {cells}. Two dotted lines cross at each of them, and both may be drawn, in two "
    "colours or in one. At the end, a crossing scores {once} points if one of them is drawn and {twice} "
    "if both are."
)
PRODUCT = N_(
    "When the round is over, count the districts in which your line has a station, and its stations in "
    "the district where it has the most. Multiply the two."
)
ADD_RIVER = N_("Add {points} for each section under the {river}.")
ADD_MONUMENT = N_("Add {points} for each monument on the line.")
ADD_LINK = N_("Add {points} if the two lines of the round are linked.")
APART = N_("Two lines that are not linked are scored separately, then added together.")
EMPTY = N_("A line without a section scores 0. Once it has one, its departure counts as one of its stations.")
EXAMPLE = N_(
    "For example, {districts} districts with {most} stations in the fullest of them make {formula} = "
    "{product}."
)
EXAMPLE_RIVER = N_("{count} sections under the {river} add {formula} = {product}.")
EXAMPLE_MONUMENT = N_("{count} monuments add {formula} = {product}.")
EXAMPLE_LINK = N_("The link adds {points}.")
EXAMPLE_SUM = N_("The line scores {formula} = {points}.")
ADD_UP = N_("After {rounds} rounds, add up your lines. Then add the points for {items}.")
ONE_COLOUR = N_("Two lines of the same colour do not make an interchange.")
BOX_ALONE = N_("With lines of only one colour, it is not an interchange and scores nothing.")
EXAMPLE_INTERCHANGES = N_(
    "For example, {count} interchanges of two lines and one of three score {formula} = {points}."
)
WINNER = N_(
    "The highest total wins. In a tie, the best single line decides; if that is equal too, the tied "
    "players share the victory."
)
COLOUR_DECIDES = N_("For this, the two lines of one colour count together.")
ALONE = N_("If you play alone, the game is the same, and at the end you get a verdict on your network.")
ORDER_CHOSEN = N_("You may choose the order of the pencils before the first card; otherwise it is random.")
ORDER_RANDOM = N_("The order of the pencils is random and known from the start.")
COSTS = N_("Each add-on you play with takes points off your total: {costs}.")
UP_TO = N_("Up to {last} points: {sentence}")
FROM_TO = N_("{first} to {last} points: {sentence}")
AND_MORE = N_("{first} points or more: {sentence}")

DISTRICTS, MOST, SOME = 5, 3, 2  # of the example: a modest line, limited to what the city has


def places(city: City) -> Chapter:
    worth, rows = city.worth, []
    if city.river:
        rows.append(
            translate(
                RIVER,
                count=len(city.river),
                sections=len(city.sections),
                river=translate(city.river_name),
                points=worth.river,
            )
        )
    if city.sites:
        track = ", ".join(map(str, worth.track))
        sites = translate(SITES, cells=names(city, city.sites))
        rows.append(f"{sites} {translate(TRACK, most=len(worth.track) - 1, track=track)}")
    if platform_cells(city):
        rows.append(translate(PLATFORM, cells=names(city, platform_cells(city))))
    if city.monuments:
        rows.append(translate(MONUMENTS, cells=names(city, city.monuments), points=worth.monument))
    if city.overhead:
        _, once, twice = worth.crossing
        rows.append(translate(OVERHEAD, cells=", ".join(sorted(city.overhead)), once=once, twice=twice))
    return Chapter("places", translate(N_("Special places")), rows)


def names(city: City, cells: tuple[int, ...] | list[int]) -> str:
    return ", ".join(city.cells[cell] for cell in cells)


def line(city: City) -> Chapter:
    worth = city.worth
    extras = [translate(PRODUCT)]
    if city.river:
        extras.append(translate(ADD_RIVER, points=worth.river, river=translate(city.river_name)))
    if city.monuments:
        extras.append(translate(ADD_MONUMENT, points=worth.monument))
    if city.sides:
        extras += [translate(ADD_LINK, points=worth.link), translate(APART)]
    rows = [" ".join(extras), translate(EMPTY), example(city)]
    return Chapter("line", translate(N_("Scoring a line")), rows)


def example(city: City) -> str:
    """A worked example of a modest line."""
    worth = city.worth
    sizes = [sum(city.district_of[cell] == d for cell in city.stations) for d in range(len(city.districts))]
    districts, most = min(DISTRICTS, len(sizes)), min(MOST, max(sizes))
    terms = [districts * most]
    rows = [
        translate(
            EXAMPLE, districts=districts, most=most, formula=f"{districts} x {most}", product=districts * most
        )
    ]
    if city.river:
        terms.append(SOME * worth.river)
        formula = f"{SOME} x {worth.river}"
        river = translate(city.river_name)
        rows.append(translate(EXAMPLE_RIVER, count=SOME, river=river, formula=formula, product=terms[-1]))
    if city.monuments:
        terms.append(SOME * worth.monument)
        formula = f"{SOME} x {worth.monument}"
        rows.append(translate(EXAMPLE_MONUMENT, count=SOME, formula=formula, product=terms[-1]))
    if city.sides:
        terms.append(worth.link)
        rows.append(translate(EXAMPLE_LINK, points=worth.link))
    if len(terms) > 1:
        rows.append(translate(EXAMPLE_SUM, formula=" + ".join(map(str, terms)), points=sum(terms)))
    return " ".join(rows)


def game_end(city: City, players: int = 0) -> Chapter:
    items = [
        (wording.INTERCHANGES, True),
        (wording.SITES, bool(city.sites)),
        (wording.CROSSINGS, bool(city.overhead)),
        (wording.OBJECTIVE_POINTS, "objectives" in city.addons),
    ]
    item_names = wording.join_with_and([translate(item) for item, is_there in items if is_there])
    rows = [translate(ADD_UP, rounds=kinds.ROUNDS, items=item_names), interchanges(city)]
    two, three = city.worth.interchange[2:4]
    formula, points = f"{MOST} x {two} + {three}", MOST * two + three
    rows.append(translate(EXAMPLE_INTERCHANGES, count=MOST, formula=formula, points=points))
    if players == 1:
        return Chapter("game-end", translate(N_("The end of the game")), rows)
    winner = translate(WINNER)
    if city.sides:
        winner += " " + translate(COLOUR_DECIDES)
    return Chapter("game-end", translate(N_("The end of the game")), [*rows, winner])


def interchanges(city: City) -> str:
    two, three, four = city.worth.interchange[2:]
    rows = [translate(short_rules.INTERCHANGES, two=two, three=three, four=four)]
    if city.sides:
        rows.append(translate(ONE_COLOUR))
    if has_wild(city):
        rows += [translate(short_rules.BOXED), translate(BOX_ALONE)]
    return " ".join(rows)


def alone(city: City, addon_names: dict[str, str]) -> Chapter:
    order = translate(ORDER_CHOSEN if city.chooses_pencils else ORDER_RANDOM)
    rows = [f"{translate(ALONE)} {order}"]
    if city.addons:
        costs = [f"{addon_names[addon]} {points}" for addon, points in city.addons.items()]
        rows.append(translate(COSTS, costs=", ".join(costs)))
    sentences = [translate(sentence) for sentence in wording.VERDICTS]
    rows.append(translate(UP_TO, last=city.verdicts[0], sentence=sentences[0]))
    for number, last in enumerate(city.verdicts[1:], 1):
        first = city.verdicts[number - 1] + 1
        rows.append(translate(FROM_TO, first=first, last=last, sentence=sentences[number]))
    rows.append(translate(AND_MORE, first=city.verdicts[-1] + 1, sentence=sentences[-1]))
    return Chapter("alone", translate(N_("Playing alone")), rows)
