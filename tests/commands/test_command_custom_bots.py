"""Custom bots on the command line: `module:Class`, in this process and in others."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from commands.shell import environment, without_note

EXAMPLES = Path(__file__).parents[2] / "examples"
BOTS = """
class Passing:
    def choose(self, view):
        return "pass"

class Lucky:
    def __init__(self, chance):
        self.chance = chance
    def choose(self, view):
        return view.moves[self.chance.draw(len(view.moves))]

class Mute:
    pass

class Broken:
    def __init__(self):
        raise ZeroDivisionError("no time left")

class Cheating:
    def choose(self, view):
        return "a1-a2"

class Raising:
    def choose(self, view):
        raise KeyError("plan")

function = print
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "my_bots.py").write_text(BOTS, encoding="utf-8")
    (tmp_path / "needy.py").write_text("import not_there_at_all", encoding="utf-8")
    (tmp_path / "wrong.py").write_text("def", encoding="utf-8")
    return tmp_path


def run(folder: Path, *arguments: str, typed: str = "") -> tuple[int, str, str]:
    """The program as its script starts it, without the current folder among Python's own."""
    done = subprocess.run(
        [sys.executable, "-P", "-m", "fulgence", *arguments],
        env=environment(LANGUAGE="en"),
        cwd=folder,
        input=typed,
        capture_output=True,
        text=True,
        check=False,
    )
    return done.returncode, done.stdout, without_note(done.stderr)


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_bot_of_ones_own_plays_in_the_arena_with_and_without_processes(folder: Path, jobs: str) -> None:
    bots = "my_bots:Passing,greedy,my_bots:Lucky"
    code, out, err = run(
        folder, "arena", "toy", "--bots", bots, "--deals", "20", "--jobs", jobs, "--seed", "7", "--json"
    )
    assert (code, err) == (0, "")
    found = {bot["bot"]: bot["mean"] for bot in json.loads(out)["bots"]}
    assert list(found) == bots.split(",")
    assert found["my_bots:Passing"] == 0 < found["my_bots:Lucky"] < found["greedy"]
    if jobs == "2":
        alone = run(
            folder, "arena", "toy", "--bots", bots, "--deals", "20", "--jobs", "1", "--seed", "7", "--json"
        )
        assert {bot["bot"]: bot["mean"] for bot in json.loads(alone[1])["bots"]} == found


def test_the_example_plays_in_the_arena() -> None:
    for folder, name in (
        (EXAMPLES, "own_bot:WandererBot"),
        (EXAMPLES.parent, "examples.own_bot:WandererBot"),
    ):
        code, out, err = run(folder, "arena", "toy", "--bots", f"{name},random", "--deals", "5", "--json")
        assert (code, err) == (0, "")
        assert json.loads(out)["bots"][0]["bot"] == name


def test_a_bot_of_ones_own_sits_at_a_table_and_in_simulations(folder: Path) -> None:
    code, out, _ = run(
        folder, "play", "toy", "--bots", "my_bots:Passing", "--accessible", typed="o\npass\n\n"
    )
    assert code == 0
    assert "my_bots:Passing 1" in out
    code, out, _ = run(folder, "simulate", "toy", "--bot", "my_bots:Passing")
    assert code == 0
    assert json.loads(out)["seats"][0]["name"] == "my_bots:Passing 1"


@pytest.mark.parametrize(
    ("bot", "sentence"),
    [
        ("nowhere:Bot", "nowhere:Bot: there is no module 'nowhere', neither installed nor in this folder"),
        (
            "my_bots.x:Bot",
            "my_bots.x:Bot: there is no module 'my_bots.x', neither installed nor in this folder",
        ),
        ("my_bots:Gone", "my_bots:Gone: my_bots has no class 'Gone'"),
        ("my_bots:", "there is no bot 'my_bots:'; there are random, "),
        ("my_bots:function", "my_bots:function: my_bots has no class 'function'"),
        ("my_bots:Mute", "my_bots:Mute: a bot needs a method choose(view), and this class has none"),
        ("my_bots:Broken", "my_bots:Broken cannot be created: ZeroDivisionError: no time left"),
        ("needy:Bot", "needy:Bot cannot be created: ModuleNotFoundError: No module named 'not_there_at_all'"),
        ("wrong:Bot", "wrong:Bot cannot be created: SyntaxError: "),
        (":Bot", "there is no bot ':Bot'; there are random, "),
        (".my_bots:Passing", "there is no bot '.my_bots:Passing'; there are random, "),
        ("my_bots:7", "there is no bot 'my_bots:7'; there are random, "),
    ],
)
@pytest.mark.parametrize("command", ["arena", "play"])
def test_a_bot_that_cannot_be_made_is_reported_before_anything_begins(
    folder: Path, command: str, bot: str, sentence: str
) -> None:
    code, out, err = run(folder, command, "toy", "--bots", bot)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert err.startswith(f"fulgence: {sentence}")


@pytest.mark.parametrize(
    ("bot", "reason"), [("my_bots:Cheating", "a1-a2: "), ("my_bots:Raising", "KeyError: 'plan'")]
)
def test_a_bot_that_fails_ends_the_game_with_its_name(folder: Path, bot: str, reason: str) -> None:
    code, _, err = run(folder, "play", "toy", "--bots", bot, "--accessible", "--seed", "5")
    assert code == 1
    assert f"fulgence: the bot {bot} 1 failed: {reason}" in err
    assert "Traceback" not in err
    code, _, err = run(folder, "simulate", "toy", "--bot", bot)
    assert code == 1
    assert err.startswith(f"fulgence: the bot {bot} 1 failed: {reason}")
    code, _, err = run(folder, "arena", "toy", "--bots", bot, "--deals", "2", "--jobs", "1")
    assert code == 1
    assert f"fulgence: the bot {bot} " in err


def test_a_saved_game_does_not_choose_what_program_runs(folder: Path) -> None:
    run(folder, "play", "toy", "--bots", "my_bots:Passing", "--record", "game.json", typed="pass\n\n")
    code, out, err = run(folder, "play", "--resume", "game.json", typed="pass\n\n")
    assert (code, out) == (2, "")
    assert err == (
        "fulgence: game.json wants to run the bot my_bots:Passing, which is a program: add --bots "
        "my_bots:Passing if you trust it\n"
    )
    code, _, err = run(folder, "play", "--resume", "game.json", "--bots", "greedy", typed="pass\n\n")
    assert (code, err) == (2, "fulgence: game.json has other bots: my_bots:Passing\n")
    code, _, err = run(folder, "play", "--resume", "game.json", "--bots", "my_bots:Passing", typed="pass\n\n")
    assert (code, err) == (0, "")


def test_bots_are_not_added_to_a_saved_game(folder: Path) -> None:
    run(folder, "play", "toy", "--record", "game.json", typed="pass\n\n")
    code, _, err = run(folder, "play", "--resume", "game.json", "--bots", "greedy")
    assert (code, err) == (2, "fulgence: game.json has no bots\n")
