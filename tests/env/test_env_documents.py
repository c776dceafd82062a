"""The programs in docs/bots.md that use an environment run as they stand."""

import re
from pathlib import Path

import pytest

pytest.importorskip("fulgence.env", exc_type=ImportError)

import numpy as np

from fulgence.env.observer import Observer
from fulgence.env.solo import Solo
from fulgence.rules.cityfile.city_reader import city_names, load_city

TEXT = (Path(__file__).parents[2] / "docs" / "bots.md").read_text(encoding="utf-8")
SECTION = TEXT.partition("\n## Environments\n")[2].partition("\n## ")[0]
PROGRAMS = re.findall(r"^```python\n(.*?)^```", SECTION, re.DOTALL | re.MULTILINE)


WORDS = ("cells", "sections", "cards", "districts", "gates", "objectives")
TABLE = SECTION.partition("| part |")[2].partition("\n\n")[0]


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda text: text.partition("\n")[0])
def test_a_program_in_the_documents_runs(program: str, capsys: pytest.CaptureFixture[str]) -> None:
    if "sb3_contrib" in program:
        pytest.importorskip("sb3_contrib")
    exec(program, {})
    assert capsys.readouterr().out


def test_there_are_programs() -> None:
    assert len(PROGRAMS) >= 3


def told_shapes() -> dict[str, str]:
    """By part, as the table has it: one shape for all parts of a row, or one each."""
    told: dict[str, str] = {}
    for names, shapes in re.findall(r"^\| (`.*?) \| (.*?) \|", TABLE, re.MULTILINE):
        parts, found = re.findall(r"`([a-z]+)`", names), re.findall(r"`(\(.*?\))`", shapes)
        told |= dict(zip(parts, found if len(found) > 1 else found * len(parts), strict=True))
    return told


def test_the_documents_name_every_part_of_an_observation_and_no_other() -> None:
    cities = [load_city(name) for name in city_names()]
    assert set(told_shapes()) == {
        part for city in cities for part in Observer(city, tuple(city.addons)).fields
    }


@pytest.mark.parametrize("name", city_names())
def test_parts_have_the_shapes_that_the_documents_tell(name: str) -> None:
    city = load_city(name)
    sizes = {
        **{word: len(getattr(city, word)) for word in WORDS},
        "sides": len(city.sides) or 1,
    }
    env = Solo(city, tuple(city.addons))
    row = env.reset(seed=1)[0]["observation"]
    told = told_shapes()
    for part, numbers in env.encoder.fields(row).items():
        assert numbers.shape == eval(told[part], {}, sizes), part
    for part, numbers in env.encoder.fields(np.stack([row] * 6).reshape(2, 3, -1)).items():
        assert numbers.shape == (2, 3, *eval(told[part], {}, sizes)), part
