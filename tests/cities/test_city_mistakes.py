"""Mistakes in city files: each is one sentence with the file, the line, the key and the reason."""

from __future__ import annotations

import string
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path

import pytest

from fulgence.prose.wording import under_river
from fulgence.rules.cityfile.city_reader import city_names, load_city, parse_city
from fulgence.rules.errors import BadCity

LONDON = (files("fulgence.cities") / "london.toml").read_text(encoding="utf-8")

# What London has not: an overhead crossing, a platform, a monument, two sides, accelerations.
HAMLET = r'''
name = "Hamlet"
pencils = ["purple", "blue", "pink", "green"]
stations = """
  a b c d e
1 S T . C P
2 C . + S .
3 . S # # T
4 P C # # C
5 T . S P M
"""
districts = """
  a b c d e
1 A A A B B
2 A A A B B
3 A A p p B
4 A A p p B
5 A A A B B
"""
[crossings]
c2 = "-/"
[departures]
purple = ["a1", "e1"]
blue = ["b1", "d1"]
pink = ["a2", "d2"]
green = ["a5", "d5"]
[cards]
pile = ["B:square", "B:wild", "C:circle", "C:tour", "switch"]
names = { B = "Bear", C = "Crown" }
sides = ["B", "C"]
closing = { B = 2, C = 2 }
[switch]
sections = 2
[points]
interchange = [0, 0, 2, 5, 9]
crossing = [0, 2, 6]
monument = 2
link = 10
[acceleration]
secondary_districts = 3
double_stations = 2
[addons]
acceleration = 25
[verdicts]
up_to = [10, 20, 30, 40, 50]
'''


@dataclass(frozen=True)
class Mistake:
    """`new` in the place of `old`; the complaint names the line on which `at` stands, none without it."""

    old: str
    new: str
    complaint: str
    at: str = ""


def mistake(old: str, new: str, complaint: str, at: str | None = None) -> Mistake:
    return Mistake(old, new, complaint, new.strip("\n") if at is None else at)


IN_LONDON = {
    "a note that is no text": mistake(
        'name = "London"', 'name = "London"\nnote = 3', "note: must be a string", at="note = 3"
    ),
    # The picture of the stations.
    "an unknown sign": mistake(
        " 2 . P . S . . P . S P",
        " 2 . X . S . . P . S P",
        "stations: b2: unknown character 'X'; expected one of S T P C ? M # + .",
    ),
    "a small letter": mistake(
        "10 T S . P C T . C . S",
        "10 T S . P C T . C . s",
        "stations: j10: unknown character 's'; expected one of S T P C ? M # + .",
    ),
    "a row too short": mistake(
        " 3 C . . T . . S . . T",
        " 3 C . . T . . S . .",
        "stations: row 3 has 9 characters for 10 columns",
        at=" 3 C . . T . . S . .",
    ),
    "a row too long": mistake(
        " 3 C . . T . . S . . T",
        " 3 C . . T . . S . . T .",
        "stations: row 3 has 11 characters for 10 columns",
    ),
    "two signs without a space": mistake(
        " 7 . . . P T . S T . T",
        " 7 . . . PT . S T . T",
        "stations: row 7: 'PT' is not a single character; put spaces between them",
    ),
    "a wrong row number": mistake(
        " 5 . T S . P S . . P .", " 6 . T S . P S . . P .", "stations: row 5 must begin with its number"
    ),
    "a row left out": mistake(
        " 5 . T S . P S . . P .\n",
        "",
        "stations: row 5 must begin with its number",
        at=" 6 P . S . C . . C . .",
    ),
    "no row numbers": mistake(
        " 1 P T S . T C . T . C", " P T S . T C . T . C", "stations: row 1 must begin with its number"
    ),
    "no column letters": mistake(
        'stations = """\n   a b c d e f g h i j\n',
        'stations = """\n',
        "stations: must begin with the column letters a b c ...",
        at=" 1 P T S . T C . T . C",
    ),
    "column letters in another order": mistake(
        'stations = """\n   a b c d e f g h i j',
        'stations = """\n   a b c d e f g h j i',
        "stations: must begin with the column letters a b c ...",
        at="   a b c d e f g h j i",
    ),
    "no picture of the stations": mistake('stations = """', 'plan = """', "stations: is missing", at=""),
    # The picture of the districts.
    "a district that is not a letter": mistake(
        " 5 D D D E E E E F F F", " 5 D D 7 E E E E F F F", "districts: c5: '7' is not a letter"
    ),
    "a district letter with an accent": mistake(
        " 5 D D D E E E E F F F", " 5 D D É E E E E F F F", "districts: c5: 'É' is not a letter"
    ),
    "a station without a district": mistake(
        " 3 A A A B B B B C C C",
        " 3 A A A . B B B C C C",
        "districts: d3: this station is in no district",
    ),
    "a district without a station": mistake(
        " 6 D D D E E E E F F F",
        " 6 D Q D E E E E F F F",
        "districts: Q has no station",
        at='districts = """',
    ),
    "more than 16 districts": mistake(
        "10 y G G H H H H I I z",
        "10 J K L M N O P Q R S",
        "districts: has 21; the maximum is 16",
        at='districts = """',
    ),
    "districts lower than the map": mistake(
        "10 y G G H H H H I I z\n",
        "",
        "districts: is not as wide and high as the picture of the stations",
        at='districts = """',
    ),
    "no picture of the districts": mistake(
        'districts = """', 'quarters = """', "districts: is missing", at=""
    ),
    # Pencils and departures.
    "three pencils": mistake(
        'pencils = ["purple", "blue", "pink", "green"]',
        'pencils = ["purple", "blue", "pink"]',
        "pencils: must be 4, one for each round",
    ),
    "a pencil twice": mistake(
        'pencils = ["purple", "blue", "pink", "green"]',
        'pencils = ["purple", "blue", "pink", "pink"]',
        "pencils: 'pink' is listed twice",
    ),
    "a pencil that is a number": mistake(
        'pencils = ["purple", "blue", "pink", "green"]',
        'pencils = ["purple", "blue", "pink", 4]',
        "pencils: must be a list of strings",
    ),
    "a pencil without a name": mistake(
        'pencils = ["purple", "blue", "pink", "green"]',
        'pencils = ["purple", "blue", "pink", " "]',
        "pencils: must be a list of strings",
    ),
    "pencils in one text": mistake(
        'pencils = ["purple", "blue", "pink", "green"]',
        'pencils = "purple blue pink green"',
        "pencils: must be a list of strings",
    ),
    "a departure on an empty cell": mistake(
        'purple = ["c6"]', 'purple = ["c7"]', "departures.purple: there is no station at c7"
    ),
    "a departure outside the map": mistake(
        'purple = ["c6"]', 'purple = ["k11"]', "departures.purple: there is no station at k11"
    ),
    "one departure for two pencils": mistake(
        'green = ["d3"]', 'green = ["h4"]', "departures.green: h4 is already the departure of pink"
    ),
    "two departures for one pencil": mistake(
        'green = ["d3"]', 'green = ["d3", "a1"]', "departures.green: needs 1 departure, not 2"
    ),
    "no departure in the list": mistake(
        'green = ["d3"]', "green = []", "departures.green: needs 1 departure, not 0"
    ),
    "a departure that is no list": mistake(
        'green = ["d3"]', 'green = "d3"', "departures.green: must be a list of strings"
    ),
    "a pencil without a departure": mistake(
        'green = ["d3"]\n', "", "departures.green: is missing", at="[departures]"
    ),
    "a departure of a pencil that is not there": mistake(
        'green = ["d3"]\n',
        'green = ["d3"]\norange = ["a1"]\n',
        "departures.orange: unknown key",
        at='orange = ["a1"]',
    ),
    # Cards.
    "a card with an unknown symbol": mistake(
        '"U:square"',
        '"U:hexagon"',
        "cards.pile: 'U:hexagon': a card is 'switch' or LETTER:SYMBOL, with a symbol of "
        "square triangle pentagon circle joker tour wild",
        at="pile = [",
    ),
    "a card without a kind": mistake(
        '"U:square"',
        '"square"',
        "cards.pile: 'square': a card is 'switch' or LETTER:SYMBOL, with a symbol of "
        "square triangle pentagon circle joker tour wild",
        at="pile = [",
    ),
    "a card of an unknown kind": mistake(
        '"U:square"',
        '"X:square"',
        "cards.pile: 'X:square': names does not say what 'X' means",
        at="pile = [",
    ),
    "a card twice": mistake(
        '"U:square"', '"S:square"', "cards.pile: 'S:square' is listed twice", at="pile = ["
    ),
    "a card that is a number": mistake(
        '"U:square"', "1", "cards.pile: must be a list of strings", at="pile = ["
    ),
    "no pile": mistake("pile = [", "heap = [", "cards.pile: is missing", at="[cards]"),
    "a kind of card that is not explained": mistake(
        'names = { U = "Underground", S = "Street" }',
        'names = { U = "Underground", S = 5 }',
        "cards.names.S: must be a string",
    ),
    "a kind of card without a letter": mistake(
        'names = { U = "Underground", S = "Street" }',
        'names = { U = "Underground", S = "Street", "" = "None" }',
        "cards.names: a kind of card needs a letter",
    ),
    "a closing number never reached": mistake(
        "closing = { U = 5 }",
        "closing = { U = 6 }",
        "cards.closing.U: the pile has only 5 such cards, so the round would never end",
    ),
    "a closing number of nothing": mistake(
        "closing = { U = 5 }",
        "closing = { U = 0 }",
        "cards.closing.U: must be a whole number from 1 to 999, not 0",
    ),
    "a closing number that is a truth": mistake(
        "closing = { U = 5 }",
        "closing = { U = true }",
        "cards.closing.U: must be a whole number from 1 to 999, not True",
    ),
    "a closing kind that no card has": mistake(
        "closing = { U = 5 }", "closing = { B = 5 }", "cards.closing.B: names does not say what 'B' means"
    ),
    "a round closed by the switch": mistake(
        "closing = { U = 5 }", 'closing = { "" = 1 }', "cards.closing: names does not say what '' means"
    ),
    "nothing that closes a round": mistake(
        "closing = { U = 5 }",
        "closing = {}",
        "cards.closing: must name one or two kinds of cards that end a round",
    ),
    "closing that is no table": mistake(
        "closing = { U = 5 }", "closing = 5", "cards.closing: must be a table"
    ),
    "one side": mistake(
        "closing = { U = 5 }",
        'sides = ["U"]\nclosing = { U = 5 }',
        "cards.sides: must be two of the letters in names",
        at='sides = ["U"]',
    ),
    "an unknown key of the cards": mistake(
        "closing = { U = 5 }",
        "shuffled = true\nclosing = { U = 5 }",
        "cards.shuffled: unknown key",
        at="shuffled = true",
    ),
    # The numbers of the rules.
    "a switch of three sections": mistake(
        "sections = 1", "sections = 3", "switch.sections: must be a whole number from 1 to 2, not 3"
    ),
    "a switch ignored for half a turn": mistake(
        "ignored_turns = 2",
        "ignored_turns = 0.5",
        "switch.ignored_turns: must be a whole number from 0 to 999, not 0.5",
    ),
    "an unknown key of the switch": mistake(
        "ignored_turns = 2", "ignored = 2", "switch.ignored: unknown key"
    ),
    "a switch that is a list": mistake("[switch]", "[[switch]]", "switch: must be a table"),
    "interchanges of three lines at most": mistake(
        "interchange = [0, 0, 2, 5, 9]",
        "interchange = [0, 0, 2, 5]",
        "points.interchange: must have 5 numbers, not 4",
    ),
    "interchanges worth a text": mistake(
        "interchange = [0, 0, 2, 5, 9]",
        'interchange = [0, 0, 2, 5, "9"]',
        "points.interchange: must be a list of whole numbers from 0 to 999, not [0, 0, 2, 5, '9']",
    ),
    "interchanges worth more than a machine can count": mistake(
        "interchange = [0, 0, 2, 5, 9]",
        "interchange = [0, 0, 2, 5, 99999999999999999999]",
        "points.interchange: must be a list of whole numbers from 0 to 999, "
        "not [0, 0, 2, 5, 99999999999999999999]",
    ),
    "no interchanges": mistake(
        "interchange = [0, 0, 2, 5, 9]", "", "points.interchange: is missing", at="[points]"
    ),
    "a negative number of points": mistake(
        "river = 2", "river = -2", "points.river: must be a whole number from 0 to 999, not -2"
    ),
    "points as a text": mistake(
        "river = 2", 'river = "2"', "points.river: must be a whole number from 0 to 999, not '2'"
    ),
    "a date for points": mistake(
        "river = 2",
        "river = 1863-01-10",
        "points.river: must be a whole number from 0 to 999, not datetime.date(1863, 1, 10)",
    ),
    "a number too long to be written out": mistake(
        "river = 2",
        f"river = 0x{'f' * 5000}",
        "points.river: must be a whole number from 0 to 999, not one of thousands of digits",
    ),
    "an unknown key of the points": mistake("river = 2", "thames = 2", "points.thames: unknown key"),
    # River and sites.
    "a river section that is not there": mistake(
        '"a3-c5"',
        '"a3-c6"',
        "river.sections: 'a3-c6': no dotted line joins a3 and c6",
        at='sections = [\n    "a3-c6"',
    ),
    "a river section to an empty cell": mistake(
        '"a3-c5"',
        '"a3-b3"',
        "river.sections: 'a3-b3': a section is two stations, as d3-c4; there is none at 'b3'",
        at='sections = [\n    "a3-b3"',
    ),
    "a river section of one cell": mistake(
        '"a3-c5"',
        '"a3"',
        "river.sections: 'a3': a section is two stations, as d3-c4; there is none at ''",
        at='sections = [\n    "a3"',
    ),
    "a river section twice": mistake(
        '"a3-c5"',
        '"a4-a6"',
        "river.sections: 'a4-a6' is listed twice",
        at='sections = [\n    "a4-a6", "a4-a6"',
    ),
    "a river section in both directions": mistake(
        '"a3-c5"',
        '"a6-a4"',
        "river.sections: 'a4-a6' is listed twice, once in each direction",
        at='sections = [\n    "a6-a4"',
    ),
    "a river without a name": mistake('name = "Thames"\n', "", "river.name: is missing", at="[river]"),
    "a river that is a text": mistake(
        '[river]\nname = "Thames"\n', "[[river]]\n", "river: must be a table", at="[[river]]"
    ),
    "an unknown key of the river": mistake(
        'name = "Thames"\n',
        'name = "Thames"\nbridges = 4\n',
        "river.bridges: unknown key",
        at="bridges = 4",
    ),
    "a site on an empty cell": mistake(
        'cells = ["g2", "a4", "f4", "j7", "e10"]',
        'cells = ["g2", "a4", "f4", "j8", "e9"]',
        "sites.cells: there is no station at e9",
    ),
    "a site twice": mistake(
        'cells = ["g2", "a4", "f4", "j7", "e10"]',
        'cells = ["g2", "a4", "f4", "g2", "e10"]',
        "sites.cells: 'g2' is listed twice",
    ),
    "a track of nothing": mistake(
        "track = [0, 1, 2, 4, 6, 8, 11, 14, 17, 21, 25]",
        "track = []",
        "sites.track: must have 1 to 32 numbers",
    ),
    "a track that is too long": mistake(
        "track = [0, 1, 2, 4, 6, 8, 11, 14, 17, 21, 25]",
        f"track = [{', '.join(['1'] * 33)}]",
        "sites.track: must have 1 to 32 numbers",
    ),
    "a track below nothing": mistake(
        "track = [0, 1, 2, 4, 6, 8, 11, 14, 17, 21, 25]",
        "track = [0, -1]",
        "sites.track: must be a list of whole numbers from 0 to 999, not [0, -1]",
    ),
    "sites without a track": mistake("track = [", "tracks = [", "sites.track: is missing", at="[sites]"),
    "an unknown key of the sites": mistake(
        "track = [", "best = 5\ntrack = [", "sites.best: unknown key", at="best = 5"
    ),
    # Gates, add-ons, verdicts.
    "three gates": mistake(
        'cells = ["a1", "j1", "a10", "j10"]',
        'cells = ["a1", "j1", "a10"]',
        "gates.cells: must be 4, one for each bonus",
    ),
    "a gate on an empty cell": mistake(
        'cells = ["a1", "j1", "a10", "j10"]',
        'cells = ["a1", "j1", "a10", "a2"]',
        "gates.cells: there is no station at a2",
    ),
    "an unknown key of the gates": mistake(
        'cells = ["a1", "j1", "a10", "j10"]',
        'cells = ["a1", "j1", "a10", "j10"]\nopen = true',
        "gates.open: unknown key",
        at="open = true",
    ),
    "gates in play without gates": mistake(
        '[gates]\ncells = ["a1", "j1", "a10", "j10"]\n',
        "",
        "addons.gates: the city has no gates",
        at="gates = 10",
    ),
    "an add-on that does not exist": mistake("powers = 10", "tunnels = 10", "addons.tunnels: unknown key"),
    "an add-on that costs a text": mistake(
        "powers = 10", 'powers = "10"', "addons.powers: must be a whole number from 0 to 999, not '10'"
    ),
    "verdicts that do not rise": mistake(
        "up_to = [90, 105, 120, 135, 150]",
        "up_to = [90, 105, 104, 135, 150]",
        "verdicts.up_to: must be increasing",
    ),
    "two equal verdicts": mistake(
        "up_to = [90, 105, 120, 135, 150]",
        "up_to = [90, 105, 105, 135, 150]",
        "verdicts.up_to: must be increasing",
    ),
    "five verdicts": mistake(
        "up_to = [90, 105, 120, 135, 150]",
        "up_to = [90, 105, 120, 135]",
        "verdicts.up_to: must have 5 numbers, not 4",
    ),
    "no verdicts": mistake(
        "[verdicts]\nup_to = [90, 105, 120, 135, 150]\n", "", "verdicts.up_to: is missing", at=""
    ),
    "an unknown key of the verdicts": mistake(
        "[verdicts]\n",
        '[verdicts]\nbest = "Bienvenue"\n',
        "verdicts.best: unknown key",
        at='best = "Bienvenue"',
    ),
    # Objectives.
    "an objective of an unknown kind": mistake(
        'kind = "sites"',
        'kind = "museums"',
        "objectives.cards.all-sites.kind: 'museums' is not one of interchanges districts line-districts "
        "sites monuments river full-districts double-crossings line-nationals national-districts "
        "secondary-interchanges",
    ),
    "an objective without a kind": mistake(
        'kind = "sites"\n',
        "",
        "objectives.cards.all-sites.kind: is missing",
        at="[objectives.cards.all-sites]",
    ),
    "an objective without a number": mistake(
        'kind = "sites"\ncount = 5\n',
        'kind = "sites"\n',
        "objectives.cards.all-sites.count: is missing",
        at="[objectives.cards.all-sites]",
    ),
    "an objective that is always met": mistake(
        'kind = "sites"\ncount = 5\n',
        'kind = "sites"\ncount = 0 # met by everybody\n',
        "objectives.cards.all-sites.count: must be a whole number from 1 to 999, not 0",
        at="count = 0 # met by everybody",
    ),
    "an objective among an unknown district": mistake(
        'among = ["E"]',
        'among = ["E", "e"]',
        "objectives.cards.central-district.among: there is no district 'e'",
    ),
    "an objective of five lines": mistake(
        'among = ["E"]',
        "lines = 5",
        "objectives.cards.central-district.lines: must be a whole number from 2 to 4, not 5",
    ),
    "an unknown key of an objective": mistake(
        'among = ["E"]',
        'where = ["E"]',
        "objectives.cards.central-district.where: unknown key",
    ),
    "an objective that is no table": mistake(
        "dealt = 2\n",
        "dealt = 2\ncards.six-bridges = 6\n",
        "objectives.cards.six-bridges: must be a table",
        at="cards.six-bridges = 6",
    ),
    "an unknown key of the objectives": mistake(
        "dealt = 2\n",
        "dealt = 2\nhidden = true\n",
        "objectives.hidden: unknown key",
        at="hidden = true",
    ),
    "more objectives dealt than there are": mistake(
        "dealt = 2",
        "dealt = 6",
        "addons.objectives: 6 of 5 objective cards cannot be dealt",
        at="objectives = 10",
    ),
    "no objectives dealt": mistake(
        "dealt = 2\n",
        "",
        "addons.objectives: 0 of 5 objective cards cannot be dealt",
        at="objectives = 10",
    ),
    # The whole.
    "no name": mistake('name = "London"\n', "", "name: is missing", at=""),
    "a name that is a number": mistake('name = "London"', "name = 1863", "name: must be a string"),
    "a name of spaces": mistake('name = "London"', 'name = "  "', "name: must be a string"),
    "an unknown key": mistake(
        'name = "London"',
        'name = "London"\nyear = 1863',
        "year: unknown key",
        at="year = 1863",
    ),
    "an unknown table": mistake("[points]", "[ferries]\n[points]", "ferries: unknown key", at="[ferries]"),
}

IN_HAMLET = {
    "a crossing without directions": mistake(
        'c2 = "-/"\n',
        "",
        "stations: c2: crossings does not give the directions of this one",
        at="2 C . + S .",
    ),
    "directions where there is no crossing": mistake(
        'c2 = "-/"', 'c3 = "-/"', "crossings.c3: the picture shows no crossing (+) there"
    ),
    "directions of no cell": mistake(
        'c2 = "-/"',
        '2c = "-/"',
        "crossings.2c: '2c' is not a cell: write a column letter and a row number, as d3",
    ),
    "one direction": mistake(
        'c2 = "-/"', 'c2 = "--"', "crossings.c2: needs two different directions of - | / \\"
    ),
    "an unknown direction": mistake(
        'c2 = "-/"', 'c2 = "-x"', "crossings.c2: needs two different directions of - | / \\"
    ),
    "a direction that is a number": mistake('c2 = "-/"', "c2 = 2", "crossings.c2: must be a string"),
    "a direction that no section has": mistake(
        'c2 = "-/"', 'c2 = "-|"', "crossings.c2: no section passes in both directions"
    ),
    "a platform in two districts": mistake(
        "4 A A p p B", "4 A A p B B", "districts: the platform lies in more than one", at='districts = """'
    ),
    "overhead crossings without points": mistake(
        "crossing = [0, 2, 6]\n", "", "points.crossing: is missing", at="[points]"
    ),
    "one departure for two sides": mistake(
        'purple = ["a1", "e1"]', 'purple = ["a1"]', "departures.purple: needs 2 departures, not 1"
    ),
    "a departure for both sides": mistake(
        'purple = ["a1", "e1"]', 'purple = ["a1", "a1"]', "departures.purple: 'a1' is listed twice"
    ),
    "a side that is no kind of card": mistake(
        'sides = ["B", "C"]', 'sides = ["B", "U"]', "cards.sides: must be two of the letters in names"
    ),
    "most stations times a thousand": mistake(
        "double_stations = 2",
        "double_stations = 999",
        "acceleration.double_stations: must be a whole number from 1 to 3, not 999",
    ),
    "an unknown acceleration": mistake(
        "double_stations = 2", "express = 2", "acceleration.express: unknown key"
    ),
}


def complaint(text: str, source: str) -> str:
    with pytest.raises(BadCity) as caught:
        parse_city(text, source, "city")
    return str(caught.value)


def expected(text: str, source: str, wrong: Mistake) -> str:
    if not wrong.at:
        return f"{source}: {wrong.complaint}"
    rows = [n for n in range(len(text)) if text.startswith(f"\n{wrong.at}", n)]
    assert len(rows) == 1, f"{wrong.at!r} stands on {len(rows)} lines"
    return f"{source}:{text.count(chr(10), 0, rows[0]) + 2}: {wrong.complaint}"


@pytest.mark.parametrize("wrong", IN_LONDON.values(), ids=list(IN_LONDON))
def test_a_mistake_in_a_city_file_is_told_with_its_line_and_reason(wrong: Mistake) -> None:
    assert LONDON.count(wrong.old) == 1
    text = LONDON.replace(wrong.old, wrong.new)
    assert complaint(text, "london.toml") == expected(text, "london.toml", wrong)


@pytest.mark.parametrize("wrong", IN_HAMLET.values(), ids=list(IN_HAMLET))
def test_a_mistake_in_the_rarer_parts_of_a_city_file_is_told_too(wrong: Mistake) -> None:
    assert HAMLET.count(wrong.old) == 1
    text = HAMLET.replace(wrong.old, wrong.new)
    assert complaint(text, "hamlet.toml") == expected(text, "hamlet.toml", wrong)


def test_the_hamlet_itself_is_in_order() -> None:
    city = parse_city(HAMLET, "hamlet.toml", "hamlet")
    assert len(city.stations) == 16
    assert {cell: len(over) for cell, over in city.overhead.items()} == {"c2": 2}


# Pictures that are too large, or too small.


def with_pictures(stations: list[str], districts: list[str]) -> str:
    """The hamlet with another map; its departures are a1 b1 c1 d1 and more are not needed."""
    text = HAMLET[: HAMLET.index("stations")]
    for key, rows in (("stations", stations), ("districts", districts)):
        letters = " ".join(string.ascii_lowercase[: len(rows[0])])
        numbered = [f"{number} {' '.join(row)}" for number, row in enumerate(rows, 1)]
        text += "\n".join([f'{key} = """', f"  {letters}", *numbered, '"""\n'])
    return text + HAMLET[HAMLET.index("[departures]") :]


@pytest.mark.parametrize(
    ("stations", "reason"),
    [
        (["S" * 13] * 5, "stations: has 65 station cells; the maximum is 64"),
        (["S" * 8] * 8, "stations: makes 210 sections; the maximum is 192"),
        (["." * 5] * 5, "stations: has no station"),
        (["....S", "..S..", ".....", "....."], "stations: has no two stations that a dotted line can join"),
        (["S" * 16, *["S" + "." * 14 + "S"] * 14, "S" * 16], "stations: has too many crossings"),
        (["S"] * 100, "stations: has 100 rows; 1 to 99 are possible"),
    ],
)
def test_a_map_that_does_not_fit_is_refused(stations: list[str], reason: str) -> None:
    text = with_pictures(stations, ["A" * len(stations[0])] * len(stations))
    assert complaint(text, "map.toml") == f"map.toml:4: {reason}"


def test_a_map_of_27_columns_is_refused() -> None:
    text = with_pictures(["S" * 27], ["A" * 27]).replace("w x y z\n1 S", "w x y z aa\n1 S")
    assert complaint(text, "map.toml") == "map.toml:5: stations: must begin with the column letters a b c ..."


def test_a_map_of_column_letters_alone_is_refused() -> None:
    text = HAMLET[: HAMLET.index("1 S T")] + '"""\n'
    assert complaint(text, "map.toml") == "map.toml:4: stations: has 0 rows; 1 to 99 are possible"


def test_more_overhead_crossings_than_fit_are_refused() -> None:
    stations = ["S" * 7, *["S" + "+" * 5 + "S"] * 4, "S" * 7]
    text = with_pictures(stations, ["A" * 7] * 6)
    cells = [f"{column}{row}" for column in "bcdef" for row in range(2, 6)]
    text += "[crossings]\n" + "".join(f'{cell} = "-|"\n' for cell in cells)
    line = text[: text.index("[crossings]")].count("\n") + 1
    assert complaint(text, "map.toml") == f"map.toml:{line}: crossings: has 20; the maximum is 16"


def test_more_cards_than_fit_are_refused() -> None:
    symbols = ("square", "triangle", "pentagon", "circle", "joker")
    cards = ", ".join(f'"T:{symbol}"' for symbol in symbols)
    text = LONDON.replace("pile = [", f"pile = [ {cards},").replace("names = {", 'names = { T = "Tram",')
    line = text[: text.index("pile = [")].count("\n") + 1
    assert (
        complaint(text, "london.toml") == f"london.toml:{line}: cards.pile: has 16 cards; the maximum is 15"
    )


def test_more_objectives_than_fit_are_refused() -> None:
    more = "".join(f'[objectives.cards.n{n}]\nkind = "sites"\ncount = 1\n' for n in range(4))
    line = LONDON[: LONDON.index("[objectives]")].count("\n") + 1
    assert (
        complaint(LONDON + more, "london.toml")
        == f"london.toml:{line}: objectives.cards: has 9; the maximum is 8"
    )


# Lines are counted as an editor counts them.


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('stations = """\n', 'stations = """\n\n   \n'),
        (" 2 . P . S . . P . S P\n", "\n 2 . P . S . . P . S P\n\n"),
        ('stations = """\n   a b', 'stations = """   a b'),
        ('stations = """\n', "stations = '''\n"),
        ('stations = """\n', "'stations' = '''\n"),
        ('name = "London"', 'name = """London\nand\n\n  [its]\nstations = 4\nsuburbs"""'),
        ('name = "London"', "name = '''London\n# stations = '''"),
        ('name = "London"', 'name = "London # \\" [" # """'),
        ("# S square", "# a line separator: \u2028 \x85\n# S square"),
        (
            'pencils = ["purple", "blue", "pink", "green"]',
            'pencils = [\n  "purple", # [x]\n  "blue",\n  "[stations]", "green",\n]',
        ),
        ('name = "London"', 'other = [\n  ["stations"],\n  [{ a = 1 }, """\n[x]\n"""],\n]\nname = "London"'),
    ],
)
def test_the_line_of_a_mistake_is_the_line_in_the_file(old: str, new: str) -> None:
    assert LONDON.count(old) == 1
    text = LONDON.replace(old, new).replace(" 8 C . S C . P . . C P", " 8 C . S C . X . . C P")
    if "'''\n   a" in text:
        text = text.replace('10 T S . P C T . C . S\n"""', "10 T S . P C T . C . S\n'''")
    line = text[: text.index("X . . C P")].count("\n") + 1
    assert complaint(text, "london.toml") == (
        f"london.toml:{line}: stations: f8: unknown character 'X'; expected one of S T P C ? M # + ."
    )


def test_lines_are_counted_in_a_file_with_other_line_ends(tmp_path: Path) -> None:
    file = tmp_path / "windows.toml"
    text = HAMLET.replace("4 P C # # C", "4 P C # X C")
    file.write_bytes(text.replace("\n", "\r\n").encode())
    with pytest.raises(BadCity, match=r"windows\.toml:9: stations: d4: unknown character 'X'"):
        load_city(str(file))


def test_a_mistake_in_a_picture_on_one_line_is_told_with_that_line() -> None:
    text = 'name = "One"\nstations = "  a b\\n1 S X"\n'
    assert complaint(text, "one.toml").startswith("one.toml:2: stations: b1: unknown character 'X'")


# Text that is no TOML, files that are no text.


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("[points]", "[points", "line LINE, column 8: a closing bracket is missing"),
        ("[points]", "points", "line LINE, column 7: an equals sign is missing after a key"),
        ('name = "London"', 'name = "London', "line LINE, column 15: a closing quotation mark is missing"),
        (
            'name = "London"',
            "name = London",
            "line LINE, column 8: this is not a value: texts have quotation marks",
        ),
        ("river = 2 ", "river = \x00 ", "line LINE, column 9: this is not a value"),
        ("river = 2 ", "river = 2, ", "line LINE, column 10: something follows the end of a line"),
        ("river = 2 ", "river = 2\nriver = 2 ", ": a key is there twice"),
        ("[points]", "[river]", ": a table is there twice"),
        ("river = 2 ", f"river = {'9' * 5000} ", "a number has too many digits"),
        ("river = 2 ", f"river = {'[' * 100_000}", "it is nested too deeply"),
    ],
)
def test_text_that_is_not_toml_is_refused(old: str, new: str, reason: str) -> None:
    assert LONDON.count(old) == 1
    text = LONDON.replace(old, new)
    line = text[: text.index(new)].count("\n") + 1
    found = complaint(text, "london.toml")
    assert found.startswith("london.toml: not TOML: ")
    assert reason.replace("LINE", str(line)) in found
    assert "(at " not in found


@pytest.mark.parametrize("text", ["", "\n", "# nothing\n", "[name]\n", "name = {}"])
def test_an_empty_city_file_lacks_a_name(text: str) -> None:
    assert complaint(text, "empty.toml") in (
        "empty.toml: name: is missing",
        "empty.toml:1: name: must be a string",
    )


def test_a_file_that_is_not_there_is_a_mistake(tmp_path: Path) -> None:
    with pytest.raises(BadCity, match=r"nowhere\.toml: cannot be read: No such file or directory"):
        load_city(str(tmp_path / "nowhere.toml"))


def test_a_folder_is_no_city_file(tmp_path: Path) -> None:
    folder = tmp_path / "folder.toml"
    folder.mkdir()
    with pytest.raises(BadCity, match=r"folder\.toml: cannot be read: Is a directory"):
        load_city(str(folder))


def test_a_file_that_is_not_utf8_is_a_mistake(tmp_path: Path) -> None:
    file = tmp_path / "latin.toml"
    file.write_bytes('name = "Zürich"\n'.encode("latin-1"))
    with pytest.raises(BadCity, match=r"latin\.toml: is not UTF-8 text"):
        load_city(str(file))


@pytest.mark.parametrize("name", ["a\0b.toml", "\ud800.toml"])
def test_a_name_that_no_file_can_have_is_a_mistake(name: str) -> None:
    with pytest.raises(BadCity, match="it is not a file name"):
        load_city(name)


@pytest.mark.parametrize("name", ["atlantis", "", "London", "london.txt", "../london"])
def test_a_name_that_is_no_city_is_answered_with_those_there_are(name: str) -> None:
    with pytest.raises(BadCity) as caught:
        load_city(name)
    assert str(caught.value) == f"unknown city {name!r}; choose from {', '.join(city_names())}"


def test_a_city_file_may_begin_with_a_byte_order_mark(tmp_path: Path) -> None:
    file = tmp_path / "marked.toml"
    file.write_bytes(b"\xef\xbb\xbf" + LONDON.encode())
    city = load_city(str(file))
    assert city.key == "marked.toml"
    assert len(city.stations) == 53


@pytest.mark.parametrize(
    ("name", "shown"), [("the Danube", "Danube"), ("The Danube", "Danube"), ("Theiss", "Theiss")]
)
def test_a_river_is_named_without_its_article_which_sentences_bring(name: str, shown: str) -> None:
    city = parse_city(LONDON.replace('name = "Thames"', f'name = "{name}"'), "london.toml", "london")
    assert city.river_name == shown
    assert under_river(city) == f"under the {shown}"
