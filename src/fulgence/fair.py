"""Fair cards by commit and reveal: nobody can choose them, and anybody can verify them after the game.

A table has a secret seed. Its commitment is published at the start, the seed at the end. The cards also
depend on salts of the seats, so the owner of the seed cannot choose them. Nor can someone who knows the seed
and adds the last salt: salts are promised first, and revealed when all promises are known. docs/record.md
describes the algorithm for independent verifiers.
"""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets
import struct
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import count
from typing import Any

from fulgence.rules import kinds
from fulgence.rules.city import City
from fulgence.rules.deal import Deal, deal
from fulgence.rules.errors import BadRecord
from fulgence.rules.text.record import Record, required, texts, typed

LABEL = b"fulgence/1"
SALT_LABEL = b"fulgence/salt/1"
MAX_ATTEMPTS = 100  # to collect all salts: the length of a hash chain
WORDS = 2**32  # values of a 32-bit word

HASH = ("64 lowercase hexadecimal digits", "[0-9a-f]{64}")
PROMISE = ("64 lowercase hexadecimal digits, or empty", "([0-9a-f]{64})?")
SALT = ("up to 64 hexadecimal digits", "[0-9A-Fa-f]{0,64}")
TABLE = ("1 to 64 letters, digits, - and _", "[0-9A-Za-z_-]{1,64}")

PROMISED, ADDED, NONE = "promised", "added", "none"


class Unfair(BadRecord):
    """A record whose cards do not match its commitment and promises."""


@dataclass(frozen=True)
class Fairness:
    """What a record says about the origin of its cards."""

    table: str
    seed: str
    salts: tuple[str, ...]  # by seat, empty if it added none
    commitment: str
    promises: tuple[str, ...] = ()  # by seat, empty if it promised none; old records have no list
    attempt: int = 1  # at which all promised salts were revealed

    @property
    def origins(self) -> list[str]:
        """By seat, whether its salt was promised, only added, or is missing."""
        promises = self.promises or ("",) * len(self.salts)
        return [
            PROMISED if promise else ADDED if salt else NONE
            for salt, promise in zip(self.salts, promises, strict=True)
        ]


def parse_fairness(value: Any) -> Fairness:
    """From the JSON object under `fair`; unknown keys are ignored."""
    table = typed(value, dict, "fair")
    salts = texts(required(table, "salts", list, "fair."), "fair.salts")
    promises = texts(typed(table.get("promises", []), list, "fair.promises"), "fair.promises")
    attempt = typed(table.get("attempt", 1), int, "fair.attempt")
    if not 1 <= attempt <= MAX_ATTEMPTS:
        raise BadRecord(f"fair.attempt must be 1 to {MAX_ATTEMPTS}")
    return Fairness(
        table=shaped(required(table, "table", str, "fair."), "fair.table", TABLE),
        seed=shaped(required(table, "seed", str, "fair."), "fair.seed", HASH),
        salts=tuple(shaped(salt, f"fair.salts[{n}]", SALT) for n, salt in enumerate(salts)),
        commitment=shaped(required(table, "commitment", str, "fair."), "fair.commitment", HASH),
        promises=tuple(shaped(text, f"fair.promises[{n}]", PROMISE) for n, text in enumerate(promises)),
        attempt=attempt,
    )


def shaped(text: str, what: str, shape: tuple[str, str]) -> str:
    description, pattern = shape
    if not re.fullmatch(pattern, text):
        raise BadRecord(f"{what} must be {description}")
    return text


def format_fairness(fairness: Fairness) -> dict[str, object]:
    return {
        "table": fairness.table,
        "seed": fairness.seed,
        "salts": list(fairness.salts),
        "commitment": fairness.commitment,
        "promises": list(fairness.promises),
        "attempt": fairness.attempt,
    }


def new_seed() -> str:
    return secrets.token_hex(32)


def commitment(seed: str) -> str:
    """Tells nothing about the cards. A hash of the pile would: all 11! piles are soon tried."""
    return hashlib.sha256(LABEL + bytes.fromhex(seed)).hexdigest()


def promise_of(salt: str, attempt: int = 1) -> str:
    """The promise that this salt keeps at this attempt.

    Promises are hash chains: who promises the hash of the hash of a secret reveals the secret's hash
    at the first attempt and the secret at the second, which nobody can tell from what was revealed.
    """
    for _ in range(attempt):
        salt = hashlib.sha256(SALT_LABEL + bytes.fromhex(salt)).hexdigest()
    return salt


def keeps(salt: str, promise: str, attempt: int) -> bool:
    """Whether the salt is the promised one. A promised salt is as long as a hash, so nobody guesses it."""
    return bool(re.fullmatch(HASH[1], salt)) and promise_of(salt, attempt) == promise


class FairGenerator:
    """The random source of a fair deal: HMAC-SHA256 in counter mode, keyed by seed, table and salts."""

    def __init__(self, seed: str, table: str, salts: Sequence[str]) -> None:
        # No item contains a NUL, so that no other items give the same text.
        text = b"\0".join([LABEL, table.encode(), *(salt.encode() for salt in salts)])
        self.words = words(hmac.digest(bytes.fromhex(seed), text, "sha256"))

    def draw(self, n: int) -> int:
        """A uniform integer from 0 to n - 1, without bias."""
        if not 0 < n < 2**31:
            raise ValueError(f"{n}: a number is drawn below 1 to 2**31 - 1")
        limit = WORDS - WORDS % n  # rejection sampling: words from here on would favour small numbers
        return next(word for word in self.words if word < limit) % n

    def shuffle(self, items: list[str]) -> None:
        for i in range(len(items) - 1, 0, -1):
            j = self.draw(i + 1)
            items[i], items[j] = items[j], items[i]


def words(key: bytes) -> Iterator[int]:
    for number in count():
        yield from struct.unpack(">8I", hmac.digest(key, number.to_bytes(8, "big"), "sha256"))


def fair_deal(
    city: City,
    addons: Sequence[str],
    seats: int,
    seed: str,
    table: str,
    salts: Sequence[str],
    pencils: Sequence[str] = (),
) -> Deal:
    """`pencils`: the order chosen by a player alone, as for `deal`."""
    return deal(city, addons, seats, FairGenerator(seed, table, salts), pencils)


def check_fair(record: Record, fairness: Fairness) -> None:
    """Raise Unfair if the seed does not match its commitment or does not give these cards."""
    if commitment(fairness.seed) != fairness.commitment:
        raise Unfair(f"the seed does not match the commitment {fairness.commitment}")
    made = record.deal
    seats = len(made.pencils)
    if len(fairness.salts) != seats:  # an extra salt would allow choosing among many deals
        raise Unfair(f"fair.salts must have one entry per seat: {seats}, not {len(fairness.salts)}")
    if len(fairness.promises) not in (0, seats):
        raise Unfair(f"fair.promises must have one entry per seat: {seats}, not {len(fairness.promises)}")
    for number, promise in enumerate(fairness.promises):
        if promise and not keeps(fairness.salts[number], promise, fairness.attempt):
            raise Unfair(f"seat {number} ({record.names[number]}): the salt does not match its promise")
    orders: list[tuple[str, ...]] = [()]
    if seats == 1 and made.city.chooses_pencils:
        orders.append(made.pencils[0])
    inputs = (fairness.seed, fairness.table, fairness.salts)
    deals = [fair_deal(made.city, made.addons, seats, *inputs, order) for order in orders]
    if wrong := min((differences(made, dealt) for dealt in deals), key=len):
        raise Unfair(f"does not match the seed, table and salts: {', '.join(wrong)}")


def differences(made: Deal, dealt: Deal) -> list[str]:
    piles = zip(made.rounds, dealt.rounds, strict=True)
    return [
        *(["pencils"] if made.pencils != dealt.pencils else []),
        *(f"pile of round {number}" for number, (ours, theirs) in enumerate(piles, 1) if ours != theirs),
        *(name for name in kinds.ADDONS if getattr(made, name) != getattr(dealt, name)),
    ]
