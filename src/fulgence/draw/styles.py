"""The styles of the classes of a drawing, written into its elements as attributes.

Not as a style sheet: such a picture looks the same in a page whose policy forbids inline styles, and in
programs that do not support style sheets.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from fulgence.draw.font import FAMILY
from fulgence.draw.pencils import css_of
from fulgence.pencils import pencils_of
from fulgence.rules.city import City

Look = Mapping[str, str]

PAPER, INK, QUIET, RULE = "#ffffff", "#23262f", "#6d6a61", "#b9b4a6"
CLASS = re.compile(r'class="([^"]*)"(?: font-size="([^"]*)")?')


def words(size: float, colour: str = INK, weight: str = "400", anchor: str = "start") -> Look:
    look = {"fill": colour, "font-family": FAMILY, "font-size": f"{size:g}", "font-weight": weight}
    return look if anchor == "start" else {**look, "text-anchor": anchor}


# By class; a key of several classes applies to elements that have all of them. Later ones win.
LOOKS: dict[str, Look] = {
    "paper": {"fill": PAPER},
    "district": {"fill": "#fcfbf8"},
    "d1": {"fill": "#f3f1ea"},
    "d2": {"fill": "#edf1f4"},
    "d3": {"fill": "#f6efee"},
    "border": {"stroke": RULE, "stroke-width": "2.5", "stroke-linecap": "round"},
    "river": {"fill": "none", "stroke": "#cfe3ef", "stroke-width": "30"},
    "section": {
        "stroke": "#8f8b80",
        "stroke-width": "3.2",
        "stroke-linecap": "round",
        "stroke-dasharray": "0.1 9",
    },
    "station": {"fill": "#ffffff", "stroke": INK, "stroke-width": "5"},
    "symbol": {"fill": INK},
    "symbol light": {"fill": "#ffffff"},
    "sight": {"fill": "#e7b43c"},
    "bridge": {"fill": PAPER, "stroke": RULE, "stroke-width": "2"},
    "bridge-under": {"stroke": "#8f8b80", "stroke-width": "3"},
    "bridge-over": {"stroke": "#8f8b80", "stroke-width": "3"},
    "badge": {"stroke": PAPER, "stroke-width": "2.5"},
    "badge-letter": words(16, "#ffffff", "700", "middle"),
    "grid-name": words(20, "#8f8b80", "700", "middle"),
    "casing": {"stroke": PAPER, "stroke-width": "23", "stroke-linecap": "round"},
    "stroke": {"stroke-width": "14", "stroke-linecap": "round"},
    "pattern": {"fill": "none", "stroke": "#ffffff", "stroke-width": "4", "stroke-linecap": "round"},
    "boxed": {"fill": "none", "stroke": INK, "stroke-width": "4"},
    "circled": {"fill": "none", "stroke": INK, "stroke-width": "4"},
    "doubled": words(26, INK, "700", "middle"),
    "side": {"stroke": PAPER, "stroke-width": "2.5"},
    "side-name": words(15, "#ffffff", "700", "middle"),
    # The page around the map.
    "city": words(32, INK, "700"),
    "player": words(20, INK),
    "remark": words(12, QUIET),
    "label": words(12, INK),
    "fine": words(10, QUIET),
    "fine middle": {"text-anchor": "middle"},
    "fine end": {"text-anchor": "end"},
    "ticket": {"fill": "#fcfbf8", "stroke": INK, "stroke-width": "1.5"},
    "tear": {"stroke": RULE, "stroke-width": "1.5", "stroke-dasharray": "3 5", "stroke-linecap": "round"},
    "rule": {"stroke": INK, "stroke-width": "1"},
    "box": {"fill": "#ffffff", "stroke": RULE, "stroke-width": "1.25"},
    "box sum": {"stroke": INK, "stroke-width": "1.5"},
    "box total": {"fill": INK, "stroke": INK},
    "box total open": {"fill": "#ffffff", "stroke-width": "2"},
    "figure": words(17, INK, "400", "middle"),
    "figure sum": words(17, INK, "700", "middle"),
    "figure total": words(20, "#ffffff", "700", "middle"),
    "figure title": words(32, "#ffffff", "700", "middle"),
    "operator": words(13, QUIET, "400", "middle"),
    "step": {"fill": "#ffffff", "stroke": RULE, "stroke-width": "1.25"},
    "step done": {"fill": INK, "stroke": INK},
    "stroke thin": {"stroke-width": "8"},
    "pattern thin": {"stroke-width": "2.5"},
    "cut": {"stroke": RULE, "stroke-width": "1", "stroke-dasharray": "4 6"},
    "label total": {"font-weight": "700"},
    "band": {"fill": "#ffffff", "stroke": RULE, "stroke-width": "1.25"},
    "band done": {"fill": INK, "stroke": INK},
    "band-figure": words(11, INK, "400", "middle"),
    "band-figure done": {"fill": "#ffffff", "font-weight": "700"},
    "step-figure": words(9.5, QUIET, "400", "middle"),
    "step-figure done": {"fill": "#ffffff", "font-weight": "700"},
}


def pencil_looks(city: City, is_mono: bool) -> dict[str, Look]:
    found: dict[str, Look] = {}
    for name, pencil in pencils_of(city.pencils).items():
        css, colour = css_of(city, name), INK if is_mono else pencil.light
        found[f"stroke {css}"] = {"stroke": colour}
        found[f"pattern {css}"] = {"stroke-dasharray": pencil.dash} if pencil.dash else {"stroke": "none"}
        found[f"badge {css}"] = found[f"side {css}"] = {"fill": colour}
        found[f"departure {css}"] = {"fill": colour, "stroke": colour}
        found[f"doubled {css}"] = {"fill": colour}
    return found


def grey(colour: str) -> str:
    """A colour as bright as it looks (ITU-R BT.601)."""
    red, green, blue = (int(colour[n : n + 2], 16) for n in (1, 3, 5))
    level = round(0.299 * red + 0.587 * green + 0.114 * blue)
    return f"#{level:02x}{level:02x}{level:02x}"


def styled(city: City, drawing: str, is_mono: bool = False) -> str:
    """The drawing with the attributes of its classes. `is_mono`: in greys, the pencils by their patterns."""
    everything = {**LOOKS, **pencil_looks(city, is_mono)}
    looks = [(set(key.split()), look) for key, look in everything.items()]
    known: dict[str, str] = {}

    def attributes(match: re.Match[str]) -> str:
        whole = match[0]
        if whole not in known:
            classes = set(match[1].split())
            merged: dict[str, str] = {}
            for wanted, look in looks:
                if wanted <= classes:
                    merged |= look
            if match[2]:
                merged["font-size"] = match[2]
            if is_mono:
                merged = {key: grey(value) if value[0] == "#" else value for key, value in merged.items()}
            css = f'class="{match[1]}"'
            known[whole] = " ".join([css, *(f'{key}="{value}"' for key, value in merged.items())])
        return known[whole]

    return CLASS.sub(attributes, drawing)
