"""Every command explains itself, with an example that works."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from dataclasses import asdict

import pytest

from commands.shell import ask, environment
from fulgence import __version__
from fulgence.bots.bot import BOTS, NUMBERED
from fulgence.cli import make_parser
from fulgence.server.limits import Limits

COMMANDS = [
    "play",
    "puzzle",
    "daily",
    "serve",
    "admin",
    "backup",
    "restore",
    "site",
    "simulate",
    "arena",
    "puzzles",
    "review",
    "train",
    "replay",
    "verify",
    "stats",
    "score",
]
COMMANDS += ["draw", "perft", "bench", "city", "doctor"]
ADMIN = ["list", "show", "close", "delete", "block", "unblock", "blocked", "stats", "forget", "read-only"]
ADMIN = [f"admin {action}" for action in ADMIN]
HEAVY = {"asyncio", "fastapi", "importlib.metadata", "msgspec", "sqlalchemy", "sqlite3", "uvicorn"}
LOOK = f"import sys; from fulgence.cli import make_parser; make_parser(); print({HEAVY} & sys.modules.keys())"


def test_the_help_names_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    answer = ask(capsys, "--help")
    assert (answer.code, answer.err) == (0, "")
    assert re.findall(r"^    (\w+) ", answer.out, re.MULTILINE) == COMMANDS


@pytest.mark.parametrize("command", ["", *COMMANDS, "city check", *ADMIN])
def test_the_help_of_a_command_has_an_example_that_is_understood(
    capsys: pytest.CaptureFixture[str], command: str
) -> None:
    answer = ask(capsys, *command.split(), "--help")
    assert (answer.code, answer.err) == (0, "")
    assert answer.out.startswith(f"usage: fulgence {command}".rstrip())
    example = re.sub(r"\s+", " ", answer.out.partition("\nexample: ")[2])
    assert example.startswith(f"fulgence {command}".rstrip())
    words = shlex.split(example.partition(">")[0])
    make_parser().parse_args(words[1:])


@pytest.mark.parametrize("command", ["play", "arena", "simulate"])
def test_the_help_names_all_bots(capsys: pytest.CaptureFixture[str], command: str) -> None:
    told = " ".join(ask(capsys, command, "--help").out.split())
    names = ", ".join([*BOTS, *(f"{kind}:N" for kind in NUMBERED)])
    assert f"{names}, or your own as module:Class" in told


def test_the_help_of_the_server_names_all_limits(capsys: pytest.CaptureFixture[str]) -> None:
    told = " ".join(ask(capsys, "serve", "--help").out.split())
    assert ", ".join(asdict(Limits())) in told


def test_the_version_is_that_of_the_package(capsys: pytest.CaptureFixture[str]) -> None:
    answer = ask(capsys, "--version")
    assert (answer.code, answer.out, answer.err) == (0, f"fulgence {__version__}\n", "")


@pytest.mark.parametrize(
    "command",
    ["arena", "replay", "verify", "score", "perft", "bench", "city check", "doctor", *ADMIN, "backup"],
)
def test_what_can_be_read_can_be_read_by_programs(capsys: pytest.CaptureFixture[str], command: str) -> None:
    assert re.search(r"^  --json  ", ask(capsys, *command.split(), "--help").out, re.MULTILINE)


def test_help_does_not_wait_for_what_only_a_server_needs() -> None:
    done = subprocess.run([sys.executable, "-c", LOOK], capture_output=True, text=True, env=environment())
    assert (done.returncode, done.stdout) == (0, "set()\n")
