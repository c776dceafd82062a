"""What the documents promise of the program is there, and their links lead somewhere."""

from __future__ import annotations

import argparse
import doctest
import importlib.util
import re
from dataclasses import asdict
from pathlib import Path

import pytest

from fulgence.cli import make_parser
from fulgence.server.limits import Limits

ROOT = Path(__file__).parents[1]
DOCUMENTS = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/*.md")])
HOSTING = (ROOT / "docs" / "hosting.md").read_text(encoding="utf-8")
README = (ROOT / "README.md").read_text(encoding="utf-8")
CODE = re.compile(r"^```.*?^```", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"\]\(([^)\s]+)\)")


def anchors(document: Path) -> set[str]:
    """The names by which its headings can be linked to."""
    heads = re.findall(r"^#+ (.*)$", CODE.sub("", document.read_text(encoding="utf-8")), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", head.lower()).replace(" ", "-") for head in heads}


def subparsers() -> dict[str, argparse.ArgumentParser]:
    (action,) = [a for a in make_parser()._actions if isinstance(a, argparse._SubParsersAction)]
    return dict(action.choices)


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda file: file.name)
def test_every_link_leads_somewhere(document: Path) -> None:
    for link in LINK.findall(CODE.sub("", document.read_text(encoding="utf-8"))):
        if link.startswith("https://"):
            continue
        place, _, anchor = link.partition("#")
        target = document.parent / place if place else document
        assert target.exists(), link
        assert not anchor or anchor in anchors(target), link


def test_pip_is_always_that_of_a_virtual_environment() -> None:
    """Debian and others refuse any other (PEP 668)."""
    commands = [
        line
        for document in DOCUMENTS
        for block in CODE.findall(document.read_text(encoding="utf-8"))
        for line in block.splitlines()
        if "pip install" in line
    ]
    assert len(commands) >= 4
    for command in commands:
        assert re.match(r"(\S+/bin/|\.venv\\Scripts\\)pip install ", command), command


def test_the_examples_of_the_readme_are_true(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)  # they write files
    found = doctest.testfile(str(ROOT / "README.md"), module_relative=False, encoding="utf-8")
    assert found.attempted > 20
    assert found.failed == 0


def test_the_readme_lists_every_command_and_no_other() -> None:
    listed = re.findall(r"^\| `fulgence (\w+)", README, re.MULTILINE)
    assert listed == list(subparsers())


def test_hosting_lists_every_option_of_the_server_and_no_other() -> None:
    options = [
        text
        for action in subparsers()["serve"]._actions
        for text in action.option_strings
        if text.startswith("--") and text != "--help"
    ]
    assert re.findall(r"^\| `(--[a-z-]+)", HOSTING, re.MULTILINE) == options


def test_hosting_lists_every_limit_with_its_number() -> None:
    listed = re.findall(r"^\| `([a-z]+)` \| (\d+) \|", HOSTING, re.MULTILINE)
    assert {name: int(number) for name, number in listed} == asdict(Limits())


def test_every_command_for_the_server_in_hosting_is_understood() -> None:
    commands = re.findall(r"fulgence (serve .*|doctor .*)$", HOSTING, re.MULTILINE)
    assert len(commands) > 4
    for command in commands:
        make_parser().parse_args(command.rstrip("`").partition("`")[0].split())


def test_the_design_names_every_module() -> None:
    design = (ROOT / "docs" / "design.md").read_text(encoding="utf-8")
    spec = importlib.util.spec_from_file_location("list_modules", ROOT / "docs" / "list_modules.py")
    assert spec and spec.loader
    script = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(script)
    assert design == script.with_listing(design), "run make modules"
    assert "|  |" not in design, "a module has no docstring"


def test_every_file_that_the_design_names_exists() -> None:
    design = (ROOT / "docs" / "design.md").read_text(encoding="utf-8").partition("## Every module")[0]
    files = re.findall(r"`([\w./-]+/[\w.-]*\.(?:py|toml|ts|svelte|pxd))`", design)
    assert len(files) > 50
    for file in files:
        assert any((ROOT / folder / file).exists() for folder in ("", "src/fulgence")), file
