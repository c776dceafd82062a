"""A server in this process with an operator, and databases that nobody serves."""

from __future__ import annotations

from typing import Any

import msgspec

from fulgence.server.admin.blocklist import Blocklist
from fulgence.server.admin.operations import AnyOperation
from fulgence.server.admin.operator import Operator
from fulgence.server.admin.stored_tables import StoredTables
from fulgence.server.http.app import make_app
from fulgence.server.store.store import Store
from server.asgi_client import WIDE, AsgiAnswer, AsgiClient
from server.local_tables import LocalTables

TOKEN = "a-token-of-an-operator"


def operated_client(tables: LocalTables, blocklist: Blocklist | None = None) -> AsgiClient:
    """The server of these tables; whoever has the token is its operator."""
    return AsgiClient(
        make_app(tables.registry, tables.store, WIDE, blocklist=blocklist, admin_tokens=[TOKEN])
    )


async def administer(client: AsgiClient, operation: AnyOperation, token: str = TOKEN) -> AsgiAnswer:
    return await client.call("POST", "/api/admin", msgspec.to_builtins(operation), token=token)


def operator_of(store: Store) -> Operator:
    """Of a database that no server uses."""
    return Operator(store, StoredTables(store), Blocklist(store), is_running=False)


def facts(answer: Any) -> Any:
    """As a command prints them."""
    return msgspec.to_builtins(answer)
