"""The schema of the database, and its migration."""

from __future__ import annotations

from importlib.resources import as_file, files
from pathlib import Path

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Connection,
    Float,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    false,
    inspect,
    text,
)

REVISION = "0009"  # the newest migration
MIGRATING = 0x46554C48  # PostgreSQL advisory lock of a process that migrates the database

metadata = MetaData()

# One row per table of players, to find it by; what happened there is in the entries.
tables = Table(
    "tables",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("opened_at", BigInteger, nullable=False),
    Column("phase", String(16), nullable=False),
    Column("listed", Boolean, nullable=False),
    Column("due_at", BigInteger),  # when it needs a referee with nobody connected; null: never
    Column("remind_at", BigInteger),  # when to remind those who have not played; null: never, or done
    Index("tables_by_phase", "phase", "opened_at"),
    Index("tables_by_due", "due_at"),
    Index("tables_by_reminder", "remind_at"),
)

# The log: append-only.
entries = Table(
    "entries",
    metadata,
    Column("table_id", String(32), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("at", BigInteger, nullable=False),
    Column("body", Text, nullable=False),
    sqlite_with_rowid=False,
)

# Always empty: the readiness check writes a row and deletes it again.
probes = Table(
    "probes",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("filler", Text, nullable=False),
)

# A player is whoever holds the key, of which only the hash is here.
players = Table(
    "players",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=True),
    Column("key", String(64), nullable=False, unique=True),
    Column("name", String(48), nullable=False),
    Column("since", BigInteger, nullable=False),
)

# One row per seat of a person: whose game it is, and its result once it is over.
games = Table(
    "games",
    metadata,
    Column("table_id", String(32), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("player", Integer),  # null: nobody has claimed it
    Column("name", String(48)),  # null: they have asked to be forgotten
    Column("city", String(64), nullable=False),
    Column("addons", String(64), nullable=False),  # with commas between them
    Column("contest", String(64), nullable=False),
    Column("began_at", BigInteger, nullable=False),
    Column("ended_at", BigInteger),
    Column("total", Integer),
    Column("items", Text),
    Column("seats", Integer, nullable=False, server_default="1"),  # at the table, bots too
    Column("muted", Boolean, nullable=False, server_default=false()),  # no notices of this table
    Column("notified", Integer, nullable=False, server_default="0"),  # the last notice that was sent
    Index("games_by_player", "player", "ended_at"),
    Index("games_by_contest", "contest", "total", "ended_at"),
    sqlite_with_rowid=False,
)

# The seeds of the daily games, made before the day begins.
days = Table(
    "days",
    metadata,
    Column("day", String(10), primary_key=True),
    Column("seed", String(64), nullable=False),
    Column("closed_at", BigInteger),
)

# The cities of the weeks. The seed is made before the week; the city and its cards when it has begun.
weeks = Table(
    "weeks",
    metadata,
    Column("monday", String(10), primary_key=True),
    Column("seed", String(64), nullable=False),
    Column("name", Text),
    Column("city_file", Text),
    Column("cards", Text),
    Column("closed_at", BigInteger),
)

# What bots, and hindsight, made of the cards of a contest.
pars = Table(
    "pars",
    metadata,
    Column("contest", String(64), primary_key=True),
    Column("player", String(32), primary_key=True),
    Column("total", Integer, nullable=False),
    Column("record", Text, nullable=False),
)

# Frozen cards for whoever has the link. `table_id` and `seat`: the game that they come from.
challenges = Table(
    "challenges",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("made_at", BigInteger, nullable=False),
    Column("city_file", Text, nullable=False),
    Column("cards", Text, nullable=False),
    Column("table_id", String(32)),
    Column("seat", Integer),
)

# What players have answered to puzzles: the first answer to each, in the order of `number`.
puzzle_answers = Table(
    "puzzle_answers",
    metadata,
    Column("player", Integer, primary_key=True, autoincrement=False),
    Column("puzzle", String(64), primary_key=True),
    Column("number", Integer, nullable=False),
    Column("lost", Float, nullable=False),  # points; 0 is solved
    Index("puzzle_answers_by_number", "player", "number"),
    sqlite_with_rowid=False,
)

# Games on paper: their cards, and how far they are.
companions = Table(
    "companions",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("record", Text, nullable=False),
    Column("city_file", Text, nullable=False),
    Column("clock", Integer),
    Column("step", Integer, nullable=False),
    Column("change", Integer, nullable=False),
    Column("changed_at", BigInteger, nullable=False),
    Index("companions_by_change", "changed_at"),
)

# Who does what only one process may do.
leases = Table(
    "leases",
    metadata,
    Column("name", String(32), primary_key=True),
    Column("holder", String(32), nullable=False),
    Column("until", BigInteger, nullable=False),
)

# The devices on which players want to be notified. `id`: the SHA-256 of the endpoint.
subscriptions = Table(
    "subscriptions",
    metadata,
    Column("id", String(64), primary_key=True),
    Column("player", Integer, nullable=False),
    Column("endpoint", Text, nullable=False),
    Column("p256dh", String(128), nullable=False),
    Column("auth", String(32), nullable=False),
    Column("language", String(8), nullable=False),
    Column("since", BigInteger, nullable=False),
    Index("subscriptions_by_player", "player", "since"),
)

# Private keys of the server, the same for all processes.
server_keys = Table(
    "server_keys",
    metadata,
    Column("name", String(32), primary_key=True),
    Column("secret", Text, nullable=False),
)

# Whom the operator does not want here: an address or a network, as `203.0.113.0/24`.
blocks = Table(
    "blocks",
    metadata,
    Column("network", String(64), primary_key=True),
    Column("since", BigInteger, nullable=False),
    Column("until", BigInteger),  # null: for ever
    Column("note", String(200), nullable=False),
)


class NewerDatabase(Exception):
    """Written by a later version of the program."""


def migrate(connection: Connection) -> None:
    """Bring the database to the newest revision in one transaction; the caller commits.

    If it is there already, this costs two queries."""
    if not is_behind(connection):
        return
    hold(connection)
    if is_behind(connection):
        with as_file(files("fulgence.server.store") / "migrations") as folder:
            upgrade(connection, folder)


def hold(connection: Connection) -> None:
    """Lock out other servers until the commit, and make the migration all or nothing."""
    if connection.dialect.name == "postgresql":
        connection.execute(text("select pg_advisory_xact_lock(:key)"), {"key": MIGRATING})
    else:  # otherwise Python's sqlite3 would commit each new table at once
        connection.exec_driver_sql("begin immediate")


def is_behind(connection: Connection) -> bool:
    known = revision_of(connection)
    if known is not None and known > REVISION:
        raise NewerDatabase(f"the database has revision {known}, this program knows {REVISION}")
    return known != REVISION


def upgrade(connection: Connection, folder: Path) -> None:
    """Run the scripts of a folder that the database has not seen yet."""
    from alembic import command  # takes half a second, and is rarely needed
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(folder).replace("%", "%%"))
    config.attributes["connection"] = connection
    command.upgrade(config, "head")


def revision_of(connection: Connection) -> str | None:
    if not inspect(connection).has_table("alembic_version"):
        return None
    found: str | None = connection.execute(text("select version_num from alembic_version")).scalar()
    return found
