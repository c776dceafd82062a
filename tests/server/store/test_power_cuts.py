"""Power cuts at random moments, torn pages included: nothing that was acknowledged is lost."""

from __future__ import annotations

import asyncio
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from fulgence.server.store.store import open_store
from server.store.power_cuts import ACKNOWLEDGED, DATABASE, Step, cuts, parse_entry_line, traced, writing

if sys.platform != "linux" or not shutil.which("cc"):
    pytest.skip("writes are traced with means of Linux and a C compiler", allow_module_level=True)

POSTGRESQL = sorted(Path("/usr/lib/postgresql").glob("*/bin"))[-1:]


@pytest.fixture(scope="module")
def trace(tmp_path_factory: pytest.TempPathFactory) -> list[Step]:
    return traced(tmp_path_factory.mktemp("trace") / "full")


def test_nothing_that_was_acknowledged_is_lost(trace: list[Step], tmp_path: Path) -> None:
    number = 0
    for number, cut in enumerate(cuts(trace, 250, random.Random(1), tmp_path / "disk"), 1):
        assert not cut.damage, f"step {cut.step}: {cut.damage}"
        assert not cut.lost, f"step {cut.step}: {cut.lost[0]}"
        if number % 50 == 0:
            assert asyncio.run(read_back(tmp_path / "disk")) >= cut.acknowledged
    assert number == 250


async def read_back(folder: Path) -> int:
    """How many entries a store finds that is started after the power cut."""
    store = await open_store(f"sqlite:///{folder / DATABASE}")
    try:
        lengths = await store.lengths([f"table-{number}" for number in range(5)])
        return sum(lengths.values())
    finally:
        await store.close()


def test_a_store_that_does_not_wait_for_the_disk_is_found_out(tmp_path: Path) -> None:
    steps = traced(tmp_path / "off", synchronous="off")
    found = list(cuts(steps, 30, random.Random(1), tmp_path / "disk"))
    assert sum(bool(cut.lost) for cut in found) > 10


def test_the_trace_holds_syncs_and_a_checkpoint(trace: list[Step]) -> None:
    """Otherwise the cuts above would prove little."""
    kinds = {(step.kind, step.name) for step in trace}
    assert {("sync", f"{DATABASE}-wal"), ("write", f"{DATABASE}-wal"), ("write", ACKNOWLEDGED)} <= kinds
    told = next(place for place, step in enumerate(trace) if step.name == ACKNOWLEDGED)
    assert any(step.kind == "write" and step.name == DATABASE for step in trace[told:])


@contextmanager
def own_postgresql(folder: Path) -> Iterator[str]:
    """A server of our own; the address of its database. At the end its postmaster is killed."""
    port = port_of(folder)
    ready = [str(POSTGRESQL[0] / "pg_isready"), "-q", "-h", "127.0.0.1", "-p", str(port)]
    late = time.monotonic() + 60
    process = start_postgresql(folder)
    while subprocess.run(ready).returncode:
        assert time.monotonic() < late
        if process.poll() is not None:  # processes of the one before are still there
            process = start_postgresql(folder)
    try:
        yield f"postgresql://postgres@127.0.0.1:{port}/postgres"
    finally:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()


def start_postgresql(folder: Path) -> subprocess.Popen[bytes]:
    (folder / "postmaster.pid").unlink(missing_ok=True)  # when the power is back, its process is not
    command = [str(POSTGRESQL[0] / "postgres"), "-D", str(folder), "-k", str(folder)]
    return subprocess.Popen(as_postgres(command), stderr=subprocess.DEVNULL, start_new_session=True)


def as_postgres(command: list[str]) -> list[str]:
    return ["runuser", "-u", "postgres", "--", *command] if os.geteuid() == 0 else command


def port_of(folder: Path) -> int:
    settings = (folder / "postgresql.conf").read_text(encoding="utf-8")
    return int(settings.rpartition("port = ")[2])


@pytest.fixture
def postgres_folder() -> Iterator[Path]:
    """Where its own user may go, too: PostgreSQL does not run as root."""
    with tempfile.TemporaryDirectory() as name:
        if os.geteuid() == 0:
            shutil.chown(name, "postgres")
        yield Path(name)


@pytest.mark.long
@pytest.mark.skipif(not POSTGRESQL, reason="PostgreSQL's own programs are not installed here")
def test_a_postgresql_that_is_killed_has_all_that_was_acknowledged(
    postgres_folder: Path, tmp_path: Path
) -> None:
    folder, heard = postgres_folder, tmp_path
    initdb = [str(POSTGRESQL[0] / "initdb"), "-D", str(folder), "-U", "postgres", "-A", "trust"]
    subprocess.run(as_postgres(initdb), check=True, stdout=subprocess.DEVNULL)
    with (folder / "postgresql.conf").open("a", encoding="utf-8") as settings:
        settings.write(f"\nlisten_addresses = '127.0.0.1'\nport = {20_000 + os.getpid() % 10_000}")
    with own_postgresql(folder) as address:
        program = writing(heard, "full", "100000", address)
        while not (heard / ACKNOWLEDGED).exists() or (heard / ACKNOWLEDGED).stat().st_size < 500_000:
            assert program.poll() is None
    program.wait()
    acknowledged = [
        parse_entry_line(line) for line in (heard / ACKNOWLEDGED).read_text(encoding="utf-8").splitlines()
    ]
    assert len(acknowledged) > 100
    with own_postgresql(folder) as address:
        found = asyncio.run(all_entries(address))
    assert not [entry for entry in acknowledged if entry not in found]


async def all_entries(address: str) -> set[tuple[str, int, str]]:
    store = await open_store(address)
    try:
        return await store.read(
            lambda connection: {
                (table, number, text)
                for table, number, text in connection.exec_driver_sql(
                    "select table_id, number, body from entries"
                )
            }
        )
    finally:
        await store.close()
