"""Leaving a seat and returning to it, bots, the end of a game and the next one, and the list."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from fulgence.api.choices import choices
from fulgence.bots.bot import BOTS
from fulgence.fair import commitment
from fulgence.table import requests
from fulgence.table.entries import Handed, Left, Moved, Returned, TimedOut, TookBack
from fulgence.table.refusals import Refused
from fulgence.table.seats import hashed
from server.asgi_client import asgi_client
from server.local_tables import LocalTables, first_move, play_out, play_turn, token_of, with_tables

# Leaving and returning.


def test_a_seat_left_before_the_start_can_be_taken_by_somebody_else(tmp_path: Path) -> None:
    async def test(tables: LocalTables) -> None:
        local = await tables.open(3, free=1)
        info = await local.ask(requests.Leave(local.key(1)))
        assert [seat.kind for seat in info.seats] == ["person", "free", "free"]
        with pytest.raises(Refused, match="a token of the table that you do not have"):
            await local.connect(1)
        assert await local.join(token_of("Eve"), "Eve") == 1
        assert [seat.name for seat in (await local.quiet()).seats] == ["Ann", "Eve", None]

    with_tables(tmp_path, test)


def test_whoever_left_before_the_start_sees_nothing_of_who_sits_there_now(tmp_path: Path) -> None:
    async def test(tables: LocalTables) -> None:
        local = await tables.open(3, free=1)
        ben = await local.connect(1)
        await local.ask(requests.Leave(local.key(1)))
        for name in ("Eve", "Fay"):
            await local.join(token_of(name), name)
        eve = await tables.connect(local.id, token_of("Eve"))
        await eve.play(eve.moves[0], ready=False)
        await local.quiet()
        assert all(view["game"] is None for view in ben.views)
        assert ben.closed == 4401

    with_tables(tmp_path, test)


def test_a_seat_left_before_the_start_is_free_although_a_bot_was_to_play_it(tmp_path: Path) -> None:
    async def test(tables: LocalTables) -> None:
        local = await tables.open(3, free=1)
        await local.ask(requests.Hand(local.key(1), 1, "random"))
        info = await local.ask(requests.Leave(local.key(1)))
        assert (info.seats[1].kind, info.seats[1].name, info.seats[1].bot) == ("free", None, None)

    with_tables(tmp_path, test)


def test_a_seat_left_in_mid_game_passes_as_soon_as_all_the_others_are_ready(tmp_path: Path) -> None:
    async def test(tables: LocalTables) -> None:
        local = await tables.write("t", 3)
        ann, ben, cleo = await local.everybody()
        info = await local.ask(requests.Leave(local.key(2)))
        assert [seat.left for seat in info.seats] == [False, False, True]
        for turn in (1, 2, 3):
            await ann.play("pass")
            await local.quiet()
            assert ann.turn == turn
            await ben.play("pass")
            for player in (ann, ben, cleo):
                await player.until_flip(turn)
        assert await local.history() == [Left(2), *[Moved(0, "pass"), Moved(1, "pass"), TimedOut(2)] * 3]

    with_tables(tmp_path, test)


def test_when_everybody_has_left_nothing_runs_away(tmp_path: Path) -> None:
    async def test(tables: LocalTables) -> None:
        local = await tables.write("t")
        for seat in (1, 0):
            await local.ask(requests.Leave(local.key(seat)))
        assert await local.history() == [Left(1), Left(0)]
        ann = await local.connect(0)
        assert ann.turn == 1
        await ann.play("pass")  # returns by playing
        await ann.until_flip(1)
        assert (await local.history())[2:] == [Moved(0, "pass"), Returned(0), TimedOut(1)]
        assert [seat["left"] for seat in ann.seats] == [False, True]

    with_tables(tmp_path, test)


def test_bots_do_not_end_a_game_that_its_only_person_has_left(tmp_path: Path) -> None:
    async def test(tables: LocalTables) -> None:
        local = await tables.open(1, ["random"], city="toy")
        ann = await local.connect(0)
        await local.ask(requests.Leave(local.key(0)))
        await ann.until(lambda: ann.ready[1])
        await local.quiet()
        assert (ann.turn, ann.ready) == (1, [False, True])
        await ann.play("pass")
        await ann.until_flip(1)

    with_tables(tmp_path, test)


def test_whoever_returns_with_the_last_move_of_the_game_is_answered(tmp_path: Path) -> None:
    async def test(tables: LocalTables) -> None:
        local = await tables.write("t", 1, city="toy")
        ann = await local.connect(0)
        game = local.table.game
        assert game is not None
        while ann.turn < sum(map(len, game.deal.turns)):
            await ann.play("pass")
        await local.ask(requests.Leave(local.key(0)))
        assert await ann.tell(type="move", ply=ann.ply, move="pass") == "ack"
        assert ann.phase == "over"

    with_tables(tmp_path, test)


def test_the_host_hands_a_seat_to_a_bot_and_its_owner_returns(tmp_path: Path) -> None:
    async def test(tables: LocalTables) -> None:
        local = await tables.write("t")
        ann, ben = await local.everybody()
        with pytest.raises(Refused, match="a token of the table that you do not have"):
            await local.ask(requests.Hand(local.key(1), 0, "greedy"))
        info = await local.ask(requests.Hand(local.key(0), 1, "greedy"))
        assert (info.seats[1].kind, info.seats[1].bot, info.seats[1].name) == ("bot", "greedy", "Ben")
        await ann.until(lambda: ann.ready[1])
        assert await ben.tell(type="undo", ply=ben.ply) == "not-your-seat"
        await ann.play("pass")
        await ann.until_flip(1)
        await ann.until(lambda: ann.ready[1])
        info = await local.ask(requests.Return(local.key(1), 1))
        assert (info.seats[1].kind, info.seats[1].bot, info.seats[1].name) == ("person", None, "Ben")
        assert await ben.tell(type="undo", ply=ben.ply) == "ack"  # what the bot did in this turn
        assert Handed(1, "greedy") in await local.history()
        await local.quiet()
        assert ann.ready == [False, False]

    with_tables(tmp_path, test)


def test_a_player_who_leaves_the_seat_to_a_bot_may_return_too(tmp_path: Path) -> None:
    async def test(tables: LocalTables) -> None:
        local = await tables.write("t")
        ann, ben = await local.everybody()
        await local.ask(requests.Leave(local.key(1), "random"))
        await ann.until(lambda: ann.ready[1])
        await local.ask(requests.Return(local.key(1), 1))
        await ann.play("pass")
        await ben.until_flip(1)
        await ben.play("pass")
        await local.quiet()
        assert ann.ready == [False, True]

    with_tables(tmp_path, test)


def test_a_bot_that_gets_a_seat_back_in_the_same_turn_plays_it(tmp_path: Path) -> None:
    async def test(tables: LocalTables) -> None:
        local = await tables.write("t")
        ann, _ = await local.everybody()
        for _ in range(2):
            await local.ask(requests.Hand(local.key(0), 1, "greedy"))
            assert tables.registry.referees["t"].tasks
            await local.ask(requests.Return(local.key(1), 1))
            await asyncio.gather(*tables.registry.referees["t"].tasks)
            await local.quiet()
            assert ann.ready == [False, False]  # its thought came too late
        await local.ask(requests.Hand(local.key(0), 1, "greedy"))
        await ann.until(lambda: ann.ready[1])

    with_tables(tmp_path, test)


def test_what_a_bot_thought_of_before_its_seat_was_played_by_somebody_else_is_forgotten(
    tmp_path: Path,
) -> None:
    async def test(tables: LocalTables) -> None:
        local = await tables.write("t")
        ann, ben = await local.everybody()
        await local.ask(requests.Hand(local.key(0), 1, "greedy"))
        await local.ask(requests.Return(local.key(1), 1))
        await ben.play("pass", ready=False)
        assert await ben.tell(type="undo", ply=1) == "ack"
        await local.ask(requests.Hand(local.key(0), 1, "random"))
        thoughts = tables.registry.referees["t"].tasks
        assert len(thoughts) == 2  # the old one and the new one
        await asyncio.gather(*thoughts)
        await local.quiet()
        assert ann.ready == [False, True]
        assert [type(entry) for entry in await local.history()] == [
            *(Handed, Returned, Moved, TookBack, Handed),
            Moved,
        ]

    with_tables(tmp_path, test)


def test_a_replaced_token_is_worth_nothing(tmp_path: Path) -> None:
    async def test(tables: LocalTables) -> None:
        local = await tables.write("t")
        ann, ben = await local.everybody()
        with pytest.raises(Refused, match="a token of the table that you do not have"):
            await local.ask(requests.Reissue(local.key(1), 0, hashed(token_of("new"))))
        ben.say(type="move", ply=0, move="pass")
        await local.ask(requests.Reissue(local.key(0), 1, hashed(token_of("new"))))
        assert (ann.closed, ben.closed) == (None, 4410)
        heard = len(ben.heard)
        ben.closed = None  # its last words were on their way
        ben.say(type="undo", ply=1)
        await local.quiet()
        assert ben.replies(heard) == [("not-your-seat", 1)]
        with pytest.raises(Refused, match="a token of the table that you do not have"):
            await local.connect(1)
        new = await tables.connect("t", token_of("new"))
        assert (new.view["you"], new.ply, ann.ready) == (1, 1, [False, True])

    with_tables(tmp_path, test)


# Bots.


def test_the_usual_bot_is_neither_the_weakest_nor_the_strongest() -> None:
    offered = choices()
    assert offered.usual_bot == "casual"
    assert offered.usual_bot in offered.bots[1:-1]


@pytest.mark.parametrize("bot", BOTS)
def test_bots_play_whole_games_that_nobody_watches(bot: str, tmp_path: Path) -> None:
    async def test(tables: LocalTables) -> None:
        local = await tables.open(0, [bot] * 2, city="toy", addons=("objectives", "powers"))
        await tables.store.until_phase(local.id, "over")
        table = await local.written()
        assert table.phase == "over"
        assert table.game is not None and table.game.names == (bot, bot)
        assert not any(isinstance(entry, TimedOut) for _, entry in await local.entries())
        assert max(pad.total for pad in table.game.pads()) > 0

    with_tables(tmp_path, test)


def test_bots_play_with_a_person_to_the_end(tmp_path: Path) -> None:
    async def test(tables: LocalTables) -> None:
        bots = ["random", "skilled", "expert"]
        local = await tables.open(1, bots, city="toy")
        ann = await local.connect(0)
        assert [seat["name"] for seat in ann.seats] == ["Ann", *bots]
        await play_out([ann], first_move)
        assert ann.phase == "over"

    with_tables(tmp_path, test)


# The end, and once more.


def test_the_host_closes_the_table_and_the_seed_is_told(tmp_path: Path) -> None:
    async def test(tables: LocalTables) -> None:
        local = await tables.open()
        ann, ben = await local.everybody()
        await play_turn([ann, ben], first_move)
        with pytest.raises(Refused, match="only the host of the table may do this"):
            await local.ask(requests.Close(local.key(1)))
        with pytest.raises(Refused, match="the game is not over"):
            await local.ask(requests.GetRecord(""))
        assert ann.view["fair"] is None
        info = await local.ask(requests.Close(local.key(0)))
        assert info.phase == ben.phase == "closed"
        fair = ben.view["fair"]
        assert commitment(fair["seed"]) == fair["commitment"] == ben.view["commitment"]
        assert '"fair"' in (await local.ask(requests.GetRecord(""))).text
        assert await ann.tell(type="move", ply=1, move="pass") == "not-playing"

    with_tables(tmp_path, test)


def test_a_rematch_has_the_same_seats_and_tokens_and_waits_for_all(tmp_path: Path) -> None:
    async def test(tables: LocalTables) -> None:
        client = asgi_client(tables)
        local = await tables.open(2, ["greedy"], city="toy")
        path = f"/api/tables/{local.id}"
        ann, ben = local.tokens
        refused = await client.call("POST", f"{path}/rematch", token=ann)
        assert (refused.status, refused.json["code"]) == (409, "not-over")
        await local.ask(requests.Close(local.key(0)))
        watcher = await local.spectate()
        first = await client.call("POST", f"{path}/rematch", token=ben)
        again = first.json["table"]
        assert first.json == {"table": again, "seat": 1} and again != local.id
        assert f"seat={ben}".encode() in first.head
        assert (watcher.view["rematch"], watcher.view["rematch_by"]) == (again, 1)
        new = f"/api/tables/{again}"
        info = (await client.call("GET", new, token=ben)).json
        assert info["phase"] == "waiting" and info["commitment"] != watcher.view["commitment"]
        assert [seat["kind"] for seat in info["seats"]] == ["free", "person", "bot"]
        stranger = await client.call("POST", f"{new}/join", {"name": "Eve"}, token=local.invite)
        assert (stranger.status, stranger.json["code"]) == (409, "no-seat")
        second = await client.call("POST", f"{path}/rematch", token=ann)
        assert second.json == {"table": again, "seat": 0}
        info = (await client.call("GET", new, token=ann)).json
        assert info["phase"] == "playing"
        assert [seat["name"] for seat in info["seats"]] == ["Ann", "Ben", "greedy"]
        assert [seat["host"] for seat in info["seats"]] == [True, False, False]
        assert watcher.view["rematch_by"] == 1  # Ann was the second to ask
        third = await client.call("POST", f"{path}/rematch", token=ben)
        assert third.json == {"table": again, "seat": 1}
        player = await tables.connect(again, ann)
        await player.play("pass")
        outsider = await client.call("POST", f"{path}/rematch", token=local.watch)
        assert (outsider.status, outsider.json["code"]) == (403, "no-right")

    with_tables(tmp_path, test)


def test_the_host_need_not_wait_for_everybody_and_whoever_comes_late_has_the_seat(tmp_path: Path) -> None:
    async def test(tables: LocalTables) -> None:
        client = asgi_client(tables)
        local = await tables.open(2, city="toy", listed=True)
        ann, ben = local.tokens
        path = f"/api/tables/{local.id}/rematch"
        await local.ask(requests.Close(local.key(0)))
        again = (await client.call("POST", path, token=ann)).json["table"]
        hand = f"/api/tables/{again}/seats/1/bot"
        assert (await client.call("POST", hand, {"bot": "random"}, token=ann)).json["phase"] == "playing"
        assert (await client.call("POST", path, token=ben)).json == {"table": again, "seat": 1}
        back = await client.call("POST", f"/api/tables/{again}/seats/1/return", token=ben)
        assert [seat["name"] for seat in back.json["seats"]] == ["Ann", "Ben"]

    with_tables(tmp_path, test)


# Languages, and the list.


def test_errors_are_told_in_the_readers_language(tmp_path: Path) -> None:
    async def test(tables: LocalTables) -> None:
        local = await tables.write("t")
        path = "/api/tables/t/socket"
        for query, sentence in (
            ("", "there is nothing to take back in this turn"),
            ("?lang=fr", "il n\N{RIGHT SINGLE QUOTATION MARK}y a rien à annuler dans ce tour"),
            ("?lang=de", "in diesem Zug gibt es nichts zurückzunehmen"),
            ("?lang=xx", "there is nothing to take back in this turn"),
        ):
            player = await asgi_client(tables).connect(path + query, local.tokens[0])
            assert await player.tell(type="undo", ply=0) == "illegal-move"
            assert player.heard[-1]["message"] == sentence
            await player.leave()

    with_tables(tmp_path, test)


def test_listed_tables_can_be_found_watched_and_joined_without_a_token(tmp_path: Path) -> None:
    async def test(tables: LocalTables) -> None:
        client = asgi_client(tables)
        hidden = await tables.open(2, free=1)
        local = await tables.open(2, free=1, listed=True)

        async def found() -> list[str]:
            tables = (await client.call("GET", "/api/tables")).json["tables"]
            return [table["table"] for table in tables]

        assert await found() == [local.id]
        watcher = await client.connect(f"/api/tables/{local.id}/socket")
        assert watcher.view["you"] is None
        joined = await client.call("POST", f"/api/tables/{local.id}/join", {"name": "Ben"})
        assert joined.json["seat"] == 1
        refused = await client.call("POST", f"/api/tables/{hidden.id}/join", {"name": "Ben"})
        assert (refused.status, refused.json["code"]) == (403, "no-right")
        assert (await client.connect(f"/api/tables/{hidden.id}/socket")).closed == 4401
        assert await found() == [local.id]
        await local.ask(requests.Close(hashed(local.tokens[0])))
        assert await found() == []
        await watcher.leave()

    with_tables(tmp_path, test)
