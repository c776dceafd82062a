"""Running commands: in this process through `main`, or as a subprocess."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from fulgence.build import note
from fulgence.cli import main
from fulgence.rules.cityfile.city_reader import city_names

HERE = Path(__file__).parent
SOURCE = HERE.parents[1] / "src"
CITIES = ", ".join(city_names())
HINT = "; records of a custom city are read with its file"


@dataclass(frozen=True)
class Answer:
    code: int
    out: str
    err: str

    @property
    def objects(self) -> list[Any]:
        """The JSON Lines of standard output."""
        return [json.loads(line) for line in self.out.splitlines()]


def ask(capsys: pytest.CaptureFixture[str], *arguments: str | Path, stdin: bytes = b"") -> Answer:
    """What `fulgence ARGUMENTS` answers, without the hint that the rules are not compiled."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin), encoding="utf-8"))
        try:
            code = main([str(argument) for argument in arguments])
        except SystemExit as stop:
            assert isinstance(stop.code, int)
            code = stop.code
    out, err = capsys.readouterr()
    return Answer(code, out, without_note(err))


def without_note(err: str) -> str:
    return err.removeprefix(note() + "\n") if note() else err


def environment(**more: str) -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": str(SOURCE), **more}


def command(*arguments: str) -> list[str]:
    return [sys.executable, "-m", "fulgence", *arguments]


def run(*arguments: str, **variables: str) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(command(*arguments), env=environment(**variables), capture_output=True, check=False)
