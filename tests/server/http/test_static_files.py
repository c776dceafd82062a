"""The files of the web app, as a browser gets them."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest
from starlette.responses import Response

from fulgence.server.http.static_files import StaticFiles


@pytest.fixture
def site(tmp_path: Path) -> StaticFiles:
    (tmp_path / "assets").mkdir()
    (tmp_path / "index.html").write_text("<!doctype html><title>app</title>")
    (tmp_path / "assets" / "index-abc.js").write_text("let a = 1;" * 100)
    (tmp_path / "assets" / "font.woff2").write_bytes(b"font")
    (tmp_path.parent / "secret.txt").write_text("secret")
    return StaticFiles(tmp_path)


def ask(site: StaticFiles, path: str, method: str = "GET", encoding: str = "") -> Response:
    headers = [(b"accept-encoding", encoding.encode())] if encoding else []
    return site.answer({"type": "http", "method": method, "path": path, "headers": headers})


@pytest.mark.parametrize("path", ["/", "/t/abc", "/learn/first", "/rules/paris"])
def test_addresses_that_are_no_file_are_the_apps(site: StaticFiles, path: str) -> None:
    answer = ask(site, path)
    assert answer.status_code == 200
    assert b"<title>app" in answer.body
    assert answer.headers["cache-control"] == "no-cache"


def test_assets_are_kept_for_ever_and_compressed_for_those_who_can(site: StaticFiles) -> None:
    plain, packed = (ask(site, "/assets/index-abc.js", encoding=each) for each in ("", "gzip, br"))
    assert gzip.decompress(packed.body) == plain.body
    assert packed.headers["content-encoding"] == "gzip"
    assert "immutable" in plain.headers["cache-control"]
    assert plain.headers["content-type"].startswith("text/javascript")
    assert "content-encoding" not in ask(site, "/assets/font.woff2", encoding="gzip").headers


@pytest.mark.parametrize("path", ["/assets/gone.js", "/../secret.txt", "/assets/../../secret.txt", "/x.php"])
def test_files_that_are_not_there_are_not_found(site: StaticFiles, path: str) -> None:
    assert ask(site, path).status_code == 404


def test_nothing_can_be_sent_to_a_file(site: StaticFiles) -> None:
    assert ask(site, "/", method="POST").status_code == 405


def test_without_a_build_it_says_so(tmp_path: Path) -> None:
    answer = ask(StaticFiles(tmp_path), "/")
    assert answer.status_code == 503
    assert b"was not built" in answer.body


def test_browsers_that_ask_for_the_usual_icon_get_ours(tmp_path: Path, site: StaticFiles) -> None:
    assert ask(site, "/favicon.ico").status_code == 404
    (tmp_path / "icon.svg").write_text("<svg/>")
    answer = ask(StaticFiles(tmp_path), "/favicon.ico")
    assert (answer.status_code, answer.body, answer.media_type) == (200, b"<svg/>", "image/svg+xml")
