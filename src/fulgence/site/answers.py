"""Answers of the API that are the same for everybody, for hosts without a server and browsers offline."""

from __future__ import annotations

import msgspec

from fulgence.api.catalogues import catalogue_of
from fulgence.api.choices import choices, version
from fulgence.api.city_maps import map_text
from fulgence.api.lessons import lesson_list
from fulgence.api.rules import rules_text
from fulgence.language import languages, load_language
from fulgence.rules.cityfile.city_reader import city_names, load_city


def common_answers() -> dict[str, bytes]:
    """By path below `/api/`: all that the start page needs, in every language."""
    found = {"choices": msgspec.json.encode(choices())}
    found |= {f"languages/{tag}": msgspec.json.encode(catalogue_of(tag)) for tag in languages()}
    found |= {f"cities/{key}": map_text(load_city(key)).encode() for key in city_names()}
    return found


def answer_files() -> dict[str, bytes]:
    """The files of a host without a server: `/api/X` is in `answers/X.json`."""
    own = {"version": msgspec.json.encode(msgspec.structs.replace(version(), compiled=False))}
    return {f"answers/{path}.json": text for path, text in (common_answers() | own).items()}


def local_answer_files() -> dict[str, bytes]:
    """Those that differ by language: `/api/X` is in `answers/X.fr.json`. Browsers do not keep them all."""
    found = {}
    for tag in languages():
        found[f"answers/lessons.{tag}.json"] = msgspec.json.encode(lesson_list(load_language(tag)))
        for key in city_names():
            found[f"answers/cities/{key}/rules.{tag}.json"] = rules_text(load_city(key), tag).encode()
    return found
