"""Salts are promised before any of them is known, so that nobody has chosen the cards."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from fulgence.commands.shared.record_files import RecordReader
from fulgence.commands.verify import judged
from fulgence.fair import (
    MAX_ATTEMPTS,
    check_fair,
    commitment,
    fair_deal,
    new_seed,
    parse_fairness,
    promise_of,
)
from fulgence.rules.cityfile.city_reader import load_city
from fulgence.rules.text.record import parse_record, replay
from fulgence.table import requests
from fulgence.table.commands import record
from fulgence.table.entries import (
    Closed,
    Entry,
    Handed,
    JoinedSeat,
    Left,
    Reissued,
    Returned,
    Revealed,
    TimedOut,
    parse_entry,
)
from fulgence.table.messages import Promised
from fulgence.table.refusals import Refused, StoreFailed
from fulgence.table.seats import hashed
from fulgence.table.state import Table, fold
from server.asgi_client import asgi_client
from server.local_tables import LocalTable, LocalTables, first_move, play_out, token_of, with_tables
from table.table_log import SEED, TableLog, everything, opened

ANN, BEN, CLEO, DORA = (digit * 64 for digit in "abcd")  # secrets at the ends of the chains


def promise(secret: str) -> str:
    return promise_of(secret, MAX_ATTEMPTS)


def salt(secret: str, attempt: int = 1) -> str:
    """What whoever has this secret reveals at this attempt."""
    return promise_of(secret, MAX_ATTEMPTS - attempt)


def joined(seat: int, secret: str) -> JoinedSeat:
    return JoinedSeat(seat, f"player {seat}", f"key {seat}", promise=promise(secret))


def promised_by(*secrets: str, **more: Any) -> TableLog:
    """A table that is full and whose seats have promised."""
    log = opened("toy", (), len(secrets), **more)
    for seat, secret in enumerate(secrets):
        log.write(joined(seat, secret))
    return log


def waiting(log: TableLog) -> Promised:
    assert log.table.promised is not None
    return log.table.promised


# From the promises to the cards.


def test_the_cards_are_dealt_when_the_last_promised_salt_is_revealed() -> None:
    log = promised_by(ANN, BEN)
    assert (log.table.phase, waiting(log).waiting_for) == ("waiting", (0, 1))
    log.write(Revealed(1, salt(BEN)))
    assert (log.table.phase, waiting(log).waiting_for) == ("waiting", (0,))
    log.write(Revealed(0, salt(ANN)))
    assert (log.table.phase, log.table.promised) == ("playing", None)
    made = fair_deal(load_city("toy"), (), 2, SEED, "t", (salt(ANN), salt(BEN)))
    assert log.game.deal.rounds == made.rounds
    assert everything(log.read()) == everything(log.table)


def test_nobody_is_waited_for_while_a_seat_is_free_and_no_salt_is_taken() -> None:
    log = opened("toy", (), 2)
    log.write(joined(0, ANN))
    assert waiting(log) == Promised((promise(ANN), ""), ("", ""), 1, ())
    refuse(log, Revealed(0, salt(ANN)), "too-early")


@pytest.mark.parametrize(
    "wrong", [salt(BEN), salt(ANN, 2), promise(ANN), salt(ANN).upper(), "", "5a", "x" * 64]
)
def test_a_salt_that_was_not_promised_is_refused(wrong: str) -> None:
    refuse(promised_by(ANN, BEN), Revealed(0, wrong), "bad-salt")


def test_a_seat_without_a_promise_reveals_nothing_and_is_not_waited_for() -> None:
    log = opened("toy", (), 3)
    log.write(joined(0, ANN))
    log.write(JoinedSeat(1, "Ben", "key 1", "5a17"))
    log.write(JoinedSeat(2, "Cleo", "key 2"))
    assert waiting(log) == Promised((promise(ANN), "", ""), ("", "5a17", ""), 1, (0,))
    refuse(log, Revealed(1, "5a17"), "no-promise")
    log.write(Revealed(0, salt(ANN)))
    fair = ended(log).fair
    assert fair is not None
    assert (fair.salts, fair.promises) == ((salt(ANN), "5a17", ""), (promise(ANN), "", ""))


def test_moves_before_the_last_salt_are_told_what_the_game_waits_for() -> None:
    with pytest.raises(Refused, match=r"^the game has not begun: a salt still has to be revealed$"):
        promised_by(ANN, BEN).write(TimedOut(0))


def test_no_view_has_a_promised_salt_before_the_end() -> None:
    log = promised_by(ANN, BEN)
    log.write(Revealed(0, salt(ANN)))
    assert salt(ANN) not in str(everything(log.table))
    log.write(Revealed(1, salt(BEN)))
    assert salt(ANN) not in str(everything(log.table))
    log.write(Closed())
    assert salt(ANN) in str(everything(log.table))


def test_a_table_of_an_older_log_is_read_as_it_was() -> None:
    """Entries as they were written before there were promises."""
    texts = [
        '{"entry":"opened","city":"toy","addons":[],"seats":[{},{"bot":"greedy"}],'
        f'"seed":"{SEED}","invite":"i","watch":"w","host":0}}',
        '{"entry":"joined","seat":0,"name":"Ann","key":"a","salt":"5a17"}',
        '{"entry":"reissued","seat":0,"key":"b"}',
    ]
    table = fold("t", [(0, parse_entry(text)) for text in texts])
    assert table.game is not None
    assert table.game.deal.rounds == fair_deal(load_city("toy"), (), 2, SEED, "t", ("5a17", "")).rounds
    table.apply(Closed(), 0)
    assert table.fair is not None
    assert (table.fair.promises, table.fair.attempt) == (("", ""), 1)


# Seats that change when salts may be known.


@pytest.mark.parametrize("change", [Left(1), Handed(1, "greedy")], ids=["left", "handed"])
def test_when_a_seat_changes_at_a_full_table_everybody_reveals_another_salt(change: Entry) -> None:
    log = promised_by(ANN, BEN, CLEO)
    log.write(Revealed(0, salt(ANN)))
    log.write(change)
    if isinstance(change, Left):
        assert waiting(log).waiting_for == ()
        log.write(joined(1, DORA))
        log.write(Revealed(1, salt(DORA, 2)))
    assert waiting(log).attempt == 2
    assert waiting(log).waiting_for == (0, 2)
    refuse(log, Revealed(0, salt(ANN)), "bad-salt")
    log.write(Revealed(2, salt(CLEO, 2)))
    log.write(Revealed(0, salt(ANN, 2)))
    fair = ended(log).fair
    assert fair is not None and fair.attempt == 2
    assert fair.promises[::2] == (promise(ANN), promise(CLEO))
    assert fair.salts[::2] == (salt(ANN, 2), salt(CLEO, 2))
    checked(log)
    assert everything(log.read()) == everything(log.table)


def test_a_seat_that_changes_while_another_is_free_costs_nothing() -> None:
    log = opened("toy", (), 3)
    log.write(joined(0, ANN))
    log.write(joined(1, BEN))
    log.write(Left(1))
    assert waiting(log) == Promised((promise(ANN), "", ""), ("", "", ""), 1, ())


def test_the_attempts_come_to_an_end() -> None:
    log = promised_by(ANN, BEN)
    for _ in range(MAX_ATTEMPTS):
        log.write(Left(1))
        log.write(joined(1, BEN))
    refuse(log, Revealed(0, ANN), "too-late")


def test_who_returns_before_the_start_to_a_seat_that_a_bot_had_adds_no_salt() -> None:
    log = promised_by(ANN, BEN)
    log.write(Handed(1, "greedy"))
    log.write(Returned(1))
    assert waiting(log) == Promised((promise(ANN), ""), ("", ""), 2, (0,))


def test_a_new_token_does_not_change_what_was_promised() -> None:
    log = promised_by(ANN, BEN)
    log.write(Revealed(1, salt(BEN)))
    log.write(Reissued(1, "another key", by_host=True))
    assert (waiting(log).attempt, waiting(log).waiting_for) == (1, (0,))


# What it is good for.


def test_who_runs_the_server_and_plays_a_seat_has_not_chosen_the_cards() -> None:
    """The argument as a test. Dora knows the seed and plays seat 1; she has all the time in the world
    before Ann reveals, but nothing that she can still change then.

    Up to that moment she may try any seeds and salts, yet each deal depends on Ann's salt: with two
    salts that Ann may have, the same choice of hers gives two different deals. Afterwards the seed
    is bound by the commitment and her salt by her promise, both of which Ann has seen.
    """
    city = load_city("london")
    for seed in (SEED, new_seed()):
        deals = {
            fair_deal(city, (), 2, seed, "t", (salt(anns), salt(DORA))).rounds for anns in (ANN, BEN, CLEO)
        }
        assert len(deals) == 3
    log = promised_by(ANN, DORA)
    seen = (log.table.commitment, waiting(log))
    log.write(Revealed(0, salt(ANN)))
    for other in (salt("e" * 64), salt(DORA, 2), ""):
        refuse(log, Revealed(1, other), "bad-salt")
    log.write(Revealed(1, salt(DORA)))
    fair = ended(log).fair
    assert fair is not None
    assert commitment(fair.seed) == seen[0]
    assert [promise_of(each) for each in fair.salts] == [promise_of(salt(ANN)), promise_of(salt(DORA))]
    assert fair.promises == seen[1].promises


def test_before_the_last_reveal_the_log_has_nothing_that_would_tell_the_cards() -> None:
    """Ann's salt is in no entry before she reveals it, and her promise does not tell it."""
    log = promised_by(ANN, BEN)
    log.write(Revealed(1, salt(BEN)))
    written = " ".join(msgspec.json.encode(entry).decode() for _, entry in log.entries)
    assert salt(ANN) not in written and ANN not in written
    assert promise(ANN) in written


# At real tables.


def test_a_game_from_promises_to_a_record_that_can_be_verified(tmp_path: Path) -> None:
    async def test(tables: LocalTables) -> None:
        local = await tables.open(2, free=1, city="toy", promise=promise(ANN))
        ann = await local.connect(0)
        await local.join(token_of("Ben"), "Ben", promise=promise(BEN))
        ben = await local.connect(1)
        seen = {"promises": [promise(ANN), promise(BEN)], "salts": ["", ""], "attempt": 1}
        assert ben.view["promised"] == {**seen, "waiting_for": [0, 1]}
        assert ben.view["game"] is None
        await local.unload()  # a restart between promise and reveal
        ann, ben = await local.connect(0), await local.connect(1)
        assert ann.view["promised"] == {**seen, "waiting_for": [0, 1]}
        ann.say(type="reveal", salt=salt(ANN), attempt=1)
        await ben.until(lambda: ben.view["promised"]["waiting_for"] == [1])
        await local.unload()  # and one between two reveals
        ann, ben = await local.connect(0), await local.connect(1)
        assert ann.view["promised"] == {**seen, "waiting_for": [1]}
        ben.say(type="reveal", salt=salt(BEN), attempt=1)
        for player in (ann, ben):
            await player.until(lambda player=player: player.phase == "playing")  # type: ignore[misc]
            assert player.view["promised"] is None
        await play_out([ann, ben], first_move)
        document = (await local.ask(requests.GetRecord(""))).text
        fair = json.loads(document)["fair"]
        assert fair["promises"] == seen["promises"]
        assert fair["salts"] == [salt(ANN), salt(BEN)]
        check_fair(parse_record(document), parse_fairness(fair))
        assert ann.view["fair"] == fair

    with_tables(tmp_path, test)


def test_a_salt_may_be_revealed_twice_over_the_socket_and_by_request(tmp_path: Path) -> None:
    async def test(tables: LocalTables) -> None:
        local = await tables.open(2, free=1, city="toy", promise=promise(ANN))
        await local.join(token_of("Ben"), "Ben", promise=promise(BEN))
        ann = await local.connect(0)
        for _ in range(2):  # each is answered with a view
            views = len(ann.views)
            ann.say(type="reveal", salt=salt(ANN))
            await ann.until(lambda views=views: len(ann.views) > views)  # type: ignore[misc]
            assert ann.view["promised"]["waiting_for"] == [1]
        again = requests.RevealRequest(local.key(0), salt(ANN), 1)
        assert (await local.ask(again)).promised.waiting_for == (1,)
        last = requests.RevealRequest(local.key(1), salt(BEN), 1)
        assert (await local.ask(last)).phase == "playing"
        assert (await local.ask(again)).phase == "playing"
        assert [entry for entry in await local.history() if isinstance(entry, Revealed)] == [
            Revealed(0, salt(ANN)),
            Revealed(1, salt(BEN)),
        ]

    with_tables(tmp_path, test)


@pytest.mark.parametrize("lost", [[], ["", "", "after"]], ids=["answered", "unanswered"])
def test_a_rematch_has_promises_of_its_own(tmp_path: Path, lost: list[str]) -> None:
    """The third thing written is Ann's seat; if the answer to it is lost, she asks again."""

    async def test(tables: LocalTables) -> None:
        client = asgi_client(tables)
        local = await tables.open(2, city="toy")
        await local.ask(requests.Close(local.key(0)))
        path = f"/api/tables/{local.id}/rematch"
        tables.store.failing = list(lost)
        first = await client.call("POST", path, {"promise": promise(ANN)}, token=local.tokens[0])
        assert first.status == (503 if lost else 200)
        for said in (promise(ANN), "", promise(CLEO)):  # whatever is said later, a promise is a promise
            again = await client.call("POST", path, {"promise": said}, token=local.tokens[0])
            assert (again.status, again.json["seat"]) == (200, 0)
        second = await client.call("POST", path, {"promise": promise(BEN)}, token=local.tokens[1])
        assert second.json == {**again.json, "seat": 1}
        rematch = LocalTable(tables, second.json["table"], local.tokens, local.invite, local.watch)
        ann, ben = await rematch.everybody()
        assert ann.view["promised"]["promises"] == [promise(ANN), promise(BEN)]
        ann.say(type="reveal", salt=salt(ANN))
        ben.say(type="reveal", salt=salt(BEN))
        for player in (ann, ben):
            await player.until(lambda player=player: player.phase == "playing")  # type: ignore[misc]
        noted = ann.view["commitment"]
        await play_out([ann, ben], first_move)
        document = (await rematch.ask(requests.GetRecord(""))).text
        assert json.loads(document)["fair"]["promises"] == [promise(ANN), promise(BEN)]
        verdict, names = judged(document, RecordReader(None), noted)
        assert (verdict.fair, verdict.salts, names) == (True, ["promised", "promised"], ("Ann", "Ben"))

    with_tables(tmp_path, test)


def test_a_silent_seat_is_handed_to_a_bot_and_the_others_reveal_once_more(tmp_path: Path) -> None:
    async def test(tables: LocalTables) -> None:
        local = await tables.open(2, free=1, city="toy", promise=promise(ANN))
        await local.join(token_of("Ben"), "Ben", promise=promise(BEN))
        ann = await local.connect(0)
        ann.say(type="reveal", salt=salt(ANN))
        await ann.until(lambda: ann.view["promised"]["waiting_for"] == [1])
        await local.ask(requests.Hand(local.key(0), 1, "random"))
        await ann.until(lambda: ann.view["promised"]["attempt"] == 2)
        assert ann.view["promised"]["waiting_for"] == [0]
        ann.say(type="reveal", salt=salt(ANN, 2), attempt=2)
        await ann.until(lambda: ann.phase == "playing")
        await play_out([ann], first_move)
        document = (await local.ask(requests.GetRecord(""))).text
        verdict, _ = judged(document, RecordReader(None), None)
        assert (verdict.fair, verdict.salts) == (True, ["promised", "none"])

    with_tables(tmp_path, test)


def test_what_cannot_be_revealed_is_told_over_the_socket(tmp_path: Path) -> None:
    async def test(tables: LocalTables) -> None:
        local = await tables.open(2, free=1, city="toy", promise=promise(ANN))
        ann, watcher = await local.connect(0), await local.spectate()
        assert await ann.tell(type="reveal", salt=salt(ANN)) == "too-early"
        await local.join(token_of("Ben"), "Ben")
        assert await ann.tell(type="reveal", salt=salt(BEN)) == "bad-salt"
        assert await ann.tell(type="reveal", salt=salt(ANN), attempt=2) == "too-late"
        assert await ann.tell(type="reveal", salt=5) == "bad-message"
        assert await watcher.tell(type="reveal", salt=salt(ANN)) == "not-your-seat"
        assert (await local.connect(1)).view["promised"]["waiting_for"] == [0]

    with_tables(tmp_path, test)


def test_a_salt_that_could_not_be_written_is_still_waited_for(tmp_path: Path) -> None:
    async def test(tables: LocalTables) -> None:
        local = await tables.open(1, city="toy", promise=promise(ANN))
        ann = await local.connect(0)
        tables.store.failing = ["before"]
        assert await ann.tell(type="reveal", salt=salt(ANN)) == "storage"
        await ann.until(lambda: len(ann.views) > 1)
        assert ann.view["promised"]["waiting_for"] == [0]
        tables.store.failing = ["before"]
        with pytest.raises(StoreFailed):
            await local.ask(requests.RevealRequest(local.key(0), salt(ANN), 1))
        ann.say(type="reveal", salt=salt(ANN))
        await ann.until(lambda: ann.phase == "playing")

    with_tables(tmp_path, test)


@pytest.mark.parametrize(
    ("added", "promised", "reason"),
    [
        ("", "5a17", "a promise is 64 hexadecimal digits"),
        ("", promise(ANN).upper(), "a promise is 64 hexadecimal digits"),
        ("5a17", promise(ANN), "a salt is either promised or added at once"),
    ],
)
def test_a_promise_that_cannot_be_is_refused(tmp_path: Path, added: str, promised: str, reason: str) -> None:
    async def test(tables: LocalTables) -> None:
        local = await tables.open(2, free=1)
        with pytest.raises(Refused, match=f"^{reason}$") as caught:
            await local.ask(requests.Join(hashed(local.invite), "Ben", "new", added, promised))
        assert caught.value.code == "bad-salt"

    with_tables(tmp_path, test)


def test_who_opens_a_table_without_a_seat_has_nothing_to_promise(tmp_path: Path) -> None:
    async def test(tables: LocalTables) -> None:
        with pytest.raises(Refused, match=r"^a promise belongs to a seat; take one with your name$"):
            await tables.open(0, bots=["random"], promise=promise(ANN))

    with_tables(tmp_path, test)


# Helpers.


def refuse(log: TableLog, entry: Entry, code: str) -> None:
    before = everything(log.table)
    with pytest.raises(Refused) as caught:
        log.table.apply(entry, 99)
    assert caught.value.code == code
    assert everything(log.table) == before


def ended(log: TableLog) -> Table:
    log.write(Closed())
    return log.table


def checked(log: TableLog) -> None:
    document = record(log.table)
    told = parse_record(document)
    check_fair(told, parse_fairness(json.loads(document)["fair"]))
    replay(told)
