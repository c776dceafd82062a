"""`fulgence city new`: a new city, drawn by the generator."""

from __future__ import annotations

import hashlib
import json
import sys
from argparse import Namespace
from pathlib import Path

from fulgence.api.new_cities import random_seed
from fulgence.build import is_compiled, note
from fulgence.city_generator.generate import SEEDS, NewCity, new_city
from fulgence.commands.shared.options import BadOption
from fulgence.files import write_atomically
from fulgence.language import N_, translate
from fulgence.rules.errors import FulgenceError
from fulgence.rules.message import Message

THERE = N_("{file} already exists: --force overwrites it")
MADE = N_("{name}: a city like {model}, seed {seed}, written to {file}")


class CannotWriteCity(FulgenceError):
    """A file that cannot be written."""


def run(options: Namespace) -> int:
    path = output_path(options)
    if not is_compiled():
        print(note(), file=sys.stderr)
    made = new_city(chosen_seed(options), options.like)
    if path:
        write(path, made.file)
    if options.json:
        print(json.dumps(facts(made, options.output)))
    elif path:
        line = translate(MADE, name=made.name, model=made.model, seed=made.seed, file=options.output)
        print(line, file=sys.stderr)
    else:
        print(made.file, end="")
    return 0


def output_path(options: Namespace) -> Path | None:
    if options.force and not options.output:
        raise BadOption(Message("--{option} needs --{needed}", option="force", needed="output"))
    if not options.output:
        return None
    path = Path(options.output)
    if path.suffix != ".toml":
        raise BadOption(Message("{file}: the name of a city file ends in .toml", file=options.output))
    if path.exists() and not options.force:
        raise BadOption(Message(THERE, file=options.output))
    return path


def chosen_seed(options: Namespace) -> int:
    """Any, if none was given: the file says which."""
    if options.seed is None:
        return random_seed()
    seed: int = options.seed
    if not 0 <= seed < SEEDS:
        raise BadOption(Message("a seed is a whole number from 0 to {most}", most=SEEDS - 1))
    return seed


def write(path: Path, text: str) -> None:
    try:
        write_atomically(path, [text.encode()])
    except (OSError, ValueError) as error:  # ValueError: characters that no file name can have
        reason = error.strerror if isinstance(error, OSError) else str(error)
        message = Message("{file}: cannot be written: {reason}", file=str(path), reason=reason)
        raise CannotWriteCity(message) from None


def facts(made: NewCity, output: str | None) -> dict[str, object]:
    return {
        "name": made.name,
        "seed": made.seed,
        "like": made.model,
        "sheets_tried": made.tries,
        "greedy": {
            "games": made.scores.games,
            "mean": round(made.scores.mean, 2),
            "spread": round(made.scores.spread, 2),
        },
        "digest": hashlib.sha256(made.file.encode()).hexdigest(),
        "output": output,
        "file": made.file,
    }
