"""Imports point one way: a part knows only the parts above it in this list."""

import ast
from pathlib import Path

import pytest

import fulgence

ROOT = Path(fulgence.__file__).parent
LAYERS = [
    "cities",
    "rules",
    "catalogue",
    "language",
    "pencils",
    "fair",
    "bots",
    "library",
    "arena",
    "review",
    "term",
    "env",
    "draw",
    "lessons",
    "server",
    "commands",
    "cli",
]
FREE = {
    "build",
    "folders",
    "interpreted",
    "__init__",
    "__main__",
    "__version__",
}  # about the installation, not about the game
STANDARD_ONLY = {"rules"}


def layer_of(module: str) -> str:
    return module.split(".")[1] if "." in module else "__init__"


def imports(file: Path) -> set[str]:
    found = set()
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found |= {f"{node.module}.{alias.name}" for alias in node.names}
    return found


FILES = sorted(ROOT.rglob("*.py"))


@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.relative_to(ROOT)))
def test_a_module_imports_only_from_the_layers_above_it(file: Path) -> None:
    own = file.relative_to(ROOT).parts[0].removesuffix(".py")
    if own in FREE:
        return
    assert own in LAYERS, f"{own} has no place in the layers"
    for name in imports(file):
        if name.startswith("fulgence."):
            other = layer_of(name)
            assert other in FREE or LAYERS.index(other) <= LAYERS.index(own), f"{own} imports {name}"


@pytest.mark.parametrize("file", [f for f in FILES if f.parent.name == "rules"], ids=lambda file: file.name)
def test_the_rules_need_the_standard_library_only(file: Path) -> None:
    import sys

    for name in imports(file):
        assert name.split(".")[0] in {*sys.stdlib_module_names, "fulgence"}


@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.relative_to(ROOT)))
def test_no_code_asks_which_city_it_is(file: Path) -> None:
    folders = (ROOT / "cities", ROOT / "lessons" / "towns")
    names = {path.stem for folder in folders for path in folder.glob("*.toml")}
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Compare):
            texts = {part.value for part in ast.walk(node) if isinstance(part, ast.Constant)}
            assert not texts & {*names, *(name.capitalize() for name in names)}


@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.relative_to(ROOT)))
def test_only_environments_know_the_libraries_of_learning(file: Path) -> None:
    if ROOT / "env" not in file.parents:
        assert not {name.split(".")[0] for name in imports(file)} & {"gymnasium", "numpy", "pettingzoo"}


def test_a_compiled_module_has_no_cython_in_its_source() -> None:
    for file in FILES:
        assert "cython" not in {name.split(".")[0].lower() for name in imports(file)}
