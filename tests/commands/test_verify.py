"""The output of `fulgence verify`, and that it detects tampering."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from commands.records import GONE, TOY, changed, cut
from commands.shell import CITIES, HINT, Answer, ask
from fulgence.fair import Fairness, commitment, fair_deal, format_fairness, promise_of
from fulgence.rules.cityfile.city_reader import city_names, load_city
from fulgence.rules.game import Game
from fulgence.rules.generator import Generator
from fulgence.rules.text.record import format_record, record_of
from random_games import SAMPLER, addon_sets, played, random_choice

SEED = "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f"
PROMISE = "08ba88d274f2d339505daf42d0249250b79ff4e3206663878888cc6d02684753"
SALTS = ("a1", "", "bc", "d")
FIRST, SECOND = "11" * 32, "22" * 32  # salts long enough to be promised


def online_game(
    city: str,
    addons: Sequence[str],
    seats: int,
    pencils: Sequence[str] = (),
    seed: str = SEED,
    salts: Sequence[str] = SALTS,
    promises: Sequence[str] = (),
    attempt: int = 1,
) -> Any:
    """The record of an online game at the table k7."""
    salts = tuple(salts[:seats])
    made = fair_deal(load_city(city), addons, seats, seed, "k7", salts, pencils)
    game = played(Game(made, ("Ann", "Bob", "Cem", "Dan")[:seats]), random_choice(Generator(1)))
    document = json.loads(format_record(record_of(game)))
    fairness = Fairness("k7", seed, salts, commitment(seed), tuple(promises), attempt)
    return {**document, "fair": format_fairness(fairness)}


ADDED = (
    "salts were contributed without a promise: whoever ran the server and contributed the last one "
    "could have chosen these cards"
)
NOBODY = "nobody could choose these cards, provided one player who promised a salt is honest"
NONE = "no player contributed a salt: whoever ran the server could have chosen these cards"
PAIR = online_game("london", ("objectives", "powers", "gates"), 2)
PROMISES = (promise_of(FIRST, 2), promise_of(SECOND, 2))
PROMISING = online_game(
    "toy", (), 4, salts=(FIRST, SECOND, "a1", ""), promises=(*PROMISES, "", ""), attempt=2
)
UNSALTED = online_game("toy", (), 2, salts=("", ""), promises=("", ""))
FAST = online_game("berlin", ("acceleration",), 1)
ALONE = online_game("london", (), 1)
CHOSEN = online_game("london", (), 1, ("green", "pink", "blue", "purple"))


def verify(capsys: pytest.CaptureFixture[str], *arguments: str | Path, records: Sequence[Any]) -> Answer:
    lines = "".join(json.dumps(record) + "\n" for record in records)
    return ask(capsys, "verify", "-", *arguments, stdin=lines.encode())


# Fair games.


def test_a_fair_game_is_reported_with_what_each_seat_contributed(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "game.json"
    file.write_text(json.dumps(PAIR, indent=1), encoding="utf-8")
    line = (
        f"{file}, record 1: fair: the cards match the seed committed to at the start\n"
        "  Ann: contributed a salt without promising it first\n  Bob: contributed no salt\n  "
        f"{ADDED}\n"
    )
    assert ask(capsys, "verify", file, "--commitment", PROMISE) == Answer(0, line, "")
    assert ask(capsys, "verify", file, "--commitment", PROMISE.upper()) == Answer(0, line, "")


def test_who_does_not_tell_the_promise_is_reminded_to_compare_it(capsys: pytest.CaptureFixture[str]) -> None:
    answer = verify(capsys, records=[PAIR])
    assert (answer.code, answer.err) == (0, "")
    assert answer.out.startswith(
        f"-, record 1: fair, provided this commitment was shown at the start: {PROMISE}\n  Ann: "
    )


def test_a_game_with_promised_salts_was_chosen_by_nobody(capsys: pytest.CaptureFixture[str]) -> None:
    answer = verify(capsys, records=[PROMISING])
    assert (answer.code, answer.err) == (0, "")
    assert answer.out.splitlines()[1:] == [
        "  Ann: promised a salt and revealed it",
        "  Bob: promised a salt and revealed it",
        "  Cem: contributed a salt without promising it first",
        "  Dan: contributed no salt",
        f"  {NOBODY}",
        "  these cards are from attempt 2: whoever ran the server could see and abort the earlier ones",
    ]


def test_a_game_without_salts_says_who_could_have_chosen_the_cards(
    capsys: pytest.CaptureFixture[str],
) -> None:
    answer = verify(capsys, records=[UNSALTED])
    assert (answer.code, answer.err) == (0, "")
    assert answer.out.splitlines()[1:] == [
        "  Ann: contributed no salt",
        "  Bob: contributed no salt",
        f"  {NONE}",
    ]


def test_the_json_has_what_each_seat_contributed(capsys: pytest.CaptureFixture[str]) -> None:
    answer = verify(capsys, "--json", records=[PROMISING, PAIR, UNSALTED])
    assert [(told["salts"], told["verdict"]) for told in answer.objects] == [
        (["promised", "promised", "added", "none"], NOBODY),
        (["added", "none"], ADDED),
        (["none", "none"], NONE),
    ]


def test_the_json_of_a_fair_game(capsys: pytest.CaptureFixture[str]) -> None:
    answer = verify(capsys, "--json", records=[PAIR])
    assert (answer.code, answer.err) == (0, "")
    told = {"fair": True, "table": "k7", "commitment": PROMISE, "reason": None}
    assert answer.objects == [{**told, "salts": ["added", "none"], "verdict": ADDED, "attempt": 1}]


@pytest.mark.parametrize("city", city_names())
def test_every_kind_of_game_can_be_verified(capsys: pytest.CaptureFixture[str], city: str) -> None:
    sets = addon_sets(load_city(city))
    records = [online_game(city, addons, seats) for addons in sets for seats in (1, 2, 3, 4)]
    answer = verify(capsys, "--json", "--commitment", PROMISE, records=records)
    assert (answer.code, answer.err) == (0, "")
    assert [told["fair"] for told in answer.objects] == [True] * (4 * len(sets))


@pytest.mark.parametrize("city", ["london", "toy"])
def test_a_player_alone_may_have_chosen_the_pencils(capsys: pytest.CaptureFixture[str], city: str) -> None:
    pencils = ("green", "pink", "blue", "purple")
    records = [online_game(city, addons, 1, pencils) for addons in addon_sets(load_city(city))]
    assert [record["seats"][0]["pencils"] for record in records] == [list(pencils)] * len(records)
    assert verify(capsys, records=records).code == 0


def test_a_game_that_was_closed_early_is_fair_too(capsys: pytest.CaptureFixture[str]) -> None:
    answer = verify(capsys, records=[cut(PAIR, 5, 4), cut(ALONE, 0)])
    assert (answer.code, answer.err) == (0, "")


def test_a_game_in_a_city_of_its_own_is_verified_with_its_file(capsys: pytest.CaptureFixture[str]) -> None:
    record = online_game(SAMPLER, ("objectives",), 3)
    assert verify(capsys, "--city", SAMPLER, records=[record]).code == 0
    answer = verify(capsys, records=[record])
    assert answer == Answer(1, "", f"fulgence: -: record 1: city 'sampler.toml' is none of {CITIES}{HINT}\n")


# Tampering.


def swapped(record: Any, path: str, one: int | str, other: int | str) -> Any:
    """The record with two values at a path exchanged."""
    place = record
    for step in path.split("/"):
        place = place[int(step) if step.isdecimal() else step]
    assert place[one] != place[other]
    return changed(changed(record, f"{path}/{one}", place[other]), f"{path}/{other}", place[one])


def from_seed(*parts: str) -> str:
    return f"does not match the seed, table and salts: {', '.join(parts)}"


PILES = ("pile of round 1", "pile of round 2", "pile of round 3", "pile of round 4")
ALL_OF_PAIR = ("pencils", *PILES, "objectives", "powers", "gates")
TAMPERED: list[tuple[str, Any, str]] = [
    (
        "one bit of the seed",
        changed(PAIR, "fair/seed", SEED[:-1] + "e"),
        f"the seed does not match the commitment {PROMISE}",
    ),
    (
        "one bit of the commitment",
        changed(PAIR, "fair/commitment", PROMISE[:-1] + "2"),
        f"the seed does not match the commitment {PROMISE[:-1]}2",
    ),
    (
        "seed and commitment",
        changed(PAIR, "fair", {**PAIR["fair"], "seed": "0" * 64, "commitment": commitment("0" * 64)}),
        from_seed(*ALL_OF_PAIR),
    ),
    ("a salt", changed(PAIR, "fair/salts/1", "0"), from_seed(*ALL_OF_PAIR)),
    ("two salts", swapped(PAIR, "fair/salts", 0, 1), from_seed(*PILES, "objectives", "powers", "gates")),
    (
        "a salt too many",
        changed(PAIR, "fair/salts/2", ""),
        "fair.salts must have one entry per seat: 2, not 3",
    ),
    ("the table", changed(PAIR, "fair/table", "k9"), from_seed(*ALL_OF_PAIR)),
    ("two cards", swapped(PAIR, "deal/rounds/1", 3, 4), from_seed("pile of round 2")),
    ("two last cards", swapped(PAIR, "deal/rounds/3", 9, 10), from_seed("pile of round 4")),
    ("two piles", swapped(PAIR, "deal/rounds", 0, 2), from_seed("pile of round 1", "pile of round 3")),
    ("the order of objectives", swapped(PAIR, "deal/objectives", 0, 1), from_seed("objectives")),
    ("an objective", changed(PAIR, "deal/objectives/0", "six-thames"), from_seed("objectives")),
    ("two powers", swapped(PAIR, "deal/powers", "pink", "blue"), from_seed("powers")),
    ("two gates", swapped(PAIR, "deal/gates", "a1", "j10"), from_seed("gates")),
    ("two bonus cards", swapped(FAST, "deal/acceleration", 1, 2), from_seed("acceleration")),
    (
        "the seats",
        changed(PAIR, "seats", PAIR["seats"][::-1]),
        from_seed("pencils"),
    ),
    (
        "pencils of a game in which they are random",
        swapped(FAST, "seats/0/pencils", 1, 2),
        from_seed("pencils"),
    ),
    (
        "pencils of a game in which they were random",
        swapped(ALONE, "seats/0/pencils", 1, 2),
        from_seed("pencils"),
    ),
    (
        "a card of a game with chosen pencils",
        swapped(CHOSEN, "deal/rounds/2", 0, 7),
        from_seed("pile of round 3"),
    ),
    (
        "a move",
        changed(PAIR, "seats/1/moves/0", ["a1-b1"]),
        "seat 1 (Bob), round 1, turn 1, move 1 'a1-b1': a1 is not on the line",
    ),
    (
        "chosen pencils, which other moves would go with",
        swapped(CHOSEN, "seats/0/pencils", 0, 3),
        "seat 0 (Ann), round 1, turn 1, move 1 'd3-a3': d3 is not on the line",
    ),
]
UNREADABLE: list[tuple[str, Any, str]] = [
    (
        "no fair",
        changed(PAIR, "fair", GONE),
        "fair is missing: the record does not say where its cards come from",
    ),
    (
        "a game that was not online",
        TOY,
        "fair is missing: the record does not say where its cards come from",
    ),
    (
        "a promise that was not kept",
        changed(PROMISING, "fair/promises/1", PROMISES[0]),
        "seat 1 (Bob): the salt does not match its promise",
    ),
    (
        "another attempt",
        changed(PROMISING, "fair/attempt", 1),
        "seat 0 (Ann): the salt does not match its promise",
    ),
    (
        "a promise too many",
        changed(PROMISING, "fair/promises", [*PROMISES, "", "", ""]),
        "fair.promises must have one entry per seat: 4, not 5",
    ),
    ("fair is null", changed(PAIR, "fair", None), "fair must be an object"),
    ("no seed", changed(PAIR, "fair/seed", GONE), "fair.seed is missing"),
    (
        "a bad salt",
        changed(PAIR, "fair/salts/0", "salt"),
        "fair.salts[0] must be up to 64 hexadecimal digits",
    ),
    (
        "a card twice",
        changed(PAIR, "deal/rounds/0/0", "switch"),
        "round 1: S:circle is missing, the switch is there twice",
    ),
    ("another version", changed(PAIR, "fulgence", 2), "version 2; this program reads version 1"),
    ("a list", [], "the record must be an object"),
]


@pytest.mark.parametrize(
    ("record", "reason"), [pytest.param(*case, id=what) for what, *case in [*TAMPERED, *UNREADABLE]]
)
def test_whatever_was_tampered_with_is_named(
    capsys: pytest.CaptureFixture[str], record: Any, reason: str
) -> None:
    answer = verify(capsys, records=[record])
    assert (answer.code, answer.out) == (1, "")
    assert answer.err == f"fulgence: -: record 1: {reason}\n"


def test_a_server_that_has_changed_its_promise_is_caught_by_who_noted_it(
    capsys: pytest.CaptureFixture[str],
) -> None:
    other = online_game("london", (), 1, seed="0" * 64)
    told = other["fair"]["commitment"]
    assert verify(capsys, "--commitment", told, records=[other]).code == 0
    answer = verify(capsys, "--commitment", PROMISE, records=[other])
    reason = f"the commitment is {told}, not the one you noted"
    assert answer == Answer(1, "", f"fulgence: -: record 1: {reason}\n")


def test_the_json_of_an_unfair_game_is_on_standard_output(capsys: pytest.CaptureFixture[str]) -> None:
    records = [swapped(PAIR, "deal/rounds/1", 3, 4), PAIR, TOY]
    answer = verify(capsys, "--json", records=records)
    assert (answer.code, answer.err) == (1, "")
    assert answer.objects == [
        {
            "fair": False,
            "table": "k7",
            "commitment": PROMISE,
            "reason": from_seed("pile of round 2"),
            "salts": None,
            "verdict": None,
            "attempt": None,
        },
        {
            "fair": True,
            "table": "k7",
            "commitment": PROMISE,
            "reason": None,
            "salts": ["added", "none"],
            "verdict": ADDED,
            "attempt": 1,
        },
        {
            "fair": False,
            "table": None,
            "commitment": None,
            "reason": "fair is missing: the record does not say where its cards come from",
            "salts": None,
            "verdict": None,
            "attempt": None,
        },
    ]


# The command.


def test_one_unfair_record_does_not_silence_the_others(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "games.jsonl"
    file.write_text(f"{json.dumps(PAIR)}\n{json.dumps(TOY)}\n{json.dumps(ALONE)}\n", encoding="utf-8")
    answer = ask(capsys, "verify", "nowhere.json", file, "--commitment", PROMISE)
    assert answer.code == 2
    assert [line.split(": ")[0] for line in answer.out.splitlines() if line[0] != " "] == [
        f"{file}, record 1",
        f"{file}, record 3",
    ]
    assert answer.err.splitlines() == [
        "fulgence: nowhere.json: cannot be read: No such file or directory",
        f"fulgence: {file}: record 2: fair is missing: the record does not say where its cards come from",
    ]


@pytest.mark.parametrize("options", [[], ["--json"]])
def test_a_file_that_cannot_be_read_is_not_fair(
    capsys: pytest.CaptureFixture[str], options: list[str]
) -> None:
    answer = verify(capsys, "nowhere.json", *options, records=[PAIR])
    assert (answer.code, answer.out.count("fair")) == (2, 1)
    assert answer.err == "fulgence: nowhere.json: cannot be read: No such file or directory\n"


@pytest.mark.parametrize("noted", ["", "08ba", PROMISE + "0", "x" * 64])
def test_a_promise_has_64_digits(capsys: pytest.CaptureFixture[str], noted: str) -> None:
    answer = verify(capsys, "--commitment", noted, records=[PAIR])
    assert (answer.code, answer.out) == (2, "")
    assert answer.err.endswith(f"argument --commitment: {noted!r} is not 64 hexadecimal digits\n")


def test_verify_without_a_file_is_a_wrong_usage(capsys: pytest.CaptureFixture[str]) -> None:
    answer = ask(capsys, "verify")
    assert (answer.code, answer.out) == (2, "")
    assert answer.err.endswith("fulgence verify: error: the following arguments are required: FILE\n")


def test_verify_shows_an_example(capsys: pytest.CaptureFixture[str]) -> None:
    answer = ask(capsys, "verify", "--help")
    assert (answer.code, answer.err) == (0, "")
    assert answer.out.endswith("\nexample: fulgence verify game.json\n")


def test_a_fair_record_is_still_a_record(capsys: pytest.CaptureFixture[str]) -> None:
    plain = changed(PAIR, "fair", GONE)
    answers = [
        ask(capsys, "replay", "-", "--json", stdin=json.dumps(record).encode()) for record in (PAIR, plain)
    ]
    assert answers[0] == answers[1]
    assert answers[0].code == 0
