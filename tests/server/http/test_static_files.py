"""The files of the web app, as a browser gets them."""

from __future__ import annotations

import gzip
import hashlib
import json
from pathlib import Path

import pytest
from starlette.responses import Response

from fulgence.server.http.static_files import StaticFiles


@pytest.fixture
def site(tmp_path: Path) -> StaticFiles:
    (tmp_path / "assets").mkdir()
    (tmp_path / "index.html").write_text('<!doctype html><meta charset="utf-8" />\n<title>app</title>')
    (tmp_path / "assets" / "index-abc.js").write_text("let a = 1;" * 100)
    (tmp_path / "assets" / "font.woff2").write_bytes(b"font")
    (tmp_path.parent / "secret.txt").write_text("secret")
    return StaticFiles(tmp_path)


def ask(site: StaticFiles, path: str, method: str = "GET", encoding: str = "", query: str = "") -> Response:
    headers = [(b"accept-encoding", encoding.encode())] if encoding else []
    scope = {
        "type": "http",
        "method": method,
        "path": path,
        "headers": headers,
        "query_string": query.encode(),
    }
    return site.answer(scope)


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


@pytest.fixture
def bundle(tmp_path: Path) -> Path:
    folder = tmp_path / "bundle"
    (folder / "weights").mkdir(parents=True)
    (folder / "files.json").write_text('{"made_from": "abc", "files": []}')
    (folder / "pyodide.asm.wasm").write_bytes(b"wasm" * 100)
    (folder / "pyodide.asm.wasm.gz").write_bytes(gzip.compress(b"wasm" * 100))
    (folder / "weights" / "paris.weights").write_bytes(b"weights")
    return folder


def test_the_bundle_is_kept_for_ever_only_by_its_version(tmp_path: Path, bundle: Path) -> None:
    site = StaticFiles(tmp_path / "app", bundle)
    plain = ask(site, "/offline/pyodide.asm.wasm")
    assert (plain.body, plain.media_type) == (b"wasm" * 100, "application/wasm")
    assert plain.headers["cache-control"] == "no-cache"
    packed = ask(site, "/offline/pyodide.asm.wasm", encoding="gzip", query="v=abc")
    assert "immutable" in packed.headers["cache-control"]
    assert gzip.decompress(packed.body) == plain.body
    assert ask(site, "/offline/weights/paris.weights", encoding="gzip").body == b"weights"
    assert ask(site, "/offline/pyodide.asm.wasm.gz").status_code == 404


def test_files_of_another_version_are_not_mixed_with_these(tmp_path: Path, bundle: Path) -> None:
    site = StaticFiles(tmp_path / "app", bundle)
    assert ask(site, "/offline/pyodide.asm.wasm", query="v=abd").status_code == 404


def test_the_page_says_which_bundle_belongs_to_it(tmp_path: Path, site: StaticFiles, bundle: Path) -> None:
    assert b"fulgence-bundle" not in ask(site, "/").body
    page = ask(StaticFiles(tmp_path, bundle), "/t/k7").body
    assert b'<meta name="fulgence-bundle" content="abc" />' in page


def test_without_a_bundle_nothing_offers_it(site: StaticFiles) -> None:
    assert ask(site, "/offline/files.json").status_code == 404


def test_the_service_worker_lists_this_very_app(tmp_path: Path, site: StaticFiles, bundle: Path) -> None:
    assert ask(site, "/service-worker.js").status_code == 404
    (tmp_path / "service-worker.js").write_text("work(SHELL);")
    found = ask(StaticFiles(tmp_path), "/service-worker.js")
    assert found.headers["cache-control"] == "no-cache"
    first, rest = bytes(found.body).split(b"\n")
    assert rest == b"work(SHELL);"
    files = json.loads(first.removeprefix(b"const SHELL=").removesuffix(b";"))["files"]
    assert files["assets/font.woff2"] == hashlib.sha256(b"font").hexdigest()
    assert "service-worker.js" not in files
    assert [files[path] for path in ("api/choices", "api/languages/fr", "api/cities/london")] == ["", "", ""]
    with_bundle = ask(StaticFiles(tmp_path, bundle), "/service-worker.js").body
    assert b"offline/files.json" in with_bundle and b"offline/files.json" not in first
