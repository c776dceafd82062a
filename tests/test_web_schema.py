"""The web app's types are made from what the server says of itself now."""

from __future__ import annotations

from write_schema import FOLDER, contents


def test_the_schemas_are_as_the_server_tells_them() -> None:
    for name, text in contents().items():
        assert (FOLDER / name).read_text() == text, "run `make schema`"
