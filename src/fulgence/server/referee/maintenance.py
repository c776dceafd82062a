"""What an operator does to a table besides playing it: delete it.

Like the functions for bots this is no part of the referee, but runs in its one task: no entry is written
at the same time.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from fulgence.rules.errors import FulgenceError
from fulgence.server.referee.audience import send_error
from fulgence.server.referee.inbox import Batch, PendingRequest, fail, resolve
from fulgence.server.store.erasure import delete_tables
from fulgence.table.close_codes import NO_TABLE
from fulgence.table.refusals import is_in_doubt, no_table, table_deleted, table_moved
from fulgence.table.requests import AnyRequest, DeleteByOperator, Document

if TYPE_CHECKING:
    from fulgence.server.referee.referee import Referee


def is_maintenance(request: AnyRequest) -> bool:
    return isinstance(request, DeleteByOperator)


async def maintain(referee: Referee, asked: PendingRequest) -> None:
    """Carry it out once all that came before is written."""
    if referee.is_stopped:  # the table was lost meanwhile
        fail(asked.answer, table_moved())
        return
    try:
        await delete(referee)
    except FulgenceError as error:
        fail(asked.answer, error)
        if is_in_doubt(error):  # it may be gone: whoever comes back finds out
            referee.give_up(Batch(referee.table.written), error)
    else:
        resolve(asked.answer, Document(""))
    referee.has_items.set()  # others may have come meanwhile


async def delete(referee: Referee) -> None:
    """For good; everybody who is connected is told."""
    await delete_tables(referee.registry.store, [referee.table.id])
    for visitor in list(referee.audience.visitors):
        send_error(visitor, table_deleted(), None)
    referee.registry.forget(referee)
    referee.refuse_waiting(no_table())
    referee.stop(NO_TABLE, "the table was deleted")
