"""City files with random damage: they load and can be played, or are refused with a sentence."""

from __future__ import annotations

import re
from importlib.resources import files
from pathlib import Path

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from fulgence.rules.cityfile.census import broken_laws, census
from fulgence.rules.cityfile.city_reader import load_city, parse_city
from fulgence.rules.deal import deal
from fulgence.rules.errors import BadCity
from fulgence.rules.game import Game
from fulgence.rules.generator import Generator
from random_games import played, random_choice

LONDON = (files("fulgence.cities") / "london.toml").read_text(encoding="utf-8")
LINES = LONDON.split("\n")
WORDS = [match.span() for match in re.finditer(r'"[^"\n]*"|[\w.-]+|\S', LONDON)]
STRANGE = [
    "",
    "0",
    "-1",
    "1.5",
    "true",
    "99999999999",
    '""',
    '"a1"',
    "[]",
    "{}",
    "[[1]]",
    "nan",
    "'",
    "\u2028",
]

fixed = settings(derandomize=True, database=None, deadline=None, max_examples=150)


def check(text: str) -> None:
    """Either the text is refused with a sentence, or its city can be counted and played."""
    try:
        city = parse_city(text, "london.toml", "london")
    except BadCity as error:
        assert str(error).startswith("london.toml")
        return
    assert len(city.stations) == census(city)["stations"]
    assert all(isinstance(law, str) for law in broken_laws(city))
    rng = Generator(7)
    game = played(Game(deal(city, list(city.addons), 1, rng)), random_choice(rng))
    assert game.is_over


def without(text: str, spans: list[tuple[int, int, str]]) -> str:
    """The text with other texts in the place of some spans, the last one first."""
    for start, end, new in sorted(spans, reverse=True):
        text = text[:start] + new + text[end:]
    return text


@fixed
@given(
    st.lists(
        st.tuples(
            st.integers(0, len(LONDON) - 1),
            st.integers(0, 4),
            st.text(alphabet=st.sampled_from(sorted({*LONDON, "\0", "é"})), max_size=3),
        ),
        min_size=1,
        max_size=3,
    )
)
def test_a_city_file_with_other_characters_loads_or_is_refused(changes: list[tuple[int, int, str]]) -> None:
    check(without(LONDON, [(start, start + size, new) for start, size, new in changes]))


@fixed
@given(
    st.lists(
        st.tuples(
            st.sampled_from(WORDS),
            st.one_of(
                st.sampled_from(STRANGE), st.sampled_from(WORDS).map(lambda span: LONDON[span[0] : span[1]])
            ),
        ),
        min_size=1,
        max_size=2,
        unique_by=lambda change: change[0],
    )
)
@example([((LONDON.index("25]"), LONDON.index("25]") + 2), "99999999999")])
def test_a_city_file_with_other_words_loads_or_is_refused(changes: list[tuple[tuple[int, int], str]]) -> None:
    check(without(LONDON, [(*span, new) for span, new in changes]))


@fixed
@given(
    st.sets(st.integers(0, len(LINES) - 1), max_size=3),
    st.lists(st.tuples(st.integers(0, len(LINES) - 1), st.integers(0, len(LINES) - 1)), max_size=2),
)
def test_a_city_file_with_lines_lost_or_moved_loads_or_is_refused(
    lost: set[int], moved: list[tuple[int, int]]
) -> None:
    lines = [line for number, line in enumerate(LINES) if number not in lost]
    for start, end in moved:
        lines.insert(end % len(lines), lines.pop(start % len(lines)))
    check("\n".join(lines))


@settings(fixed, max_examples=50, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(content=st.binary(max_size=40))
@example(content=b"\xff\xfename")
@example(content=b"\xef\xbb\xbf")
def test_a_file_of_any_bytes_is_refused(tmp_path: Path, content: bytes) -> None:
    file = tmp_path / f"{content.hex()}x.toml"
    file.write_bytes(content)
    with pytest.raises(BadCity):
        load_city(str(file))
