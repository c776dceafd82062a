"""One server needs neither PostgreSQL nor Redis; whoever wants several is told what is missing."""

from __future__ import annotations

import socket
import subprocess
import sys
from pathlib import Path

from commands.shell import without_note
from server.server_process import play_out, serving

NOWHERE = "--database=postgresql://root@127.0.0.1:1/nothing"
WITHOUT = """
import sys
sys.modules.update(redis=None, asyncpg=None)
from fulgence.cli import main
sys.exit(main())
"""


def refusal(*options: str, program: tuple[str, ...] = ("-m", "fulgence")) -> tuple[int, str]:
    """The exit code and what is said when a server cannot start."""
    words = [sys.executable, *program, "serve", "--port=0", *options]
    done = subprocess.run(words, capture_output=True, text=True, timeout=60)
    assert done.stdout == ""
    return done.returncode, without_note(done.stderr)


def test_a_game_is_played_where_neither_redis_nor_asyncpg_is_installed(tmp_path: Path) -> None:
    with serving(tmp_path, program=("-c", WITHOUT)) as server:
        (ann,) = server.open(1, ["greedy"])
        with ann.connect() as player:
            play_out([player])
            assert player.view["phase"] == "over"


def test_several_servers_without_the_package_for_redis_are_told_how_to_get_it() -> None:
    found = refusal("--redis=redis://127.0.0.1", NOWHERE, program=("-c", WITHOUT))
    assert found == (1, "fulgence: redis is missing: pip install 'fulgence[redis]'\n")


def test_a_redis_that_does_not_answer_is_told_in_one_sentence_without_its_password() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
    code, sentence = refusal(f"--redis=redis://ann:s3cret@127.0.0.1:{port}/0", NOWHERE)
    assert code == 1
    assert sentence.startswith("fulgence: no Redis answers there: Error ")
    assert sentence.count("\n") == 1
    assert "s3cret" not in sentence


def test_something_else_than_a_redis_is_told_in_one_sentence() -> None:
    """It lets one in and says nothing."""
    with socket.create_server(("127.0.0.1", 0)) as silent:
        code, sentence = refusal(f"--redis=redis://127.0.0.1:{silent.getsockname()[1]}", NOWHERE)
    assert code == 1
    assert sentence.startswith("fulgence: no Redis answers there: Timeout")
    assert sentence.count("\n") == 1
