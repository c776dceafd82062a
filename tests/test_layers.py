"""Imports point one way: a part knows only the parts above it in a list, inside some packages too."""

import ast
from pathlib import Path

import pytest

import fulgence

ROOT = Path(fulgence.__file__).parent
LAYERS = [
    "cities",
    "rules",
    "language",
    "pencils",
    "fair",
    "prose",
    "bots",
    "library",
    "arena",
    "review",
    "draw",
    "lessons",
    "table",
    "api",
    "term",
    "env",
    "server",
    "browser",
    "commands",
    "cli",
]
# Inside a package; parts that share a line may know each other.
INNER_LAYERS = {
    "bots": [
        "limits gain",
        "network",
        "playout zobrist known_pile flat value_player mcts",
        "bot",
        "custom",
        "hindsight",
        "training",
    ],
    "server": ["limits metrics port", "store", "workers", "referee", "cluster", "http sockets", "run"],
    "commands": ["shared"],  # the commands themselves know each other's neighbours only through it
}
FREE = {
    "build",
    "files",
    "folders",
    "interpreted",
    "__init__",
    "__main__",
    "__version__",
}  # about the installation, not about the game
# Libraries, and modules that wait or touch the outside, by the packages that must do without them.
FORBIDDEN = {
    "table": {"asyncio", "threading", "socket", "sqlalchemy", "fastapi", "starlette", "redis", "uvicorn"},
    "api": {"asyncio", "threading", "socket", "sqlalchemy", "fastapi", "starlette", "redis", "uvicorn"},
    "prose": {"asyncio", "threading", "socket", "sqlalchemy", "fastapi", "starlette", "redis", "uvicorn"},
    "server/store": {"fastapi", "starlette", "redis"},
    "server/workers": {"sqlalchemy", "fastapi", "starlette", "redis"},
    "server/referee": {"sqlalchemy", "fastapi", "starlette", "redis"},
}


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


@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.relative_to(ROOT)))
def test_a_module_imports_only_from_the_inner_layers_above_it(file: Path) -> None:
    package, *rest = file.relative_to(ROOT).parts
    if package not in INNER_LAYERS or rest == ["__init__.py"]:
        return
    layers = [line.split() for line in INNER_LAYERS[package]]
    heights = {part: height for height, line in enumerate(layers) for part in line}
    own = heights.get(rest[0].removesuffix(".py"), len(layers))
    if own == len(layers):
        assert package == "commands", f"{package}/{rest[0]} has no place in the inner layers"
    for name in imports(file):
        if name.startswith(f"fulgence.{package}."):
            other = name.split(".")[2]
            assert heights.get(other, len(layers)) <= own, f"{package}/{'/'.join(rest)} imports {name}"
            if package == "commands" and own == len(layers):
                assert other == "shared", f"{rest[0]} imports the command {other}"


@pytest.mark.parametrize("file", sorted((ROOT / "rules").glob("*.py")), ids=lambda file: file.name)
def test_the_rules_do_without_city_files(file: Path) -> None:
    """Only those who load a city need the reader of its file."""
    assert not [name for name in imports(file) if name.startswith("fulgence.rules.cityfile")]


@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.relative_to(ROOT)))
def test_a_pure_package_does_without_clocks_databases_and_the_web(file: Path) -> None:
    place = file.relative_to(ROOT).as_posix()
    for package, forbidden in FORBIDDEN.items():
        if place.startswith(f"{package}/"):
            assert not {name.split(".")[0] for name in imports(file)} & forbidden


@pytest.mark.parametrize(
    "file",
    [f for f in FILES if f.is_relative_to(ROOT / "rules")],
    ids=lambda file: str(file.relative_to(ROOT)),
)
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
