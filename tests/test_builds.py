"""One source, two forms: the compiled and the interpreted rules are the same rules."""

import ast
import json
import os
import re
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest

import fulgence
from fulgence.bots import limits
from fulgence.build import COMPILED, SHARED, is_compiled, module_file
from fulgence.rules import kinds
from trimmed import compile_only

ROOT = Path(fulgence.__file__).parent
PROJECT = Path(__file__).parents[1]
EVERYTHING = {"line", "zobrist", SHARED}  # of the small build below

# Totals of thousands of games, the text of some, and the state of the generator afterwards.
GAMES = """
import json, sys
from fulgence.bots.playout import greedy_games, random_games
from fulgence.build import is_compiled
from fulgence.cli import main
from fulgence.rules.generator import Generator
from fulgence.rules.cityfile.city_reader import city_names, load_city
from fulgence.rules.deal import deal

found = {"compiled": is_compiled()}
for name in city_names():
    city = load_city(name)
    for addons in ((), tuple(city.addons)):
        for games, number in ((random_games, 1000), (greedy_games, 60)):
            rng = Generator(7)
            terms = deal(city, addons, 1, rng).terms(0)
            sums = [games(terms, number // 20, rng) for _ in range(20)]
            found[f"{name} {addons} {games.__name__}"] = [*sums, rng.draw(2**31 - 1)]
print(json.dumps(found))
for name in city_names():
    main(["simulate", name, "--seats", "3", "--bot", "random,greedy,greedy", "--games", "3", "--seed", "5"])
"""


def output(interpreted: bool) -> tuple[dict[str, object], str]:
    environment = {**os.environ, "FULGENCE_INTERPRETED": "1" if interpreted else "0"}
    done = subprocess.run(
        [sys.executable, "-c", GAMES], env=environment, capture_output=True, text=True, check=True
    )
    first, _, rest = done.stdout.partition("\n")
    return json.loads(first), rest


def test_thousands_of_seeded_games_are_the_same_compiled_and_interpreted() -> None:
    if not is_compiled() and "FULGENCE_INTERPRETED" not in os.environ:
        pytest.skip("this installation has no compiled modules to compare with")
    compiled, compiled_text = output(interpreted=False)
    interpreted, interpreted_text = output(interpreted=True)
    assert compiled.pop("compiled") is True
    assert interpreted.pop("compiled") is False
    assert compiled == interpreted
    assert compiled_text == interpreted_text
    assert compiled_text.count("\n") >= 6


def test_this_run_uses_the_form_it_was_asked_for() -> None:
    asked = os.environ.get("FULGENCE_INTERPRETED", "") not in ("", "0")
    if asked:
        assert not is_compiled()
    elif os.environ.get("FULGENCE_REQUIRE_COMPILED", "") not in ("", "0"):
        assert is_compiled()


@pytest.mark.parametrize(("module", "source"), [(kinds, "rules/kinds.pxd"), (limits, "bots/limits.pxd")])
def test_the_numbers_in_the_c_header_are_the_numbers_in_the_source(module: object, source: str) -> None:
    text = (ROOT / source).read_text(encoding="utf-8")
    found = {}
    for block in re.findall(r"cdef enum:\n((?:    .*\n)+)", text):
        number = -1
        for word in re.findall(r"[A-Z_]+(?: = -?\d+)?", block):
            name, _, value = word.partition(" = ")
            number = int(value) if value else number + 1
            found[name] = number
    assert found
    for name, number in found.items():
        assert getattr(module, name) == number, name


def test_every_compiled_module_has_its_source_and_its_types() -> None:
    assert len(set(COMPILED)) == len(COMPILED)
    for name in COMPILED:
        source = ROOT / f"{name.replace('.', '/')}.py"
        assert source.exists() and source.with_suffix(".pxd").exists(), name


def test_the_source_is_run_without_what_the_compiled_modules_share() -> None:
    if not module_file(SHARED):
        pytest.skip("this installation has no compiled modules")
    code = f"import sys, fulgence.bots.mcts; print('fulgence.{SHARED}' in sys.modules)"
    for interpreted, expected in (("0", "True"), ("1", "False")):
        environment = {**os.environ, "FULGENCE_INTERPRETED": interpreted}
        done = subprocess.run(
            [sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True
        )
        assert done.stdout.strip() == expected


def built_again(project: Path, **environment: str) -> set[str]:
    """What `build_ext` compiles in a project that was compiled before, or not yet."""
    compiled = {path: path.stat().st_mtime_ns for path in project.rglob("build/inplace*/**/*.so")}
    command = [sys.executable, "setup.py", "--quiet", "build_ext", "--inplace"]
    environment = {**os.environ, "FULGENCE_REQUIRE_COMPILED": "1", **environment}
    subprocess.run(command, cwd=project, env=environment, check=True)
    now = {path: path.stat().st_mtime_ns for path in project.rglob("build/inplace*/**/*.so")}
    return {path.name.partition(".")[0] for path in now if compiled.get(path) != now[path]}


@pytest.fixture(scope="module")
def compiled_once(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The project with two compiled modules, as all of them take half a minute."""
    pytest.importorskip("Cython")
    if not any(map(shutil.which, ("cc", "gcc", "clang"))):
        pytest.skip("no C compiler")
    project = tmp_path_factory.mktemp("compiled")
    made = shutil.ignore_patterns("*.so", "*.pyd", "__pycache__", "static", "*.egg-info")
    shutil.copytree(PROJECT / "src", project / "src", ignore=made)
    for name in ("setup.py", "pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(PROJECT / name, project)
    compile_only(project, "rules.line", "bots.zobrist")
    assert built_again(project) == EVERYTHING
    return project


@pytest.fixture
def project(compiled_once: Path, tmp_path: Path) -> Path:
    shutil.copytree(compiled_once, tmp_path, dirs_exist_ok=True)
    return tmp_path


def test_only_what_changed_is_compiled_again(project: Path) -> None:
    assert built_again(project) == set()
    touch(project, "src/fulgence/bots/zobrist.py")
    assert built_again(project) == {"zobrist"}
    touch(project, "src/fulgence/rules/line.pxd")  # sheets are made of lines, and hashes made of sheets
    assert built_again(project) == {"line", "zobrist"}
    touch(project, "setup.py")
    assert built_again(project) == EVERYTHING


@pytest.mark.long
def test_a_build_with_sanitizers_takes_no_module_of_another_build(project: Path) -> None:
    assert built_again(project, FULGENCE_SANITIZE="undefined") == EVERYTHING
    [module] = project.glob("src/fulgence/rules/line.*.so")
    assert b"__ubsan" in module.read_bytes()
    assert built_again(project) == set()
    assert b"__ubsan" not in module.read_bytes()


def test_nothing_is_translated_to_c_without_a_compiler(project: Path) -> None:
    shutil.rmtree(project / "build")
    assert built_again(project, CC="/bin/false", FULGENCE_REQUIRE_COMPILED="") == set()
    assert not list(project.rglob("*.c"))
    assert not list(project.rglob("*.so"))  # an old one would be run instead of its new source


def test_nothing_is_compiled_for_metadata(project: Path) -> None:
    shutil.rmtree(project / "build")
    subprocess.run([sys.executable, "setup.py", "--quiet", "egg_info"], cwd=project, check=True)
    assert not (project / "build").exists()


def touch(project: Path, file: str) -> None:
    """Newer than all that was made of it: every file of the project becomes older, in the same order."""
    for path in project.rglob("*"):
        told = path.stat()
        os.utime(path, ns=(told.st_atime_ns, told.st_mtime_ns - 10**10))
    (project / file).touch()


def test_the_c_compiler_finds_every_bound_in_the_solo_game(tmp_path: Path) -> None:
    pytest.importorskip("Cython")
    if not shutil.which("gcc"):
        pytest.skip("gcc is the compiler whose warnings are known")
    tree = ast.parse((PROJECT / "setup.py").read_text(encoding="utf-8"))
    told = {ast.unparse(node.targets[0]): node.value for node in tree.body if isinstance(node, ast.Assign)}
    directives = ast.literal_eval(told["DIRECTIVES"])
    options = [word for name, value in directives.items() for word in ("-X", f"{name}={value}")]
    c_file = tmp_path / "solo_game.c"
    cython = [sys.executable, "-m", "cython", *options, "src/fulgence/rules/solo_game.py", "-o", str(c_file)]
    subprocess.run(cython, cwd=PROJECT, check=True)
    headers = sysconfig.get_path("include")
    gcc = ["gcc", "-O3", "-Wall", "-Wextra", "-fPIC", f"-I{headers}", "-c", c_file.name]
    done = subprocess.run(gcc, cwd=tmp_path, capture_output=True, text=True, check=True)
    assert "warning" not in done.stderr, done.stderr


def test_setup_understands_every_cimport() -> None:
    for file in ROOT.rglob("*.pxd"):
        for line in re.findall(r"^.*\bcimport\b.*$", file.read_text(encoding="utf-8"), re.MULTILINE):
            assert re.fullmatch(
                r"cimport cython|from libc cimport \w+|from fulgence[\w.]* cimport [\w, ]+", line
            )


def test_every_pxd_has_its_source() -> None:
    for file in ROOT.rglob("*.pxd"):
        assert file.with_suffix(".py").exists(), file
