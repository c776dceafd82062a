"""What the offline bundle is made of has to be downloaded; where that fails, a sentence says why."""

from __future__ import annotations

from pathlib import Path

import pytest

from fulgence.site.bundle import NoBundle, check, download_pyodide


def npm_that_says(folder: Path, words: str, monkeypatch: pytest.MonkeyPatch) -> None:
    program = folder / "npm"
    program.write_text(f"#!/bin/sh\nprintf '{words}' >&2\nexit 1\n")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{folder}:/usr/bin:/bin")


def test_without_npm_the_sentence_says_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(NoBundle, match=r"npm is needed to download Pyodide .* install Node\.js"):
        download_pyodide(tmp_path)


def test_the_reason_is_what_npm_says_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    words = "npm warn old\\nnpm error code ECONNREFUSED\\nnpm error A complete log is in: /tmp/log\\n"
    npm_that_says(tmp_path, words, monkeypatch)
    with pytest.raises(NoBundle, match="npm could not download what browsers need: npm error code ECONN"):
        download_pyodide(tmp_path)


def test_a_program_that_says_nothing_is_quoted_with_its_status(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    npm_that_says(tmp_path, "", monkeypatch)
    with pytest.raises(NoBundle, match=r"what browsers need: status 1$"):
        download_pyodide(tmp_path)


def test_a_file_that_was_changed_on_its_way_is_refused(tmp_path: Path) -> None:
    (tmp_path / "pyodide.mjs").write_text("changed")
    with pytest.raises(NoBundle, match=r"pyodide\.mjs is not the file that was expected"):
        check(tmp_path / "pyodide.mjs", "0" * 64)
