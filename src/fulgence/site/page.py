"""What a host writes into the page of the web app."""

from __future__ import annotations

from pathlib import Path

from fulgence.site.bundle import version_of

HEAD = '<meta charset="utf-8" />\n'


def with_bundle(page: bytes, bundle: Path) -> bytes:
    """The page says which bundle belongs to it: it never starts another one."""
    assert HEAD.encode() in page
    own = f'{HEAD}    <meta name="fulgence-bundle" content="{version_of(bundle)}" />\n'
    return page.replace(HEAD.encode(), own.encode(), 1)
