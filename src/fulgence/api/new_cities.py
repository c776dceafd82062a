"""New cities for the page: from a seed, and like one of the cities that there are."""

from __future__ import annotations

import secrets

import msgspec

from fulgence.api.jobs import MakeCity
from fulgence.city_generator.generate import SEEDS, model_names, new_city
from fulgence.rules.message import Message
from fulgence.table.refusals import Refused

RANDOM_BITS = 32  # of a seed; short enough to be typed


class NewCityFile(msgspec.Struct, frozen=True):
    """`file`: the city file. `like`: the city whose rules it has."""

    file: str
    name: str
    seed: int
    like: str


def city_job(seed: int | None, like: str | None) -> MakeCity:
    """The job that makes the city, or Refused."""
    if like and like not in model_names():
        names = ", ".join(model_names())
        raise Refused(
            "no-city",
            Message("no new city can be like {city!r}; choose from {names}", city=like, names=names),
            422,
        )
    if seed is not None and not 0 <= seed < SEEDS:
        reason = Message("a seed is a whole number from 0 to {most}", most=SEEDS - 1)
        raise Refused("bad-request", reason, 422)
    return MakeCity(random_seed() if seed is None else seed, like or "")


def random_seed() -> int:
    """For those who did not choose one."""
    return secrets.randbits(RANDOM_BITS)


def city_made(job: MakeCity) -> NewCityFile:
    made = new_city(job.seed, job.like)
    return NewCityFile(made.file, made.name, made.seed, made.model)
