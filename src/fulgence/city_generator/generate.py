"""A new city from a seed: sheets are drawn until one keeps the laws and plays like the model."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache

from fulgence.city_generator.district_plans import plans_with
from fulgence.city_generator.laws import broken_series_laws
from fulgence.city_generator.model import Features, features_of
from fulgence.city_generator.names import city_name, river_name
from fulgence.city_generator.new_sheet import NewSheet, draw_sheet
from fulgence.city_generator.playability import Scores, greedy_scores, reaches_enough
from fulgence.rules.city import City, Point
from fulgence.rules.cityfile.city_reader import city_names, city_text, load_city, parse_city
from fulgence.rules.cityfile.draft import (
    CityDraft,
    ObjectivesDraft,
    RiverDraft,
    format_draft,
    parse_draft,
)
from fulgence.rules.errors import FulgenceError
from fulgence.rules.generator import Generator
from fulgence.rules.message import Message
from fulgence.rules.text.notation import format_cell

MAX_TRIES = 200
SEEDS = 1 << 53  # a number that every reader of JSON keeps exactly
MODELS, SCORES, NAMES = 1_000_001, 1_000_002, 1_000_003  # children of the generator, after those of the tries


class NoModel(FulgenceError):
    """There is no such city to imitate."""

    is_usage = True


class NoNewCity(FulgenceError):
    """No sheet was good enough."""


@dataclass(frozen=True)
class NewCity:
    """`model`: the city that it is like. `tries`: how many sheets were drawn."""

    name: str
    seed: int
    model: str
    file: str
    tries: int
    scores: Scores


@cache
def model_names() -> tuple[str, ...]:
    """The cities that there are district plans for."""
    return tuple(name for name in city_names() if plans_with(features_of(load_city(name)).main_districts))


def new_city(seed: int, like: str = "") -> NewCity:
    """The city of a seed, always the same. `like`: its model; the seed chooses if there is none."""
    rng = Generator(seed)
    like = like or chosen_model(seed)
    if like not in model_names():
        names = ", ".join(model_names())
        raise NoModel(
            Message("no new city can be like {city!r}; choose from {names}", city=like, names=names)
        )
    model = load_city(like)
    features, wanted = features_of(model), model_scores(like)
    named = rng.child(NAMES + model_names().index(like))  # another name for each model
    frame = framed(parse_draft(city_text(like)), model, seed, named)
    for number in range(MAX_TRIES):
        draft = drafted(features, frame, rng.child(number))
        if draft is None:
            continue
        text = format_draft(draft)
        city = parse_city(text, "city.toml", "city.toml")
        if broken_series_laws(city) or not reaches_enough(city):
            continue
        scores = greedy_scores(city, rng.child(SCORES))
        if scores.is_like(wanted):
            return NewCity(city.name, seed, like, text, number + 1, scores)
    raise NoNewCity(Message("no good city was found for the seed {seed}; try another", seed=seed))


def chosen_model(seed: int) -> str:
    return model_names()[Generator(seed).child(MODELS).draw(len(model_names()))]


@cache
def model_scores(name: str) -> Scores:
    return greedy_scores(load_city(name), Generator(SCORES))


def framed(draft: CityDraft, model: City, seed: int, rng: Generator) -> CityDraft:
    """The model's rules under a new name."""
    note = f"This city comes from the generator, with the rules of {model.name}; its seed is {seed}."
    draft = replace(draft, name=city_name(rng), note=note)
    if not model.river_name:
        return draft
    river = river_name(rng)
    cards = {
        key.replace(model.river_name.lower(), river.lower()): card
        for key, card in draft.objectives.cards.items()
    }
    return replace(draft, river=RiverDraft(river), objectives=ObjectivesDraft(draft.objectives.dealt, cards))


def drafted(features: Features, frame: CityDraft, rng: Generator) -> CityDraft | None:
    """A sheet with those rules; None if the attempt came to nothing."""
    sheet = draw_sheet(features, rng)
    return with_sheet(frame, sheet, rng) if sheet else None


def with_sheet(frame: CityDraft, sheet: NewSheet, rng: Generator) -> CityDraft:
    pencils = frame.pencils or ()
    starts: dict[str, list[str]] = {pencil: [] for pencil in pencils}
    for side in sheet.departures:
        order = list(pencils)
        rng.shuffle(order)
        for pencil, point in zip(order, side, strict=True):
            starts[pencil].append(format_cell(point))
    return replace(
        frame,
        stations=tuple("".join(row) for row in sheet.stations),
        districts=tuple("".join(row) for row in sheet.districts),
        crossings={format_cell(point): marks for point, marks in sorted(sheet.overhead.items(), key=by_row)},
        departures={pencil: tuple(cells) for pencil, cells in starts.items()},
        river=replace(frame.river, sections=river_sections(sheet) or None),
        sites=replace(frame.sites, cells=tuple(map(format_cell, sheet.sites)) or None),
        gates=replace(frame.gates, cells=frame.gates.cells and tuple(map(format_cell, corners(sheet)))),
    )


def by_row(item: tuple[Point, str]) -> tuple[int, int]:
    return (item[0][1], item[0][0])


def river_sections(sheet: NewSheet) -> tuple[str, ...]:
    return tuple(f"{format_cell(a)}-{format_cell(b)}" for a, b in sheet.river)


def corners(sheet: NewSheet) -> list[Point]:
    right, bottom = len(sheet.stations[0]) - 1, len(sheet.stations) - 1
    return [(0, 0), (right, 0), (0, bottom), (right, bottom)]
