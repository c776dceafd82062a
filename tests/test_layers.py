"""Imports point one way: a part knows only the parts above it in a list, inside some packages too."""

import ast
import sys
from functools import cache
from pathlib import Path

import fulgence

ROOT = Path(fulgence.__file__).parent
LAYERS = [
    "cities",
    "rules",
    "language",
    "pencils",
    "fair",
    "contests",
    "prose",
    "bots",
    "city_generator",
    "library",
    "arena",
    "review",
    "puzzles",
    "draw",
    "lessons",
    "table",
    "statistics",
    "api",
    "site",
    "term",
    "client",
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
        "playout zobrist known_pile flat value_player mcts expectimax",
        "bot",
        "custom",
        "hindsight",
        "training",
    ],
    "server": [
        "limits metrics port",
        "store",
        "workers",
        "referee",
        "cluster",
        "contests push retention",
        "admin",
        "http sockets",
        "run",
    ],
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


@cache
def parsed(file: Path) -> ast.Module:
    return ast.parse(file.read_text(encoding="utf-8"))


@cache
def imports(file: Path) -> set[str]:
    found = set()
    for node in ast.walk(parsed(file)):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found |= {f"{node.module}.{alias.name}" for alias in node.names}
    return found


FILES = sorted(ROOT.rglob("*.py"))


def named(file: Path) -> str:
    return file.relative_to(ROOT).as_posix()


def packages(file: Path) -> set[str]:
    """The libraries that a module imports from."""
    return {name.split(".")[0] for name in imports(file)}


def test_a_module_imports_only_from_the_layers_above_it() -> None:
    for file in FILES:
        own = file.relative_to(ROOT).parts[0].removesuffix(".py")
        if own in FREE:
            continue
        assert own in LAYERS, f"{own} has no place in the layers"
        for name in imports(file):
            if name.startswith("fulgence."):
                other = layer_of(name)
                allowed = other in FREE or LAYERS.index(other) <= LAYERS.index(own)
                assert allowed, f"{named(file)} imports {name}"


def test_a_module_imports_only_from_the_inner_layers_above_it() -> None:
    for file in FILES:
        package, *rest = file.relative_to(ROOT).parts
        if package in INNER_LAYERS and rest != ["__init__.py"]:
            check_inner_layers(file, package, rest[0].removesuffix(".py"))


def check_inner_layers(file: Path, package: str, part: str) -> None:
    layers = [line.split() for line in INNER_LAYERS[package]]
    heights = {each: height for height, line in enumerate(layers) for each in line}
    own = heights.get(part, len(layers))
    if own == len(layers):
        assert package == "commands", f"{package}/{part} has no place in the inner layers"
    for name in imports(file):
        if name.startswith(f"fulgence.{package}."):
            other = name.split(".")[2]
            assert heights.get(other, len(layers)) <= own, f"{named(file)} imports {name}"
            if package == "commands" and own == len(layers):
                assert other == "shared", f"{part} imports the command {other}"


def test_the_rules_do_without_city_files() -> None:
    """Only those who load a city need the reader of its file."""
    for file in (ROOT / "rules").glob("*.py"):
        assert not [name for name in imports(file) if name.startswith("fulgence.rules.cityfile")], named(file)


def test_a_pure_package_does_without_clocks_databases_and_the_web() -> None:
    for package, forbidden in FORBIDDEN.items():
        inside = [file for file in FILES if named(file).startswith(f"{package}/")]
        assert inside
        for file in inside:
            assert not packages(file) & forbidden, named(file)


def test_the_rules_need_the_standard_library_only() -> None:
    for file in (ROOT / "rules").rglob("*.py"):
        assert packages(file) <= {*sys.stdlib_module_names, "fulgence"}, named(file)


def test_no_code_asks_which_city_it_is() -> None:
    folders = (ROOT / "cities", ROOT / "lessons" / "towns")
    names = {path.stem for folder in folders for path in folder.glob("*.toml")}
    assert names
    for file in FILES:
        for node in ast.walk(parsed(file)):
            if isinstance(node, ast.Compare):
                texts = {part.value for part in ast.walk(node) if isinstance(part, ast.Constant)}
                assert not texts & {*names, *(name.capitalize() for name in names)}, named(file)


def test_only_environments_know_the_libraries_of_learning() -> None:
    for file in FILES:
        if ROOT / "env" not in file.parents:
            assert not packages(file) & {"gymnasium", "numpy", "pettingzoo"}, named(file)


def test_a_compiled_module_has_no_cython_in_its_source() -> None:
    for file in FILES:
        assert "cython" not in {name.lower() for name in packages(file)}, named(file)
