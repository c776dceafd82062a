"""The game in the Python of browsers: the same views from the same entries, and whole games."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from fulgence.rules.generator import Generator
from fulgence.rules.text.record import parse_record, replay
from fulgence.site import bundle as bundles
from fulgence.site.licenses import python_license
from fulgence.table.entries import format_entry
from local_tables.test_local_table import ADDONS, Page
from offline_bundle import made_bundle

HERE = Path(__file__).parent
PROJECT = HERE.parents[1]
MAX_BYTES = 7_000_000  # gzipped, without the weights


@pytest.fixture(scope="module")
def bundle() -> Path:
    if not shutil.which("node"):
        pytest.skip("there is no Node.js")
    return made_bundle()


def in_browser_python(bundle: Path, program: str, *arguments: str) -> list[str]:
    command = ["node", str(HERE / "run_python.mjs"), str(bundle), str(HERE / program), *arguments]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


def test_the_download_stays_small(bundle: Path) -> None:
    files = json.loads((bundle / "files.json").read_text(encoding="utf-8"))["files"]
    assert sum(file["gzipped"] for file in files if not file["name"].startswith("weights/")) < MAX_BYTES
    assert {"pyodide.asm.wasm", "fulgence.zip", "weights/paris+any.weights"} <= {
        file["name"] for file in files
    }


def test_the_same_sources_make_the_same_bytes(bundle: Path, tmp_path: Path) -> None:
    again = tmp_path / "again"
    bundles.make_bundle(again, lambda text: None)
    assert (again / "files.json").read_bytes() == (bundle / "files.json").read_bytes()


def test_pyodide_is_the_one_that_npm_installs() -> None:
    facts = json.loads((PROJECT / "web" / "package.json").read_text(encoding="utf-8"))
    locked = json.loads((PROJECT / "web" / "package-lock.json").read_text(encoding="utf-8"))
    assert facts["dependencies"]["pyodide"] == bundles.PYODIDE
    assert locked["packages"]["node_modules/pyodide"]["version"] == bundles.PYODIDE


def test_the_licences_of_everything_in_it_come_with_it(bundle: Path) -> None:
    text = (bundle / "licenses.txt").read_text(encoding="utf-8")
    assert f"Pyodide {bundles.PYODIDE} (MPL-2.0)" in text and "https://mozilla.org/MPL/2.0/" in text
    assert "PYTHON SOFTWARE FOUNDATION LICENSE VERSION 2" in text or not python_license()
    assert "Copyright (c) 2021, Jim Crist-Harif" in text  # msgspec
    # If Pyodide's package ever has a text of its own, that one must be copied.
    assert not list((PROJECT / "web" / "node_modules" / "pyodide").glob("LICEN*"))
    files = json.loads((bundle / "files.json").read_text(encoding="utf-8"))["files"]
    own = {"fulgence.zip", *(file["name"] for file in files if file["name"].startswith("weights/"))}
    assert not [file["name"] for file in files if file["name"] not in own and file["name"] not in text]


def test_the_same_entries_give_the_same_views(bundle: Path, tmp_path: Path) -> None:
    """To the byte, for a whole game of every city with all its add-ons."""
    tables = []
    for city, addons in ADDONS.items():
        page = Page(city, ("greedy",), addons=addons)
        page.play(Generator(4))
        tables.append((page.table.table.id, [(at, format_entry(entry)) for at, entry in page.table.log]))
    file = tmp_path / "tables.json"
    file.write_text(json.dumps(tables), encoding="utf-8")
    command = [sys.executable, str(HERE / "fold_entries.py"), str(file)]
    here = subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()
    assert len(here) == len(tables) and all(len(line.split()) > 60 for line in here)
    assert in_browser_python(bundle, "fold_entries.py", str(file)) == here


@pytest.mark.long
def test_the_levels_of_a_browser_play_the_same_moves_as_here(bundle: Path) -> None:
    """A whole game of each; here compiled, if it is."""
    arguments = ("skilled,expert", "london", "0")
    command = [sys.executable, str(HERE / "play_solo.py"), *arguments]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as running:
        there = [json.loads(line) for line in in_browser_python(bundle, "play_solo.py", *arguments)]
        here = [json.loads(line) for line in running.stdout or ()]
    assert [(game["bot"], game["total"]) for game in here] == [("skilled", 137), ("expert", 132)]
    assert [game["moves"] for game in there] == [game["moves"] for game in here]


def test_whole_games_are_played_to_records_that_replay_here(bundle: Path) -> None:
    games: list[dict[str, Any]] = [
        json.loads(line) for line in in_browser_python(bundle, "play_games.py", "greedy", "1")
    ]
    assert [game["city"] for game in games] == list(ADDONS)
    for game in games:
        played = replay(parse_record(json.dumps(game["record"])))
        assert [pad.total for pad in played.pads] == game["totals"]


def test_puzzles_are_shown_and_answered_as_here(bundle: Path) -> None:
    command = [sys.executable, str(HERE / "answer_puzzles.py")]
    here = subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()
    assert len(here) == 13 and '"lost":' in here[-1]
    assert in_browser_python(bundle, "answer_puzzles.py") == here
