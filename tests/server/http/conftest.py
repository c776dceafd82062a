"""One server as it is without options, for all tests of this folder that only need some server."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from server.server_process import Server, serving


@pytest.fixture(scope="package")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("server")) as running:
        yield running
