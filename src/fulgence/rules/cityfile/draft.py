"""A draft: the facts of a city file as they are written, complete and right or not; as TOML and as JSON.

Comments of a file are not facts, so they are lost.
"""

from __future__ import annotations

import string
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, fields, is_dataclass, replace
from typing import Any, TypeVar, cast, get_args, get_type_hints

from fulgence.rules import kinds
from fulgence.rules.cityfile.pictures import NOTHING
from fulgence.rules.cityfile.toml_reader import parse_toml, shown
from fulgence.rules.cityfile.toml_writer import (
    escaped,
    format_key,
    format_list,
    format_pair,
    format_path,
    format_value,
)
from fulgence.rules.errors import BadCity

Texts = tuple[str, ...]
Numbers = tuple[int, ...]
MAX_NUMBER = 1 << 31  # of a fact; JSON for a page holds no large ones. Those of a city end at 999
PICTURES = ("stations", "districts")
Table = TypeVar("Table")


@dataclass(frozen=True)
class CardsDraft:
    pile: Texts | None = None
    names: Mapping[str, str] | None = None
    sides: Texts | None = None
    closing: Mapping[str, int] | None = None


@dataclass(frozen=True)
class SwitchDraft:
    sections: int | None = None
    ignored_turns: int | None = None


@dataclass(frozen=True)
class PointsDraft:
    interchange: Numbers | None = None
    river: int | None = None
    monument: int | None = None
    crossing: Numbers | None = None
    link: int | None = None
    objective: int | None = None


@dataclass(frozen=True)
class RiverDraft:
    name: str | None = None
    sections: Texts | None = None


@dataclass(frozen=True)
class SitesDraft:
    cells: Texts | None = None
    track: Numbers | None = None


@dataclass(frozen=True)
class GatesDraft:
    cells: Texts | None = None


@dataclass(frozen=True)
class AccelerationDraft:
    secondary_districts: int | None = None
    double_stations: int | None = None


@dataclass(frozen=True)
class SoloDraft:
    pencils: str | None = None


@dataclass(frozen=True)
class VerdictsDraft:
    up_to: Numbers | None = None


@dataclass(frozen=True)
class ObjectiveDraft:
    kind: str | None = None
    lines: int | None = None
    count: int | None = None
    among: Texts | None = None


@dataclass(frozen=True)
class ObjectivesDraft:
    dealt: int | None = None
    cards: Mapping[str, ObjectiveDraft] = field(default_factory=dict)


@dataclass(frozen=True)
class CityDraft:
    """The keys of a city file in the order in which they are written; None: not there.

    A picture is a row of characters for each row of cells, without spaces, all equally long. `misfits` are
    values of another kind than the key has, and keys that no city has: the TOML text of each by its path.
    """

    name: str | None = None
    note: str | None = None
    pencils: Texts | None = None
    stations: Texts | None = None
    districts: Texts | None = None
    removed: Texts | None = None
    crossings: Mapping[str, str] = field(default_factory=dict)
    departures: Mapping[str, Texts] = field(default_factory=dict)
    cards: CardsDraft = CardsDraft()
    switch: SwitchDraft = SwitchDraft()
    points: PointsDraft = PointsDraft()
    river: RiverDraft = RiverDraft()
    sites: SitesDraft = SitesDraft()
    gates: GatesDraft = GatesDraft()
    acceleration: AccelerationDraft = AccelerationDraft()
    addons: Mapping[str, int] = field(default_factory=dict)
    solo: SoloDraft = SoloDraft()
    verdicts: VerdictsDraft = VerdictsDraft()
    objectives: ObjectivesDraft = ObjectivesDraft()
    misfits: Mapping[str, str] = field(default_factory=dict)


# Reading.


def parse_draft(text: str, source: str = "city.toml") -> CityDraft:
    """What a city file says, or BadCity if it is not TOML. Pictures that are not rectangles are filled up."""
    table = dict(parse_toml(source, text).table)
    if table.get("acceleration") == {}:  # the table alone allows the add-on
        table["acceleration"] = {"secondary_districts": 1}
    return read_draft(table, {})


def parse_draft_object(data: object) -> CityDraft:
    """A draft from its JSON, as msgspec writes it: the tables of the file, null where a key is not there.

    BadCity if it is none at all; what does not fit becomes a misfit."""
    if not isinstance(data, dict):
        raise BadCity("a draft is an object")
    given = data.get("misfits") or {}
    if not isinstance(given, dict):
        raise BadCity("misfits: must be texts by their keys")
    for path, text in given.items():
        try:
            if "\n" in f"{path}{text}":
                raise ValueError
            tomllib.loads(f"{path} = {text}")
        except (ValueError, RecursionError):
            raise BadCity(f"misfits: {shown(text)} is not a TOML value") from None
    table = {key: value for key, value in data.items() if key != "misfits"}
    try:
        draft = read_draft(table, given)
        format_draft(draft).encode()
    except (ValueError, RecursionError):
        raise BadCity("a draft holds texts, numbers and lists of them") from None
    return draft


def read_draft(table: dict[str, Any], known: Mapping[str, str]) -> CityDraft:
    misfits = dict(known)
    draft = read_table(CityDraft, table, (), misfits)
    return replace(draft, misfits=misfits)


def read_table(kind: type[Table], table: dict[str, Any], path: Texts, misfits: dict[str, str]) -> Table:
    """The dataclass with those values of a table that fit its fields; the others become misfits."""
    hints = get_type_hints(kind)
    found = {}
    for key, value in table.items():
        place = (*path, key)
        if value is None:
            continue
        if not path and key in PICTURES and isinstance(value, str):
            value = rows_of(value)
        hint = hints.get(key) if key != "misfits" else None
        if is_dataclass(hint) and isinstance(value, dict):
            found[key] = read_table(cast("type[Any]", hint), value, place, misfits)
        elif is_entries(hint) and isinstance(value, dict):
            found[key] = read_entries(get_args(hint)[1], value, place, misfits)
        elif hint is not None and fits(hint, value):
            found[key] = frozen(value)
        else:
            misfits[format_path(place)] = format_value(value)
    for key in set(PICTURES) & set(found) if not path else ():
        found[key] = rectangle(found[key])
    return kind(**found)


def read_entries(kind: Any, table: dict[str, Any], path: Texts, misfits: dict[str, str]) -> dict[str, Any]:
    """A table with keys of the city's own: cells, pencils, names of cards."""
    found: dict[str, Any] = {}
    for key, value in table.items():
        if is_dataclass(kind) and isinstance(value, dict):
            found[key] = read_table(cast("type[Any]", kind), value, (*path, key), misfits)
        elif not is_dataclass(kind) and fits(kind, value):
            found[key] = frozen(value)
        elif value is not None:
            misfits[format_path((*path, key))] = format_value(value)
    return found


def is_entries(hint: Any) -> bool:
    """A table that is written with a line for each entry; those that may be missing stand on one line."""
    return getattr(hint, "__origin__", None) is Mapping


def fits(hint: Any, value: object) -> bool:
    """Whether a value is of the kind that a field holds."""
    for kind in get_args(hint) if type(None) in get_args(hint) else (hint,):
        if kind is str and isinstance(value, str):
            return True
        if kind is int and type(value) is int and abs(value) < MAX_NUMBER:
            return True
        origin, args = getattr(kind, "__origin__", None), get_args(kind)
        if origin is tuple and isinstance(value, list | tuple):
            return all(fits(args[0], item) for item in value)
        if origin is Mapping and isinstance(value, dict):
            return all(isinstance(key, str) and fits(args[1], item) for key, item in value.items())
    return False


def frozen(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value


def rows_of(picture: str) -> Texts:
    """The rows of a picture in a file, without the column letters and row numbers if they are there."""
    lines = [line.split() for line in picture.split("\n") if line.strip()]
    if lines and all(sign.islower() for sign in lines[0]):
        del lines[0]
    return tuple("".join(line[1:] if line[0].isdecimal() else line) for line in lines)


def rectangle(rows: Texts) -> Texts:
    width = max(map(len, rows), default=0)
    return tuple("".join(NOTHING if sign.isspace() else sign for sign in row.ljust(width)) for row in rows)


# Writing.


def format_draft(draft: CityDraft) -> str:
    """The city file of a draft, always the same bytes."""
    left = dict(draft.misfits)
    top = facts_of(draft, ("name", "note", "pencils"), (), left)
    removed = facts_of(draft, ("removed",), (), left)
    pictures = [picture_lines(draft, key, left) for key in PICTURES]
    blocks: list[list[str]] = []
    for entry in fields(draft):
        value = getattr(draft, entry.name)
        if is_dataclass(value):
            blocks += table_blocks(value, (entry.name,), left)
        elif isinstance(value, Mapping) and entry.name != "misfits":
            lines = [line for key, item in value.items() for line in format_pair(key, item)]
            blocks.append(block((entry.name,), [*lines, *misfit_lines((entry.name,), left)]))
    top += [f"{path} = {text}" for path, text in left.items()]
    return "\n\n".join("\n".join(lines) for lines in [top, *pictures, removed, *blocks] if lines) + "\n"


def table_blocks(table: Any, path: Texts, left: dict[str, str]) -> list[list[str]]:
    """The block of a table, then those of the tables in it."""
    hints = get_type_hints(type(table))
    inner = [key for key in hints if is_entries(hints[key])]
    below = [
        block((*path, key, name), facts_of(value, get_type_hints(type(value)), (*path, key, name), left))
        for key in inner
        for name, value in getattr(table, key).items()
    ]
    own = facts_of(table, [key for key in hints if key not in inner], path, left)
    return [block(path, own), *below]


def block(path: Texts, lines: list[str]) -> list[str]:
    """A table with its header; a card without facts has one too, as it is known by its name."""
    return [f"[{format_path(path)}]", *lines] if lines or len(path) > 1 else []


def facts_of(table: Any, keys: Iterable[str], path: Texts, left: dict[str, str]) -> list[str]:
    """The lines of a table: its facts in their order, each replaced by its misfit if there is one."""
    lines: list[str] = []
    for key in keys:
        value = getattr(table, key)
        misfit = left.pop(format_path((*path, key)), None)
        if misfit is not None:
            lines.append(f"{format_key(key)} = {misfit}")
        elif key == "pile" and value:
            lines += pile_lines(value)
        elif value is not None:
            lines += format_pair(key, value)
    return lines + (misfit_lines(path, left) if path else [])


def misfit_lines(path: Texts, left: dict[str, str]) -> list[str]:
    start = format_path(path) + "."
    own = [key for key in left if key.startswith(start)]
    return [f"{key.removeprefix(start)} = {left.pop(key)}" for key in own]


def pile_lines(pile: Texts) -> list[str]:
    """The cards of each kind begin on a line of their own."""
    groups: list[list[str]] = []
    for card in pile:
        kind = card.partition(":")[0]
        if not groups or (card != kinds.SWITCH_CARD and kind != groups[-1][0].partition(":")[0]):
            groups.append([])
        groups[-1].append(card)
    return format_list("pile", groups)


def picture_lines(draft: CityDraft, key: str, left: dict[str, str]) -> list[str]:
    misfit = left.pop(key, None)
    if misfit is not None:
        return [f"{key} = {misfit}"]
    rows: Texts | None = getattr(draft, key)
    if rows is None:
        return []
    edge = len(str(len(rows)))
    letters = " ".join(column_name(x) for x in range(len(rows[0]) if rows else 0))
    numbered = [
        f"{number:>{edge}} {' '.join(map(escaped, row))}".rstrip() for number, row in enumerate(rows, 1)
    ]
    return [f'{key} = """', f"{' ' * edge} {letters}".rstrip(), *numbered, '"""']


def column_name(x: int) -> str:
    """A letter; a draft may be wider than a city can be."""
    first = string.ascii_lowercase[x // 26 - 1] if x >= 26 else ""
    return first + string.ascii_lowercase[x % 26]
