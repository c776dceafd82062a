"""Fair cards: the recipe, its evenness, and that every part of it matters."""

from __future__ import annotations

import hashlib
import hmac
import tomllib
from collections.abc import Sequence
from dataclasses import replace
from importlib.resources import files
from typing import Any

import pytest

from fulgence.fair import (
    FairGenerator,
    Fairness,
    Unfair,
    check_fair,
    commitment,
    fair_deal,
    format_fairness,
    new_seed,
    parse_fairness,
    promise_of,
)
from fulgence.rules.cityfile.city_reader import city_names, load_city
from fulgence.rules.deal import Deal
from fulgence.rules.errors import BadRecord
from fulgence.rules.text.record import Record
from random_games import addon_sets

SEED = "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f"
PROMISE = "08ba88d274f2d339505daf42d0249250b79ff4e3206663878888cc6d02684753"
OBJECT = {"table": "k7", "seed": SEED, "salts": ["a1", ""], "commitment": PROMISE}
FIRST, SECOND = "11" * 32, "22" * 32  # salts long enough to be promised
SALTS = ("a1", "", "bc", "d")
LONDON = load_city("london")
ACCELERATIONS = "visible-cards secondary-districts double-stations repeat-switch double-tracks"
POWERS = "second-section joker switch double-station"
GATES = "switch-and-free-entry double-free-entry double-district double-station"


class Naive:
    """The recipe of docs/record.md once more, word by word."""

    def __init__(self, seed: str, table: str, *salts: str) -> None:
        text = "fulgence/1\0" + table + "".join("\0" + salt for salt in salts)
        self.key = hmac.new(bytes.fromhex(seed), text.encode(), hashlib.sha256).digest()
        self.place = 0

    def word(self) -> int:
        block, word = divmod(self.place, 8)
        self.place += 1
        counter = bytes.fromhex(f"{block:016x}")
        return int(hmac.new(self.key, counter, hashlib.sha256).hexdigest()[8 * word : 8 * word + 8], 16)

    def number(self, n: int) -> int:
        while (word := self.word()) // n == 2**32 // n:  # the last, incomplete run of n words
            pass
        return word % n

    def order(self, items: Sequence[str]) -> list[str]:
        left, taken = list(items), []
        while len(left) > 1:
            place = self.number(len(left))
            taken.append(left[place])
            left[place] = left[-1]
            left.pop()
        return (taken + left)[::-1]


def numbers(*parts: str) -> list[int]:
    seed, table, *salts = parts
    rng = FairGenerator(seed, table, salts)
    return [rng.draw(100) for _ in range(10)]


# The recipe.


def test_a_seed_is_256_bits_and_always_another_one() -> None:
    seeds = {new_seed() for _ in range(100)}
    assert len(seeds) == 100
    assert {len(bytes.fromhex(seed)) for seed in seeds} == {32}


def test_the_commitment_is_a_hash_of_the_label_and_the_seed() -> None:
    assert commitment(SEED) == PROMISE
    assert hashlib.sha256(b"fulgence/1" + bytes(range(32))).hexdigest() == PROMISE


def test_a_promise_is_a_hash_of_a_label_and_the_salt_once_for_every_attempt() -> None:
    once = hashlib.sha256(b"fulgence/salt/1" + bytes(32)).hexdigest()
    assert once == "98b7daf2a7a3d3ce4592befb0314118bdd3d46ba0dda5f710261f08964e679ca"
    assert promise_of("00" * 32) == once
    assert promise_of("00" * 32, 3) == promise_of(promise_of(once))


def test_a_known_seed_gives_known_cards() -> None:
    made = fair_deal(LONDON, ("objectives", "powers", "gates"), 2, SEED, "k7", ("a1", ""))
    assert made.pencils == (("blue", "pink", "green", "purple"), ("green", "purple", "blue", "pink"))
    assert made.rounds[0] == (
        *("S:circle", "U:triangle", "U:pentagon", "S:square", "U:square", "U:joker"),
        *("U:circle", "S:joker", "S:triangle", "S:pentagon", "switch"),
    )
    assert made.objectives == ("all-sites", "all-districts")
    assert list(made.powers.values()) == ["double-station", "switch", "joker", "second-section"]


@pytest.mark.parametrize("city", city_names())
def test_the_recipe_of_the_documentation_gives_the_same_cards(city: str) -> None:
    town = load_city(city)
    facts = tomllib.loads((files("fulgence.cities") / f"{city}.toml").read_text(encoding="utf-8"))
    for table, addons in enumerate(addon_sets(town) * 4):
        made = fair_deal(town, addons, 4, SEED, str(table), SALTS)
        naive = Naive(SEED, str(table), *SALTS)
        assert [order[0] for order in made.pencils] == naive.order(facts["pencils"])
        bonus: list[str] = []
        if "acceleration" in addons:
            bonus = naive.order(ACCELERATIONS.split())[:4]
            if bonus[0] == "double-tracks":
                other = 1 + naive.number(3)
                bonus[0], bonus[other] = bonus[other], bonus[0]
        assert list(made.acceleration) == bonus
        for number in range(4):
            pile = naive.order(facts["cards"]["pile"])
            if len(made.rounds[number]) > len(pile):
                assert bonus[number] == "repeat-switch"
                first = pile.index("switch")
                pile.insert(first + 2 + naive.number(len(pile) - first - 1), "switch")
            assert list(made.rounds[number]) == pile
        if "objectives" in addons:
            kept = facts["objectives"]["dealt"]
            assert list(made.objectives) == naive.order(list(facts["objectives"]["cards"]))[:kept]
        if "powers" in addons:
            assert [made.powers[pencil] for pencil in facts["pencils"]] == naive.order(POWERS.split())
        if "gates" in addons:
            assert [made.gates[cell] for cell in facts["gates"]["cells"]] == naive.order(GATES.split())


def test_a_player_alone_who_chooses_the_pencils_gets_the_piles_from_the_start_of_the_stream() -> None:
    chosen = ("green", "pink", "blue", "purple")
    made = fair_deal(LONDON, (), 1, SEED, "k7", ("a1",), chosen)
    assert made.pencils == (chosen,)
    assert made.rounds[0] == (
        *("U:circle", "U:square", "U:pentagon", "S:pentagon", "switch", "S:joker"),
        *("S:circle", "U:joker", "S:triangle", "S:square", "U:triangle"),
    )
    assert list(made.rounds[0]) == Naive(SEED, "k7", "a1").order([card.name for card in LONDON.cards])


@pytest.mark.parametrize("n", [1, 2, 11, 100, 2**30 + 1, 3 * 2**29, 2**31 - 1])
def test_a_number_that_would_not_be_even_is_drawn_again(n: int) -> None:
    rng, naive = FairGenerator(SEED, "k7", ()), Naive(SEED, "k7")
    assert [rng.draw(n) for _ in range(500)] == [naive.number(n) for _ in range(500)]
    if n == 2**30 + 1:  # a quarter of all words is of no use
        assert naive.place == 648


@pytest.mark.parametrize("n", [0, -1, 2**31])
def test_a_number_is_drawn_below_one_that_makes_sense(n: int) -> None:
    with pytest.raises(ValueError, match=f"{n}: a number is drawn below 1 to 2"):
        FairGenerator(SEED, "k7", ()).draw(n)


# Every part matters.


def test_the_cards_change_with_every_bit_of_the_seed() -> None:
    seeds = [f"{int(SEED, 16) ^ 1 << bit:064x}" for bit in range(256)]
    assert len({commitment(seed) for seed in [SEED, *seeds]}) == 257
    assert len({tuple(numbers(seed, "k7", "a1")) for seed in [SEED, *seeds]}) == 257


def test_the_cards_change_with_the_table_and_the_salts() -> None:
    parts = [
        *(["k7"], ["k8"], ["k7", ""], ["k7", "", ""], ["k7", "a1"], ["k7", "a1", ""], ["k7", "", "a1"]),
        *(["k7", "A1"], ["k7a1"], ["k7a", "1"], ["k7", "ab", "c"], ["k7", "a", "bc"], ["k7", "abc"]),
    ]
    assert len({tuple(numbers(SEED, *part)) for part in parts}) == len(parts)
    assert numbers(SEED, "k7", "a1", "") == [30, 5, 24, 28, 97, 5, 11, 30, 36, 30]


# Evenness.


def test_a_thousand_piles_have_every_card_once() -> None:
    for table in range(250):
        made = fair_deal(LONDON, (), 1, SEED, str(table), ("",))
        for pile in made.rounds:
            assert len(pile) == 11
            assert set(pile) == set(LONDON.card_numbers)


def test_every_card_is_equally_often_at_every_place() -> None:
    rng = FairGenerator(SEED, "k7", ())
    counts = [[0] * 11 for _ in range(11)]
    for _ in range(20_000):
        items = list("abcdefghijk")
        rng.shuffle(items)
        for place, item in enumerate(items):
            counts[place]["abcdefghijk".index(item)] += 1
    expected = 20_000 / 11
    distance = sum((number - expected) ** 2 / expected for row in counts for number in row)
    assert 110 - 5 * 15.6 < distance < 110 + 5 * 15.6  # 1.1 times chi-square of 100 degrees of freedom


def test_every_order_of_four_is_equally_often() -> None:
    rng = FairGenerator(SEED, "k8", ())
    counts: dict[str, int] = {}
    for _ in range(24_000):
        items = list("abcd")
        rng.shuffle(items)
        counts["".join(items)] = counts.get("".join(items), 0) + 1
    assert len(counts) == 24
    assert sum((number - 1000) ** 2 / 1000 for number in counts.values()) < 23 + 5 * 6.8


# What a record says about its cards.


def test_fairness_is_read_as_it_is_written() -> None:
    fairness = Fairness("k7", SEED, ("a1", FIRST), PROMISE, ("", promise_of(FIRST, 2)), 2)
    told = {**OBJECT, "salts": ["a1", FIRST], "promises": ["", promise_of(FIRST, 2)], "attempt": 2}
    assert format_fairness(fairness) == told
    assert parse_fairness(told) == fairness
    assert parse_fairness({**told, "comment": 5}) == fairness


def test_fairness_as_it_was_written_before_there_were_promises_is_read() -> None:
    fairness = parse_fairness(OBJECT)
    assert fairness == Fairness("k7", SEED, ("a1", ""), PROMISE, (), 1)
    assert fairness.origins == ["added", "none"]


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"table": 7}, "fair.table must be a string"),
        ({"table": ""}, "fair.table must be 1 to 64 letters, digits, - and _"),
        ({"table": "k\0007"}, "fair.table must be 1 to 64 letters, digits, - and _"),
        ({"table": "k7\n"}, "fair.table must be 1 to 64 letters, digits, - and _"),
        ({"table": "\ud800"}, "fair.table must be 1 to 64 letters, digits, - and _"),
        ({"seed": None}, "fair.seed must be a string"),
        ({"seed": SEED[:-1]}, "fair.seed must be 64 lowercase hexadecimal digits"),
        ({"seed": SEED.upper()}, "fair.seed must be 64 lowercase hexadecimal digits"),
        ({"seed": SEED[:-1] + "g"}, "fair.seed must be 64 lowercase hexadecimal digits"),
        ({"salts": "a1"}, "fair.salts must be a list"),
        ({"salts": ["a1", 5]}, "fair.salts[1] must be a string"),
        ({"salts": ["a1", "salt"]}, "fair.salts[1] must be up to 64 hexadecimal digits"),
        ({"salts": ["a" * 65, ""]}, "fair.salts[0] must be up to 64 hexadecimal digits"),
        ({"commitment": "08ba"}, "fair.commitment must be 64 lowercase hexadecimal digits"),
        ({"promises": PROMISE}, "fair.promises must be a list"),
        ({"promises": [5]}, "fair.promises[0] must be a string"),
        (
            {"promises": ["", "08ba"]},
            "fair.promises[1] must be 64 lowercase hexadecimal digits, or empty",
        ),
        ({"attempt": "1"}, "fair.attempt must be a whole number"),
        ({"attempt": 0}, "fair.attempt must be 1 to 100"),
        ({"attempt": 101}, "fair.attempt must be 1 to 100"),
    ],
)
def test_fairness_with_a_wrong_part_is_refused(change: dict[str, Any], reason: str) -> None:
    with pytest.raises(BadRecord) as caught:
        parse_fairness({**OBJECT, **change})
    assert str(caught.value) == reason


@pytest.mark.parametrize("key", ["table", "seed", "salts", "commitment"])
def test_fairness_with_a_missing_part_is_refused(key: str) -> None:
    with pytest.raises(BadRecord, match=rf"^fair\.{key} is missing$"):
        parse_fairness({name: value for name, value in OBJECT.items() if name != key})
    with pytest.raises(BadRecord, match=r"^fair must be an object$"):
        parse_fairness([])


def unplayed(made: Deal) -> Record:
    seats = len(made.pencils)
    return Record(made, tuple("ABCD"[:seats]), ((),) * seats)


@pytest.mark.parametrize("city", city_names())
def test_a_fair_deal_passes_the_check_and_another_one_does_not(city: str) -> None:
    town = load_city(city)
    for addons in addon_sets(town):
        for seats in (1, 2, 3, 4):
            salts = SALTS[:seats]
            record = unplayed(fair_deal(town, addons[::-1], seats, SEED, "k7", salts))
            check_fair(record, Fairness("k7", SEED, salts, PROMISE))
            with pytest.raises(Unfair, match=r"^does not match the seed, table and salts: .*pile of"):
                check_fair(record, Fairness("k8", SEED, salts, PROMISE))


def test_there_is_one_salt_a_seat() -> None:
    made = fair_deal(LONDON, (), 1, SEED, "k7", ("a1", "5e"))
    with pytest.raises(Unfair, match=r"^fair\.salts must have one entry per seat: 1, not 2$"):
        check_fair(unplayed(made), Fairness("k7", SEED, ("a1", "5e"), PROMISE))


@pytest.mark.parametrize("attempt", [1, 2, 100])
def test_every_promised_salt_must_be_the_one_that_was_promised(attempt: int) -> None:
    salts = (FIRST, "a1", "")
    record = unplayed(fair_deal(LONDON, (), 3, SEED, "k7", salts))
    kept = Fairness("k7", SEED, salts, PROMISE, (promise_of(FIRST, attempt), "", ""), attempt)
    check_fair(record, kept)
    assert kept.origins == ["promised", "added", "none"]
    broken = [
        replace(kept, promises=(promise_of(SECOND, attempt), "", "")),
        replace(kept, promises=(promise_of(FIRST, attempt + 1), "", "")),
        replace(kept, attempt=attempt + 1),
    ]
    for fairness in broken:
        with pytest.raises(Unfair, match=r"^seat 0 \(A\): the salt does not match its promise$"):
            check_fair(record, fairness)
    short = replace(kept, promises=("", promise_of("a1", attempt), ""))
    with pytest.raises(Unfair, match=r"^seat 1 \(B\): the salt does not match its promise$"):
        check_fair(record, short)


def test_there_is_one_promise_a_seat_or_no_list() -> None:
    record = unplayed(fair_deal(LONDON, (), 1, SEED, "k7", ("a1",)))
    check_fair(record, Fairness("k7", SEED, ("a1",), PROMISE))
    with pytest.raises(Unfair, match=r"^fair\.promises must have one entry per seat: 1, not 2$"):
        check_fair(record, Fairness("k7", SEED, ("a1",), PROMISE, ("", "")))
