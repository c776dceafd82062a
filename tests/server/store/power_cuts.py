"""Power that fails at any moment: what a store has acknowledged must be in what the disk has kept.

A program that writes runs once, and `write_trace.c` notes every write and sync. Then the power fails as often
as one likes, at random places of that trace: what was synced is on the disk; of what was written since, each
sector is there or not, in any combination, so that pages are torn. A database is made of what is left.
"""

from __future__ import annotations

import os
import random
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

HERE = Path(__file__).parent
TESTS = HERE.parents[1]
SECTOR = 512  # bytes that a disk writes whole or not at all
DATABASE, ACKNOWLEDGED = "games.db", "acknowledged"
Entry = tuple[str, int, str]  # table, number, text


@dataclass(frozen=True)
class Step:
    """Something done to a file. `place`: where it was written, or the new length."""

    kind: str
    name: str
    place: int = 0
    data: bytes = b""


def traced(folder: Path, *, synchronous: str = "full", entries: int = 400) -> list[Step]:
    """What a store does while `writing_program.py` appends entries; raises if there is no C compiler."""
    library, files, trace = folder / "trace.so", folder / "files", folder / "trace"
    files.mkdir(parents=True)
    subprocess.run(
        ["cc", "-shared", "-fPIC", "-O1", "-o", library, HERE / "write_trace.c", "-ldl"], check=True
    )
    preload = {"LD_PRELOAD": str(library), "TRACE_FOLDER": str(files), "TRACE_FILE": str(trace)}
    if writing(files, synchronous, str(entries), **preload).wait():
        raise RuntimeError("the program that writes has failed")
    return list(steps_of(trace.read_bytes()))


def writing(folder: Path, *options: str, **environment: str) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", "server.store.writing_program", str(folder), *options]
    environment = {**os.environ, "PYTHONPATH": str(TESTS), **environment}
    return subprocess.Popen(command, env=environment)


def steps_of(trace: bytes) -> Iterator[Step]:
    at = 0
    while at < len(trace):
        end = trace.index(b"\n", at)
        kind, name, *numbers = trace[at:end].decode().split(" ")
        at, place, length = end + 1, 0, 0
        if numbers:
            place, length = int(numbers[0]), int(numbers[-1]) if kind == "write" else 0
        yield Step(kind, name, place, trace[at : at + length])
        at += length


@dataclass
class DiskFile:
    synced: bytearray | None = None  # None: there is no such file after a power cut
    unsynced: list[Step] = field(default_factory=list)

    def do(self, step: Step) -> None:
        if step.kind == "remove":  # a journaling file system does so no later than the next sync
            self.synced, self.unsynced = None, []
        elif step.kind != "sync":
            self.unsynced.append(step)
        else:
            self.synced = self.synced or bytearray()
            for each in self.unsynced:
                apply(self.synced, each)
            self.unsynced.clear()

    def after_a_cut(self, rng: random.Random) -> bytes | None:
        """What is left: all that was synced, and any sectors of what was written since."""
        if self.synced is None and not self.unsynced:
            return None
        content = bytearray(self.synced or b"")
        share = rng.choice((0.0, 0.5, 0.9, 1.0))
        for step in self.unsynced:
            for sector in sectors_of(step):
                if rng.random() < share:
                    apply(content, sector)
        return bytes(content)


def sectors_of(step: Step) -> Iterator[Step]:
    if step.kind != "write":
        yield step
        return
    at = 0
    while at < len(step.data):
        length = SECTOR - (step.place + at) % SECTOR
        yield Step("write", step.name, step.place + at, step.data[at : at + length])
        at += length


def apply(content: bytearray, step: Step) -> None:
    length = step.place + len(step.data)
    content.extend(bytes(max(0, length - len(content))))
    if step.kind == "write":
        content[step.place : length] = step.data
    else:
        del content[step.place :]


@dataclass
class Cut:
    """A moment at which the power failed. `lost`: acknowledged entries that are not there, or not as they
    were; `damage`: why the database is not sound."""

    step: int
    acknowledged: int
    lost: list[Entry]
    damage: str


def cuts(steps: list[Step], number: int, rng: random.Random, folder: Path) -> Iterator[Cut]:
    """So many power cuts after the first acknowledgement, each with its own luck."""
    first = next(place for place, step in enumerate(steps) if step.name == ACKNOWLEDGED)
    places = sorted(rng.randint(first, len(steps) - 1) for _ in range(number))
    disk: dict[str, DiskFile] = {}
    heard = bytearray()  # whoever was told has been told: no disk is needed for that
    done = 0
    for place in places:
        for step in steps[done : place + 1]:
            if step.name == ACKNOWLEDGED:
                heard += step.data
            else:
                disk.setdefault(step.name, DiskFile()).do(step)
        done = place + 1
        yield cut(place, disk, heard.decode(), rng, folder)


def cut(place: int, disk: dict[str, DiskFile], heard: str, rng: random.Random, folder: Path) -> Cut:
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    for name, file in disk.items():
        content = file.after_a_cut(rng)
        if content is not None:
            (folder / name).write_bytes(content)
    acknowledged = [parse_entry_line(line) for line in heard.splitlines()]
    try:
        found = entries_in(folder / DATABASE)
    except sqlite3.Error as error:
        return Cut(place, len(acknowledged), acknowledged, str(error))
    return Cut(place, len(acknowledged), [entry for entry in acknowledged if entry not in found], "")


def parse_entry_line(line: str) -> Entry:
    table, number, text = line.split(" ", 2)
    return table, int(number), text


def entries_in(file: Path) -> set[Entry]:
    connection = sqlite3.connect(file)
    try:
        [verdict] = connection.execute("pragma quick_check(1)").fetchone()
        if verdict != "ok":
            raise sqlite3.DatabaseError(verdict)
        return set(connection.execute("select table_id, number, body from entries"))
    finally:
        connection.close()
