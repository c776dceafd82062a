"""The results of an arena in a file, one JSON object a line, so that a stopped run can be resumed.

The first line says what is played. It does not name bots or the number of deals: no game depends on them, so
more of both may be added later.
"""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from types import TracebackType
from typing import Any

from fulgence.arena.contest import Contest, Result
from fulgence.rules.errors import FulgenceError

VERSION = 1
KEYS = {"deal": int, "seed": int, "bot": str, "total": int, "decisions": int, "ms": float}


class BadResultsFile(FulgenceError):
    """A file that does not hold results of this contest."""


class ResultsFile:
    """`results`: those read when it was opened, by bot and deal."""

    def __init__(self, path: Path, contest: Contest) -> None:
        self.path = path
        self.contest = contest
        self.results: dict[tuple[str, int], Result] = {}
        whole = self.read()
        self.file = path.open("ab")
        if self.file.tell() > whole:  # the last line was cut off when the program was killed
            self.file.truncate(whole)
        if not whole:
            self.write_line(header(contest))

    def read(self) -> int:
        """Read the results; the number of bytes up to the end of the last complete line."""
        content = self.path.read_bytes() if self.path.exists() else b""
        whole = content.rfind(b"\n") + 1
        lines = content[:whole].splitlines()
        if not lines:
            if not format_line(header(self.contest)).startswith(content):
                raise BadResultsFile(f"{self.path} is not a results file; it is left unchanged")
            return 0
        self.check_header(lines[0])
        for number, line in enumerate(lines[1:], 2):
            result = self.parse_result(line, number)
            self.results.setdefault((result.bot, result.deal), result)
        return whole

    def check_header(self, line: bytes) -> None:
        found = parse_line(line)
        if "arena" not in found:
            raise BadResultsFile(f"{self.path} is not a results file; it is left unchanged")
        for key, value in header(self.contest).items():
            if found.get(key) != value:
                there, here = json.dumps(found.get(key)), json.dumps(value)
                raise BadResultsFile(
                    f"{self.path} has results of other games: {key} {there} there, {here} here"
                )

    def parse_result(self, line: bytes, number: int) -> Result:
        found = parse_line(line)
        for key, kind in KEYS.items():
            value = found.get(key)
            if type(value) is not kind and not (kind is float and type(value) is int):
                raise BadResultsFile(f"{self.path}: line {number} is not a result: {key} is missing or wrong")
        if found["seed"] != self.contest.seed:
            raise BadResultsFile(f"{self.path}: line {number} is of seed {found['seed']}")
        return Result(found["deal"], found["bot"], found["total"], found["decisions"], found["ms"])

    def write(self, result: Result) -> None:
        self.write_line(
            {
                "deal": result.deal,
                "seed": self.contest.seed,
                "bot": result.bot,
                "total": result.total,
                "decisions": result.decisions,
                "ms": round(result.ms, 6),
            }
        )

    def write_line(self, fields: dict[str, Any]) -> None:
        self.file.write(format_line(fields))
        self.file.flush()

    def __enter__(self) -> ResultsFile:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.file.close()


def header(contest: Contest) -> dict[str, Any]:
    return {
        "arena": VERSION,
        "city": contest.city,
        "file": hashlib.sha256(contest.text.encode()).hexdigest()[:16],
        "addons": list(contest.addons),
        "seed": contest.seed,
    }


def format_line(fields: dict[str, Any]) -> bytes:
    return json.dumps(fields).encode() + b"\n"


def parse_line(line: bytes) -> dict[str, Any]:
    """The object of a line; empty if it is not one."""
    try:
        found = json.loads(line)
    except ValueError:
        return {}
    return found if isinstance(found, dict) else {}
