"""Pictures of pages, compared with those that were once looked at and found right."""

from __future__ import annotations

import io
import os
from pathlib import Path

from PIL import Image, ImageChops

SEEN = Path(__file__).parent / "screens"
NEW = Path(__file__).parents[2] / "build" / "screens"  # git ignores it
WRITES = os.environ.get("FULGENCE_WRITE_SCREENS", "") not in ("", "0")
COLOURS = 128  # a picture is kept with so many colours, to be small
NOTICED = 40  # of 255: less is another way to smooth a letter, or a colour that was not kept
MOST = 0.004  # of all pixels


def check(name: str, shot: bytes) -> None:
    """Fail if it is another picture and leave it, with the difference, in `build/screens`; or keep it."""
    new = Image.open(io.BytesIO(shot)).convert("RGB")
    file = SEEN / f"{name}.png"
    if WRITES:
        new.quantize(COLOURS, kmeans=3, dither=Image.Dither.NONE).save(file, optimize=True)
        return
    old = Image.open(file).convert("RGB") if file.exists() else Image.new("RGB", (1, 1))
    share = 1.0 if old.size != new.size else difference(old, new)
    if share <= MOST:
        return
    NEW.mkdir(parents=True, exist_ok=True)
    new.save(NEW / file.name)
    if old.size == new.size:
        marked(old, new).save(NEW / f"{name}-difference.png")
    raise AssertionError(f"{name}: {share:.1%} of the pixels differ; see {NEW}; if it is meant: make screens")


def changed(old: Image.Image, new: Image.Image) -> Image.Image:
    """White where a colour differs enough to be noticed."""
    red, green, blue = ImageChops.difference(old, new).split()
    most = ImageChops.lighter(ImageChops.lighter(red, green), blue)
    return most.point([255 * (value > NOTICED) for value in range(256)])


def difference(old: Image.Image, new: Image.Image) -> float:
    """The share of pixels that differ."""
    counts = changed(old, new).histogram()
    return counts[255] / sum(counts)


def marked(old: Image.Image, new: Image.Image) -> Image.Image:
    """The new picture, pale, with what differs in red."""
    pale = Image.blend(new, Image.new("RGB", new.size, "white"), 0.7)
    pale.paste((255, 0, 0), mask=changed(old, new))
    return pale
