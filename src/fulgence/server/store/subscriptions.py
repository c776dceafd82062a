"""The devices on which players want to be notified, and which notices were sent."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass

from sqlalchemy import ColumnElement, Connection, and_, bindparam, delete, exists, select, text, update

from fulgence.server.store.schema import games, server_keys, subscriptions, tables
from fulgence.server.store.store import Store

MAX_SUBSCRIPTIONS = 10  # of one player; the oldest make room
MAX_REMINDERS = 1000  # that are looked for at once
ADD = text(
    "insert into subscriptions (id, player, endpoint, p256dh, auth, language, since) "
    "values (:id, :player, :endpoint, :p256dh, :auth, :language, :since) "
    "on conflict (id) do update set player = excluded.player, p256dh = excluded.p256dh, "
    "auth = excluded.auth, language = excluded.language, since = excluded.since"
)
ADD_KEY = text("insert into server_keys (name, secret) values (:name, :secret) on conflict (name) do nothing")
# Whoever raises the number first sends the notice; everybody else finds it raised.
NOTIFY = (
    update(games)
    .where(
        games.c.table_id == bindparam("table"),
        games.c.seat == bindparam("place"),
        games.c.notified < bindparam("step"),
        ~games.c.muted,
        exists().where(subscriptions.c.player == games.c.player),
    )
    .values(notified=bindparam("step"))
)


@dataclass(frozen=True)
class Subscription:
    """As the browser's push service gave it to a device. `language`: that of the notices."""

    endpoint: str
    p256dh: str
    auth: str
    language: str

    @property
    def id(self) -> str:
        return hashlib.sha256(self.endpoint.encode()).hexdigest()


async def add_subscription(store: Store, player: int, wanted: Subscription, since: int) -> None:
    """A device has one player: that of the last request."""
    column = subscriptions.c

    def add(connection: Connection) -> None:
        connection.execute(ADD, {"id": wanted.id, "player": player, "since": since, **vars(wanted)})
        newest = select(column.id).where(column.player == player).order_by(column.since.desc(), column.id)
        kept = list(connection.execute(newest.limit(MAX_SUBSCRIPTIONS)).scalars())
        connection.execute(delete(subscriptions).where(column.player == player, column.id.not_in(kept)))

    await store.write(add)


async def delete_subscription(store: Store, id: str, player: int | None = None) -> None:
    """`player`: only if it is theirs."""
    wanted = delete(subscriptions).where(subscriptions.c.id == id)
    if player is not None:
        wanted = wanted.where(subscriptions.c.player == player)
    await store.write(lambda connection: connection.execute(wanted))


async def first_notice(store: Store, table: str, seat: int, step: int) -> list[Subscription]:
    """The devices to notify, for whoever asks first; none if it was done, nobody wants it, or it is muted.

    `step` grows with every notice of a seat. It is marked as sent before it is sent: better none than two."""
    column = subscriptions.c
    devices = (
        select(column.endpoint, column.p256dh, column.auth, column.language)
        .join(games, games.c.player == column.player)
        .where(games.c.table_id == table, games.c.seat == seat, games.c.notified < step, ~games.c.muted)
        .order_by(column.id)
    )
    row = {"table": table, "place": seat, "step": step}
    # Most seats have nobody to notify: that costs no write.
    found = await store.read(lambda connection: connection.execute(devices).all())
    if not found or not await store.write(lambda connection: connection.execute(NOTIFY, row).rowcount):
        return []
    return [Subscription(*each) for each in found]


# Muting.


async def is_muted(store: Store, player: int, table: str) -> bool | None:
    """Whether the player wants no notices of this table; None if they have no seat there."""
    wanted = select(games.c.muted).where(own_seat(player, table))
    return await store.read(lambda connection: connection.execute(wanted).scalar())


async def mute(store: Store, player: int, table: str, muted: bool) -> None:
    wanted = update(games).where(own_seat(player, table)).values(muted=muted)
    await store.write(lambda connection: connection.execute(wanted))


def own_seat(player: int, table: str) -> ColumnElement[bool]:
    return and_(games.c.table_id == table, games.c.player == player)


# Reminders.


async def due_reminders(store: Store, until: int) -> list[tuple[str, int]]:
    """Tables whose players should be reminded by then, and when, in that order."""
    column = tables.c
    wanted = select(column.id, column.remind_at).where(column.remind_at <= until)
    wanted = wanted.order_by(column.remind_at).limit(MAX_REMINDERS)
    return await store.read(lambda connection: [(id, at) for id, at in connection.execute(wanted)])


async def reminder_done(store: Store, table: str, at: int) -> None:
    """Unless another turn has begun meanwhile."""
    wanted = update(tables).where(tables.c.id == table, tables.c.remind_at == at).values(remind_at=None)
    await store.write(lambda connection: connection.execute(wanted))


# The server's own key.


async def server_key(store: Store, name: str, new: str) -> str:
    """The key of this name: the one that is there, or else the new one. All processes get the same."""
    wanted = select(server_keys.c.secret).where(server_keys.c.name == name)

    def find_or_add(connection: Connection) -> str:
        connection.execute(ADD_KEY, {"name": name, "secret": new})
        return str(connection.execute(wanted).scalar_one())

    return await store.write(find_or_add)
