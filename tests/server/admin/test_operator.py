"""An operator closes and deletes tables, erases names and blocks addresses, with a server and without."""

from __future__ import annotations

from pathlib import Path

import pytest

from fulgence.server.admin import operations
from fulgence.server.admin.blocklist import Blocklist, format_network, parse_network
from fulgence.server.store.store import Store
from fulgence.table.entries import Closed
from fulgence.table.refusals import Refused
from server.admin.operated import TOKEN, administer, facts, operated_client, operator_of
from server.asgi_client import AsgiClient
from server.contests.contest_server import ContestServer, with_server
from server.databases import ENGINES, in_loop, new_database, opened
from server.local_tables import LocalTables, first_move, play_turn, with_tables


async def refusal(
    client: AsgiClient, operation: operations.AnyOperation, token: str = TOKEN
) -> tuple[int, str]:
    answer = await administer(client, operation, token)
    return answer.status, answer.json["code"]


def test_only_the_token_of_the_operator_opens_the_door_and_never_a_browser(tmp_path: Path) -> None:
    async def test(tables: LocalTables) -> None:
        client = operated_client(tables)
        assert (await administer(client, operations.Count())).status == 200
        assert await refusal(client, operations.Count(), "") == (403, "no-right")
        assert await refusal(client, operations.Count(), TOKEN[:-1]) == (403, "no-right")
        body = {"do": "stats"}
        browser = await client.call("POST", "/api/admin", body, token=TOKEN, origin="http://127.0.0.1")
        assert (browser.status, browser.json["code"]) == (403, "origin")
        wrong = await client.call("POST", "/api/admin", {"do": "everything"}, token=TOKEN)
        assert (wrong.status, wrong.json["code"]) == (422, "bad-request")
        assert b"/api/admin" not in (await client.call("GET", "/api/openapi.json")).body

    with_tables(tmp_path, test)


def test_players_see_that_their_table_was_closed(tmp_path: Path) -> None:
    async def test(tables: LocalTables) -> None:
        client, table = operated_client(tables), await tables.open()
        ann = await table.connect(0)
        assert (await administer(client, operations.CloseTable(table.id))).json == {
            "done": f"table {table.id} is closed"
        }
        await ann.until(lambda: ann.phase == "closed")
        assert (await table.history())[-1] == Closed()
        assert tables.store.phases[table.id] == "closed"
        assert await refusal(client, operations.CloseTable(table.id)) == (409, "not-playing")
        assert await refusal(client, operations.CloseTable("nowhere")) == (404, "no-table")

    with_tables(tmp_path, test)


def test_a_deleted_table_leaves_nothing_and_everybody_there_is_told(tmp_path: Path) -> None:
    async def test(tables: LocalTables) -> None:
        client, table, other = operated_client(tables), await tables.open(), await tables.open()
        ann, ben = await table.everybody()
        await play_turn([ann, ben], first_move)
        before, ply = len(ann.heard), ann.ply
        ann.say(type="move", ply=ply, move=ann.moves[0])  # comes first and is written first
        assert (await administer(client, operations.DeleteTable(table.id))).status == 200
        for player in (ann, ben):
            assert (player.heard[-1]["code"], player.closed) == ("no-table", 4404)
            assert player.heard[-1]["message"] == "whoever runs this server has deleted this table"
        assert ann.replies(before) == [("ack", ply), ("no-table", None)]
        assert await tables.store.tables() == [other.id]
        assert await tables.store.lengths([table.id]) == {}
        assert table.id not in tables.registry.referees
        assert await refusal(client, operations.DeleteTable(table.id)) == (404, "no-table")

    with_tables(tmp_path, test)


def test_a_table_that_the_rules_now_forbid_can_be_shown_and_deleted(tmp_path: Path) -> None:
    async def test(tables: LocalTables) -> None:
        client, table = operated_client(tables), await tables.open()
        await table.unload()
        await tables.store.append_last(table.id, 1, '{"entry":"moved","seat":0,"move":"a1-j10"}')
        shown = (await administer(client, operations.ShowTable(table.id))).json
        assert (shown["is_readable"], shown["summary"]["names"]) == (False, ["Ann", "Ben"])
        assert await refusal(client, operations.CloseTable(table.id)) == (410, "outdated")
        assert (await administer(client, operations.DeleteTable(table.id))).status == 200
        assert await tables.store.tables() == []

    with_tables(tmp_path, test)


def test_a_name_is_erased_in_the_log_in_memory_and_in_the_results(tmp_path: Path) -> None:
    async def test(server: ContestServer) -> None:
        client = operated_client(server.tables)
        table = await server.tables.open()  # of Ann and Ben
        ann, ben = await table.everybody()
        key = await server.person("Ann")
        alone = (await server.ask("POST", "/api/tables", {"city": "toy", "name": "Ann"}, key=key)).json
        await server.play(alone)
        found = await administer(client, operations.FindName("Ann"))
        assert found.json == {"name": "Ann", "seats": 2, "tables": 2, "players": 1}
        answer = await administer(client, operations.ForgetName("Ann"))
        assert answer.json == {"done": "the name is erased at 2 seats"}
        ann, ben = await table.everybody()  # their sockets were closed, to be opened again
        assert [seat["name"] for seat in ben.seats] == ["somebody", "Ben"]
        await ann.play(ann.moves[0])  # the game goes on
        assert (await administer(client, operations.FindName("Ann"))).json["seats"] == 0
        shown = (await administer(client, operations.ShowTable(alone["table"]))).json
        assert shown["summary"]["names"] == ["somebody"]
        assert (await server.get("/api/player", key))["name"] == "somebody"
        everything = "".join(body for _, body in await server.tables.store.entries(table.id))
        assert "Ann" not in everything and "Ben" in everything

    with_server("sqlite", tmp_path, test)


def test_a_player_is_forgotten_at_all_tables_by_one_of_their_seats(tmp_path: Path) -> None:
    async def test(server: ContestServer) -> None:
        client = operated_client(server.tables)
        key = await server.person("Cleo")
        wish = {"city": "toy", "name": "Cleo"}
        first, second = [(await server.ask("POST", "/api/tables", wish, key=key)).json for _ in range(2)]
        answer = await administer(client, operations.ForgetSeat(first["table"], 0, is_player=True))
        assert answer.json == {"done": "the player is forgotten, at 2 tables"}
        assert (await server.ask("GET", "/api/player", key=key)).status == 403
        shown = (await administer(client, operations.ShowTable(second["table"]))).json
        assert shown["summary"]["names"] == ["somebody"]
        again = operations.ForgetSeat(first["table"], 0, is_player=True)
        assert await refusal(client, again) == (404, "no-player")
        assert await refusal(client, operations.ForgetSeat(first["table"], 4)) == (404, "no-seat")

    with_server("sqlite", tmp_path, test)


def test_the_cards_of_a_contest_are_not_shown_by_closing_a_table(tmp_path: Path) -> None:
    async def test(server: ContestServer) -> None:
        client = operated_client(server.tables)
        begun = await server.begin_daily(await server.person("Ann"))
        assert await refusal(client, operations.CloseTable(begun["table"])) == (409, "contest")
        assert (await administer(client, operations.DeleteTable(begun["table"]))).status == 200

    with_server("sqlite", tmp_path, test)


def test_what_operators_are_shown_has_no_secret(tmp_path: Path) -> None:
    async def test(tables: LocalTables) -> None:
        client, table = operated_client(tables), await tables.open(bots=["greedy"])
        await table.connect(0)
        answer = await administer(client, operations.ShowTable(table.id))
        assert answer.json["summary"]["connected"] == 1
        assert answer.json["summary"]["names"] == ["Ann", "Ben", "greedy"]
        assert [seat["bot"] for seat in answer.json["seats"]] == ["", "", "greedy"]
        assert (answer.json["round"], answer.json["turn"], answer.json["host"]) == (1, 1, 0)
        opened = (await table.written()).opened
        for secret in (opened.seed, opened.invite, opened.watch, table.key(0)):
            assert secret.encode() not in answer.body

    with_tables(tmp_path, test)


@pytest.mark.parametrize("engine", ENGINES)
def test_without_a_server_the_same_is_done_in_the_database(engine: str, tmp_path: Path) -> None:
    async def test(address: str) -> None:
        async with opened(address) as store:
            await write_tables(store)
            operator = operator_of(store)
            listed = facts(await operator.perform(operations.ListTables(phase="playing", limit=1)))["tables"]
            assert [(each["table"], each["names"], each["connected"]) for each in listed] == [
                ("b", ["Ann", "Ben"], None)
            ]
            await operator.perform(operations.CloseTable("b"))
            await operator.perform(operations.ForgetSeat("a", 0))
            await operator.perform(operations.ForgetName("Ben"))
            await operator.perform(operations.Block("203.0.113.9/24", 1, "spam"))
            blocked = facts(await operator.perform(operations.ListBlocks()))["blocked"]
            assert [(each["network"], each["note"]) for each in blocked] == [("203.0.113.0/24", "spam")]
            await operator.perform(operations.DeleteTable("a"))
            shown = facts(await operator.perform(operations.ShowTable("b")))
            assert (shown["summary"]["phase"], shown["summary"]["names"]) == ("closed", ["Ann", "somebody"])
            totals = facts(await operator.perform(operations.Count()))
            assert (totals["tables"], totals["entries"], totals["blocked"]) == ({"closed": 1}, 4, 1)
            assert totals["bytes"] > 10_000 and totals["server"] is None
            with pytest.raises(Refused, match="no server uses this database"):
                await operator.perform(operations.SetReadOnly(True))
            with pytest.raises(Refused, match="there is no such table"):
                await operator.perform(operations.ShowTable("a"))

    with new_database(engine, tmp_path) as address:
        in_loop(test)(address)


async def write_tables(store: Store) -> None:
    for at, id in enumerate("ab"):
        entries = [
            '{"entry":"opened","city":"toy","addons":[],"seats":[{},{}],"seed":"5eed","invite":"","watch":""}',
            '{"entry":"joined","seat":0,"name":"Ann","key":"0a"}',
            '{"entry":"joined","seat":1,"name":"Ben","key":"0b"}',
        ]
        row = {"opened_at": at, "phase": "playing", "listed": False, "due_at": None}
        await store.append(id, 0, [(at, entry) for entry in entries], row)


# Addresses.


@pytest.mark.parametrize(
    ("network", "blocked", "free"),
    [
        ("203.0.113.7", ["203.0.113.7", "::ffff:203.0.113.7"], ["203.0.113.8", "", "unknown", "::1"]),
        ("203.0.113.0/24", ["203.0.113.0", "203.0.113.255"], ["203.0.112.255", "203.0.114.0"]),
        ("2001:db8::/48", ["2001:db8::1", "2001:db8:0:ffff::"], ["2001:db8:1::1", "203.0.113.7"]),
    ],
)
@in_loop
async def test_a_network_has_the_addresses_in_it_and_no_others(
    tmp_path: Path, network: str, blocked: list[str], free: list[str]
) -> None:
    async with opened(f"sqlite:///{tmp_path}/games.db") as store:
        operator = operator_of(store)
        await operator.perform(operations.Block(network))
        assert operator.blocklist.blocked_of([*blocked, *free]) == set(blocked)
        await operator.perform(operations.Unblock(network))
        assert not operator.blocklist.blocked_of([*blocked, *free])


@pytest.mark.parametrize("text", ["", "example.org", "203.0.113", "203.0.113.0/33", "0.0.0.0/0", "::/0"])
def test_what_is_no_network_or_all_of_them_is_refused(text: str) -> None:
    with pytest.raises(Refused):
        parse_network(text)


def test_a_network_is_written_in_one_way() -> None:
    assert format_network(parse_network(" 203.0.113.77/24 ")) == "203.0.113.0/24"
    assert format_network(parse_network("2001:DB8::0001/128")) == "2001:db8::1"


def test_a_blocked_address_is_disconnected_and_refused_until_it_is_let_in_again(tmp_path: Path) -> None:
    async def test(tables: LocalTables) -> None:
        client, table = operated_client(tables), await tables.open()
        path = f"/api/tables/{table.id}/socket"
        ann = await client.connect(path, table.tokens[0])
        await administer(client, operations.Block("192.0.2.0/24"))
        assert "blocked" not in str(ann.heard)
        await administer(client, operations.Block("127.0.0.1"))
        await ann.until(lambda: ann.closed)
        assert (ann.heard[-1]["code"], ann.closed) == ("blocked", 1008)
        for place in ("/api/cities", "/", "/api/health"):
            answer = await client.call("GET", place)
            assert (answer.status, answer.json["code"]) == (403, "blocked")
        assert (await administer(client, operations.Unblock("127.0.0.1"))).status == 200
        assert (await client.call("GET", "/api/health/live")).status == 200
        await ann.leave()

    with_tables(tmp_path, test)


@in_loop
async def test_a_block_ends_by_itself_and_other_processes_hear_of_it(tmp_path: Path) -> None:
    async with opened(f"sqlite:///{tmp_path}/games.db") as store:
        await operator_of(store).perform(operations.Block("203.0.113.7", days=1))
        time = [0]
        other = Blocklist(store, lambda: time[0])
        await other.refresh()
        assert other.blocks("203.0.113.7")
        time[0] = 1 << 60
        await other.refresh()
        assert not other.blocks("203.0.113.7")
