"""`fulgence draw`: a sheet with its score pad as a picture."""

from __future__ import annotations

import json
from argparse import Namespace
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from fulgence.commands.shared.console_io import print_error, read_text
from fulgence.commands.shared.options import BadOption
from fulgence.commands.shared.record_files import (
    RecordReader,
    naming_record,
    nth_record,
    seat_index,
    split_records,
)
from fulgence.draw.page import Page, blank_page, page_svg, paper_page, replay_page, two_on_a_page
from fulgence.draw.paper_sizes import PAPER_SIZES
from fulgence.draw.pdf import pdf_of, unwritable
from fulgence.draw.png import NARROWEST, WIDEST, WIDTH, png_of
from fulgence.language import N_
from fulgence.rules.cityfile.city_reader import load_city
from fulgence.rules.errors import BadRecord, FulgenceError
from fulgence.rules.message import Message
from fulgence.rules.text.paper_sheet import parse_paper
from fulgence.rules.text.record import replay

STANDARD_OUTPUT = "-"
BAD_WIDTH = N_("--width {width}: must be from {least} to {most} pixels")
RECORD_ONLY = ("seat", "all", "turns", "city")  # options
BLANK_ONLY = ("two", "mono", "paper")


class CannotWrite(FulgenceError):
    """A file that cannot be written."""


def run(options: Namespace) -> int:
    write = writer(options)
    draw = two_on_a_page if options.two else page_svg
    pictures = [draw(page, PAPER_SIZES[options.paper or "a4"]) for page in pages_of(options)]
    if options.output == STANDARD_OUTPUT:
        print(pictures[0].encode("ascii", "xmlcharrefreplace").decode())  # safe in every encoding
        return 0
    content = write(pictures)
    try:
        Path(options.output).write_bytes(content)
    except (OSError, ValueError) as error:  # ValueError: characters that no file name can have
        reason = error.strerror if isinstance(error, OSError) else str(error)
        message = Message("{file}: cannot be written: {reason}", file=options.output, reason=reason)
        raise CannotWrite(message) from None
    return 0


def writer(options: Namespace) -> Callable[[list[str]], bytes]:
    """The function that turns pages into the file, chosen by the file name's extension."""
    file, ending = options.output, Path(options.output).suffix.lower()
    if file != STANDARD_OUTPUT and ending not in (".svg", ".png", ".pdf"):
        raise BadOption(Message("{file}: the name must end in .svg, .png or .pdf", file=file))
    if options.all and ending != ".pdf":
        raise BadOption(
            Message("--all needs a file name that ends in .pdf: only a PDF can have several pages")
        )
    if options.width is not None:
        if ending != ".png":
            raise BadOption(Message("--width is only for .png files: all others scale to any size"))
        if not NARROWEST <= options.width <= WIDEST:
            raise BadOption(Message(BAD_WIDTH, width=options.width, least=NARROWEST, most=WIDEST))
    if ending == ".png":
        return lambda pictures: png_of(pictures[0], options.width or WIDTH)
    return written_pdf if ending == ".pdf" else lambda pictures: f"{pictures[0]}\n".encode()


def written_pdf(pictures: list[str]) -> bytes:
    if missing := unwritable(pictures):
        print_error(Message("the PDF font has no {signs}; question marks replace them", signs=missing))
    return pdf_of(pictures)


def pages_of(options: Namespace) -> list[Page]:
    if options.blank is not None:
        refuse(options, (*RECORD_ONLY, "number"), Message("an empty sheet"))
        return [blank_page(load_city(options.blank), options.mono)]
    refuse(options, BLANK_ONLY, Message("a sheet that is drawn on"))
    number = options.number or 1
    text = nth_record(split_records(read_text(options.file)), options.file, number)
    with naming_record(options.file, number):
        return drawn_pages(text, options)


def drawn_pages(text: str, options: Namespace) -> list[Page]:
    if is_paper(text):
        refuse(options, RECORD_ONLY, Message("a sheet drawn on paper"))
        return [paper_page(parse_paper(text))]
    record = RecordReader(options.city).record(text)
    if options.turns is not None:
        record = replace(record, moves=tuple(moves[: options.turns] for moves in record.moves))
    seats = len(record.names)
    seat = seat_index(record, options.seat or 1)
    played = replay(record)
    return [replay_page(played, n) for n in (range(seats) if options.all else [seat])]


def is_paper(text: str) -> bool:
    """Whether the text is a paper sheet. Anything else is left to the record parser."""
    try:
        document = json.loads(text)
    except (ValueError, RecursionError):
        return False
    if not isinstance(document, dict) or "fulgence" in document:
        return False
    if "lines" not in document:
        raise BadRecord(
            Message("this is neither a record ('fulgence' is missing) nor a sheet ('lines' is missing)")
        )
    return True


def refuse(options: Namespace, names: tuple[str, ...], what: Message) -> None:
    for name in names:
        value = getattr(options, name)
        if value is not None and value is not False:  # 0 turns is a value
            raise BadOption(Message("--{option} does not apply to {what}", option=name, what=what))
