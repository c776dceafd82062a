"""Pages as PNG, rendered by resvg with a bundled font, so that all machines draw the same picture."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

from fulgence.draw.font import BOLD, FAMILY, REGULAR
from fulgence.draw.pdf import unwritable
from fulgence.language import N_
from fulgence.rules.errors import FulgenceError
from fulgence.rules.message import Message

NEEDED = N_("PNG pictures need one more library: pip install 'fulgence[export]'")
NO_FONT = N_("PNG pictures need a font, and none that fits was found: pip install 'fulgence[export]'")
FONT, PACKAGE = "Roboto", "font_roboto"  # about as wide as Helvetica
WIDTH = 1588  # twice the width of a page
NARROWEST, WIDEST = 100, 10_000
PROBE = f'<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9" font-family="{FAMILY}">%s</svg>'


class NoRenderer(FulgenceError):
    """The library that renders PNG is not installed, or it has no font."""


def is_available() -> bool:
    return find_spec("resvg_py") is not None and bool(font_files() or has_system_font())


def png_of(page: str, width: int = WIDTH) -> bytes:
    """A picture `width` pixels wide; `page`: from `page_svg`."""
    if find_spec("resvg_py") is None:
        raise NoRenderer(Message(NEEDED))
    files = font_files()
    if not files and not has_system_font():
        raise NoRenderer(Message(NO_FONT))  # the picture would have no text
    # System fonts only if ours is missing or lacks a character of a name.
    return drawn(
        page.replace(f'"{FAMILY}"', f'"{FONT}, {FAMILY}"') if files else page,
        width,
        files,
        skip_system_fonts=bool(files) and not unwritable([page]),
    )


def font_files() -> list[str]:
    """Empty if the package with the font is not installed."""
    spec = find_spec(PACKAGE)
    if spec is None or spec.origin is None:
        return []
    folder = Path(spec.origin).parent / "files"
    files = [folder / f"{FONT}-{weight}.ttf" for weight in (REGULAR, BOLD)]
    return [str(file) for file in files] if all(file.is_file() for file in files) else []


def has_system_font() -> bool:
    """Whether resvg finds a font of the family; without one it silently draws no text."""
    return drawn(PROBE % '<text y="9">M</text>', 9) != drawn(PROBE % "", 9)


def drawn(picture: str, width: int, files: list[str] | None = None, skip_system_fonts: bool = False) -> bytes:
    import resvg_py

    return bytes(
        resvg_py.svg_to_bytes(
            svg_string=picture,
            width=width,
            dpi=96,
            font_files=files,
            skip_system_fonts=skip_system_fonts,
        )
    )
