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
from fulgence.bots import levels
from fulgence.build import HOT, is_compiled
from fulgence.rules import kinds

ROOT = Path(fulgence.__file__).parent
PROJECT = Path(__file__).parents[1]

# Totals of thousands of games, the text of some, and the state of the generator afterwards.
GAMES = """
import json, sys
from fulgence.bots.playout import games
from fulgence.build import HOT, is_compiled
from fulgence.cli import main
from fulgence.rules.chance import Generator
from fulgence.rules.cityfile import city_names, load_city
from fulgence.rules.deal import deal

found = {"compiled": is_compiled()}
for name in city_names():
    city = load_city(name)
    for addons in ((), tuple(city.addons)):
        for level, number in ((0, 1000), (1, 60)):
            luck = Generator(7)
            terms = deal(city, addons, 1, luck).terms(0)
            sums = [games(terms, level, number // 20, luck) for _ in range(20)]
            found[f"{name} {addons} {level}"] = [*sums, luck.draw(2**31 - 1)]
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


@pytest.mark.parametrize(("module", "source"), [(kinds, "rules/kinds.pxd"), (levels, "bots/levels.pxd")])
def test_the_numbers_in_the_c_header_are_the_numbers_in_the_source(module: object, source: str) -> None:
    text = (ROOT / source).read_text(encoding="utf-8")
    found = {}
    for block in re.findall(r"cdef enum:\n((?:    .*\n)+)", text):
        number = -1
        for word in re.findall(r"[A-Z_]+(?: = \d+)?", block):
            name, _, value = word.partition(" = ")
            number = int(value) if value else number + 1
            found[name] = number
    assert found
    for name, number in found.items():
        assert getattr(module, name) == number, name


def test_the_build_and_the_program_name_the_same_compiled_modules() -> None:
    setup = (PROJECT / "setup.py").read_text(encoding="utf-8")
    listed = re.findall(r'^    "fulgence\.([a-z.]+)",$', setup, re.MULTILINE)
    assert sorted(listed) == sorted(HOT)


def test_the_c_compiler_finds_every_bound_in_the_solo_game(tmp_path: Path) -> None:
    pytest.importorskip("Cython")
    if not shutil.which("gcc"):
        pytest.skip("gcc is the compiler whose warnings are known")
    tree = ast.parse((PROJECT / "setup.py").read_text(encoding="utf-8"))
    told = {ast.unparse(node.targets[0]): node.value for node in tree.body if isinstance(node, ast.Assign)}
    directives = ast.literal_eval(told["DIRECTIVES"])
    options = [word for name, value in directives.items() for word in ("-X", f"{name}={value}")]
    c_file = tmp_path / "lone.c"
    cython = [sys.executable, "-m", "cython", *options, "src/fulgence/rules/lone.py", "-o", str(c_file)]
    subprocess.run(cython, cwd=PROJECT, check=True)
    headers = sysconfig.get_path("include")
    gcc = ["gcc", "-O3", "-Wall", "-Wextra", "-fPIC", f"-I{headers}", "-c", c_file.name]
    done = subprocess.run(gcc, cwd=tmp_path, capture_output=True, text=True, check=True)
    assert "warning" not in done.stderr, done.stderr


def test_every_pxd_has_its_source() -> None:
    for file in ROOT.rglob("*.pxd"):
        assert file.with_suffix(".py").exists(), file
