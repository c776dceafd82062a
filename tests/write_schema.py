"""Writes what the web app's types are made from: the API's document and the schemas of messages.

`make schema` runs this; a test tells when it is due.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec

from fulgence.api.city_editor import EditedCity
from fulgence.api.companions import CompanionView
from fulgence.api.lessons import LessonView
from fulgence.api.paper import PaperScore
from fulgence.api.positions import AnalysisView
from fulgence.api.puzzles import PuzzleAnswer, PuzzleView
from fulgence.api.replays import ReplayView
from fulgence.api.review_lines import ReviewLine
from fulgence.server.http.app import document
from fulgence.table.messages import schemas

FOLDER = Path(__file__).parents[1] / "web" / "schema"


def contents() -> dict[str, str]:
    kinds: dict[str, Any] = {
        "replay": ReplayView,
        "lesson": LessonView,
        "review": ReviewLine,
        "analysis": AnalysisView,
        "puzzle": PuzzleView,
        "puzzle-answer": PuzzleAnswer,
        "companion": CompanionView,
        "paper-score": PaperScore,
        "city-editor": EditedCity,
    }
    pages = {name: msgspec.json.schema(kind) for name, kind in kinds.items()}
    api = document()
    api["info"]["version"] = "any"  # types are the same in all versions that have the same API
    files: dict[str, Any] = {"openapi.json": api, "messages.json": {**schemas(), **pages}}
    return {name: json.dumps(content, indent=1, sort_keys=True) + "\n" for name, content in files.items()}


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    for name, text in contents().items():
        (FOLDER / name).write_text(text)


if __name__ == "__main__":
    main()
