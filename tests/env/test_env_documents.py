"""The programs in docs/bots.md that use an environment run as they stand."""

import re
from pathlib import Path

import pytest

pytest.importorskip("fulgence.env", exc_type=ImportError)

from fulgence.env.observer import Observer
from fulgence.rules.cityfile import city_names, load_city

TEXT = (Path(__file__).parents[2] / "docs" / "bots.md").read_text(encoding="utf-8")
SECTION = TEXT.partition("\n## Environments\n")[2].partition("\n## ")[0]
PROGRAMS = re.findall(r"^```python\n(.*?)^```", SECTION, re.DOTALL | re.MULTILINE)


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda text: text.partition("\n")[0])
def test_a_program_in_the_documents_runs(program: str, capsys: pytest.CaptureFixture[str]) -> None:
    exec(program, {})
    assert capsys.readouterr().out


def test_there_are_programs() -> None:
    assert len(PROGRAMS) >= 3


def test_the_documents_name_every_part_of_an_observation_and_no_other() -> None:
    rows = re.findall(r"^\| (.*?) \|", SECTION.partition("| part |")[2].partition("\n\n")[0], re.MULTILINE)
    told = {name for row in rows for name in re.findall(r"`([a-z]+)`", row)}
    cities = [load_city(name) for name in city_names()]
    assert told == {part for city in cities for part in Observer(city, tuple(city.addons)).parts}
