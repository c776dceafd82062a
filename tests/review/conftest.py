"""Games are reviewed without the weights of the package or of this machine, unless a test brings its own."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from random_weights import without_weights


@pytest.fixture(autouse=True)
def data(tmp_path: Path) -> Iterator[Path]:
    """The data folder of the test."""
    with pytest.MonkeyPatch.context() as patch:
        yield without_weights(patch, tmp_path)
