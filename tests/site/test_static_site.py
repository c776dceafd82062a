"""The game as static files: complete, the same every time, without other hosts; other files are safe."""

from __future__ import annotations

import gzip
import hashlib
import json
import re
from pathlib import Path

import pytest

from fulgence import cli
from fulgence.site import static_site
from fulgence.site.answers import common_answers
from fulgence.site.service_worker import with_shell
from fulgence.site.static_site import MARKER, WEBAPP, NoSite, site_files, static_page, write_site
from offline_bundle import made_bundle

BASE = "/games/"
# Names of namespaces and licences, which no browser fetches.
ADDRESS = re.compile(rb"""https?://([\w.-]+)""")
NAMED = {b"www.w3.org", b"svelte.dev", b"127.0.0.1", b"localhost"}
WRITTEN_BY_US = (".html", ".js", ".css", ".json", ".svg", ".webmanifest", "_headers")


@pytest.fixture(scope="module")
def files() -> dict[str, bytes]:
    if not (WEBAPP / "index.html").exists():
        pytest.skip("the web app is not built: make play builds it")
    return site_files(BASE, made_bundle())


def shell_of(files: dict[str, bytes]) -> dict[str, dict[str, str]]:
    first = files["service-worker.js"].partition(b"\n")[0].decode()
    found: dict[str, dict[str, str]] = json.loads(first.removeprefix("const SHELL=").removesuffix(";"))
    return found


def test_every_file_that_is_named_is_there(files: dict[str, bytes]) -> None:
    named = re.findall(r'(?:src|href)="([^"]+)"', files["index.html"].decode())
    assert len(named) >= 5
    assert all(address.startswith(BASE) for address in named)
    assert {address.removeprefix(BASE) for address in named} <= set(files)
    scripts = [
        text.decode() for path, text in files.items() if path.endswith(".js") and path.startswith("assets/")
    ]
    imported = {name for text in scripts for name in re.findall(r"\./([\w.-]+-[\w-]{8}\.(?:js|css))", text)}
    assert len(imported) > 20
    assert {f"assets/{name}" for name in imported} <= set(files)
    manifest = json.loads(files["manifest.webmanifest"])
    assert {icon["src"] for icon in manifest["icons"]} <= set(files)
    assert (manifest["start_url"], manifest["scope"]) == ("./", "./")


def test_the_service_worker_lists_what_is_there_with_its_digest(files: dict[str, bytes]) -> None:
    listed = shell_of(files)["files"]
    for path, digest in listed.items():
        assert hashlib.sha256(files[path or "index.html"]).hexdigest() == digest, path
    assert {"", "manifest.webmanifest", "answers/choices.json", "offline/files.json"} <= set(listed)
    assert not [path for path in listed if path.startswith("offline/") and path != "offline/files.json"]
    assert list(files)[-1] == "service-worker.js"


def test_the_service_worker_is_one_script(files: dict[str, bytes]) -> None:
    """Some browsers know no imports there."""
    assert not re.search(rb"\b(import|export)\b", files["service-worker.js"].partition(b"\n")[2])


def test_another_content_is_another_version() -> None:
    files = {"index.html": b"page", "assets/a.js": b"script", "service-worker.js": b"another file"}
    answers = {"api/choices": b"choices"}
    first = with_shell(b"work();", files, answers)
    assert with_shell(b"work();", {**files, "service-worker.js": b""}, answers) == first
    others = [
        with_shell(b"work();", {**files, "assets/a.js": b"Script"}, answers),
        with_shell(b"work();", {**files, "index.html": b"Page"}, answers),
        with_shell(b"work();", files, {"api/choices": b"others"}),
    ]
    assert len({shell_of({"service-worker.js": each})["version"] for each in [first, *others]}) == 4


def test_the_bundle_is_complete(files: dict[str, bytes]) -> None:
    for file in json.loads(files["offline/files.json"])["files"]:
        assert hashlib.sha256(files[f"offline/{file['name']}"]).hexdigest() == file["sha256"]


def test_nothing_is_asked_of_another_host(files: dict[str, bytes]) -> None:
    own = {
        path: text for path, text in files.items() if path.endswith(WRITTEN_BY_US) and "offline/" not in path
    }
    assert len(own) > 100
    foreign = {
        (path, host) for path, text in own.items() for host in ADDRESS.findall(text) if host not in NAMED
    }
    assert not foreign


def test_answers_are_those_of_the_api(files: dict[str, bytes]) -> None:
    for path, text in common_answers().items():
        assert files[f"answers/{path}.json"] == text
    german = json.loads(files["answers/cities/paris/rules.de.json"])
    assert {"aim", "marks", "sections", "terms"} <= set(german)
    assert json.loads(files["answers/lessons.fr.json"])[0]["key"]
    assert json.loads(files["answers/version.json"])["compiled"] is False


def test_the_page_says_that_it_is_static_and_has_its_policy_in_it(files: dict[str, bytes]) -> None:
    page = files["index.html"].decode()
    assert '<meta name="fulgence-site" content="static" />' in page
    policy = re.search(r'http-equiv="Content-Security-Policy" content="([^"]+)"', page)
    assert policy and "'wasm-unsafe-eval'" in policy[1] and "frame-ancestors" not in policy[1]
    assert page.index("Content-Security-Policy") < page.index("<script")
    assert files["404.html"] == files["learn/index.html"] == files["index.html"]
    assert (
        f"{BASE}assets/*\n  Cache-Control: public, max-age=31536000, immutable" in files["_headers"].decode()
    )


def test_compressed_copies_are_those_of_their_files(files: dict[str, bytes]) -> None:
    packed = [path for path in files if path.endswith(".gz")]
    assert {"index.html.gz", "offline/pyodide.asm.wasm.gz", "answers/languages/fr.json.gz"} <= set(packed)
    assert all(gzip.decompress(files[path]) == files[path.removesuffix(".gz")] for path in packed)


def test_at_the_root_addresses_stay_as_they_are() -> None:
    page = '<head>\n    <meta charset="utf-8" />\n    <link href="/icon.svg"><script src="/assets/a.js">'
    assert 'href="/icon.svg"' in static_page(page, "/")
    assert 'src="/a/b/assets/a.js"' in static_page(page, "/a/b/")


def test_the_next_version_replaces_the_one_before(tmp_path: Path) -> None:
    folder = tmp_path / "site"
    write_site(folder, {"index.html": b"one", "assets/old.js": b"old", "assets/same.js": b"same"})
    untouched = (folder / "assets/same.js").stat().st_mtime_ns
    write_site(folder, {"index.html": b"two", "assets/new.js": b"new", "assets/same.js": b"same"})
    assert set(static_site.read_all(folder)) == {MARKER, "index.html", "assets/new.js", "assets/same.js"}
    assert (folder / "index.html").read_bytes() == b"two"
    assert (folder / "assets/same.js").stat().st_mtime_ns == untouched


def test_nobody_elses_files_are_overwritten(tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text("mine")
    with pytest.raises(NoSite, match="not empty and was not made by"):
        write_site(tmp_path, {"index.html": b"ours"})
    assert (tmp_path / "index.html").read_text() == "mine"
    with pytest.raises(NoSite, match="is not a folder"):
        write_site(tmp_path / "index.html", {})


@pytest.mark.parametrize("base", ["/a b/", "https://games.example.org/", '/"/', "/../"])
def test_a_base_is_a_path(base: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["site", str(tmp_path / "site"), "--base", base]) == cli.USAGE
    assert "--base is a path such as /games/" in capsys.readouterr().err


def test_the_command_writes_the_same_bytes_every_time(
    files: dict[str, bytes], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["site", str(tmp_path / "site"), "--base", "games"]) == cli.OK
    written = static_site.read_all(tmp_path / "site")
    assert json.loads(written.pop(MARKER)) == sorted(files)
    assert written == files
    assert f"{len(files)} files" in capsys.readouterr().out
